// Ends a change that was interrupted or refused: in "installed" or in "not installed", never between.
//
// Which way? Each place is looked at, not believed. An uninstall is finished, everything else is undone
// unless its last step was done: nothing gets registered without a person who sees it happen. Where
// another program changed one of the user's files in the meantime, that file is left alone and the way
// is chosen so that the rest is consistent with it: what may still name our launcher must find one.
import path from 'node:path';
import { move, standing, type Change, type Goal } from './change.ts';
import { removeIfThere, writeState } from './atomic-file.ts';
import { fail, failureOf, isErrno, ok } from './failure.ts';
import { noteIfPossible, removeJournal, temporaryName, type Journal } from './journal.ts';
import { receiptPath, supportPaths } from './paths.ts';
import type { Failure, Result } from './plan.ts';

/** Called before and after whatever a crash could part; tests kill the process in it. */
export type Fault = (point: string) => void | Promise<void>;

export interface Settled {
  /** `after`: the plan was finished. `before`: it was undone. */
  readonly way: Goal;
  /** One per place that somebody else changed: it was left as it is. */
  readonly left: readonly Failure[];
}

/** Failures that say that a place, or the folder that it was in, is no longer as we left it. */
const somebodyElse: ReadonlySet<string> = new Set(['changed', 'linked', 'io-enoent', 'io-enotdir', 'io-eisdir']);

/** Fails only where the disk refuses (full, permissions): the journal then stays and the next start tries again. */
export async function settle(home: string, journal: Journal, fault: Fault | undefined, onStep?: (change: Change, way: Goal) => void): Promise<Result<Settled>> {
  const swept = await sweepTemporaries(journal);
  if (!swept.ok) return swept;
  const decided = await decide(journal);
  if (!decided.ok) return decided;
  const { way, left } = decided.value;
  let current = journal;
  if (journal.turn !== way) {
    current = await noteIfPossible(journal, { turn: way });
  }
  await fault?.('turned');
  const failures: Failure[] = left.map((index) => leftFailure(journal.record.changes[index], way));
  for (const index of order(current, way)) {
    if (left.includes(index)) continue;
    const change = current.record.changes[index];
    if (!change) continue;
    const moved = await moveOne(current, change, index, way, fault);
    if (!moved.ok && !somebodyElse.has(moved.failure.code)) return moved;
    if (!moved.ok) failures.push(leftFailure(change, way));
    else if (moved.value === 'kept' && change.after.state === 'folder') failures.push({ code: 'kept', sentence: `${change.path} holds something that is not Silmaril's and was kept.`, path: change.path });
    current = await noteIfPossible(current, way === 'before' ? { undone: index } : { done: index });
    onStep?.(change, way);
    await fault?.(`settled:${String(index)}`);
  }
  const committed = await commit(home, current, way, fault);
  return committed.ok ? ok({ way, left: failures }) : committed;
}

/** The receipt as it must be at the end, then the journal goes: from here on the change is history. */
export async function commit(home: string, journal: Journal, way: Goal, fault: Fault | undefined): Promise<Result<void>> {
  const written = await putReceipt(home, journal, journal.record.receipt[way]);
  if (!written.ok) return written;
  await fault?.('receipt-written');
  const removed = await removeJournal(journal);
  await fault?.('journal-removed');
  return removed;
}

/** @param text the receipt file's text; null removes it */
export async function putReceipt(home: string, journal: Journal, text: string | null): Promise<Result<void>> {
  const place = receiptPath(home, journal.record.harness);
  if (text !== null) return writeState(place, text, journal.record.owner, path.join(supportPaths(home).receipts, `.pending-${journal.record.id}`));
  try {
    await removeIfThere(place);
    return ok(undefined);
  } catch (error) {
    if (isErrno(error, 'EISDIR')) return fail('not-a-file', `${place} is a folder. Move it away and run it again.`, place);
    return { ok: false, failure: await failureOf(error, 'remove', place) };
  }
}

async function moveOne(journal: Journal, change: Change, index: number, way: Goal, fault: Fault | undefined): Promise<Result<'done' | 'kept'>> {
  const moving = {
    ownFolders: journal.record.ownFolders,
    temp: temporaryName(journal.record.id, index, change.place),
    staged: () => fault?.(`settling:${String(index)}:staged`),
  };
  // What is ours and missing is made again: no bytes of anybody's stand in the way.
  return move(change, way, moving, !change.users);
}

/** Undoing runs backwards over what was begun; finishing runs forwards over everything. */
function order(journal: Journal, way: Goal): readonly number[] {
  const all = journal.record.changes.map((_, index) => index);
  if (way === 'after') return all.filter((index) => index >= journal.progress || journal.undone.has(index));
  const begun = (index: number) => index < journal.progress || (index === journal.progress && (!journal.record.changes[index]?.users || journal.begun.has(index)));
  return all.filter((index) => begun(index) && !journal.undone.has(index)).reverse();
}

async function decide(journal: Journal): Promise<Result<{ readonly way: Goal; readonly left: readonly number[] }>> {
  const { changes, purpose } = journal.record;
  const undo = await obstacles(journal, 'before');
  if (!undo.ok) return undo;
  const finish = await obstacles(journal, 'after');
  if (!finish.ok) return finish;
  const choose = (way: Goal) => ok({ way, left: way === 'before' ? undo.value : finish.value });
  // A settings file that cannot be put back may still name our launcher.
  const stuck = undo.value.some((index) => changes[index]?.users);
  if (purpose === 'uninstall') {
    if (journal.turn === 'before' && !stuck) return choose('before');
    return choose(finish.value.length === 0 ? 'after' : 'before');
  }
  if (journal.turn !== 'before' && (journal.turn === 'after' || journal.progress >= changes.length)) return choose('after');
  return choose(stuck ? 'after' : 'before');
}

/** Places that are in neither of their states, as far as this direction would have to touch them. */
async function obstacles(journal: Journal, way: Goal): Promise<Result<readonly number[]>> {
  const found: number[] = [];
  for (const index of order(journal, way)) {
    const change = journal.record.changes[index];
    if (!change) continue;
    const now = await standing(change);
    if (!now.ok) return now;
    if (now.value === 'neither' || (now.value === 'gone' && change.users && way === 'after')) found.push(index);
  }
  return ok(found);
}

function leftFailure(change: Change | undefined, way: Goal): Failure {
  const what = change?.path ?? '';
  const next = way === 'after' ? 'Run "silmaril status" to see whether it still does its job.' : 'Look at it, then run it again.';
  return { code: 'changed', sentence: `${what} was changed by another program while a change of Silmaril's was interrupted, so it was left as it is. ${next}`, path: what };
}

async function sweepTemporaries(journal: Journal): Promise<Result<void>> {
  for (const [index, change] of journal.record.changes.entries()) {
    const temp = temporaryName(journal.record.id, index, change.place);
    try {
      await removeIfThere(temp);
    } catch (error) {
      return { ok: false, failure: await failureOf(error, 'remove', temp) };
    }
  }
  return ok(undefined);
}
