// OpenCode has no launcher to be tried: this loads the installed plugin of this folder as OpenCode would, into Node.js, and
// gives it one event from standard input. For `silmaril verify`; OpenCode itself never runs it.
//   node probe.mjs <event>    {"directory": …, "input": …, "output": …} on stdin; one line of JSON on stdout, exit 0
import { existsSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isRecord, list } from './foreign.ts';

type Hook = (input: unknown, output?: unknown) => Promise<void>;
type Given = Readonly<Record<string, unknown>>;

/** By its address, so that the bundler leaves it outside. */
async function load(name: string): Promise<Readonly<Record<string, (given: object) => Promise<unknown>>>> {
  const address = pathToFileURL(join(import.meta.dirname, name)).href;
  return ((await import(/* the installed file */ address)) as { default: Record<string, (given: object) => Promise<unknown>> }).default;
}

async function throughV1(event: string, { directory, input, output }: Given): Promise<void> {
  const hooks = (await (await load('opencode-v1.mjs'))['server']?.({ directory, worktree: directory })) as Record<string, Hook>;
  await hooks[event]?.(input, output);
}

/** A host with the two interfaces that are probed, and the event in that version's shape. */
async function throughV2(event: string, { directory, input, output }: Given): Promise<void> {
  const hooks = new Map<string, Hook>();
  const domain = (name: string) => ({ hook: (hook: string, call: Hook) => Promise.resolve(void hooks.set(`${name}.${hook}`, call)) });
  await (await load('opencode-v2.mjs'))['setup']?.({ location: { directory }, tool: domain('tool'), session: domain('session'), permission: domain('permission') });
  const [call, given] = [isRecord(input) ? input : {}, isRecord(output) ? output : {}];
  const common = { ...call, id: call['callID'] };
  if (event === 'chat.message') await hooks.get('session.prompt')?.({ ...common, prompt: { text: list(given['parts'])[0]?.['text'] } });
  if (event === 'tool.execute.before') await hooks.get('tool.execute.before')?.({ ...common, input: given['args'] });
  if (event === 'tool.execute.after') await hooks.get('tool.execute.after')?.({ ...common, status: 'completed', result: { content: given['output'] } });
}

async function main(event: string): Promise<object> {
  const given: unknown = JSON.parse(readFileSync(0, 'utf8'));
  if (!isRecord(given)) return {};
  const second = !existsSync(join(import.meta.dirname, 'opencode-v1.mjs'));
  try {
    await (second ? throughV2 : throughV1)(event, given);
    return { output: given['output'] };
  } catch (error) {
    return error instanceof Error && error.name === 'SilmarilFirewallBlockedError' ? { refused: error.message } : {};
  }
}

main(process.argv[2] ?? '')
  .catch(() => ({}))
  .then((answer) => writeSync(1, `${JSON.stringify(answer)}\n`), () => undefined);
