// The only way in which the product changes files outside its own folder.
//
// applyPlan(plan):
//   1. The home's lock is taken (lock.ts); what a crash left is settled first (recover.ts).
//   2. Each step becomes a change "this place: before -> after" (prepare.ts, change.ts). A place that is
//      not as the plan saw it refuses the whole plan, before anything is written.
//   3. The journal (journal.ts) with all bytes of both sides is written and fsynced.
//   4. An uninstall marks the receipt `uninstalling`, so that a hook that guards our entries lets it pass.
//   5. The steps run one by one; right before each one its place is compared again (compare-and-swap),
//      files appear by link/rename of an fsynced temporary file (atomic-file.ts), and each step is noted
//      in the journal. AbortSignal counts between steps.
//   6. Everything is read back through descriptors: bytes, mode, owner.
//   7. The receipt is written (or removed), then the journal goes, then an empty support folder.
// Whatever fails after 3 is settled (settle.ts): undone, or, where another program's change to a user's
// file forbids that, finished, so that the home is "installed" or "not installed". A kill at any point
// leaves the journal, and recover() does the same at the next start.
import { move, verify, type Change } from './change.ts';
import { fail, ok } from './failure.ts';
import { leftJournals, note, noteIfPossible, temporaryName, writeJournal, type Journal } from './journal.ts';
import { takeLock, type Lock } from './lock.ts';
import { supportPaths } from './paths.ts';
import type { Failure, Plan, Result, Step } from './plan.ts';
import { prepare } from './prepare.ts';
import { currentReceipt, receiptAfter, receiptDuring, sameReceipt, textOf } from './receipt-text.ts';
import type { Receipt } from './receipt.ts';
import { makeDigestKey } from './receipts.ts';
import { observe } from './read.ts';
import { recoverLocked, tidyLocked, type RecoveryReport } from './recover.ts';
import { commit, putReceipt, settle, type Fault } from './settle.ts';

export interface Progress {
  readonly index: number;
  readonly total: number;
  readonly kind: Step['kind'];
  readonly path: string;
  /** `undo`: the step is being taken back. */
  readonly phase: 'apply' | 'undo';
}

export interface ApplyOptions {
  /** Absolute path of the home whose support folder holds lock, journal and receipts. */
  readonly home: string;
  /** Counts between steps; what was done is then undone and the failure's code is `cancelled`. */
  readonly signal?: AbortSignal | undefined;
  /** Called after each step. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** How long to wait for another process's change; default 10 s. */
  readonly lockWaitMs?: number | undefined;
  /** For tests: called at each point where a crash could part two writes. */
  readonly faultAt?: Fault | undefined;
}

export interface AppliedStep {
  readonly kind: Step['kind'];
  readonly path: string;
  /** `kept`: a folder that was to go but holds something that is not ours. */
  readonly outcome: 'done' | 'kept';
}

export interface AppliedReport {
  readonly harness: Plan['harness'];
  readonly purpose: Plan['purpose'];
  /** false: all was so already, and nothing was written. */
  readonly changed: boolean;
  readonly steps: readonly AppliedStep[];
  /** null: nothing of ours is left. */
  readonly receipt: Receipt | null;
  /** What an earlier crash had left and was settled first. */
  readonly recovered: readonly RecoveryReport[];
}

/**
 * Applies a plan, wholly or not at all. Failure codes: `changed` (a place is not as planned), `cancelled`,
 * `locked`, `linked`, `hard-linked`, `plan-invalid`, `wrong-user`, `foreign-owner`, `not-permitted`, `io-*`,
 * `undo-incomplete` (the disk refused even the undo: the next start tries again).
 */
