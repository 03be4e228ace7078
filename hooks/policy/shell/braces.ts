// Brace expansion on source text: `a{b,c}` -> `ab`, `ac`; `{1..3}` -> `1`, `2`, `3`. Quotes are kept, so the
// words that come out are read again like any other word.
import { BoundReached, MAX_BRACES } from '../limits.ts';

/** End of the quoted or escaped piece that starts at `at`, or `at` itself when none starts there. */
function pastQuote(text: string, at: number): number {
  const char = text[at];
  if (char === '\\') return at + 2;
  if (char === "'") {
    const end = text.indexOf("'", at + 1);
    return end < 0 ? text.length : end + 1;
  }
  if (char === '"') {
    let i = at + 1;
    while (i < text.length && text[i] !== '"') i += text[i] === '\\' ? 2 : 1;
    return i + 1;
  }
  if (char === '$' && (text[at + 1] === '{' || text[at + 1] === '(')) return pastBracket(text, at + 1);
  if (char === '`') {
    const end = text.indexOf('`', at + 1);
    return end < 0 ? text.length : end + 1;
  }
  return at;
}

function pastBracket(text: string, at: number): number {
  const open = text[at];
  const close = open === '{' ? '}' : ')';
  let depth = 0;
  let i = at;
  while (i < text.length) {
    if (text[i] === open) depth++;
    else if (text[i] === close && --depth === 0) return i + 1;
    i += text[i] === '\\' ? 2 : 1;
  }
  return text.length;
}

interface Group {
  readonly start: number;
  readonly end: number;
  readonly items: readonly string[];
}

function firstGroup(text: string): Group | null {
  for (let start = 0; start < text.length; start++) {
    const past = pastQuote(text, start);
    if (past > start) {
      start = past - 1;
      continue;
    }
    if (text[start] !== '{') continue;
    let depth = 0;
    let from = start + 1;
    const items: string[] = [];
    let i = start;
    while (i < text.length) {
      const next = pastQuote(text, i);
      if (next > i) {
        i = next;
        continue;
      }
      const char = text[i];
      if (char === '{') depth++;
      else if (char === '}') {
        if (--depth === 0) break;
      } else if (char === ',' && depth === 1) {
        items.push(text.slice(from, i));
        from = i + 1;
      }
      i++;
    }
    if (i >= text.length) continue;
    const last = text.slice(from, i);
    if (items.length > 0) return { start, end: i + 1, items: [...items, last] };
    const range = sequence(last);
    if (range !== null) return { start, end: i + 1, items: range };
  }
  return null;
}

function sequence(body: string): readonly string[] | null {
  const match = /^(-?\d+|[A-Za-z])\.\.(-?\d+|[A-Za-z])(?:\.\.(-?\d+))?$/.exec(body);
  if (match === null) return null;
  const [, a = '', b = '', stepText] = match;
  const letters = /[A-Za-z]/.test(a) && /[A-Za-z]/.test(b);
  if (!letters && (/[A-Za-z]/.test(a) || /[A-Za-z]/.test(b))) return null;
  const from = letters ? a.charCodeAt(0) : Number(a);
  const to = letters ? b.charCodeAt(0) : Number(b);
  const step = Math.max(1, Math.abs(Number(stepText ?? 1)) || 1);
  if (Math.abs(to - from) / step > MAX_BRACES) throw new BoundReached('words');
  const out: string[] = [];
  for (let n = from; from <= to ? n <= to : n >= to; n += from <= to ? step : -step) out.push(letters ? String.fromCharCode(n) : String(n));
  return out;
}

/** @throws BoundReached when more than MAX_BRACES words would come out */
export function expandBraces(text: string): readonly string[] {
  let pending: readonly string[] = [text];
  const done: string[] = [];
  for (let turn = 0; pending.length > 0; turn++) {
    if (turn > 64 || pending.length + done.length > MAX_BRACES) throw new BoundReached('words');
    const next: string[] = [];
    for (const word of pending) {
      const group = firstGroup(word);
      if (group === null) done.push(word);
      else for (const item of group.items) next.push(word.slice(0, group.start) + item + word.slice(group.end));
    }
    pending = next;
  }
  return done;
}
