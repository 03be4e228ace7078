// What taking an entry out again needs to know beside the text itself: small, plain JSON, kept in the receipt.
import type { Path } from './jsonc-syntax.ts';

export interface Undo {
  /** Set when the text held no value and we wrote the whole root: what stands around it is ours too. */
  readonly root: { readonly prefix: string; readonly suffix: string } | null;
  /** Objects and arrays that we made to hold our entry; they go when they are empty again. */
  readonly made: readonly Path[];
  /** Empty containers of the user's that we wrote into, with the white space that they held (`{}` or `{ }`). */
  readonly blank: readonly { readonly path: Path; readonly inner: string }[];
}

export const NO_UNDO: Undo = { root: null, made: [], blank: [] };

export const samePath = (a: Path, b: Path): boolean => a.length === b.length && a.every((step, index) => step === b[index]);

/** The undo of two edits of the same text, in whatever order they are taken back. */
export function mergeUndo(first: Undo, second: Undo): Undo {
  return {
    root: first.root ?? second.root,
    made: [...first.made, ...second.made.filter((path) => !first.made.some((other) => samePath(path, other)))],
    blank: [...first.blank, ...second.blank.filter((entry) => !first.blank.some((other) => samePath(entry.path, other.path)))],
  };
}

const isPath = (value: unknown): value is Path => Array.isArray(value) && value.every((step) => typeof step === 'string' || typeof step === 'number');
const isBlankText = (value: unknown): value is string => typeof value === 'string' && /^[\s\uFEFF]*$/.test(value);
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads an undo that was stored as plain JSON; anything malformed counts as nothing known, which only ever removes less. */
export function undoFrom(stored: unknown): Undo {
  if (!isRecord(stored)) return NO_UNDO;
  const { root, made, blank } = stored;
  const rootOk = isRecord(root) && isBlankText(root['prefix']) && isBlankText(root['suffix']);
  return {
    root: rootOk ? { prefix: root['prefix'] as string, suffix: root['suffix'] as string } : null,
    made: Array.isArray(made) ? made.filter(isPath) : [],
    blank: Array.isArray(blank)
      ? blank.flatMap((entry: unknown) => (isRecord(entry) && isPath(entry['path']) && isBlankText(entry['inner']) ? [{ path: entry['path'], inner: entry['inner'] }] : []))
      : [],
  };
}
