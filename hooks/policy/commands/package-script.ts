// Scripts of a package.json that this very command wrote.
import type { Call, Shell } from '../shell/call.ts';
import { isKnown } from '../values.ts';

/** `npm run NAME` with a package.json that this command wrote. */
export function packageScript(call: Call, shell: Shell): void {
  const text = shell.contentOf('package.json', call)?.content;
  if (text === undefined || text === null || !isKnown(text)) return;
  const words = call.argv.slice(1).filter((word) => !word.startsWith('-') && word !== 'run' && word !== 'run-script');
  for (const match of text.matchAll(/"([\w:.-]+)"\s*:\s*"((?:\\.|[^"\\])*)"/g)) {
    const name = (match[1] ?? '').replace(/^(?:pre|post)/, '');
    if (words.includes(match[1] ?? '') || words.includes(name) || /^(?:pre|post)?(?:install|prepare)$/.test(match[1] ?? '')) shell.runText((match[2] ?? '').replace(/\\(.)/g, '$1'), call);
  }
}
