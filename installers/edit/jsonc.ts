// Edits of JSON(C) text that belong to somebody else. Only the lines of our own entry change: comments,
// order, indentation, line endings, BOM, trailing commas and the end of the file stay byte for byte, and
// taking the entry out again gives the original bytes (DESIGN promise 4). Every edit is parsed again and
// compared with the tree that it should have made before anybody gets to see it.
import type { Container, Dialect, JsoncDocument, JsoncFailure, JsoncResult, Path } from './jsonc-syntax.ts';
import { childAt, isContainer, JSONC, nodeAt, parseJsonc, placeOf, valueOf } from './jsonc-syntax.ts';
import type { Splice } from './jsonc-splice.ts';
import { cutChild, insertChild } from './jsonc-splice.ts';
import type { Style } from './jsonc-style.ts';
import { entryText, lineIndent, ownIndent, render, spreadOut, styleOf } from './jsonc-style.ts';
import type { Undo } from './jsonc-undo.ts';
import { NO_UNDO, samePath } from './jsonc-undo.ts';

export interface EditOptions {
  readonly dialect: Dialect;
  /** One level of indentation where the document shows none. */
  readonly unit: string;
}
const DEFAULTS: EditOptions = { dialect: JSONC, unit: '    ' };

export interface Edit {
  readonly text: string;
  readonly changed: boolean;
  /** What the removal needs beside the text itself: merge it into the receipt's (`mergeUndo`). */
  readonly undo: Undo;
}

/** Whether an entry is ours: by key in objects (value given too), by value in arrays. */
export type IsOurs = (key: string | null, value: unknown) => boolean;

/** Sets `key` in the object at `path`; missing objects on the way are made. An existing value is replaced in place. */
export function setProperty(text: string, path: Path, key: string, value: unknown, options: EditOptions = DEFAULTS): JsoncResult<Edit> {
  return upsert(text, path, { key, value, isOurs: (other) => other === key }, 'object', options);
}

/**
 * Leaves exactly one entry of ours in the object at `path`: the first that `isOurs` names is rewritten where it
 * stands, further ones (historic forms, duplicates) go, and without any the entry is appended.
 */
export function upsertProperty(text: string, path: Path, isOurs: IsOurs, key: string, value: unknown, options: EditOptions = DEFAULTS): JsoncResult<Edit> {
  return upsert(text, path, { key, value, isOurs: (other, held) => other === key || isOurs(other, held) }, 'object', options);
}

/** Appends to the array at `path`; missing objects on the way, and the array itself, are made. */
export function appendItem(text: string, path: Path, value: unknown, options: EditOptions = DEFAULTS): JsoncResult<Edit> {
  return upsert(text, path, { key: null, value, isOurs: () => false }, 'array', options);
}

/** As `upsertProperty`, for the array at `path`: the order among other people's items stays. */
export function upsertItem(text: string, path: Path, isOurs: IsOurs, value: unknown, options: EditOptions = DEFAULTS): JsoncResult<Edit> {
  return upsert(text, path, { key: null, value, isOurs }, 'array', options);
}

/** Takes `key` out of the object at `path`, then parents that `undo` says were made by us and are empty. */
export function removeProperty(text: string, path: Path, key: string, undo: Undo = NO_UNDO, options: EditOptions = DEFAULTS): JsoncResult<Edit> {
  return removeMatching(text, path, (other) => other === key, undo, options);
}

/** Takes every entry of ours out of the object or array at `path`; a missing or other-typed parent holds none. */
export function removeMatching(text: string, path: Path, isOurs: IsOurs, undo: Undo = NO_UNDO, options: EditOptions = DEFAULTS): JsoncResult<Edit> {
  const edits = new Edits(text, options.dialect);
  const parsed = edits.parse();
  if (!parsed.ok) return parsed;
  for (;;) {
    const node = nodeAt(edits.document, path);
    const index = node !== null && isContainer(node) ? node.children.findIndex((child) => isOurs(child.key, valueOf(child.value))) : -1;
    if (index < 0) break;
    const cut = edits.cut(path, index);
    if (!cut.ok) return cut;
  }
  const pruned = prune(edits, path, undo);
  if (!pruned.ok) return pruned;
  return edits.done(NO_UNDO);
}

