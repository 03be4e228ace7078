// The changed lines of a text, computed from the real edit, for the preview of a plan.
import type { Hunk } from '../engine/plan.ts';

/** Longest line that a preview shows whole; of a longer one (a file on one line) only the changed part is shown. */
const MAX_LINE = 240;
/** Above this many compared pairs of lines, one hunk for everything between the first and the last difference. */
const MAX_PAIRS = 4_000_000;

/** Changed regions in order; `line` is 1-based in `before`. Line endings and a BOM are not shown. */
export function hunksOf(before: string, after: string): Hunk[] {
  const old = linesOf(before);
  const now = linesOf(after);
  let head = 0;
  while (head < old.length && head < now.length && old[head] === now[head]) head += 1;
  let tail = 0;
  while (tail < old.length - head && tail < now.length - head && old[old.length - 1 - tail] === now[now.length - 1 - tail]) tail += 1;
  const removed = old.slice(head, old.length - tail);
  const added = now.slice(head, now.length - tail);
  if (removed.length === 0 && added.length === 0) return [];
  if (removed.length * added.length > MAX_PAIRS) return [shown({ line: head + 1, removed, added })];
  return changes(removed, added).map((hunk) => shown({ ...hunk, line: hunk.line + head }));
}

function linesOf(text: string): string[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/** Longest common subsequence, walked forward into runs of changes; `line` is 1-based in `old`. */
function changes(old: readonly string[], now: readonly string[]): Hunk[] {
  const width = now.length + 1;
  const lengths = new Uint32Array((old.length + 1) * width);
  const at = (row: number, column: number): number => lengths[row * width + column] ?? 0;
  for (let row = old.length - 1; row >= 0; row -= 1)
    for (let column = now.length - 1; column >= 0; column -= 1)
      lengths[row * width + column] = old[row] === now[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1));
  const hunks: Hunk[] = [];
  let row = 0;
  let column = 0;
  while (row < old.length || column < now.length) {
    if (row < old.length && column < now.length && old[row] === now[column]) {
      row += 1;
      column += 1;
      continue;
    }
    const line = row + 1;
    const removed: string[] = [];
    const added: string[] = [];
    for (;;) {
      const [was, is] = [old[row], now[column]];
      if (was === undefined && is === undefined) break;
      if (was !== undefined && was === is) break;
      if (is === undefined || (was !== undefined && at(row + 1, column) >= at(row, column + 1))) {
        removed.push(was ?? '');
        row += 1;
      } else {
        added.push(is);
        column += 1;
      }
    }
    hunks.push({ line, removed, added });
  }
  return hunks;
}

/**
 * What of a hunk is shown: previews get printed and copied, and our neighbours' lines may hold their secrets. A line
 * that only gains or loses a comma is cut to its name, values of names that sound secret are hidden, long lines shortened.
 */
function shown(hunk: Hunk): Hunk {
  const short = (line: string, others: readonly string[]): string => (others.some((other) => onlyComma(line, other)) ? nameOnly(line) : hideSecrets(line));
  const removed = hunk.removed.map((line) => short(line, hunk.added));
  const added = hunk.added.map((line) => short(line, hunk.removed));
  const [was, is] = [removed[0], added[0]];
  let from = 0;
  // Where one long line became another, the part that differs.
  if (removed.length === 1 && added.length === 1 && was !== undefined && is !== undefined) {
    let head = 0;
    while (head < was.length && head < is.length && was[head] === is[head]) head += 1;
    from = Math.max(0, head - 20);
  }
  return { line: hunk.line, removed: removed.map((line) => windowOf(line, from)), added: added.map((line) => windowOf(line, from)) };
}

/** Whether two lines are the same but for one comma. */
function onlyComma(a: string, b: string): boolean {
  const [long, short] = a.length > b.length ? [a, b] : [b, a];
  if (long.length !== short.length + 1) return false;
  let at = 0;
  while (at < short.length && long[at] === short[at]) at += 1;
  return long[at] === ',' && long.slice(at + 1) === short.slice(at);
}

function nameOnly(line: string): string {
  const comma = /,\s*(?:\/[/*].*)?$/.test(line) ? ',' : '';
  const name = /^\s*"(?:[^"\\]|\\.)*"\s*:\s*/.exec(line);
  if (name) return `${name[0]}…${comma}`;
  return /^[\s\]}{[]*,?\s*$/.test(line) ? line : `${/^\s*/.exec(line)?.[0] ?? ''}…${comma}`;
}

function hideSecrets(line: string): string {
  return line.replace(/("(?:[^"\\]|\\.)*(?:key|token|secret|passw|auth|credential)(?:[^"\\]|\\.)*"\s*:\s*)"(?:[^"\\]|\\.)*"?/gi, '$1"<hidden>"');
}

function windowOf(line: string, from: number): string {
  if (line.length <= MAX_LINE) return line;
  const part = line.slice(from, from + MAX_LINE);
  return `${from > 0 ? '…' : ''}${part}${from + MAX_LINE < line.length ? '…' : ''}`;
}
