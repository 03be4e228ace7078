// What a session's hooks remember of it, for judging a later call in the light of an earlier result.
//
//   <support>/Context/<hash of harness and session>     0600 in 0700; a key, then one record a line
//
// Hooks of one session run in parallel: records are only ever appended, each with one write. Targets are written as
// hashes under a random key that lies in the same file and goes with it. No content. Times are wall times in milliseconds.
import { closeSync, constants, fstatSync, linkSync, openSync, readdirSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs';
import type { ContextRecord } from '../classifier/context/judgement.ts';
import { readPrivateFile } from './private-file.ts';
import { ensurePrivateFolder } from './private-folder.ts';
import { supportFolder } from './product.ts';
import { sha256Hex } from './sha256.ts';
import { randomUuid } from './unique.ts';

/** Since the session's first record. */
export const CONTEXT_MS = 12 * 3_600_000;
/** A full file takes no more records and raises nothing: what the person named since could not be known. */
export const MAX_CONTEXT_BYTES = 65_536;
/** Files that one run looks at when it cleans, and it cleans only when it makes a file. */
const MAX_SWEPT = 64;
const HEADER = /^silmaril-context-1 ([0-9a-f]{64}) (\d{13})$/;
const NAME = /^[0-9a-f]{40}(?:\.[0-9a-f-]{36}\.tmp)?$/;
const HASH = /^[0-9a-f]{16}$/;

export interface SessionContext {
  readonly records: readonly ContextRecord[];
  readonly hash: (target: string) => string;
  /** @returns false when it could not be written */
  readonly append: (record: ContextRecord) => boolean;
}

export type ContextRead = { readonly state: 'open'; readonly context: SessionContext } | { readonly state: 'full' } | { readonly state: 'broken'; readonly reason: 'context-unreadable' | 'context-invalid' | 'context-not-written' };

export const contextFolder = (home: string): string => `${supportFolder(home)}/Context`;

/** Opens, or begins, a session's state. An expired one is begun anew. Never throws. */
export function openContext(home: string, harness: string, sessionId: string, now: number): ContextRead {
  const folder = contextFolder(home);
  const file = `${folder}/${sha256Hex(JSON.stringify([harness, sessionId])).slice(0, 40)}`;
  try {
    let read = readPrivateFile(file, 2 * MAX_CONTEXT_BYTES);
    if (read.state === 'read' && isExpired(read.text, now)) {
      rmSync(file, { force: true });
      read = { state: 'missing' };
    }
    if (read.state === 'missing') {
      if (!begin(folder, file, now)) return { state: 'broken', reason: 'context-not-written' };
      read = readPrivateFile(file, 2 * MAX_CONTEXT_BYTES);
    }
    if (read.state !== 'read') return { state: 'broken', reason: 'context-unreadable' };
    if (read.stat.size >= MAX_CONTEXT_BYTES) return { state: 'full' };
    const [first = '', ...lines] = read.text.split('\n');
    const key = HEADER.exec(first)?.[1];
    const records = lines.filter((line) => line !== '').map(recordOf);
    if (key === undefined || !read.text.endsWith('\n') || records.includes(null)) return { state: 'broken', reason: 'context-invalid' };
    return {
      state: 'open',
      context: {
        records: records as ContextRecord[],
        // The key comes first and has one length; half of the digest is kept, which leaves nothing to extend.
        hash: (target) => sha256Hex(`${key}${target}`).slice(0, 16),
        append: (record) => append(file, `${JSON.stringify(record)}\n`),
      },
    };
  } catch {
    return { state: 'broken', reason: 'context-unreadable' };
  }
}

function isExpired(text: string, now: number): boolean {
  const begun = Number(HEADER.exec(text.slice(0, text.indexOf('\n')))?.[2] ?? Number.NaN);
  // A time in the future is as good as none: the clock was set back.
  return begun > now + 60_000 || now - begun > CONTEXT_MS;
}

/** Of several hooks that begin at once one wins; all then read its key. */
function begin(folder: string, file: string, now: number): boolean {
  if (!ensurePrivateFolder(folder)) return false;
  sweep(folder, now);
  const temporary = `${file}.${randomUuid()}.tmp`;
  try {
    // Secret, unlike a file's name: from the system's generator. Once a session, so its load time does not matter.
    const key = process.getBuiltinModule('node:crypto').randomBytes(32).toString('hex');
    writeFileSync(temporary, `silmaril-context-1 ${key} ${now}\n`, { flag: 'wx', mode: 0o600 });
    linkSync(temporary, file);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EEXIST';
  } finally {
    rmSync(temporary, { force: true });
  }
}

function append(file: string, line: string): boolean {
  let descriptor: number | null = null;
  try {
    descriptor = openSync(file, constants.O_WRONLY | constants.O_APPEND | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const stat = fstatSync(descriptor);
    if (!stat.isFile() || (stat.mode & 0o077) !== 0 || (process.getuid && stat.uid !== process.getuid())) return false;
    return stat.size >= MAX_CONTEXT_BYTES || writeSync(descriptor, line) === Buffer.byteLength(line);
  } catch {
    return false;
  } finally {
    if (descriptor !== null) closeSync(descriptor);
  }
}

function sweep(folder: string, now: number): void {
  for (const name of readdirSync(folder).filter((one) => NAME.test(one)).slice(0, MAX_SWEPT)) {
    const stat = statSync(`${folder}/${name}`, { throwIfNoEntry: false });
    if (stat && now - stat.mtimeMs > CONTEXT_MS) rmSync(`${folder}/${name}`, { force: true });
  }
}

const ORIGINS = ['user', 'repository', 'command', 'web', 'mail', 'issue', 'mcp', 'unknown'];

function recordOf(line: string): ContextRecord | null {
  try {
    const value = JSON.parse(line) as Readonly<Record<string, unknown>>;
    const targets = value['targets'];
    const listed = Array.isArray(targets) && targets.every((target) => typeof target === 'string' && HASH.test(target));
    const intents = value['intents'];
    switch (value['kind']) {
      case 'call': return { kind: 'call' };
      case 'known': return listed ? (value as unknown as ContextRecord) : null;
      case 'prompt': return listed && Array.isArray(intents) && intents.every((intent) => intent === 'send' || intent === 'run') ? (value as unknown as ContextRecord) : null;
      case 'suspicious': return listed && ORIGINS.includes(value['origin'] as string) && typeof value['score'] === 'number' && typeof value['malicious'] === 'boolean' ? (value as unknown as ContextRecord) : null;
      default: return null;
    }
  } catch {
    return null;
  }
}
