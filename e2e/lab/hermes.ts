// The real Hermes: one session (`hermes -z`) against the mock model, or its own dispatch functions without any model.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { HermesPaths } from './install.mjs';
import type { Loopback } from './loopback.ts';
import type { MockModel } from './mock-model.ts';
import type { RunFolder } from './run-folder.ts';

const script = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** As the script installer leaves it: a wrapper on PATH that starts the environment's own entry. */
export function putHermes(folder: RunFolder, paths: HermesPaths): void {
  fs.mkdirSync(folder.at('.local', 'bin'), { recursive: true });
  fs.writeFileSync(folder.at('.local', 'bin', 'hermes'), `#!/usr/bin/env bash\nunset PYTHONPATH PYTHONHOME\nexec "${paths.binary}" "$@"\n`, { mode: 0o755 });
}

/** A person's configuration of before: a provider on loopback, with comments and a style of its own. */
export function ownConfig(model: MockModel): string {
  return `# My own settings, kept by hand.\nmodel:\n    default: lab-model\n    provider: custom\n    base_url: ${model.url}/v1\n    api_key: 'lab-dummy-key' # not a secret\n\nplugins:\n    # what I use\n    enabled:\n    - someone-else\n`;
}

interface Done {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface HermesRun {
  readonly paths: HermesPaths;
  readonly folder: RunFolder;
  readonly loopback: Loopback;
  /** Ports on loopback that it may reach. */
  readonly ports: readonly number[];
  readonly env?: Readonly<Record<string, string>>;
}

/** `hermes ARGS...` */
export function runHermes(run: HermesRun, args: readonly string[]): Promise<Done> {
  return start(run, [run.folder.at('.local', 'bin', 'hermes'), ...args], '');
}

export interface HostStep {
  readonly hook?: string;
  readonly given?: object;
  readonly gate?: string;
  readonly tool?: string;
  readonly args?: object;
  readonly id?: string;
  readonly scan?: string;
}

export interface HostAnswer {
  readonly plugin: { readonly enabled: boolean; readonly error: string | null; readonly hooks: readonly string[] };
  readonly results: readonly { readonly value: unknown; readonly ms: number }[];
}

/** Does the steps in one process of the host, with its environment and plugins loaded. */
export async function driveHost(run: HermesRun, steps: readonly HostStep[]): Promise<HostAnswer> {
  const done = await start(run, [run.paths.python, script('./hermes_host.py')], JSON.stringify(steps));
  const last = done.stdout.trim().split('\n').at(-1) ?? '';
  if (done.exitCode !== 0) throw new Error(`the host ended with ${String(done.exitCode)}:\n${done.stderr.slice(-3000)}`);
  return JSON.parse(last) as HostAnswer;
}

export interface FakeCall {
  readonly call: 'runs' | 'blocked';
  readonly why: string;
  readonly seconds: number;
}

/** Three calls in the FAKE host with the newer rules. */
export async function driveFakeHost(run: HermesRun, limitSeconds: number, behaviour: 'plain' | 'raises' | 'stalls'): Promise<readonly FakeCall[]> {
  const done = await start(run, [run.paths.python, '-B', script('./fake_newer_hermes.py'), run.folder.at('.hermes'), String(limitSeconds), behaviour], '');
  if (done.exitCode !== 0) throw new Error(`the fake host ended with ${String(done.exitCode)}:\n${done.stderr.slice(-3000)}`);
  return JSON.parse(done.stdout) as FakeCall[];
}

async function start({ folder, loopback, ports, env }: HermesRun, command: readonly string[], input: string): Promise<Done> {
  for (const port of ports) await loopback.expose(port);
  const argv = loopback.command([...command]);
  const child = spawn(argv[0] as string, argv.slice(1), {
    cwd: folder.work,
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
    env: { HOME: folder.home, PATH: `${folder.at('.local', 'bin')}:/usr/local/bin:/usr/bin:/bin`, SHELL: '/bin/bash', TERM: 'dumb', LANG: 'C.UTF-8', PYTHONDONTWRITEBYTECODE: '1', ...env },
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (stdout += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (stderr += chunk));
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  let late = false;
  const alarm = setTimeout(() => {
    late = true;
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  }, 120_000);
  const exitCode = await new Promise<number | null>((done, fail) => {
    child.once('error', fail);
    child.once('close', done);
  });
  clearTimeout(alarm);
  if (late) throw new Error(`${path.basename(command[0] ?? '')} did not end within 120 s; it said:\n${stdout.slice(-2000)}\n${stderr.slice(-2000)}`);
  return { exitCode, stdout, stderr };
}
