// OpenCode has no launcher to be tried: this loads the installed plugin of this folder as OpenCode would, into Node.js, and
// gives it one event from standard input. For `silmaril verify`; OpenCode itself never runs it.
//   node probe.mjs <event>    {"directory": …, "input": …, "output": …} on stdin; one line of JSON on stdout, exit 0
import { readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isRecord } from './foreign.ts';

interface Plugin {
  readonly server: (input: object) => Promise<Readonly<Record<string, (input: unknown, output: unknown) => Promise<void>>>>;
}

async function main(event: string): Promise<object> {
  const given: unknown = JSON.parse(readFileSync(0, 'utf8'));
  if (!isRecord(given)) return {};
  // By its address, so that the bundler leaves it outside.
  const address = pathToFileURL(join(import.meta.dirname, 'opencode-v1.mjs')).href;
  const { default: plugin } = (await import(/* the installed file */ address)) as { default: Plugin };
  const hooks = await plugin.server({ directory: given['directory'], worktree: given['directory'] });
  const hook = hooks[event];
  if (!hook) return {};
  try {
    await hook(given['input'], given['output']);
    return { output: given['output'] };
  } catch (error) {
    return { refused: error instanceof Error ? error.message : '' };
  }
}

main(process.argv[2] ?? '')
  .catch(() => ({}))
  .then((answer) => writeSync(1, `${JSON.stringify(answer)}\n`), () => undefined);
