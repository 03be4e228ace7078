// Runs a committed hook bundle as a harness would: a process of its own, on the Node.js 22 of the tests.
import { spawn, spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..');

let binary: string | null = null;

export function node22(): string {
  if (binary) return binary;
  const run = spawnSync(process.execPath, [path.join(root, 'scripts/node22.mjs')], { encoding: 'utf8' });
  if (run.status !== 0) throw new Error(run.stderr);
  return (binary = run.stdout.trim());
}

export interface BundleRun {
  readonly bundle: 'vscode' | 'claude-code';
  readonly event: string;
  readonly home: string;
  /** An object is sent as JSON. `open`: nothing is sent and standard input stays open. */
  readonly input: object | string | Buffer | 'open';
  readonly env?: Readonly<Record<string, string>>;
  readonly nodeArguments?: readonly string[];
}

export interface BundleResult {
  readonly stdout: string;
  readonly stderr: string;
  readonly status: number | null;
  readonly answer: unknown;
}

/** Fails when the output is not exactly one line of JSON and the exit status is not 0: no hook may ever do that. */
export async function runBundle(run: BundleRun): Promise<BundleResult> {
  const child = spawn(node22(), [...(run.nodeArguments ?? []), path.join(root, 'hooks', run.bundle, 'dist', `${run.bundle}-hook.js`), run.event], {
    cwd: run.home,
    env: { HOME: run.home, PATH: '/usr/bin:/bin', ...run.env },
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  // The hook may stop reading before everything is written.
  child.stdin.on('error', () => undefined);
  if (run.input !== 'open') child.stdin.end(typeof run.input === 'string' || Buffer.isBuffer(run.input) ? run.input : JSON.stringify(run.input));
  const status = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (status !== 0) throw new Error(`The hook ended with ${String(status)}: ${stderr}`);
  if (!/^[^\n]+\n$/.test(stdout)) throw new Error(`The hook wrote ${JSON.stringify(stdout)}`);
  return { stdout, stderr, status, answer: JSON.parse(stdout) };
}
