// Runs the real `silmaril` command of this checkout as a process of its own, in a throw-away home.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RunFolder } from './lab/run-folder.ts';

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const entry = path.join(root, 'scripts', 'silmaril.mjs');

/** The Node.js 22 that the hooks run on: `npm test` and `node scripts/node22.mjs` put it there. */
export const node22 = path.join(root, '.cache', 'node22', 'bin', 'node');

export interface CommandResult {
  /** null when a signal ended the process. */
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CommandOptions {
  /** Standard input; nothing, and closed, when absent. */
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Called as soon as the process runs, e.g. to kill it. */
  readonly started?: (pid: number) => void;
}

/** The environment of a person's shell whose only Node.js >= 22 is the tests' own. */
export function shellEnvironment(folder: RunFolder): Record<string, string> {
  return { HOME: folder.home, PATH: `${path.dirname(node22)}:/usr/local/bin:/usr/bin:/bin`, SHELL: '/bin/bash', TERM: 'dumb', LANG: 'C.UTF-8' };
}

export async function silmaril(folder: RunFolder, args: readonly string[], options: CommandOptions = {}): Promise<CommandResult> {
  const child = spawn(process.execPath, [entry, ...args], {
    cwd: folder.work,
    env: { ...shellEnvironment(folder), ...options.env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (stdout += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (stderr += chunk));
  // A command that has answered without reading its input is not a failure of the test.
  child.stdin.on('error', () => undefined);
  child.stdin.end(options.input ?? '');
  if (child.pid !== undefined) options.started?.(child.pid);
  const exitCode = await new Promise<number | null>((done, fail) => {
    child.once('error', fail);
    child.once('close', done);
  });
  return { exitCode, stdout, stderr };
}

/** The same, for a call that has to succeed: anything but exit code 0 throws with what was said. */
export async function silmarilOk(folder: RunFolder, args: readonly string[], options: CommandOptions = {}): Promise<CommandResult> {
  const result = await silmaril(folder, args, options);
  if (result.exitCode !== 0) throw new Error(`silmaril ${args.join(' ')} ended with ${result.exitCode}:\n${result.stdout}${result.stderr}`);
  return result;
}
