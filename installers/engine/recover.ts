// Run at every start: settles what a killed process left behind.
import { readdir, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { removeIfThere } from './atomic-file.ts';
import { leftJournals, readJournal } from './journal.ts';
import { takeLock, type Lock } from './lock.ts';
import { supportPaths } from './paths.ts';
import type { Failure, HarnessId, Owner, PlanPurpose, Result } from './plan.ts';
import { observe } from './read.ts';
import { settle, type Fault } from './settle.ts';
import { onlyFrame, removeState, removeSupport, sweepFrames } from './support-folder.ts';

export interface RecoveryReport {
  /** The journal file. */
  readonly journal: string;
  /** null when the journal cannot be read. */
  readonly harness: HarnessId | null;
  readonly purpose: PlanPurpose | null;
  /** When the interrupted change began, ISO 8601 UTC. */
  readonly at: string | null;
  /** `failed`: nothing could be settled yet; `failure` says why and the journal is still there. */
  readonly outcome: 'finished' | 'undone' | 'failed';
  /** What the harness is now. */
  readonly state: 'installed' | 'not-installed' | 'unknown';
  /** Files that another program changed after the crash: left as they are, one failure each. */
  readonly left: readonly Failure[];
  readonly failure: Failure | null;
}

export interface RecoverOptions {
  readonly lockWaitMs?: number | undefined;
  readonly faultAt?: Fault | undefined;
}

/**
 * Finishes or undoes every change that was interrupted; nothing to do is [] and costs two readdirs.
 * Call it before planning. When another process holds the lock, that is one `failed` report.
 */
export async function recover(home: string, options: RecoverOptions = {}): Promise<readonly RecoveryReport[]> {
  await sweepFrames(home);
  const left = await somethingLeft(home);
  if (left === 'nothing') return [];
  const seen = await observe(home, 0);
  if (seen.state !== 'folder') return [];
  const owner: Owner = { uid: seen.uid, gid: seen.gid };
  const lock = await takeLock(home, owner, 'recover', left === 'frame' ? 0 : options.lockWaitMs);
  // A bare frame with a live holder is an install that has just begun.
  if (!lock.ok && left === 'frame') return [];
  if (!lock.ok) return [failed(supportPaths(home).journal, lock.failure)];
  try {
    return await recoverLocked(home, lock.value, options.faultAt);
  } finally {
    await tidyLocked(home, lock.value);
  }
}

/** `frame`: an empty support folder, left by a first install that was killed before its journal. */
async function somethingLeft(home: string): Promise<'nothing' | 'journal' | 'frame'> {
  const paths = supportPaths(home);
  if ((await observe(paths.root, 0)).state === 'absent') return 'nothing';
  const journals = await leftJournals(home);
  if (!journals.ok || journals.value.length > 0) return 'journal';
  return (await onlyFrame(paths.root)) ? 'frame' : 'nothing';
}

/** The same for a caller that holds the lock. Journals are settled oldest first. */
export async function recoverLocked(home: string, _lock: Lock, faultAt: Fault | undefined): Promise<readonly RecoveryReport[]> {
  const files = await leftJournals(home);
  if (!files.ok) return [failed(supportPaths(home).journal, files.failure)];
  await sweepPending(home);
  const reports: RecoveryReport[] = [];
  for (const file of files.value) reports.push(await recoverOne(home, file, faultAt));
  return reports;
}

async function recoverOne(home: string, file: string, faultAt: Fault | undefined): Promise<RecoveryReport> {
  const journal = await readJournal(file);
  if (!journal.ok) return failed(file, journal.failure);
  const { harness, purpose, at, receipt } = journal.value.record;
  const settled = await settle(home, journal.value, faultAt);
  if (!settled.ok) return { ...failed(file, settled.failure), harness, purpose, at };
  const { way, left } = settled.value;
  const state = receipt[way] === null ? 'not-installed' : 'installed';
  return { journal: file, harness, purpose, at, outcome: way === 'after' ? 'finished' : 'undone', state, left, failure: null };
}

function failed(journal: string, failure: Failure): RecoveryReport {
  return { journal, harness: null, purpose: null, at: null, outcome: 'failed', state: 'unknown', left: [], failure };
}

/** Half-written state files of the engine; nothing else is named so. */
async function sweepPending(home: string): Promise<void> {
  const { journal, receipts } = supportPaths(home);
  for (const folder of [journal, receipts])
    for (const name of await readdir(folder).catch(() => [])) if (name.startsWith('.pending-')) await removeIfThere(path.join(folder, name)).catch(() => undefined);
}

/**
 * Takes an empty support folder away, and `Library` on Linux if we made it. For whoever removed the last
 * evidence after an uninstall. Value: whether it is gone.
 */
export async function tidySupport(home: string): Promise<Result<boolean>> {
  const paths = supportPaths(home);
  const seen = await observe(home, 0);
  if (seen.state !== 'folder' || (await observe(paths.root, 0)).state === 'absent') return { ok: true, value: true };
  const lock = await takeLock(home, { uid: seen.uid, gid: seen.gid }, 'tidy');
  if (!lock.ok) return lock;
  await tidyLocked(home, lock.value);
  return { ok: true, value: (await observe(paths.root, 0)).state === 'absent' };
}

/** Releases the lock; what is left of the support folder when nothing is installed goes with it. */
export async function tidyLocked(home: string, lock: Lock): Promise<void> {
  const { receipts, journal, locks } = supportPaths(home);
  const empty = async (folder: string) => (await readdir(folder).catch(() => ['?'])).every((name) => name.startsWith('.'));
  // Removing is a courtesy: a full disk or a foreign folder in the way must not hide the result of the change.
  const bare = (await empty(receipts)) && (await empty(journal));
  if (bare && (await removeSupport(home).catch(() => false))) return;
  // Evidence was kept, or a hook wrote some: of our own state nothing stays beside it.
  if (bare) await removeState(home).catch(() => undefined);
  await lock.release().catch(() => undefined);
  if (bare) await rmdir(locks).catch(() => undefined);
}
