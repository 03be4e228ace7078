// Our entry in OpenCode's configuration: `plugin[]` in version 1, `plugins[]` in version 2. Which entries are ours, putting
// one in and taking them out. What a person wrote beside our file as its options is kept.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { removeMatching, upsertItem, type Edit, type EditOptions } from '../edit/jsonc.ts';
import { JSONC, parseJsonc, valueAt, valueOf, type JsoncDocument, type JsoncResult } from '../edit/jsonc-syntax.ts';
import { NO_UNDO, type Undo } from '../edit/jsonc-undo.ts';
import { PLUGIN_ID, type Layout, type Major } from './layout.ts';

/** OpenCode takes comments and trailing commas in both of its files. */
export const DIALECT = JSONC;
const OPTIONS: EditOptions = { dialect: DIALECT, unit: '  ' };

/** What a receipt calls our entry. */
export const ENTRY_KIND = 'opencode-plugin';
/** Stands in every entry of ours. */
export const ENTRY_MARK = 'opencode/silmaril-firewall/dist';

const KEYS: Readonly<Record<Major, 'plugin' | 'plugins'>> = { 1: 'plugin', 2: 'plugins' };
const MAJORS: readonly Major[] = [1, 2];

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** What names our plugin: a file in version 1, its folder in version 2, which skips files. */
export function specOf(layout: Layout, major: Major): string {
  const folder = path.join(layout.root, 'dist');
  return major === 1 ? pathToFileURL(path.join(folder, 'opencode-v1.mjs')).href : folder;
}

/** The text that names the plugin in an entry of either form. */
function specIn(entry: unknown): string | null {
  const named = Array.isArray(entry) ? (entry as unknown[])[0] : isRecord(entry) ? entry['package'] : entry;
  return typeof named === 'string' ? named : null;
}

function optionsIn(entry: unknown): unknown {
  return Array.isArray(entry) ? (entry as unknown[])[1] : isRecord(entry) ? entry['options'] : undefined;
}

/** Of any home, in any form that was ever written. A path with other characters is percent-encoded in its URL. */
export function isOurs(entry: unknown): boolean {
  const spec = specIn(entry);
  return spec !== null && /(?:^|\/)\.config\/opencode\/silmaril-firewall\/dist(?:\/[\w.-]*)?$/.test(spec);
}

/** Without options the plainest form. */
function entryOf(layout: Layout, major: Major, options: unknown): unknown {
  const spec = specOf(layout, major);
  if (options === undefined) return spec;
  return major === 1 ? [spec, options] : { package: spec, options };
}

export interface OurEntry {
  readonly major: Major;
  readonly entry: unknown;
}

export function ourEntries(document: JsoncDocument): OurEntry[] {
  return MAJORS.flatMap((major) => {
    const entries = valueAt(document, [KEYS[major]]);
    return (Array.isArray(entries) ? (entries as unknown[]) : []).filter(isOurs).map((entry) => ({ major, entry }));
  });
}

/** Whether there is exactly one entry of ours and it is as an install writes it. */
export function isComplete(document: JsoncDocument, layout: Layout, major: Major): boolean {
  const [only, ...others] = ourEntries(document);
  return only !== undefined && others.length === 0 && only.major === major && specIn(only.entry) === specOf(layout, major);
}

/** Whether a configuration switches the plugin off by its id, as version 2 lets it. */
export function disablesUs(config: unknown): boolean {
  const plugins = isRecord(config) ? config['plugins'] : undefined;
  return Array.isArray(plugins) && plugins.includes(`-${PLUGIN_ID}`);
}

/**
 * Leaves exactly one entry, under the key of this major; that of the other goes, and its options move with it.
 * @param undo of an earlier installation: what was made to hold an entry goes with it
 */
export function register(text: string, layout: Layout, major: Major, undo: Undo = NO_UNDO): JsoncResult<Edit> {
  const parsed = parseJsonc(text, DIALECT);
  if (!parsed.ok) return parsed;
  const entries = ourEntries(parsed.value);
  const kept = entries.find((each) => each.major === major) ?? entries[0];
  const other: Major = major === 1 ? 2 : 1;
  const cleaned = removeMatching(text, [KEYS[other]], (_key, entry) => isOurs(entry), { ...undo, root: null }, OPTIONS);
  if (!cleaned.ok) return cleaned;
  const added = upsertItem(cleaned.value.text, [KEYS[major]], (_key, entry) => isOurs(entry), entryOf(layout, major, kept === undefined ? undefined : optionsIn(kept.entry)), OPTIONS);
  if (!added.ok) return added;
  return { ok: true, value: { text: added.value.text, changed: added.value.text !== text, undo: added.value.undo } };
}

/**
 * Takes every entry of ours out, and what was made to hold it. OpenCode writes a `$schema` into a file without one: where we
 * made the file, that goes with it.
 */
export function unregister(text: string, undo: Undo): JsoncResult<Edit> {
  let current = text;
  for (const major of MAJORS) {
    const edited = removeMatching(current, [KEYS[major]], (_key, entry) => isOurs(entry), undo, OPTIONS);
    if (!edited.ok) return edited;
    current = edited.value.text;
  }
  if (undo.root !== null && holdsSchemaAlone(current)) current = '';
  return { ok: true, value: { text: current, changed: current !== text, undo: NO_UNDO } };
}

function holdsSchemaAlone(text: string): boolean {
  const parsed = parseJsonc(text, DIALECT);
  if (!parsed.ok || parsed.value.root === null || parsed.value.comments.length > 0) return false;
  const value = valueOf(parsed.value.root);
  return isRecord(value) && Object.keys(value).every((key) => key === '$schema' && value[key] === 'https://opencode.ai/config.json');
}