interface Wanted {
  readonly key: string | null;
  readonly value: unknown;
  readonly isOurs: IsOurs;
}

function upsert(text: string, path: Path, wanted: Wanted, kind: Container['kind'], options: EditOptions): JsoncResult<Edit> {
  const edits = new Edits(text, options.dialect);
  const parsed = edits.parse();
  if (!parsed.ok) return parsed;
  const wrong = wrongParent(edits.document, path, kind);
  if (wrong) return { ok: false, failure: wrong };
  const matches = (): number[] => {
    const node = nodeAt(edits.document, path);
    if (node === null || !isContainer(node)) return [];
    return node.children.flatMap((child, index) => (wanted.isOurs(child.key, valueOf(child.value)) ? [index] : []));
  };
  // From the back, so that the place of the first one stays.
  for (const index of matches().slice(1).reverse()) {
    const cut = edits.cut(path, index);
    if (!cut.ok) return cut;
  }
  const first = matches()[0];
  if (first !== undefined) {
    const rewritten = edits.rewrite(path, first, wanted, styleOf(edits.document, options.unit));
    return rewritten.ok ? edits.done(NO_UNDO) : rewritten;
  }
  const added = edits.add(path, wanted, kind, styleOf(edits.document, options.unit));
  return added.ok ? edits.done(added.value) : added;
}

/** Names the parent that is not what it must be; it is reported, never replaced. */
function wrongParent(document: JsoncDocument, path: Path, kind: Container['kind']): JsoncFailure | null {
  let node = document.root;
  for (let depth = 0; node !== null && depth <= path.length; depth += 1) {
    const step = path[depth];
    const needed = step === undefined ? kind : typeof step === 'number' ? 'array' : 'object';
    if (node.kind !== needed) {
      const name = depth === 0 ? 'The file' : `"${path.slice(0, depth).join('.')}"`;
      const { line, column } = placeOf(document.text, node.start);
      const sentence = `${name} is not ${needed === 'object' ? 'an object' : 'an array'} (line ${String(line)}, column ${String(column)}).`;
      return { code: 'wrong-type', sentence, line, column };
    }
    node = step === undefined ? null : (childAt(node, step)?.value ?? null);
  }
  return null;
}

/** Removes empty parents that we made, innermost first, and gives an empty one of the user's its old look back. */
function prune(edits: Edits, path: Path, undo: Undo): JsoncResult<null> {
  for (let depth = path.length; depth >= 0; depth -= 1) {
    const here = path.slice(0, depth);
    const node = nodeAt(edits.document, here);
    if (node === null) continue;
    if (!isContainer(node) || node.children.length > 0) break;
    const inner = edits.text.slice(node.start + 1, node.end - 1);
    if (inner.trim() !== '') break;
    const step = here.at(-1);
    if (step === undefined && undo.root) return edits.dropRoot(undo.root);
    if (step === undefined || !undo.made.some((made) => samePath(made, here))) {
      const blank = undo.blank.find((entry) => samePath(entry.path, here));
      return blank ? edits.apply([{ start: node.start + 1, end: node.end - 1, text: blank.inner }], (tree) => tree, []) : { ok: true, value: null };
    }
    const parent = nodeAt(edits.document, here.slice(0, -1));
    const index = parent !== null && isContainer(parent) ? parent.children.findIndex((child) => child.key === step) : -1;
    if (index < 0) break;
    const cut = edits.cut(here.slice(0, -1), index);
    if (!cut.ok) return cut;
  }
  return { ok: true, value: null };
}

/** A text on its way through several splices, each of which is checked. */
class Edits {
  text: string;
  document: JsoncDocument;
  private readonly original: string;
  private readonly dialect: Dialect;