export async function applyPlan(plan: Plan, options: ApplyOptions): Promise<Result<AppliedReport>> {
  if (options.signal?.aborted) return { ok: false, failure: cancelled };
  const allowed = await rightUser(plan, options.home);
  if (!allowed.ok) return allowed;
  const left = await leftJournals(options.home);
  if (!left.ok) return left;
  if (left.value.length === 0 && plan.steps.length === 0) {
    const same = await unchanged(plan, options.home);
    if (!same.ok) return same;
    if (same.value) return ok(same.value);
  }
  const lock = await takeLock(options.home, plan.owner, `${plan.purpose} ${plan.harness}`, options.lockWaitMs);
  if (!lock.ok) return lock;
  try {
    return await applyLocked(plan, options, lock.value);
  } finally {
    await tidyLocked(options.home, lock.value);
  }
}

async function applyLocked(plan: Plan, options: ApplyOptions, lock: Lock): Promise<Result<AppliedReport>> {
  const { home, faultAt } = options;
  await faultAt?.('locked');
  const recovered = await recoverLocked(home, lock, faultAt);
  const stuck = recovered.find((report) => report.outcome === 'failed');
  if (stuck?.failure) return { ok: false, failure: stuck.failure };
  const current = await currentReceipt(home, plan);
  if (!current.ok) return current;
  const ownFolders = foldersOf(plan, current.value.receipt, home);
  const changes = await prepare(plan, ownFolders);
  if (!changes.ok) return changes;
  const key = await makeDigestKey(home, plan.owner);
  if (!key.ok) return key;
  const at = new Date().toISOString();
  const after = await receiptAfter(plan, changes.value, current.value.receipt, key.value, at);
  if (!after.ok) return after;
  const receipt = { before: current.value.text, during: textOf(receiptDuring(plan, current.value.receipt, at)), after: textOf(after.value) };
  const opened = await writeJournal(home, { at, harness: plan.harness, purpose: plan.purpose, owner: plan.owner, ownFolders, changes: changes.value, receipt });
  if (!opened.ok) return opened;
  await faultAt?.('journalled');
  const run = await runSteps(opened.value, options);
  if (run.failure) return takeBack(home, run.journal, run.failure, options);
  const committed = await commit(home, run.journal, 'after', faultAt);
  if (!committed.ok) return { ok: false, failure: unfinished(committed.failure) };
  return ok({ harness: plan.harness, purpose: plan.purpose, changed: true, steps: run.steps, receipt: after.value, recovered });
}

const cancelled: Failure = { code: 'cancelled', sentence: 'Cancelled: everything is as it was before.' };

interface Run {
  readonly journal: Journal;
  readonly steps: readonly AppliedStep[];
  readonly failure: Failure | null;
}

async function runSteps(opened: Journal, { home, signal, onProgress, faultAt }: ApplyOptions): Promise<Run> {
  let journal = opened;
  const steps: AppliedStep[] = [];
  const stop = (failure: Failure): Run => ({ journal, steps, failure });
  const { changes, receipt, ownFolders, id } = opened.record;
  if (receipt.during !== null) {
    const marked = await putReceipt(home, journal, receipt.during);
    if (!marked.ok) return stop(marked.failure);
    await faultAt?.('receipt-marked');
  }
  for (const [index, change] of changes.entries()) {
    if (signal?.aborted) return stop(cancelled);
    await faultAt?.(`step:${String(index)}:before`);
    if (change.users) {
      const begun = await note(journal, { begun: index });
      if (!begun.ok) return stop(begun.failure);
      journal = begun.value;
    }
    const temp = temporaryName(id, index, change.place);
    const moved = await move(change, 'after', { ownFolders, temp, staged: () => faultAt?.(`step:${String(index)}:staged`) });
    if (!moved.ok) {
      // Refused, so nothing of ours is there to be undone.
      if (moved.failure.code === 'changed' || moved.failure.code === 'linked') journal = await noteIfPossible(journal, { undone: index });
      return stop(moved.failure);
    }
    await faultAt?.(`step:${String(index)}:acted`);
    const noted = await note(journal, { done: index });
    if (!noted.ok) return stop(noted.failure);
    journal = noted.value;
    steps.push({ kind: change.kind, path: change.path, outcome: moved.value });
    await faultAt?.(`step:${String(index)}:noted`);
    onProgress?.({ index, total: changes.length, kind: change.kind, path: change.path, phase: 'apply' });
  }
  for (const change of changes) {
    const verified = await verify(change);
    if (!verified.ok) return stop(verified.failure);
  }
  await faultAt?.('verified');
  return { journal, steps, failure: null };
}

