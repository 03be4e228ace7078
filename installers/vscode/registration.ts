// Our entry in a profile's settings.json: which keys hold it, which entries are ours, putting it in and taking it out.
import type { IsOurs } from '../edit/jsonc.ts';
import { removeMatching, upsertProperty } from '../edit/jsonc.ts';
import type { JsoncDocument, JsoncResult } from '../edit/jsonc-syntax.ts';
import { valueAt } from '../edit/jsonc-syntax.ts';
import type { Undo } from '../edit/jsonc-undo.ts';
import { mergeUndo, NO_UNDO, undoFrom } from '../edit/jsonc-undo.ts';
import type { ProductVersion } from './product-version.ts';
import { readsOldKey } from './product-version.ts';

export const KEY = 'chat.pluginLocations';
/** What 1.110 reads; it expands no `~`, so the path in it is absolute. */
export const OLD_KEY = 'chat.plugins.paths';
const KEYS = [KEY, OLD_KEY] as const;

/**
 * Whether a path names our plugin folder in any form that was ever written: absolute, with `~`, of a home that was
 * moved or renamed, with slashes at its end. The value does not matter, so that `false` is found, too.
 */
export const isOurLocation = (location: string | null): boolean => location !== null && /^(?:~|\/.*|\$\{userHome\})?\/\.vscode\/silmaril-firewall\/?$/.test(location.trim().replace(/\/+/g, '/'));
const isOurs: IsOurs = (key) => isOurLocation(key);

export interface Location {
  readonly key: string;
  readonly location: string;
  readonly value: unknown;
}

/** All our entries in a settings file, in either key. */
export function ourLocations(document: JsoncDocument): Location[] {
  return KEYS.flatMap((key) => {
    const held = valueAt(document, [key]);
    if (typeof held !== 'object' || held === null || Array.isArray(held)) return [];
    return Object.entries(held).flatMap(([location, value]) => (isOurLocation(location) ? [{ key, location, value: value as unknown }] : []));
  });
}

/** Which keys this version needs; an unknown version gets the current key alone. */
export function neededKeys(version: ProductVersion | null): readonly string[] {
  return version && readsOldKey(version) ? KEYS : [KEY];
}

export interface Registered {
  readonly text: string;
  readonly changed: boolean;
  readonly undo: Undo;
  /** An entry said `false`: it was switched on (install), or left alone (repair). */
  readonly wasOff: boolean;
}

/**
 * Leaves exactly one entry per needed key. A person's `false` is turned by an explicit install only; a repair that
 * flipped it would fight the person. The old key's entry goes where the version is known not to read it; `old` is what an
 * earlier install noted for this file.
 */
export function register(text: string, document: JsoncDocument, wish: { plugin: string; version: ProductVersion | null; purpose: 'install' | 'repair'; old: Undo }): JsoncResult<Registered> {
  const { plugin, version, purpose, old } = wish;
  const wasOff = ourLocations(document).some(({ value }) => value === false);
  if (wasOff && purpose === 'repair') return { ok: true, value: { text, changed: false, undo: NO_UNDO, wasOff } };
  const needed = neededKeys(version);
  let current = text;
  let undo = NO_UNDO;
  for (const key of KEYS) {
    if (!needed.includes(key) && version === null) continue;
    const edited = needed.includes(key) ? upsertProperty(current, [key], isOurs, plugin, true) : removeMatching(current, [key], isOurs, old);
    if (!edited.ok) return edited;
    current = edited.value.text;
    undo = mergeUndo(undo, edited.value.undo);
  }
  return { ok: true, value: { text: current, changed: current !== text, undo, wasOff } };
}

/** Takes every entry of ours out, and what was made to hold it. */
export function unregister(text: string, undo: Undo): JsoncResult<{ text: string; changed: boolean }> {
  let current = text;
  for (const key of KEYS) {
    const edited = removeMatching(current, [key], isOurs, undo);
    if (!edited.ok) return edited;
    current = edited.value.text;
  }
  return { ok: true, value: { text: current, changed: current !== text } };
}

/** What a receipt keeps for one settings file. */
export interface EntryRecord {
  readonly surface: string;
  readonly undo: Undo;
}

export function entryText(record: EntryRecord): string {
  return JSON.stringify({ kind: 'plugin-location', ...record });
}

/** Malformed text counts as "nothing known", which only ever removes less. */
export function entryFrom(text: string | undefined): EntryRecord {
  try {
    const parsed = JSON.parse(text ?? '') as { surface?: unknown; undo?: unknown } | null;
    return { surface: typeof parsed?.surface === 'string' ? parsed.surface : '', undo: undoFrom(parsed?.undo) };
  } catch {
    return { surface: '', undo: NO_UNDO };
  }
}
