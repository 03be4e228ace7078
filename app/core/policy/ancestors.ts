// Who started this process? Agents own terminals too, so what only a person may do asks whether an agent's program is
// among the ancestors. A limit: a process that was detached from its agent has lost them.
import { execFile } from 'node:child_process';
import { readFile, readlink } from 'node:fs/promises';
import { promisify } from 'node:util';

export interface Ancestor {
  /** Every name that the system has for the program: a process may rewrite its own command line, but not all of them. */
  readonly names: readonly string[];
  /** Its arguments, as far as they can be told apart. */
  readonly args: readonly string[];
}

/** Generations that are looked at: more than any shell nests. */
const MAX_GENERATIONS = 64;

/** Nearest first, without this process itself; null when the system does not say. */
export async function ancestorsOf(pid: number = process.pid): Promise<readonly Ancestor[] | null> {
  return process.platform === 'linux' ? ancestorsFromProc(pid) : ancestorsFromPs(pid);
}

async function ancestorsFromProc(pid: number): Promise<readonly Ancestor[] | null> {
  const found: Ancestor[] = [];
  let now = pid;
  for (let step = 0; step < MAX_GENERATIONS; step++) {
    const stat = await readFile(`/proc/${String(now)}/stat`, 'latin1').catch(() => null);
    if (stat === null) return null;
    // proc(5): the name in parentheses may hold anything; the parent is the second field after it.
    const close = stat.lastIndexOf(')');
    if (now !== pid) {
      const [program = '', ...args] = (await readFile(`/proc/${String(now)}/cmdline`, 'utf8').catch(() => '')).split('\0').filter((word) => word !== '');
      // Another user's program does not show its file.
      const file = await readlink(`/proc/${String(now)}/exe`).catch(() => '');
      found.push({ names: [program, stat.slice(stat.indexOf('(') + 1, close), file], args });
    }
    const parent = Number(stat.slice(close + 2).split(' ')[1]);
    if (!Number.isInteger(parent) || parent <= 0) return found;
    now = parent;
  }
  return found;
}

async function ancestorsFromPs(pid: number): Promise<readonly Ancestor[] | null> {
  const options = { env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' }, timeout: 5_000, maxBuffer: 16 * 1024 * 1024 };
  const ps = (columns: string): Promise<string | null> => promisify(execFile)('ps', ['-axww', '-o', columns], options).then(({ stdout }) => stdout, () => null);
  const [programs, commands] = await Promise.all([ps('pid=,ppid=,comm='), ps('pid=,command=')]);
  return programs === null || commands === null ? null : ancestorsIn(programs, commands, pid);
}

/**
 * @param programs of `ps -o pid=,ppid=,comm=`: the path of the program, spaces in it included
 * @param commands of `ps -o pid=,command=`: program and arguments, joined by spaces
 */
export function ancestorsIn(programs: string, commands: string, pid: number): readonly Ancestor[] | null {
  const lines = (text: string, form: RegExp): string[][] => text.split('\n').flatMap((line) => (form.exec(line) ? [[...(form.exec(line) ?? [])].slice(1)] : []));
  const all = new Map(lines(programs, /^\s*(\d+)\s+(\d+)\s+(.+?)\s*$/).map(([id = '', parent = '', program = '']) => [Number(id), { parent: Number(parent), program }]));
  const command = new Map(lines(commands, /^\s*(\d+)\s+(.*)$/).map(([id = '', text = '']) => [Number(id), text]));
  const found: Ancestor[] = [];
  let own = all.get(pid);
  if (own === undefined) return null;
  for (let step = 0; step < MAX_GENERATIONS; step++) {
    const next: number = own.parent;
    own = all.get(next);
    if (own === undefined) return found;
    const text = command.get(next) ?? '';
    const [first = '', ...args] = (text.startsWith(own.program) ? text.slice(own.program.length) : text).split(' ').filter((word) => word !== '');
    found.push({ names: [own.program, text.startsWith(own.program) ? '' : first], args: text.startsWith(own.program) && first !== '' ? [first, ...args] : args });
  }
  return found;
}

/** Agents and the editors that host them, by the base name of their program or script. */
const PROGRAMS = /^(?:claude(?:-code)?|opencode2?|hermes|code(?:-insiders|-oss|-server|-tunnel)?|codium|vscodium|cursor|windsurf|codex|gemini|qwen|copilot|aider|goose|amp|crush)$/i;
/** Helpers of an editor, which are named after it. */
const HELPERS = /^(?:Code|Code - Insiders|Cursor|Windsurf|VSCodium) Helper/;
/** Folders that only such a program lies in. */
const PLACES = /\/(?:@anthropic-ai\/claude-code|claude-code[^/]*|\.?vscode-server[^/]*|code-server|opencode-ai|@openai\/codex)\/|\/(?:Visual Studio Code[^/]*|Cursor|Windsurf|VSCodium|Claude)\.app\//i;
const INTERPRETERS = /^(?:node|nodejs|bun|deno|python[\d.]*|ruby|perl|sh|bash|zsh|dash|ksh|fish|npx|uvx|env)$/i;

const baseOf = (word: string): string => word.slice(word.lastIndexOf('/') + 1).replace(/^-/, '').replace(/\.(?:exe|cmd|[cm]?js|py|sh)$/i, '');
const isHarness = (word: string): boolean => PROGRAMS.test(baseOf(word)) || HELPERS.test(baseOf(word)) || PLACES.test(word);

/** The name of the nearest ancestor that is an agent's program, or null. */
export function harnessIn(ancestors: readonly Ancestor[]): string | null {
  for (const { names, args } of ancestors) {
    const script = names.some((name) => INTERPRETERS.test(baseOf(name))) ? args.find((word) => !word.startsWith('-')) : undefined;
    const found = [...names, ...(script === undefined ? [] : [script])].find((word) => word !== '' && isHarness(word));
    if (found !== undefined) return baseOf(found);
  }
  return null;
}
