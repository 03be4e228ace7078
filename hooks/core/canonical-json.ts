// Canonical JSON, "locale" form: the text of a tool's input or result, as it is classified and hashed.
import { compareKeys } from './collation.ts';

/** Values, keys included, that are written. A harness's own inputs have a few dozen; more would cost seconds. */
const MAX_VALUES = 500_000;

/**
 * undefined and null give ''; a string is itself, unquoted; everything else is compact JSON with the keys of each
 * object in `localeCompare` order (integer-like keys first, ascending, as JavaScript objects have them), arrays in
 * order, an object that was met before as "[Circular]". What JSON cannot say (a bigint) gives ''.
 * Works without recursion, since a value nested 100,000 deep must be judged and not fall through.
 * @returns null for a value of more than 500,000 parts
 */
export function canonicalJson(value: unknown): string | null {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  try {
    return write(value);
  } catch {
    return '';
  }
}

/**
 * The "code-unit" form: keys in the order of their UTF-16 units, a bare string quoted, a bigint as a string, undefined ''.
 * @returns null for a value of more than 500,000 parts
 */
export function codeUnitJson(value: unknown): string | null {
  try {
    return write(value, (a, b) => (a < b ? -1 : 1), (leaf) => JSON.stringify(typeof leaf === 'bigint' ? String(leaf) : leaf) as string | undefined);
  } catch {
    return '';
  }
}

interface Frame {
  readonly object: unknown[] | Record<string, unknown>;
  /** null for an array. */
  readonly keys: readonly string[] | null;
  next: number;
  first: boolean;
}

function write(root: unknown, order = compareKeys, leafText = (value: unknown): string | undefined => JSON.stringify(value) as string | undefined): string | null {
  const seen = new Set<object>();
  const frames: Frame[] = [];
  const out: string[] = [];
  let left = MAX_VALUES;

  // Writes a leaf, or opens an object. False: JSON leaves the value out.
  const open = (value: unknown): boolean => {
    if (typeof value === 'object' && value !== null) {
      if (seen.has(value)) {
        out.push('"[Circular]"');
        return true;
      }
      seen.add(value);
      const array = Array.isArray(value);
      out.push(array ? '[' : '{');
      frames.push({ object: value as Frame['object'], keys: array ? null : sortedKeys(value, order), next: 0, first: true });
      return true;
    }
    const leaf = leafText(value);
    if (leaf === undefined) return false;
    out.push(leaf);
    return true;
  };

  if (!open(root)) return '';
  for (let frame = frames.at(-1); frame; frame = frames.at(-1)) {
    if (left-- === 0) return null;
    const { object, keys } = frame;
    if (keys === null) {
      const items = object as unknown[];
      if (frame.next >= items.length) {
        out.push(']');
        frames.pop();
        continue;
      }
      if (frame.next > 0) out.push(',');
      if (!open(items[frame.next++])) out.push('null');
      continue;
    }
    const key = keys[frame.next++];
    if (key === undefined) {
      out.push('}');
      frames.pop();
      continue;
    }
    const value = (object as Record<string, unknown>)[key];
    if (value === undefined || typeof value === 'function' || typeof value === 'symbol') continue;
    out.push(`${frame.first ? '' : ','}${JSON.stringify(key)}:`);
    frame.first = false;
    open(value);
  }
  return out.join('');
}

function sortedKeys(object: object, order: (a: string, b: string) => number): string[] {
  const keys = Object.keys(object);
  // Too many to be written: sorting them would cost more than everything else.
  if (keys.length > MAX_VALUES) return keys;
  // JavaScript already lists integer-like keys first, ascending; only the others are sorted.
  const firstName = keys.findIndex((key) => !isIndex(key));
  if (firstName === -1) return keys;
  return [...keys.slice(0, firstName), ...keys.slice(firstName).sort(order)];
}

function isIndex(key: string): boolean {
  return /^(?:0|[1-9][0-9]{0,9})$/.test(key) && Number(key) < 4_294_967_295;
}
