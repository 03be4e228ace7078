// What a receipt keeps for one edited settings file (`edited[].entry`), as plain JSON text.
import { NO_UNDO, undoFrom, type Undo } from './jsonc-undo.ts';

export interface EntryRecord {
  /** The surface's id. */
  readonly surface: string;
  readonly undo: Undo;
}

/** @param kind which kind of entry it is, e.g. `settings-hooks` */
export function entryText(kind: string, record: EntryRecord): string {
  return JSON.stringify({ kind, ...record });
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
