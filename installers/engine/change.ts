// A step of a plan, made concrete: one place, what is there before, what is there after. All seven
// kinds of step and both directions (do, undo) are then one operation: bring the place to a state.
import path from 'node:path';
import { changeMode, createFile, makeFolder, removeFile, removeFolder, replaceFile, type Writing } from './atomic-file.ts';
import { fail, ok } from './failure.ts';
import type { Result, Step } from './plan.ts';
import { observe, resolveUserPath, sha256, type Observed } from './read.ts';

export type PlaceState =
  | { readonly state: 'absent' }
  /** `bytes` null: only the mode is of interest. */
  | { readonly state: 'file'; readonly mode: number; readonly uid: number; readonly gid: number; readonly bytes: Uint8Array | null }
  | { readonly state: 'folder'; readonly mode: number; readonly uid: number; readonly gid: number };

export interface Change {
  readonly kind: Step['kind'];
  /** What the plan names, and what a person is told. */
  readonly path: string;
  /** Where it is written: for a user's file the end of its links, else `path`. */
  readonly place: string;
  /** A user's file: it keeps the mode and owner that it has, and nobody's later change to it is undone. */
  readonly users: boolean;
  readonly before: PlaceState;
  readonly after: PlaceState;
}

export type Goal = 'before' | 'after';

/** `neither`: somebody else's doing. `gone` is the same when nothing is there. */
export type Standing = Goal | 'neither' | 'gone';

/** Which of its two states a change's place is in now. */
export async function standing(change: Change): Promise<Result<Standing>> {
  const seen = await observe(change.place);
  if (seen.state === 'unreadable') return { ok: false, failure: seen.failure };
  if (matches(seen, change.after, change)) return ok('after');
  if (matches(seen, change.before, change)) return ok('before');
  return ok(seen.state === 'absent' ? 'gone' : 'neither');
}

function matches(seen: Observed, wanted: PlaceState, change: Change): boolean {
  if (seen.state !== wanted.state) return false;
  if (seen.state === 'absent' || wanted.state === 'absent') return true;
  if (wanted.state === 'file' && wanted.bytes !== null && (seen.state !== 'file' || seen.sha256 !== sha256(wanted.bytes))) return false;
  // Where the two states differ in nothing else, mode and owner tell them apart; elsewhere a user's chmod is no obstacle.
  return !onlyFacts(change) || (seen.mode === wanted.mode && seen.uid === wanted.uid);
}

function onlyFacts({ before, after }: Change): boolean {
  if (before.state === 'folder') return after.state === 'folder';
  if (before.state !== 'file' || after.state !== 'file') return false;
  return before.bytes === null || after.bytes === null || sha256(before.bytes) === sha256(after.bytes);
}

export interface Moving {
  /** Folders that are ours: a link in place of one of them is refused. */
  readonly ownFolders: readonly string[];
  readonly temp: string;
  readonly staged?: (() => void | Promise<void>) | undefined;
}

/**
 * Brings a place to one of its two states, from the other one; already there is done. Anything else
 * there is refused with `changed` and left alone, unless `orGone` allows to make what is missing.
 * A folder that is to go but is not empty is `kept`.
 */
export async function move(change: Change, goal: Goal, moving: Moving, orGone = false): Promise<Result<'done' | 'kept'>> {
  const guarded = change.users ? await sameTarget(change, goal) : await noLinkedFolder(change.place, moving.ownFolders);
  if (!guarded.ok) return guarded;
  const now = await standing(change);
  if (!now.ok) return now;
  if (now.value === goal) return ok('done');
  const otherwise: Goal = goal === 'after' ? 'before' : 'after';
  if (now.value !== otherwise && !(orGone && now.value === 'gone')) return fail('changed', changedSentence(change), change.path);
  const from: PlaceState = now.value === 'gone' ? { state: 'absent' } : change[otherwise];
  return transition(change, from, change[goal], moving);
}

async function transition(change: Change, from: PlaceState, to: PlaceState, moving: Moving): Promise<Result<'done' | 'kept'>> {
  const { place } = change;
  if (to.state === 'absent') {
    if (from.state === 'folder') return removeFolder(place);
    return done(from.state === 'file' && from.bytes ? await removeFile(place, sha256(from.bytes), moving.temp) : ok(undefined));
  }
  if (to.state === 'folder') return done(from.state === 'folder' ? await changeMode(place, to.mode) : await makeFolder(place, to.mode, to));
  if (to.bytes === null) return from.state === 'absent' ? ok('done') : done(await changeMode(place, to.mode));
  const writing: Writing = { bytes: to.bytes, mode: to.mode, owner: to, temp: moving.temp, staged: moving.staged };
  if (from.state !== 'file' || from.bytes === null) return done(await createFile(place, writing));
  const facts = change.users ? await observe(place) : null;
  const kept = facts?.state === 'file' ? { ...writing, mode: facts.mode, owner: { uid: facts.uid, gid: facts.gid } } : writing;
  return done(await replaceFile(place, sha256(from.bytes), kept));
}

function done(result: Result<void>): Result<'done'> {
  return result.ok ? ok('done') : result;
}

/** Forward, the harness must still open the file that was planned for; undoing acts on what was written. */
async function sameTarget(change: Change, goal: Goal): Promise<Result<void>> {
  if (goal === 'before') return ok(undefined);
  const now = await resolveUserPath(change.path);
  if (!now.ok) return now;
  return now.value.target === change.place ? ok(undefined) : fail('changed', changedSentence(change), change.path);
}

/** A link in place of a folder of ours would lead our files, the private one included, somewhere else. */
export async function noLinkedFolder(place: string, ownFolders: readonly string[]): Promise<Result<void>> {
  for (const folder of ownFolders) {
    if (!place.startsWith(folder + path.sep)) continue;
    const seen = await observe(folder, 0);
    if (seen.state === 'unreadable') return { ok: false, failure: seen.failure };
    if (seen.state !== 'folder' && seen.state !== 'absent')
      return fail('linked', `${folder} should be a folder of Silmaril's, but it is ${seen.state === 'symlink' ? 'a symbolic link' : 'something else'}. Remove it, then run it again.`, folder);
  }
  return ok(undefined);
}

export function changedSentence(change: Pick<Change, 'path'>): string {
  return `${change.path} was changed by another program in the meantime, so nothing was overwritten. Run it again to see a new plan.`;
}

/** After the last step: is the place what the plan said, by descriptor, mode and owner included? */
export async function verify(change: Change): Promise<Result<void>> {
  const seen = await observe(change.place);
  if (seen.state === 'unreadable') return { ok: false, failure: seen.failure };
  const { after } = change;
  const changed = fail('changed', changedSentence(change), change.path);
  if (after.state === 'absent') return seen.state === 'absent' || (change.kind === 'rmdir' && seen.state === 'folder') ? ok(undefined) : changed;
  if (seen.state !== 'file' && seen.state !== 'folder') return changed;
  if (seen.state !== after.state) return changed;
  if (after.state === 'file' && after.bytes && seen.state === 'file' && seen.sha256 !== sha256(after.bytes)) return changed;
  if (change.users) return ok(undefined);
  if (seen.mode !== after.mode)
    return fail('wrong-mode', `${change.path} has mode ${octal(seen.mode)} instead of ${octal(after.mode)}: its file system may not keep permissions.`, change.path);
  if (seen.uid !== after.uid) return fail('wrong-owner', `${change.path} belongs to user id ${String(seen.uid)} instead of ${String(after.uid)}.`, change.path);
  return ok(undefined);
}

export function octal(mode: number): string {
  return mode.toString(8).padStart(4, '0');
}

