// What is known of a value in interpreter code, and what a reader of it asks of its surroundings.
import { HOLE, STAR, type Text } from '../values.ts';
import type { Language } from './tokens.ts';

export type Value =
  | { readonly kind: 'text'; readonly text: Text }
  /** `any`: no list in the program but one value that may be each of these. */
  | { readonly kind: 'list'; readonly items: readonly Value[]; readonly any?: true }
  /** A function or module by its dotted name: `os.remove`, `fs`. */
  | { readonly kind: 'name'; readonly name: string };

export const UNKNOWN: Value = { kind: 'text', text: HOLE };
export function textValue(text: Text): Value {
  return { kind: 'text', text };
}

export function asText(value: Value | undefined): Text {
  if (value === undefined) return HOLE;
  if (value.kind === 'text') return value.text;
  if (value.kind === 'list') return value.items.length === 1 ? asText(value.items[0]) : HOLE;
  return HOLE;
}

/** The texts of a value that may be one or many. */
export function asTexts(value: Value | undefined): readonly Text[] {
  return value === undefined ? [] : value.kind === 'list' ? value.items.flatMap(asTexts) : [asText(value)];
}

export interface CodeCall {
  /** Dotted, as far as known: `shutil.rmtree`; only the last part is certain. */
  readonly name: string;
  readonly receiver: Value | null;
  readonly args: readonly Value[];
  readonly named: ReadonlyMap<string, Value>;
}

export interface CodeHost {
  readonly language: Language;
  /** Values of names that the language gives: `__dirname`, `ENV` … */
  constant(name: string): Value | null;
  /** Reports a call and answers its value. */
  call(call: CodeCall): Value;
  /** Backticks, `%x`, `qx`. */
  command(text: Text): Value;
}

/** Both sides may stand for several values: all pairs, bounded. */
export function pairs(left: Value, right: Value, join: (a: Text, b: Text) => Text): Value {
  const a = left.kind === 'name' ? [HOLE] : asTexts(left);
  const b = right.kind === 'name' ? [HOLE] : asTexts(right);
  // Against a single value every one of the other side counts: what stands last in a list is no way round.
  const many = a.length > 1 && b.length > 1 ? 16 : 1_024;
  const texts = (a.length === 0 ? [''] : a).slice(0, many).flatMap((x) => (b.length === 0 ? [''] : b).slice(0, many).map((y) => join(x, y)));
  return texts.length === 1 ? textValue(texts[0] ?? HOLE) : { kind: 'list', items: texts.map(textValue), any: true };
}

export function joinTwo(a: Text, b: Text): Text {
  if (b.startsWith('/')) return b;
  if (a === '') return b;
  return a.endsWith('/') ? a + b : `${a}/${b}`;
}

/** Everything below a folder, as one text. */
export function belowText(folder: Text): Text {
  return joinTwo(folder === '' ? '.' : folder, STAR);
}
