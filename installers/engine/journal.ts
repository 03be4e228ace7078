// The journal: written before the first change, it holds all that is needed to finish or to undo. One
// file per plan: first line the record, then one line per step that is done. A line that a crash cut
// short is ignored; its step is looked at on the disk instead.
//
// It holds secret bytes and users' old bytes, so it is 0600 in a 0700 folder and goes as soon as the
// change is settled. It is unlinked, not overwritten: on SSDs and copy-on-write file systems
// overwriting does not erase, and it would make a half-overwritten journal possible.
import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod/mini';
import { removeIfThere, syncFolder, writeState } from './atomic-file.ts';
import type { Change, Goal, PlaceState } from './change.ts';
import { fail, failureOf, isErrno, ok } from './failure.ts';
import { supportPaths } from './paths.ts';
import type { Owner, Plan, Result } from './plan.ts';
import { harnessIds, privateText } from './receipts.ts';
import { observe } from './read.ts';

const bytesSchema = z.nullable(z.string());
const facts = { mode: z.int(), uid: z.int(), gid: z.int() };
const stateSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('absent') }),
  z.object({ state: z.literal('file'), ...facts, bytes: bytesSchema }),
  z.object({ state: z.literal('folder'), ...facts }),
]);
const changeSchema = z.object({
  kind: z.enum(['mkdir', 'create', 'replace', 'edit', 'chmod', 'remove', 'rmdir']),
  path: z.string(),
  place: z.string(),
  users: z.boolean(),
  before: stateSchema,
  after: stateSchema,
});
const recordSchema = z.object({
  schemaVersion: z.literal(1),
  id: z.string(),
  at: z.string(),
  harness: z.enum(harnessIds),
  purpose: z.enum(['install', 'uninstall', 'configure', 'repair']),
  owner: z.object({ uid: z.int(), gid: z.int() }),
  ownFolders: z.array(z.string()),
  changes: z.array(changeSchema),
  receipt: z.object({ before: z.nullable(z.string()), during: z.nullable(z.string()), after: z.nullable(z.string()) }),
});
const lineSchema = z.union([z.object({ begun: z.int() }), z.object({ done: z.int() }), z.object({ undone: z.int() }), z.object({ turn: z.enum(['before', 'after']) })]);
export type JournalLine = z.infer<typeof lineSchema>;

export interface JournalRecord {
  readonly id: string;
  readonly at: string;
  readonly harness: Plan['harness'];
  readonly purpose: Plan['purpose'];
  readonly owner: Owner;
  readonly ownFolders: readonly string[];
  readonly changes: readonly Change[];
  /** The receipt file's text before, while it runs (null: as before), and after; null: no receipt. */
  readonly receipt: { readonly before: string | null; readonly during: string | null; readonly after: string | null };
}

export interface Journal {
  readonly file: string;
  readonly record: JournalRecord;
  /** Steps below this are done. The step with this number may have been done. Later ones were not begun. */
  readonly progress: number;
  /** Steps on users' files that were begun; noted so that another program's change before that is not mistaken for one after it. */
  readonly begun: ReadonlySet<number>;
  readonly undone: ReadonlySet<number>;
  /** The direction that was decided after something went wrong, if it was. */
  readonly turn: Goal | null;
}

/** A temporary name beside `place`; it holds the journal's random id, so that a left-over is surely ours. */
export function temporaryName(id: string, index: number, place: string): string {
  return path.join(path.dirname(place), `.silmaril-${id}-${String(index)}.tmp`);
}

export async function writeJournal(home: string, record: Omit<JournalRecord, 'id'>): Promise<Result<Journal>> {
  const { journal } = supportPaths(home);
  const id = randomBytes(8).toString('hex');
  const file = path.join(journal, `${record.at.replace(/[^0-9TZ]/g, '')}-${id}.jsonl`);
  const full: JournalRecord = { id, ...record };
  const text = `${JSON.stringify({ schemaVersion: 1, ...full, changes: full.changes.map(encode) })}\n`;
  const written = await writeState(file, text, record.owner, path.join(journal, `.pending-${id}`));
  if (!written.ok) return written;
  return ok({ file, record: full, progress: 0, begun: new Set(), undone: new Set(), turn: null });
}

