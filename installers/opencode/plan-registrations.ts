// The part of an install or a repair that enters the plugin into OpenCode's configuration files.
import { entryFrom, entryText } from '../edit/entry-record.ts';
import { mergeUndo, NO_UNDO } from '../edit/jsonc-undo.ts';
import { editStep, lockedReason, missingParents, parseSettings, readSettings, type SettingsFile } from '../edit/settings-file.ts';
import { fail, ok } from '../engine/failure.ts';
import type { Machine, Surface } from '../engine/harness-installer.ts';
import { liesIn } from '../engine/hook-files.ts';
import type { ReceiptDraft, Result, Step } from '../engine/plan.ts';
import type { Receipt } from '../engine/receipt.ts';
import type { Layout, Major } from './layout.ts';
import { DIALECT, ENTRY_KIND, isComplete, register } from './registration.ts';

export interface Registrations {
  readonly steps: readonly Step[];
  readonly edited: ReceiptDraft['edited'];
  /** Folders that did not exist and are made for a settings file. */
  readonly folders: readonly string[];
  readonly notes: readonly string[];
}

export interface RegistrationWish {
  readonly machine: Machine;
  readonly layout: Layout;
  readonly major: Major;
  readonly surfaces: readonly Surface[];
  /** Surface ids that the person leaves out. */
  readonly left: readonly string[];
  readonly purpose: 'install' | 'repair';
  readonly receipt: Receipt | null;
}

/**
 * One edit per settings file. An install is refused as a whole when a file cannot be edited; a repair does what
 * it can and says the rest in its notes, since health keeps showing it.
 */
export async function planRegistrations(wish: RegistrationWish): Promise<Result<Registrations>> {
  const steps: Step[] = [];
  const folders: string[] = [];
  const notes: string[] = [];
  const edited: ReceiptDraft['edited'][number][] = [];
  for (const surface of wish.surfaces) {
    if (surface.skipped !== null) continue;
    if (wish.left.includes(surface.id)) {
      notes.push(`The ${surface.label} were left out; sessions that read them are not protected.`);
      continue;
    }
    const planned = await planSurface(surface, wish);
    if (!planned.ok) {
      const { code, sentence, path: at } = planned.failure;
      if (wish.purpose === 'install') return fail(code, wish.surfaces.length > 1 ? `${sentence} Mend this file, or leave it out (${surface.id}).` : sentence, at);
      notes.push(`${sentence} The ${surface.label} were not repaired.`);
      const old = wish.receipt?.edited.find((entry) => entry.path === surface.file);
      if (old) edited.push(old);
      continue;
    }
    const { file, after, record, createdByUs } = planned.value;
    if (after !== null) {
      for (const folder of await missingParents(file.target, wish.machine.home)) if (!folders.includes(folder) && folder !== wish.layout.dotFolder && !liesIn(wish.layout.dotFolder, folder)) folders.push(folder);
      steps.push(editStep(file, after, file.facts === null ? `Register the plugin; OpenCode has no ${surface.label} yet.` : `Register the plugin in the ${surface.label}.`));
    }
    edited.push({ path: surface.file, target: file.target, createdByUs, entry: record });
  }
  // Files that are no longer listed may still hold our entries; an uninstall must find them.
  for (const old of wish.receipt?.edited ?? []) {
    if (edited.some((entry) => entry.target === old.target)) continue;
    const file = await readSettings(old.path);
    if (file.ok && file.value.facts !== null) edited.push(old);
  }
  const mkdirs = folders.map((folder): Step => ({ kind: 'mkdir', path: folder, mode: 0o700, why: 'OpenCode has not made the folder of its configuration yet.' }));
  return ok({ steps: [...mkdirs, ...steps], edited, folders, notes });
}

interface PlannedSurface {
  readonly file: SettingsFile;
  /** Null: nothing to change. */
  readonly after: string | null;
  readonly record: string;
  readonly createdByUs: boolean;
}

async function planSurface(surface: Surface, { layout, major, machine, receipt }: RegistrationWish): Promise<Result<PlannedSurface>> {
  const file = await readSettings(surface.file);
  if (!file.ok) return file;
  const document = parseSettings(file.value, DIALECT);
  if (!document.ok) return document;
  const old = receipt?.edited.find((entry) => entry.target === file.value.target);
  // A file that was deleted since has nothing left of what the old receipt would undo.
  const oldUndo = file.value.facts === null || old === undefined ? NO_UNDO : entryFrom(old.entry).undo;
  const registered = register(file.value.text, layout, major, oldUndo);
  if (!registered.ok) return fail(registered.failure.code, `${surface.file} cannot be edited safely. ${registered.failure.sentence}`, surface.file);
  const { text, changed, undo } = registered.value;
  const locked = changed ? lockedReason(file.value, machine.owner) : null;
  if (locked !== null) return fail('settings-read-only', `${locked}, so the plugin cannot be registered there. Where another tool writes that file, let it add the entry that "silmaril install opencode --plan" shows.`, surface.file);
  const after = parseSettings({ ...file.value, text }, DIALECT);
  if (!after.ok || !isComplete(after.value, layout, major)) return fail('edit-check-failed', `${surface.file} did not read back as intended, so nothing was changed. Please report it.`, surface.file);
  return ok({
    file: file.value,
    after: changed ? text : null,
    record: entryText(ENTRY_KIND, { surface: surface.id, undo: mergeUndo(oldUndo, undo) }),
    createdByUs: file.value.facts === null || (old?.createdByUs ?? false),
  });
}
