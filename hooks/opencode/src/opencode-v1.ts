// The plugin for OpenCode 1.x, bundled to dist/opencode-v1.mjs: one file, loaded into OpenCode's own process.
import { createFirewall } from './firewall.ts';
import { isRecord, text } from './foreign.ts';
import { createLetterHook, type LetterHook } from './letter-hook.ts';
import { readLetterOptions } from './letter-options.ts';
import { isUnobjectionable, ownChecker } from './own-checker.ts';
import { INTEGRATION } from './wire.ts';
import { v1Client } from './v1-client.ts';
import { placeOf, v1Hooks, type V1Hooks, type V1Input } from './v1.ts';

/** Where the bundle lies, and beside it the weights and the checker. */
const folder = import.meta.dirname;

/** Never rejects and never waits: what fails here would take the whole protection away. */
function server(input: unknown, options?: unknown): Promise<V1Hooks> {
  const given: V1Input & { client?: unknown } = isRecord(input) ? input : {};
  const client = v1Client(given.client);
  const firewall = createFirewall({ folder, debug: (line) => client.log('debug', line) });
  const read = readLetterOptions(options);
  for (const warning of read.warnings) client.log('warn', `Silmaril: ${warning}`);
  if (read.warnings.length > 0) firewall.count('options', 'letter-option');
  let letters: LetterHook | null = null;
  if (read.state === 'disabled') {
    client.log('error', `Silmaril: the letter hook is off. ${read.reason}`);
    firewall.count('options', 'letter-disabled');
  } else if (read.state === 'on') {
    const { cwd, project_root: root } = placeOf(given);
    const projectDir = text(cwd) ?? '';
    letters = createLetterHook({
      options: read.options,
      command: read.options.command ?? ownChecker(folder, firewall.home),
      projectDir,
      reply: (asked, answer) => client.reply(asked, answer),
      unobjectionable: (asked) => isUnobjectionable(asked, firewall, { cwd: projectDir, root: root ?? projectDir }),
      count: (reason) => firewall.count('permission.asked', reason),
    });
  }
  return Promise.resolve(v1Hooks(given, firewall, letters, (note) => client.tell(note)));
}

const plugin = { id: INTEGRATION, server };

// The one shape that OpenCode's loader takes.
export { plugin as default };
