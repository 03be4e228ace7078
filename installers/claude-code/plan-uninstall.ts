// Taking everything out: registrations first, files last, so that Claude Code is never told to run what is gone.
// Works from the receipt, and without one from what is recognisably ours.
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { NO_UNDO } from '../edit/jsonc-undo.ts';
import { editStep, lockedReason, parseSettings, readSettings } from '../edit/settings-file.ts';
import { fail, ok } from '../engine/failure.ts';
import type { Machine } from '../engine/harness-installer.ts';
import type { Plan, Result, Step } from '../engine/plan.ts';
import { observe } from '../engine/read.ts';
import type { Receipt } from '../engine/receipt.ts';
import { lookAround } from './detect.ts';
import { versionOf } from './hook-source.ts';
import { HOOK_FOLDERS, layoutOf, liesIn, type Layout } from './layout.ts';
import { DIALECT, entryFrom, unregister } from './registration.ts';

export async function planUninstall(machine: Machine, receipt: Receipt | null): Promise<Result<Plan>> {
  const layout = layoutOf(machine.home);
  const notes: string[] = [];
  const registrations = await planUnregister(machine, receipt);
  if (!registrations.ok) return registrations;
  const files = await planRemoveFiles(layout, receipt, notes);
  if (!files.ok) return files;
  const removed = new Set([...registrations.value, ...files.value].flatMap((step) => (step.kind === 'remove' ? [step.path] : [])));
  const folders = await planRemoveFolders(layout, receipt, removed);
  const steps = [...registrations.value, ...files.value, ...folders];
  notes.push(steps.length === 0 ? 'Nothing of Silmaril was found in Claude Code.' : 'Running sessions stop calling the hook once they have read their settings again; evidence and settings of Silmaril itself stay where they are.');
  return ok({ harness: 'claude-code', purpose: 'uninstall', owner: machine.owner, steps, receipt: null, notes });
}

async function planUnregister(machine: Machine, receipt: Receipt | null): Promise<Result<Step[]>> {
  const look = await lookAround(machine, receipt);
  const steps: Step[] = [];
  const done = new Set<string>();
  for (const place of new Set([...(receipt?.edited ?? []).map((entry) => entry.path), ...look.surfaces.map((surface) => surface.file)])) {
    const known = receipt?.edited.find((entry) => entry.path === place);
    const file = await readSettings(place);
    if (!file.ok) {
      // Without a receipt's word for it there is no sign that anything of ours is in there.
      if (known) return file;
      continue;
    }
    if (file.value.facts === null || done.has(file.value.target)) continue;
    done.add(file.value.target);
    const document = parseSettings(file.value, DIALECT);
    if (!document.ok) {
      if (!file.value.text.includes('silmaril-firewall/scripts/run-hook.sh')) continue;
      return fail(document.failure.code, `${document.failure.sentence} Silmaril's entry is in it: mend the line, then uninstall again.`, place);
    }
    const record = known ?? receipt?.edited.find((entry) => entry.target === file.value.target);
    const edited = unregister(file.value.text, record ? entryFrom(record.entry).undo : NO_UNDO);
    if (!edited.ok) return fail(edited.failure.code, `${place}: ${edited.failure.sentence}`, place);
    const empty = edited.value.text.replace(/^\uFEFF/, '').trim() === '';
    if (!edited.value.changed && !(empty && record?.createdByUs)) continue;
    const locked = lockedReason(file.value, machine.owner);
    if (locked !== null) return fail('settings-read-only', `${locked}, so Silmaril's entries cannot be taken out of it. Take the hooks with silmaril-firewall out where that file is written.`, place);
    if (empty && record?.createdByUs) steps.push({ kind: 'remove', path: file.value.target, before: file.value.facts.sha256, secret: false, why: 'Was made for the registration and holds nothing else.' });
    else steps.push(editStep(file.value, edited.value.text, "Take the hook's entries out."));
  }
  return ok(steps);
}

async function planRemoveFiles(layout: Layout, receipt: Receipt | null, notes: string[]): Promise<Result<Step[]>> {
  const places = new Set<string>();
  // A receipt is believed only where it speaks of our own places.
  for (const owned of receipt?.owned ?? []) if (owned.kind === 'file' && liesIn(owned.path, layout.hook)) places.add(owned.path);
  if (receipt === null) {
    const recognised = await recognisedFiles(layout);
    for (const place of recognised.files) places.add(place);
    if (recognised.stranger) notes.push(`${layout.hook} holds no hook of Silmaril's; it is left as it is.`);
  }
  places.add(layout.config);
  places.add(layout.nodePath);
  const steps: Step[] = [];
  for (const place of places) {
    const seen = await observe(place);
    if (seen.state === 'absent' || seen.state === 'folder') continue;
    if (seen.state === 'unreadable') return { ok: false, failure: seen.failure };
    if (seen.state !== 'file') {
      notes.push(`${place} is a link or special file that Silmaril did not make; it is left as it is.`);
      continue;
    }
    steps.push({ kind: 'remove', path: place, before: seen.sha256, secret: place === layout.config, why: 'Belongs to Silmaril.' });
  }
  return ok(steps);
}

/** Without a receipt: the regular files in our folders, if the manifest there is ours. */
async function recognisedFiles(layout: Layout): Promise<{ files: string[]; stranger: boolean }> {
  if ((await observe(layout.hook, 0)).state !== 'folder') return { files: [], stranger: false };
  const manifest = await observe(path.join(layout.hook, 'manifest.json'));
  if (manifest.state !== 'file' || versionOf(manifest.bytes) === null) return { files: [], stranger: true };
  const files: string[] = [];
  for (const relative of HOOK_FOLDERS) {
    const folder = path.join(layout.hook, relative);
    if ((await observe(folder, 0)).state !== 'folder') continue;
    for (const entry of await readdir(folder, { withFileTypes: true })) if (entry.isFile()) files.push(path.join(folder, entry.name));
  }
  return { files, stranger: false };
}

/** Innermost first. Folders of Claude Code's that we made go only when nothing else came into them. */
async function planRemoveFolders(layout: Layout, receipt: Receipt | null, removed: Set<string>): Promise<Step[]> {
  const ours = HOOK_FOLDERS.map((relative) => path.join(layout.hook, relative));
  const made = (receipt?.owned ?? []).filter((entry) => entry.kind === 'folder').map((entry) => entry.path);
  const shared = made.filter((folder) => folder === layout.dotFolder || receipt?.edited.some((entry) => liesIn(entry.target, folder)));
  const steps: Step[] = [];
  const deepestFirst = [...new Set([...ours, ...shared])].sort((a, b) => b.split(path.sep).length - a.split(path.sep).length);
  for (const folder of deepestFirst) {
    if ((await observe(folder, 0)).state !== 'folder') continue;
    const rest = (await readdir(folder)).filter((name) => !removed.has(path.join(folder, name)));
    const own = ours.includes(folder);
    if (rest.length > 0 && (!own || (receipt === null && removed.size === 0))) continue;
    steps.push({ kind: 'rmdir', path: folder, why: own ? 'Held the hook.' : 'Was made for the registration.' });
    if (rest.length === 0) removed.add(folder);
  }
  return steps;
}
