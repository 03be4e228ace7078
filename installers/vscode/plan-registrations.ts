// The part of an install or a repair that enters the plugin into the profiles' settings.
import { fail, ok } from '../engine/failure.ts';
import type { Owner, ReceiptDraft, Result, Step } from '../engine/plan.ts';
import type { Receipt } from '../engine/receipt.ts';
import { JSONC } from '../edit/jsonc-syntax.ts';
import { mergeUndo, NO_UNDO } from '../edit/jsonc-undo.ts';
import type { Spot } from './detect.ts';
import { entryFrom, entryText, neededKeys, register } from './registration.ts';
import type { SettingsFile } from '../edit/settings-file.ts';
import { editStep, lockedReason, missingParents, parseSettings, readSettings } from '../edit/settings-file.ts';

export interface Registrations {
  readonly steps: readonly Step[];
  readonly edited: ReceiptDraft['edited'];
  /** Folders that did not exist: VS Code's own, made because it never ran. */
  readonly folders: readonly string[];
  readonly notes: readonly string[];
}

export interface RegistrationWish {
  readonly spots: readonly Spot[];
  /** Surface ids that the person leaves out. */
  readonly left: readonly string[];
  readonly plugin: string;
  readonly home: string;
  readonly owner: Owner;
  readonly purpose: 'install' | 'repair';
  readonly receipt: Receipt | null;
}

/**
 * One edit per settings file. An install is refused as a whole when one profile's file cannot be edited: a profile
 * left out without a word would look protected. The failure names the file, line and column and the surface to
 * leave out. A repair does what it can and says the rest in its notes, since health keeps showing it.
 */
export async function planRegistrations(wish: RegistrationWish): Promise<Result<Registrations>> {
  const steps: Step[] = [];
  const folders: string[] = [];
  const notes: string[] = [];
  const edited: ReceiptDraft['edited'][number][] = [];
  for (const spot of wish.spots) {
    if (spot.skipped !== null) continue;
    if (wish.left.includes(spot.id)) {
      notes.push(`${spot.label} was left out and is not protected.`);
      continue;
    }
    const planned = await planSpot(spot, wish);
    if (!planned.ok) {
      const { code, sentence, path } = planned.failure;
      if (wish.purpose === 'install') return fail(code, `${sentence} Mend this file (${spot.label}), or leave the profile out (${spot.id}).`, path);
      notes.push(`${sentence} ${spot.label} was not repaired.`);
      keep(edited, wish.receipt, spot.file);
      continue;
    }
    const { file, after, record, createdByUs, wasOff } = planned.value;
    if (wasOff) notes.push(wish.purpose === 'install' ? `The plugin was switched off in ${spot.label}; this install switches it on.` : `The plugin is switched off in ${spot.label} by you and stays so; install again to switch it on.`);
    if (after !== null) {
      for (const folder of await missingParents(file.target, wish.home)) if (!folders.includes(folder)) folders.push(folder);
      const why = file.facts === null ? `Register the plugin in ${spot.label}, which has no settings file yet.` : `Register the plugin in ${spot.label}.`;
      steps.push(editStep(file, after, why));
    }
    edited.push({ path: spot.file, target: file.target, createdByUs, entry: record });
  }
  // Profiles that are no longer listed may still hold our entry; an uninstall must find it.
  for (const old of wish.receipt?.edited ?? []) {
    if (edited.some((entry) => entry.target === old.target)) continue;
    const file = await readSettings(old.path);
    if (file.ok && file.value.facts !== null) edited.push(old);
  }
  const mkdirs = folders.map((folder): Step => ({ kind: 'mkdir', path: folder, mode: 0o700, why: 'The editor has not run yet and has no folder for its settings.' }));
  return ok({ steps: [...mkdirs, ...steps], edited, folders, notes });
}

interface PlannedSpot {
  readonly file: SettingsFile;
  /** Null: nothing to change. */
  readonly after: string | null;
  readonly record: string;
  readonly createdByUs: boolean;
  readonly wasOff: boolean;
}

async function planSpot(spot: Spot, wish: RegistrationWish): Promise<Result<PlannedSpot>> {
  const file = await readSettings(spot.file);
  if (!file.ok) return file;
  const document = parseSettings(file.value, JSONC);
  if (!document.ok) return document;
  const record = wish.receipt?.edited.find((entry) => entry.target === file.value.target);
  // A file that was deleted since has nothing left of what the old receipt would undo.
  const old = file.value.facts === null || record === undefined ? NO_UNDO : entryFrom(record.entry).undo;
  const registered = register(file.value.text, document.value, { plugin: wish.plugin, version: spot.version, purpose: wish.purpose, old });
  if (!registered.ok) return fail(registered.failure.code, `${spot.file} cannot be edited safely. ${registered.failure.sentence}`, spot.file);
  const { text, changed, undo, wasOff } = registered.value;
  const locked = changed ? lockedReason(file.value, wish.owner) : null;
  if (locked !== null) {
    const lines = neededKeys(spot.version).map((key) => `"${key}": { "${wish.plugin}": true }`);
    return fail('settings-read-only', `${locked}, so the plugin cannot be registered there. Where another tool writes that file, let it add ${lines.join(' and ')}.`, spot.file);
  }
  return ok({
    file: file.value,
    after: changed ? text : null,
    record: entryText({ surface: spot.id, undo: mergeUndo(old, undo) }),
    createdByUs: file.value.facts === null || (record?.createdByUs ?? false),
    wasOff,
  });
}

function keep(edited: ReceiptDraft['edited'][number][], receipt: Receipt | null, file: string): void {
  const old = receipt?.edited.find((entry) => entry.path === file);
  if (old) edited.push(old);
}