  constructor(text: string, dialect: Dialect) {
    this.text = text;
    this.original = text;
    this.dialect = dialect;
    this.document = { text, root: null, comments: [] };
  }

  parse(): JsoncResult<null> {
    const parsed = parseJsonc(this.text, this.dialect);
    if (!parsed.ok) return parsed;
    this.document = parsed.value;
    return { ok: true, value: null };
  }

  done(undo: Undo): JsoncResult<Edit> {
    return { ok: true, value: { text: this.text, changed: this.text !== this.original, undo } };
  }

  /**
   * Splices, parses again, and compares with what should have come out: the tree after `change`, and all comments
   * but those inside `gone`. A difference is a failure, so that a fault of this editor cannot reach a user's file.
   */
  apply(splices: readonly Splice[], change: (tree: unknown) => unknown, gone: readonly Omit<Splice, 'text'>[]): JsoncResult<null> {
    const expected = JSON.stringify(change(this.document.root === null ? undefined : valueOf(this.document.root)));
    const kept = this.document.comments.filter((comment) => !gone.some((span) => comment.start >= span.start && comment.end <= span.end));
    const comments = kept.map((comment) => this.text.slice(comment.start, comment.end));
    let text = this.text;
    for (const splice of [...splices].sort((a, b) => b.start - a.start)) text = text.slice(0, splice.start) + splice.text + text.slice(splice.end);
    const parsed = parseJsonc(text, this.dialect);
    const actual = parsed.ok ? JSON.stringify(parsed.value.root === null ? undefined : valueOf(parsed.value.root)) : null;
    const same = parsed.ok && actual === expected && JSON.stringify(parsed.value.comments.map((c) => text.slice(c.start, c.end))) === JSON.stringify(comments);
    if (!parsed.ok || !same) {
      const sentence = 'The edited text did not read back as intended, so nothing was changed. Please edit this file by hand and report it.';
      return { ok: false, failure: { code: 'edit-check-failed', sentence, line: 1, column: 1 } };
    }
    this.text = text;
    this.document = parsed.value;
    return { ok: true, value: null };
  }

  cut(path: Path, index: number): JsoncResult<null> {
    const node = nodeAt(this.document, path) as Container;
    const child = node.children[index];
    if (!child) throw new RangeError('no such child');
    const change = (tree: unknown): unknown => changeAt(tree, path, (held) => (Array.isArray(held) ? held.filter((_, at) => at !== index) : withoutKey(held, child.key ?? '')));
    return this.apply(cutChild(this.document, node, index), change, [{ start: child.start, end: child.end }]);
  }

  rewrite(path: Path, index: number, wanted: Wanted, style: Style): JsoncResult<null> {
    const node = nodeAt(this.document, path) as Container;
    const child = node.children[index];
    if (!child) throw new RangeError('no such child');
    const sameValue = JSON.stringify(valueOf(child.value)) === JSON.stringify(wanted.value);
    if (sameValue && child.key === wanted.key) return { ok: true, value: null };
    const indent = spreadOut(this.text, node) ? (ownIndent(this.text, child.start) ?? lineIndent(this.text, child.start)) : null;
    const splices: Splice[] = [];
    if (!sameValue) splices.push({ start: child.value.start, end: child.value.end, text: render(wanted.value, indent, style) });
    if (child.key !== null && wanted.key !== null && child.key !== wanted.key) {
      splices.push({ start: child.start, end: nameEnd(this.text, child.start), text: JSON.stringify(wanted.key) });
    }
    const change = (tree: unknown): unknown =>
      changeAt(tree, path, (held) => {
        if (Array.isArray(held)) return held.map((item: unknown, at) => (at === index ? wanted.value : item));
        return fromEntries(Object.entries(held as object).map(([key, value]) => (key === child.key ? [wanted.key ?? key, wanted.value] : [key, value])));
      });
    return this.apply(splices, change, sameValue ? [] : [{ start: child.value.start, end: child.value.end }]);
  }

