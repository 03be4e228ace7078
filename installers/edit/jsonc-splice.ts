// Where exactly an entry goes into a container, and what exactly goes with it when it leaves. The two are
// inverse: cutting what was inserted gives the bytes from before, with no other knowledge than the text,
// except in a container that held white space alone (the caller keeps that).
import type { Container, JsoncDocument } from './jsonc-syntax.ts';
import type { Style } from './jsonc-style.ts';
import { breakBefore, hasBreak, lineIndent, lineStart, ownIndent, skipSpaces, skipSpacesBack, spreadOut } from './jsonc-style.ts';

export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export interface Insertion {
  readonly splices: readonly Splice[];
  /** The white space that an empty container held, when that was replaced; else null. */
  readonly blank: string | null;
}

/** Puts an entry behind the last one and behind all comments. `write` gets its indentation, or null for "on one line". */
export function insertChild(document: JsoncDocument, node: Container, write: (indent: string | null) => string, style: Style): Insertion {
  const { text, root } = document;
  const closer = node.end - 1;
  const inner = text.slice(node.start + 1, closer);
  const last = node.children.at(-1);
  const base = lineIndent(text, node.start);
  if (inner.trim() === '') {
    // In a document that lives on one line an entry stays on that line, too.
    const oneLine = node !== root && root !== null && !hasBreak(text.slice(root.start, root.end));
    const body = oneLine ? write(null) : style.eol + base + style.unit + write(base + style.unit) + style.eol + base;
    return { splices: [{ start: node.start + 1, end: closer, text: body }], blank: inner };
  }
  const from = lastTokenEnd(document, node);
  const splices: Splice[] = [];
  // A comma of ours stands right behind the last value, so that a comment behind that value stays with it.
  if (last?.comma === null) splices.push({ start: last.end, end: last.end, text: ',' });
  const trailing = last !== undefined && last.comma !== null ? ',' : '';
  if (spreadOut(text, node)) {
    const indent = childIndent(text, node) ?? base + style.unit;
    splices.push({ start: from, end: from, text: style.eol + indent + write(indent) + trailing });
  } else {
    const gap = style.colon === ':' && last !== undefined ? '' : ' ';
    splices.push({ start: from, end: from, text: gap + write(null) + trailing });
  }
  // Both at one place when nothing stands between: one splice keeps their order.
  const [comma, body] = splices;
  if (comma && body && comma.start === body.start) return { splices: [{ start: comma.start, end: comma.start, text: comma.text + body.text }], blank: null };
  return { splices, blank: null };
}

/** The end of whatever stands last before the closing bracket: a value, its comma, or a comment. */
function lastTokenEnd({ comments }: JsoncDocument, node: Container): number {
  const last = node.children.at(-1);
  let end = last ? (last.comma === null ? last.end : last.comma + 1) : node.start + 1;
  for (const comment of comments) if (comment.start >= end && comment.end < node.end) end = comment.end;
  return end;
}

/** The indentation of the last child that begins its own line. */
function childIndent(text: string, node: Container): string | null {
  for (const child of [...node.children].reverse()) {
    const indent = child.start > node.start && lineStart(text, child.start) > node.start ? ownIndent(text, child.start) : null;
    if (indent !== null) return indent;
  }
  return null;
}

/** Takes one entry out, with one comma, and with its line when nothing else stands on it. */
export function cutChild(document: JsoncDocument, node: Container, index: number): Splice[] {
  const { text, comments } = document;
  const child = node.children[index];
  if (!child) throw new RangeError('no such child');
  const before = node.children[index - 1];
  const splices: Splice[] = [];
  let end = child.end;
  if (child.comma !== null) {
    // A comment between the value and its comma is the user's: cut around it.
    if (text.slice(child.end, child.comma).trim() === '') end = child.comma + 1;
    else splices.push({ start: child.comma, end: child.comma + 1, text: '' });
  } else if (before?.comma != null) splices.push({ start: before.comma, end: before.comma + 1, text: '' });

  const start = skipSpacesBack(text, child.start);
  const brk = start > node.start + 1 ? breakBefore(text, start) : 0;
  const next = skipSpaces(text, end);
  const endsLine = next >= text.length || text[next] === '\n' || text[next] === '\r';
  if (brk === 0) {
    // On a line with others: the gap in front of it goes with it, or, where there is none, the one behind its comma.
    const glued = start === child.start && start === node.start + 1 && end > child.end;
    splices.push({ start, end: glued ? next : end, text: '' });
  } else {
    const closes = next === node.end - 1;
    // What is left of the line moves behind the line above; behind a line comment it would become part of that.
    const comment = comments.some((other) => other.end === start - brk && text.startsWith('//', other.start));
    if (endsLine) splices.push({ start: start - brk, end: comment ? next : end, text: '' });
    else if (closes && !comment) splices.push({ start: start - brk, end, text: '' });
    // Something else stands behind it on its line: that keeps the line and its indentation.
    else splices.push({ start: child.start, end: next, text: '' });
  }
  return mergeSplices(splices);
}

/** Cuts that touch or overlap become one. */
function mergeSplices(splices: readonly Splice[]): Splice[] {
  const sorted = [...splices].sort((a, b) => a.start - b.start);
  const merged: Splice[] = [];
  for (const splice of sorted) {
    const last = merged.at(-1);
    if (last && splice.start <= last.end) merged[merged.length - 1] = { start: last.start, end: Math.max(last.end, splice.end), text: '' };
    else merged.push(splice);
  }
  return merged;
}
