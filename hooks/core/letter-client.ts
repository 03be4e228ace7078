// Asks an external checker by the letter protocol, version 1: a fresh process with an empty environment, one letter on
// its stdin, one verdict on its stdout. Whatever deviates is a failure with a code, never a verdict.
import { spawn } from 'node:child_process';

/** Characters of a message; a denial has at least one. */
export const MAX_MESSAGE_CHARS = 1_000;
/** Bytes of one command's facts, as JSON. */
export const MAX_FACTS_BYTES = 4_096;
/** Bytes of a verdict. The protocol's own limit is not published; this is well above any that makes sense. */
export const MAX_VERDICT_BYTES = 65_536;
/** Bytes that are kept of what a checker writes to its stderr. */
const MAX_COMPLAINT_BYTES = 2_048;

export type LetterVerdict = 'allow' | 'ask' | 'deny';

/** What a checker is sent, in the order of the protocol, with no further field. */
export interface Letter {
  readonly version: 1;
  readonly invocation: { readonly id: string; readonly sessionID: string; readonly agent?: string; readonly projectDir: string };
  readonly action: string;
  readonly commands: readonly { readonly index: number; readonly raw: string; readonly cwd: string }[];
}

export interface LetterAnswer {
  readonly verdict: LetterVerdict;
  /** '' where the checker gave none; never for a denial. */
  readonly message: string;
  /** Of the first command with that verdict, where the checker's facts name a rule: at most 128 characters. */
  readonly ruleId: string | null;
}

/**
 * - `spawn`: the program cannot be started. `aborted`: the caller no longer needs it.
 * - `timeout`: no verdict in time; the process and all that it started in its group are killed.
 * - `oversize`: more output than a verdict may have.
 * - `exit`: it ended with another status than 0, or by a signal.
 * - `empty`, `not-json`, `shape`: what it wrote is no verdict. `wrong-id`, `wrong-index`: it is one for another letter.
 */
export type LetterFailure = 'spawn' | 'aborted' | 'timeout' | 'oversize' | 'exit' | 'empty' | 'not-json' | 'shape' | 'wrong-id' | 'wrong-index';

export type LetterOutcome =
  | { readonly ok: true; readonly answer: LetterAnswer; readonly ms: number }
  | { readonly ok: false; readonly code: LetterFailure; readonly detail: string; readonly ms: number };

export interface Ask {
  /** The program, absolute, and its arguments. */
  readonly command: readonly string[];
  readonly letter: Letter;
  /** Milliseconds from the start to the end of the process. */
  readonly timeoutMs: number;
  /** Milliseconds between SIGTERM and SIGKILL; 0 kills at once. */
  readonly killGraceMs: number;
  /** Default `/`: a checker is a function of its letter. */
  readonly cwd?: string;
  /** Ends the check at once, as `aborted`: its answer is no longer needed. */
  readonly abort?: AbortSignal;
}

