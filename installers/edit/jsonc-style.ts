// How a document is written (indentation, line endings), so that what we add looks like what is there.
import type { Container, JsoncDocument } from './jsonc-syntax.ts';
import { isContainer } from './jsonc-syntax.ts';

export interface Style {
  readonly eol: string;
  /** One level of indentation. */
  readonly unit: string;
  /** What stands between a name and its value. */
  readonly colon: string;
}

/** The document's own style; what it does not show (an empty file) is taken from `unit` and a line feed. */
export function styleOf(document: JsoncDocument, unit: string): Style {
  return { eol: eolOf(document.text), unit: unitOf(document) ?? unit, colon: colonOf(document) };
}

/** The most frequent line ending, so that one stray CRLF does not decide. */
function eolOf(text: string): string {
  const counts = new Map<string, number>();
  for (const [eol] of text.matchAll(/\r\n|\n|\r/g)) counts.set(eol, (counts.get(eol) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? '\n';
}

/** The indentation of the first entry of the root that begins its own line. */
function unitOf({ text, root }: JsoncDocument): string | null {
  if (root === null || !isContainer(root)) return null;
  const outer = lineIndent(text, root.start);
  for (const child of root.children) {
    const indent = ownIndent(text, child.start);
    if (indent !== null && indent.length > outer.length && indent.startsWith(outer)) return indent.slice(outer.length);
  }
  return null;
}

function colonOf({ text, root }: JsoncDocument): string {
  if (root?.kind !== 'object') return ': ';
  const first = root.children[0];
  if (!first) return ': ';
  const between = /:[ ]?$/.exec(text.slice(first.start, first.value.start));
  return between ? between[0] : ': ';
}

const isBreak = (char: string | undefined): boolean => char === '\n' || char === '\r';
const isSpace = (char: string | undefined): boolean => char === ' ' || char === '\t';

/** Offset of the first character of the line that holds `offset`. */
export function lineStart(text: string, offset: number): number {
  let at = offset;
  while (at > 0 && !isBreak(text[at - 1])) at -= 1;
  return at === 0 && text.startsWith('\uFEFF') ? 1 : at;
}

/** The white space at the start of the line that holds `offset`. */
export function lineIndent(text: string, offset: number): string {
  const start = lineStart(text, offset);
  return text.slice(start, skipSpaces(text, start));
}

/** The indentation in front of `offset` when nothing else stands before it on its line, else null. */
export function ownIndent(text: string, offset: number): string | null {
  const start = lineStart(text, offset);
  return skipSpaces(text, start) === offset || /^[ \t]*$/.test(text.slice(start, offset)) ? text.slice(start, offset) : null;
}

/** The next offset that is no space or tab. */
export function skipSpaces(text: string, offset: number): number {
  let at = offset;
  while (isSpace(text[at])) at += 1;
  return at;
}

/** The first offset of the spaces and tabs that end at `offset`. */
export function skipSpacesBack(text: string, offset: number): number {
  let at = offset;
  while (at > 0 && isSpace(text[at - 1])) at -= 1;
  return at;
}

/** Length of the line ending that ends right before `offset`: 0, 1 or 2. */
export function breakBefore(text: string, offset: number): number {
  if (text.slice(offset - 2, offset) === '\r\n') return 2;
  return offset > 0 && isBreak(text[offset - 1]) ? 1 : 0;
}

export const hasBreak = (text: string): boolean => /[\r\n]/.test(text);

/** Whether a container is written over more than one line. */
export const spreadOut = (text: string, node: Container): boolean => hasBreak(text.slice(node.start, node.end));

/** JSON text of a value. `indent` is that of the line on which it begins; null writes everything on one line. */
export function render(value: unknown, indent: string | null, style: Style): string {
  if (Array.isArray(value)) {
    const items = value.map((item) => render(item, indent === null ? null : indent + style.unit, style));
    return wrap('[', items, ']', indent, style);
  }
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).map(([key, item]) => entryText(key, item, indent === null ? null : indent + style.unit, style));
    return wrap('{', entries, '}', indent, style);
  }
  return JSON.stringify(value);
}

/** `"key": value`, or the value alone for an array's item (key null). */
export function entryText(key: string | null, value: unknown, indent: string | null, style: Style): string {
  const text = render(value, indent, style);
  return key === null ? text : JSON.stringify(key) + style.colon + text;
}

function wrap(open: string, parts: readonly string[], close: string, indent: string | null, style: Style): string {
  if (parts.length === 0) return open + close;
  if (indent === null) return open + parts.join(style.colon === ':' ? ',' : ', ') + close;
  const line = style.eol + indent + style.unit;
  return open + line + parts.join(`,${line}`) + style.eol + indent + close;
}
