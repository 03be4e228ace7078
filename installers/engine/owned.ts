// Plans the files that are ours entirely, from whatever state they are in: fresh, another version,
// damaged, or already right (then there is nothing to do). For the planners of all harnesses.
import path from 'node:path';
import { octal } from './change.ts';
import { fail, ok } from './failure.ts';
import type { Content, Owner, Result, Step } from './plan.ts';
import type { Receipt } from './receipt.ts';
import { observe, sha256 } from './read.ts';

export type Wanted =
  | { readonly path: string; readonly kind: 'folder'; readonly mode: number; readonly why: string }
  | { readonly path: string; readonly kind: 'file'; readonly mode: number; readonly content: Content; readonly why: string };

/**
 * Steps that make `wanted` true, folders before what lies in them. A folder that is listed must be ours;
 * parents that are not listed must exist (`missingFolders` names those that do not).
 * Fails with `linked` where a link or another kind of thing is in the way, or with why it cannot be read.
 */
export async function planOwned(wanted: readonly Wanted[], owner: Owner): Promise<Result<readonly Step[]>> {
  const steps: Step[] = [];
  for (const want of wanted) {
    const step = await planOne(want, owner);
    if (!step.ok) return step;
    if (step.value) steps.push(step.value);
  }
  return ok(steps);
}

async function planOne(want: Wanted, owner: Owner): Promise<Result<Step | null>> {
  const seen = await observe(want.path);
  if (seen.state === 'unreadable') return { ok: false, failure: seen.failure };
  const { path: at, mode, why } = want;
  if (seen.state === 'absent') return ok(want.kind === 'folder' ? { kind: 'mkdir', path: at, mode, why } : { kind: 'create', path: at, mode, content: want.content, why });
  if (seen.state !== want.kind) return inTheWay(at, want.kind);
  if (want.kind === 'file' && seen.state === 'file') {
    // A file of another owner's gets a new inode, which belongs to us.
    if (seen.sha256 !== sha256(want.content.bytes) || seen.uid !== owner.uid) return ok({ kind: 'replace', path: at, mode, before: seen.sha256, content: want.content, why });
  }
  return ok(seen.mode === mode ? null : { kind: 'chmod', path: at, from: seen.mode, to: mode, why: `${why} (mode ${octal(seen.mode)} is wrong)` });
}

function inTheWay(at: string, kind: 'file' | 'folder'): Result<never> {
  return fail('linked', `${at} should be a ${kind} of Silmaril's, but something else is there (a symbolic link is refused). Move it away, then run it again.`, at);
}

/** `mkdir` steps for the folders above `place` that do not exist, outermost first; at and below `within` only. */
export async function missingFolders(place: string, within: string, mode: number, why: string): Promise<Result<readonly Step[]>> {
  const missing: Step[] = [];
  for (let folder = path.dirname(place); folder.startsWith(within + path.sep); folder = path.dirname(folder)) {
    const seen = await observe(folder, 0);
    if (seen.state === 'unreadable') return { ok: false, failure: seen.failure };
    // A user's link to a folder is fine: it is followed, as everything in it would be.
    if (seen.state !== 'absent') break;
    missing.unshift({ kind: 'mkdir', path: folder, mode, why });
  }
  return ok(missing);
}

/**
 * Steps that remove what a receipt owns: files, then folders from the inside out. What is gone already
 * needs none; a file that was changed since is ours all the same; a link in its place is left and named
 * in `left`.
 */
export async function planOwnedRemoval(receipt: Pick<Receipt, 'owned'>, why: string): Promise<Result<{ readonly steps: readonly Step[]; readonly left: readonly string[] }>> {
  const steps: Step[] = [];
  const left: string[] = [];
  const files = receipt.owned.filter((owned) => owned.kind === 'file');
  const folders = receipt.owned.filter((owned) => owned.kind === 'folder').sort((a, b) => b.path.length - a.path.length);
  for (const { path: at, kind, secret } of [...files, ...folders]) {
    const seen = await observe(at);
    if (seen.state === 'unreadable') return { ok: false, failure: seen.failure };
    if (seen.state === 'absent') continue;
    if (seen.state === 'file' && kind === 'file') steps.push({ kind: 'remove', path: at, before: seen.sha256, secret, why });
    else if (seen.state === 'folder' && kind === 'folder') steps.push({ kind: 'rmdir', path: at, why });
    else left.push(at);
  }
  return ok({ steps, left });
}
