// One run of the real Claude Code (`claude -p`) against the mock model, with a HOME of its own.
import { spawn } from 'node:child_process';
import path from 'node:path';
import type { ClaudePaths } from './install.mjs';
import type { Loopback } from './loopback.ts';
import type { MockModel } from './mock-model.ts';
import type { RunFolder } from './run-folder.ts';

export interface ClaudeRun {
  readonly paths: ClaudePaths;
  readonly folder: RunFolder;
  readonly loopback: Loopback;
  readonly model: MockModel;
  readonly prompt: string;
  /** Tools that run without a question; in `-p` an unanswered question is a no. */
  readonly allowedTools?: readonly string[];
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Milliseconds after which the run is killed and fails. */
  readonly limit?: number;
}

/** How one hook call went, as Claude Code itself reports it. */
export interface HookCall {
  /** `PreToolUse:Bash`, `SessionStart:startup` ... */
  readonly name: string;
  readonly output: string;
  readonly exitCode: number | null;
  readonly outcome: string;
}

export interface ClaudeResult {
  readonly exitCode: number | null;
  /** The closing text of the session. */
  readonly result: string;
  readonly hooks: readonly HookCall[];
  readonly stderr: string;
}

export async function runClaude(run: ClaudeRun): Promise<ClaudeResult> {
  await run.loopback.expose(run.model.port);
  const argv = run.loopback.command([
    run.paths.binary,
    ...['-p', run.prompt, '--output-format', 'stream-json', '--verbose', '--include-hook-events'],
    ...(run.allowedTools?.length ? ['--allowedTools', run.allowedTools.join(',')] : []),
    ...(run.args ?? []),
  ]);
  const child = spawn(argv[0] as string, argv.slice(1), {
    cwd: run.folder.work,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    env: {
      HOME: run.folder.home,
      // Deliberately without the Node.js 22 of the tests: a hook that runs took it from the node-path file.
      PATH: '/usr/local/bin:/usr/bin:/bin',
      SHELL: '/bin/bash',
      TERM: 'dumb',
      LANG: 'C.UTF-8',
      ANTHROPIC_BASE_URL: run.model.url,
      ANTHROPIC_API_KEY: 'lab-dummy-key',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
      DISABLE_TELEMETRY: '1',
      DISABLE_ERROR_REPORTING: '1',
      // Without it Claude Code refuses some permission modes to root.
      IS_SANDBOX: '1',
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
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  }, limit);
  const exitCode = await new Promise<number | null>((done, fail) => {
    child.once('error', fail);
    child.once('close', done);
  });
  clearTimeout(alarm);
  if (late) throw new Error(`${path.basename(run.paths.binary)} did not end within ${limit} ms; it said:\n${stdout.slice(-2000)}\n${stderr.slice(-2000)}`);
  const events = stdout.split('\n').flatMap(parseLine);
  return {
    exitCode,
    result: String(events.findLast((event) => event['type'] === 'result')?.['result'] ?? ''),
    hooks: events
      .filter((event) => event['subtype'] === 'hook_response')
      .map((event) => ({ name: String(event['hook_name']), output: String(event['stdout'] ?? ''), exitCode: typeof event['exit_code'] === 'number' ? event['exit_code'] : null, outcome: String(event['outcome']) })),
    stderr,
  };
}

function parseLine(line: string): Record<string, unknown>[] {
  if (line.trim() === '') return [];
  const value: unknown = JSON.parse(line);
  return typeof value === 'object' && value !== null ? [value as Record<string, unknown>] : [];
}