  /** Adds the entry and the missing parents in one splice; returns what a removal has to know. */
  add(path: Path, wanted: Wanted, kind: Container['kind'], style: Style): JsoncResult<Undo> {
    let depth = path.length;
    while (depth > 0 && nodeAt(this.document, path.slice(0, depth)) === null) depth -= 1;
    const missing = path.slice(depth);
    if (missing.some((step) => typeof step === 'number')) throw new RangeError('an array item cannot be made as a parent');
    // The value to add at the deepest parent that exists: our entry, wrapped in the parents that do not.
    let key = wanted.key;
    let value = wanted.value;
    for (const [back, step] of [...missing].reverse().entries()) {
      value = back === 0 && kind === 'array' ? [value] : fromEntries([[key ?? '', value]]);
      key = String(step);
    }
    const made = missing.map((_, index) => path.slice(0, depth + index + 1));
    const change = (tree: unknown): unknown => {
      const base = tree === undefined ? (path.length === 0 && kind === 'array' ? [] : {}) : tree;
      return changeAt(base, path.slice(0, depth), (held) => (Array.isArray(held) ? [...(held as unknown[]), value] : fromEntries([...Object.entries(held as object), [key ?? '', value]])));
    };
    const node = nodeAt(this.document, path.slice(0, depth));
    if (node === null) {
      const whole = path.length === 0 && kind === 'array' ? [value] : fromEntries([[key ?? '', value]]);
      const root = { prefix: this.text.length > 1 && !/[\r\n]$/.test(this.text) && this.text.trim() !== '' ? style.eol : '', suffix: this.text === '' || /[\r\n\uFEFF]$/.test(this.text) ? style.eol : '' };
      const text = root.prefix + render(whole, '', style) + root.suffix;
      const applied = this.apply([{ start: this.text.length, end: this.text.length, text }], change, []);
      return applied.ok ? { ok: true, value: { root, made, blank: [] } } : applied;
    }
    if (!isContainer(node)) throw new TypeError('checked by wrongParent');
    const inserted = insertChild(this.document, node, (indent) => entryText(node.kind === 'array' ? null : key, value, indent, style), style);
    const applied = this.apply(inserted.splices, change, []);
    const blank = inserted.blank === null ? [] : [{ path: path.slice(0, depth), inner: inserted.blank }];
    return applied.ok ? { ok: true, value: { root: null, made, blank } } : applied;
  }

  dropRoot(root: { prefix: string; suffix: string }): JsoncResult<null> {
    const node = this.document.root;
    if (node === null) return { ok: true, value: null };
    const start = this.text.slice(0, node.start).endsWith(root.prefix) ? node.start - root.prefix.length : node.start;
    const end = this.text.startsWith(root.suffix, node.end) ? node.end + root.suffix.length : node.end;
    return this.apply([{ start, end, text: '' }], () => undefined, []);
  }
}

/** The end of the quoted name that starts at `start` (it may be written with escapes). */
function nameEnd(text: string, start: number): number {
  let at = start + 1;
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}

function fromEntries(entries: readonly (readonly [string, unknown])[]): Record<string, unknown> {
  const object: Record<string, unknown> = {};
  for (const [key, value] of entries) Object.defineProperty(object, key, { value, enumerable: true, writable: true, configurable: true });
  return object;
}

const withoutKey = (held: unknown, key: string): unknown => fromEntries(Object.entries(held as object).filter(([other]) => other !== key));

/** A copy of `tree` in which the value at `path` went through `change`. */
function changeAt(tree: unknown, path: Path, change: (held: unknown) => unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return change(tree);
  if (Array.isArray(tree)) return tree.map((item: unknown, at) => (at === step ? changeAt(item, rest, change) : item));
  return fromEntries(Object.entries(tree as object).map(([key, value]) => [key, key === step ? changeAt(value, rest, change) : value]));
}
