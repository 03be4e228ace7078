// From a plan to changes: looks at each place once, checks that it is what the plan saw, and picks up
// what an undo needs (old bytes, modes, owners). Writes nothing.
import path from 'node:path';
import { changedSentence, noLinkedFolder, octal, type Change, type PlaceState } from './change.ts';
import { fail, ok } from './failure.ts';
import type { Owner, Plan, Result, Step } from './plan.ts';
import { observe, ownFileLimit, resolveUserPath, userFileLimit, type Observed } from './read.ts';

/** Fails with `plan-invalid` (a planner's bug), `changed`, `linked`, `hard-linked`, or why a file cannot be read. */
export async function prepare(plan: Plan, ownFolders: readonly string[]): Promise<Result<readonly Change[]>> {
  const changes: Change[] = [];
  const places = new Set<string>();
  for (const step of plan.steps) {
    const invalid = malformed(step);
    if (invalid !== null) return fail('plan-invalid', `The plan is not usable: ${invalid}.`, step.path);
    const place = step.kind === 'edit' ? step.target : step.path;
    if (places.has(place)) return fail('plan-invalid', `The plan is not usable: two steps for ${place}.`, place);
    places.add(place);
    const change = await prepareStep(step, plan.owner, ownFolders);
    if (!change.ok) return change;
    changes.push(change.value);
  }
  return ok(changes);
}

function malformed(step: Step): string | null {
  for (const place of step.kind === 'edit' ? [step.path, step.target] : [step.path])
    if (!path.isAbsolute(place) || path.normalize(place) !== place || place.includes('\0') || place.endsWith('/')) return `"${place}" is not an absolute, plain path`;
  for (const mode of 'mode' in step ? [step.mode] : step.kind === 'chmod' ? [step.from, step.to] : step.kind === 'edit' ? [step.modeIfNew] : [])
    if (!Number.isInteger(mode) || mode < 0 || mode > 0o777) return `mode ${octal(mode)} of ${step.path}`;
  const limit = step.kind === 'edit' ? userFileLimit : ownFileLimit;
  if ('content' in step && step.content.bytes.length > limit) return `${step.path} would be larger than ${String(limit / 1024 / 1024)} MiB`;
  return null;
}

async function prepareStep(step: Step, owner: Owner, ownFolders: readonly string[]): Promise<Result<Change>> {
  if (step.kind === 'edit') return prepareEdit(step, owner);
  const guarded = await noLinkedFolder(step.path, ownFolders);
  if (!guarded.ok) return guarded;
  const seen = await observe(step.path);
  if (seen.state === 'unreadable') return { ok: false, failure: seen.failure };
  if (seen.state === 'symlink' || seen.state === 'special')
    return fail('linked', `${step.path} is ${seen.state === 'symlink' ? 'a symbolic link' : 'neither a file nor a folder'} where Silmaril keeps something of its own. Remove it, then run it again.`, step.path);
  const change = (before: PlaceState, after: PlaceState): Result<Change> => ok({ kind: step.kind, path: step.path, place: step.path, users: false, before, after });
  const changed = fail('changed', changedSentence(step), step.path);
  switch (step.kind) {
    case 'mkdir':
      return seen.state === 'absent' ? change(seen, { state: 'folder', mode: step.mode, ...owner }) : changed;
    case 'create':
      return seen.state === 'absent' ? change(seen, { state: 'file', mode: step.mode, ...owner, bytes: step.content.bytes }) : changed;
    case 'replace':
      return seen.state === 'file' && seen.sha256 === step.before ? change(stateOf(seen), { state: 'file', mode: step.mode, ...owner, bytes: step.content.bytes }) : changed;
    case 'chmod': {
      if (seen.state === 'absent' || seen.mode !== step.from) return changed;
      const before = seen.state === 'file' ? { ...stateOf(seen), bytes: null } : stateOf(seen);
      return change(before, { ...before, mode: step.to });
    }
    case 'remove':
      return seen.state === 'file' && seen.sha256 === step.before ? change(stateOf(seen), { state: 'absent' }) : changed;
    case 'rmdir':
      return seen.state === 'folder' ? change(stateOf(seen), { state: 'absent' }) : changed;
  }
}

async function prepareEdit(step: Extract<Step, { kind: 'edit' }>, owner: Owner): Promise<Result<Change>> {
  const resolved = await resolveUserPath(step.path);
  if (!resolved.ok) return resolved;
  const changed = fail('changed', changedSentence(step), step.path);
  if (resolved.value.target !== step.target) return changed;
  const seen = await observe(step.target, userFileLimit);
  if (seen.state === 'unreadable') return { ok: false, failure: seen.failure };
  const of = (before: PlaceState, facts: { readonly mode: number } & Owner): Result<Change> =>
    ok({ kind: 'edit', path: step.path, place: step.target, users: true, before, after: { state: 'file', mode: facts.mode, uid: facts.uid, gid: facts.gid, bytes: step.content.bytes } });
  if (step.before === null) return seen.state === 'absent' ? of(seen, { mode: step.modeIfNew, ...owner }) : changed;
  if (seen.state !== 'file' || seen.sha256 !== step.before) return changed;
  // A rename would part the names: the other one would keep the old text without a word.
  if (seen.nlink > 1) return fail('hard-linked', `${step.target} has ${String(seen.nlink)} names (hard links), which an edit would part. Replace the extra ones by symbolic links, then run it again.`, step.path);
  return of(stateOf(seen), seen);
}

function stateOf<S extends Extract<Observed, { state: 'file' } | { state: 'folder' }>>(seen: S): Extract<PlaceState, { state: S['state'] }>;
function stateOf(seen: Extract<Observed, { state: 'file' } | { state: 'folder' }>): PlaceState {
  const { mode, uid, gid } = seen;
  return seen.state === 'file' ? { state: 'file', mode, uid, gid, bytes: seen.bytes } : { state: 'folder', mode, uid, gid };
}