/** Adds a line and makes it durable before the next step begins. */
export async function note(journal: Journal, line: JournalLine): Promise<Result<Journal>> {
  try {
    const handle = await open(journal.file, constants.O_WRONLY | constants.O_APPEND | constants.O_NOFOLLOW);
    try {
      // The leading line end closes a line that a crash cut short.
      await handle.appendFile(`\n${JSON.stringify(line)}\n`);
      await handle.datasync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    return { ok: false, failure: await failureOf(error, 'write', journal.file) };
  }
  return ok(withLine(journal, line));
}

/**
 * The same for an undo, which must go on when the disk is full: without the line a second crash only
 * makes the next start look at more places.
 */
export async function noteIfPossible(journal: Journal, line: JournalLine): Promise<Journal> {
  await note(journal, line);
  return withLine(journal, line);
}

export async function removeJournal(journal: Journal): Promise<Result<void>> {
  try {
    await removeIfThere(journal.file);
    await syncFolder(path.dirname(journal.file));
    return ok(undefined);
  } catch (error) {
    return { ok: false, failure: await failureOf(error, 'remove', journal.file) };
  }
}

/** Journals that a crash left, oldest first. Half-written ones (`.pending-`) never began and are not listed. */
export async function leftJournals(home: string): Promise<Result<readonly string[]>> {
  const { journal } = supportPaths(home);
  try {
    const names = (await readdir(journal)).filter((name) => name.endsWith('.jsonl') && !name.startsWith('.')).sort();
    return ok(names.map((name) => path.join(journal, name)));
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR')) return ok([]);
    return { ok: false, failure: await failureOf(error, 'read', journal) };
  }
}

/** Fails with `journal-unreadable` or `journal-newer`: such a journal is left alone, for it may hold the only copy of something. */
export async function readJournal(file: string): Promise<Result<Journal>> {
  const seen = await observe(file, 256 * 1024 * 1024);
  if (seen.state === 'absent') return fail('journal-unreadable', `${file} is gone.`, file);
  const text = privateText(seen, file);
  if (!text.ok) return text;
  const [first = '', ...rest] = text.value.split('\n');
  const json = parse(first);
  const record = recordSchema.safeParse(json);
  if (!record.success) {
    const newer = z.object({ schemaVersion: z.number().check(z.gt(1)) }).safeParse(json).success;
    if (newer) return fail('journal-newer', `${file} was written by a newer version of Silmaril, which can finish it. Update, then run it again.`, file);
    return fail('journal-unreadable', `${file} is damaged, so an interrupted change cannot be finished or undone. Look at the files with "silmaril status", then delete it.`, file);
  }
  const { schemaVersion: _, changes, ...others } = record.data;
  let journal: Journal = { file, record: { ...others, changes: changes.map(decode) }, progress: 0, begun: new Set(), undone: new Set(), turn: null };
  for (const text of rest) {
    const line = lineSchema.safeParse(parse(text));
    if (line.success) journal = withLine(journal, line.data);
  }
  return ok(journal);
}

function withLine(journal: Journal, line: JournalLine): Journal {
  if ('begun' in line) return { ...journal, begun: new Set([...journal.begun, line.begun]) };
  if ('turn' in line) return { ...journal, turn: line.turn };
  if ('undone' in line) return { ...journal, undone: new Set([...journal.undone, line.undone]) };
  const undone = new Set([...journal.undone].filter((index) => index !== line.done));
  return { ...journal, progress: Math.max(journal.progress, line.done + 1), undone };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

type Encoded = z.infer<typeof changeSchema>;

function encode(change: Change): Encoded {
  const state = (s: PlaceState) => (s.state === 'file' ? { ...s, bytes: s.bytes === null ? null : Buffer.from(s.bytes).toString('base64') } : s);
  return { ...change, before: state(change.before), after: state(change.after) };
}

function decode(encoded: Encoded): Change {
  const state = (s: Encoded['before']): PlaceState => (s.state === 'file' ? { ...s, bytes: s.bytes === null ? null : Buffer.from(s.bytes, 'base64') } : s);
  return { ...encoded, before: state(encoded.before), after: state(encoded.after) };
}
