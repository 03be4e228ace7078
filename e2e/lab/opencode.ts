// One run of the real OpenCode (`opencode run`) against the mock model, with a HOME of its own.
import { spawn } from 'node:child_process';
import path from 'node:path';
import type { OpenCodePaths } from './install.mjs';
import type { Loopback } from './loopback.ts';
import type { MockModel } from './mock-model.ts';
import type { RunFolder } from './run-folder.ts';

export interface OpenCodeRun {
  readonly paths: OpenCodePaths;
  readonly folder: RunFolder;
  readonly loopback: Loopback;
  readonly model: MockModel;
  readonly prompt: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Milliseconds after which the run is killed and fails. */
  readonly limit?: number;
}

export interface OpenCodeResult {
  readonly exitCode: number | null;
  /** What `--format json` printed, one object a line. */
  readonly events: readonly Readonly<Record<string, unknown>>[];
  readonly stdout: string;
  readonly stderr: string;
}

/** A person's configuration of before: a provider on loopback, with comments and a style of its own. */
export function ownConfig(model: MockModel, permission: object = { bash: 'allow', edit: 'allow' }): string {
  return `{
    // My own settings, kept by hand.
    "$schema": "https://opencode.ai/config.json",
    "autoupdate": false, "share": "disabled",
    "model": "lab/lab-model", "small_model": "lab/lab-model",
    "enabled_providers": ["lab"],
    "permission": ${JSON.stringify(permission)},
    "provider": {
        "lab": { "npm": "@ai-sdk/openai-compatible", "name": "Lab", "options": { "baseURL": "${model.url}/v1", "apiKey": "lab-dummy-key" },
            "models": { "lab-model": { "name": "Lab model", "tool_call": true, "limit": { "context": 200000, "output": 8192 } } } },
    },
}
`;
}

export async function runOpenCode(run: OpenCodeRun): Promise<OpenCodeResult> {
  await run.loopback.expose(run.model.port);
  const ended = await inLab({ ...run, argv: [run.paths.binary, 'run', run.prompt, '--format', 'json', ...(run.args ?? [])] });
  return { ...ended, events: ended.stdout.split('\n').flatMap(parseLine) };
}

/** Runs a program in the namespace, in the environment of a person who has no network and updates nothing. */
async function inLab(run: Pick<OpenCodeRun, 'folder' | 'loopback' | 'env' | 'limit'> & { readonly argv: readonly string[] }): Promise<Omit<OpenCodeResult, 'events'>> {
  const [program = '', ...args] = run.loopback.command(run.argv);
  const child = spawn(program, args, {
    cwd: run.folder.work,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    env: {
      HOME: run.folder.home,
      PATH: '/usr/local/bin:/usr/bin:/bin',
      SHELL: '/bin/bash',
      TERM: 'dumb',
      LANG: 'C.UTF-8',
      OPENCODE_DISABLE_AUTOUPDATE: '1',
      OPENCODE_DISABLE_MODELS_FETCH: '1',
      OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
      OPENCODE_DISABLE_SHARE: '1',
      // OpenCode fetches a package of its own beside any plugin; without a network it would try for over a minute.
      npm_config_offline: 'true',
      ...run.env,
    },
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (stdout += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (stderr += chunk));
  const limit = run.limit ?? 90_000;
  let late = false;
  const alarm = setTimeout(() => {
    late = true;
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
  }, limit);
  const exitCode = await new Promise<number | null>((done, fail) => {
    child.once('error', fail);
    child.once('close', done);
  });
  clearTimeout(alarm);
  if (late) throw new Error(`${run.argv.slice(0, 2).join(' ')} did not end within ${String(limit)} ms; it said:\n${stdout.slice(-2000)}\n${stderr.slice(-2000)}`);
  return { exitCode, stdout, stderr };
}

function parseLine(line: string): Record<string, unknown>[] {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? [value as Record<string, unknown>] : [];
  } catch {
    return [];
  }
}

export interface Dialogue {
  /** The commands of the questions that were seen, and of those that were left to the person. */
  readonly asked: readonly string[];
  readonly open: readonly string[];
}

/**
 * One prompt to OpenCode's server with a person who answers what stays open.
 * @param waitMs how long a question is left to whoever else may answer it
 */
export async function talkToOpenCode(run: Omit<OpenCodeRun, 'args'>, waitMs: number, answers: readonly ('once' | 'reject')[]): Promise<Dialogue> {
  await run.loopback.expose(run.model.port);
  const script = path.join(import.meta.dirname, 'opencode-dialogue.mjs');
  const { exitCode, stdout, stderr } = await inLab({ ...run, argv: [process.execPath, script, run.paths.binary, run.prompt, String(waitMs), ...answers] });
  if (exitCode !== 0) throw new Error(`the dialogue ended with ${String(exitCode)}: ${stderr.slice(-2_000)}`);
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Dialogue;
}