async function takeBack(home: string, journal: Journal, failure: Failure, { onProgress, faultAt }: ApplyOptions): Promise<Result<never>> {
  const total = journal.record.changes.length;
  const turned = await noteIfPossible(journal, { turn: 'before' });
  const report = (change: Change, way: string): void =>
    onProgress?.({ index: journal.record.changes.indexOf(change), total, kind: change.kind, path: change.path, phase: way === 'before' ? 'undo' : 'apply' });
  const settled = await settle(home, turned, faultAt, report);
  if (!settled.ok) return { ok: false, failure: unfinished(settled.failure) };
  const left = settled.value.left.filter((other) => other.path !== failure.path).map((other) => other.sentence);
  const finished = settled.value.way === 'after' ? ['Because of that the rest was finished, not undone: run "silmaril status", then "silmaril repair".'] : [];
  return { ok: false, failure: { ...failure, sentence: [failure.sentence, ...finished, ...left].join(' ') } };
}

function unfinished(failure: Failure): Failure {
  return { ...failure, code: 'undo-incomplete', sentence: `${failure.sentence} The change is half done; the next run of silmaril finishes or undoes it.` };
}

/** As root in somebody's home (`sudo` that kept HOME) everything would belong to root and lock its owner out. */
async function rightUser(plan: Plan, home: string): Promise<Result<void>> {
  const uid = process.getuid?.() ?? plan.owner.uid;
  if (uid !== 0 && uid !== plan.owner.uid)
    return fail('wrong-user', `This plan is for user id ${String(plan.owner.uid)}, but user id ${String(uid)} runs it. Run it as that user.`);
  const seen = await observe(home, 0);
  if (seen.state === 'unreadable') return { ok: false, failure: seen.failure };
  if (seen.state !== 'folder') return fail('no-home', `${home} is not a folder. Give the real path of the home.`, home);
  if (seen.uid !== plan.owner.uid)
    return fail('wrong-user', `${home} belongs to user id ${String(seen.uid)}, not ${String(plan.owner.uid)}. As root, name the user with --user.`, home);
  return ok(undefined);
}

/** A plan without steps whose receipt is there already: no lock, no journal, no support folder on a bare home. */
async function unchanged(plan: Plan, home: string): Promise<Result<AppliedReport | null>> {
  const current = await currentReceipt(home, plan);
  if (!current.ok) return current;
  const report: AppliedReport = { harness: plan.harness, purpose: plan.purpose, changed: false, steps: [], receipt: current.value.receipt, recovered: [] };
  if (!plan.receipt) return ok(current.value.text === null ? report : null);
  const { receipt } = current.value;
  if (!receipt) return ok(null);
  const wanted: Receipt = { ...receipt, ...plan.receipt, state: 'installed' };
  const complete = plan.receipt.owned.every((owned) => owned.kind === 'folder' || receipt.digests[owned.path] !== undefined);
  return ok(complete && sameReceipt(wanted, receipt) ? report : null);
}

function foldersOf(plan: Plan, current: Receipt | null, home: string): readonly string[] {
  const folders = new Set(plan.steps.flatMap((step) => (step.kind === 'mkdir' || step.kind === 'rmdir' ? [step.path] : [])));
  for (const owned of [...(plan.receipt?.owned ?? []), ...(current?.owned ?? [])]) if (owned.kind === 'folder') folders.add(owned.path);
  folders.delete(supportPaths(home).root);
  return [...folders].sort();
}