/** Never rejects. The returned promise settles when the process has ended, or at the latest `killGraceMs` and a second after the time-out. */
export function askChecker({ command, letter, timeoutMs, killGraceMs, cwd = '/', abort }: Ask): Promise<LetterOutcome> {
  const started = performance.now();
  return new Promise((resolve) => {
    const [program = '', ...args] = command;
    const timers: NodeJS.Timeout[] = [];
    const out: Buffer[] = [];
    let outBytes = 0;
    let complaint = '';
    let stopped: LetterFailure | null = null;
    const end = (result: { readonly ok: true; readonly answer: LetterAnswer } | { readonly ok: false; readonly code: LetterFailure; readonly detail: string }): void => {
      timers.forEach(clearTimeout);
      abort?.removeEventListener('abort', aborted);
      resolve({ ...result, ms: performance.now() - started });
    };
    function aborted(): void {
      stop('aborted');
    }
    const fail = (code: LetterFailure, detail = ''): void => end({ ok: false, code, detail: detail.slice(0, 200) });

    let child: ReturnType<typeof spawn>;
    try {
      // A group of its own: what it starts ends with it.
      child = spawn(program, args, { env: {}, cwd, stdio: ['pipe', 'pipe', 'pipe'], detached: true });
    } catch (error) {
      fail('spawn', error instanceof Error ? error.message : '');
      return;
    }
    const signal = (name: 'SIGTERM' | 'SIGKILL'): void => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, name);
      } catch {
        // The group is gone.
      }
    };
    const stop = (why: LetterFailure): void => {
      if (stopped !== null) return;
      stopped = why;
      signal(killGraceMs > 0 ? 'SIGTERM' : 'SIGKILL');
      timers.push(setTimeout(() => signal('SIGKILL'), killGraceMs));
      // A grandchild outside the group may hold the pipes open: `close` would wait for it.
      timers.push(setTimeout(() => {
        for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.destroy();
        child.unref();
        fail(why);
      }, killGraceMs + 1_000));
    };
    timers.push(setTimeout(() => stop('timeout'), timeoutMs));
    abort?.addEventListener('abort', aborted, { once: true });
    if (abort?.aborted === true) aborted();
    child.on('error', (error) => fail('spawn', error.message));
    child.stdout?.on('data', (chunk: Buffer) => {
      outBytes += chunk.length;
      if (outBytes > MAX_VERDICT_BYTES) stop('oversize');
      else out.push(chunk);
    });
    child.stderr?.on('data', (chunk: Buffer) => {
      if (complaint.length < MAX_COMPLAINT_BYTES) complaint += chunk.toString('utf8');
    });
    // It may answer before it has read everything: what counts is what it says and how it ends.
    child.stdin?.on('error', () => undefined);
    child.on('close', (status) => {
      // What it left running in its group ends too.
      signal('SIGKILL');
      if (stopped !== null) return fail(stopped);
      if (status !== 0) return fail('exit', `${status === null ? 'by a signal' : `status ${String(status)}`}${complaint === '' ? '' : `: ${complaint.trim()}`}`);
      const read = readVerdict(letter, Buffer.concat(out).toString('utf8'));
      return read.ok ? end(read) : fail(read.code, read.detail);
    });
    child.stdin?.end(JSON.stringify(letter));
  });
}

type Read = { readonly ok: true; readonly answer: LetterAnswer } | { readonly ok: false; readonly code: LetterFailure; readonly detail: string };

/** The text as a verdict on exactly this letter. */
export function readVerdict(letter: Letter, text: string): Read {
  const bad = (code: LetterFailure, detail = ''): Read => ({ ok: false, code, detail });
  if (text.trim() === '') return bad('empty');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return bad('not-json');
  }
  if (!isObject(value)) return bad('shape', 'not an object');
  const { invocationId, verdict, message = '', commands } = value;
  if (invocationId !== letter.invocation.id) return bad('wrong-id');
  if (!isVerdict(verdict)) return bad('shape', 'verdict');
  if (typeof message !== 'string' || message.length > MAX_MESSAGE_CHARS || (verdict === 'deny' && message === '')) return bad('shape', 'message');
  if (!Array.isArray(commands) || commands.length !== letter.commands.length) return bad('shape', 'commands');
  let ruleId: string | null = null;
  for (const [i, each] of commands.entries()) {
    if (!isObject(each)) return bad('shape', `commands[${String(i)}]`);
    if (each['index'] !== letter.commands[i]?.index) return bad('wrong-index', `commands[${String(i)}]`);
    const problem = commandProblem(each);
    if (problem !== null) return bad('shape', `commands[${String(i)}].${problem}`);
    const rule = isObject(each['facts']) ? each['facts']['ruleId'] : undefined;
    if (ruleId === null && each['verdict'] === verdict && typeof rule === 'string') ruleId = rule.slice(0, 128);
  }
  // An allow that covers a command which is not allowed contradicts itself.
  if (verdict === 'allow' && commands.some((each: { verdict?: unknown }) => each.verdict !== 'allow')) return bad('shape', 'an allow over a command that is not');
  return { ok: true, answer: { verdict, message, ruleId } };
}

function commandProblem(command: Readonly<Record<string, unknown>>): string | null {
  const { verdict, classification, match, facts } = command;
  if (!isVerdict(verdict)) return 'verdict';
  if (classification !== undefined && classification !== 'static' && classification !== 'opaque') return 'classification';
  if (match !== undefined && match !== 'argv' && match !== 'raw') return 'match';
  return facts !== undefined && Buffer.byteLength(JSON.stringify(facts)) > MAX_FACTS_BYTES ? 'facts' : null;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
const isVerdict = (value: unknown): value is LetterVerdict => value === 'allow' || value === 'ask' || value === 'deny';
