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

/** Shortens long lines; where one line became another, to the part that differs. */
function shown(hunk: Hunk): Hunk {
  const [was, is] = [hunk.removed[0], hunk.added[0]];
  if (hunk.removed.length === 1 && hunk.added.length === 1 && was !== undefined && is !== undefined && (was.length > MAX_LINE || is.length > MAX_LINE)) {
    let head = 0;
    while (head < was.length && head < is.length && was[head] === is[head]) head += 1;
    const from = Math.max(0, head - 40);
    return { line: hunk.line, removed: [windowOf(was, from)], added: [windowOf(is, from)] };
  }
  return { line: hunk.line, removed: hunk.removed.map((line) => windowOf(line, 0)), added: hunk.added.map((line) => windowOf(line, 0)) };
}

function windowOf(line: string, from: number): string {
  if (line.length <= MAX_LINE) return line;
  const part = line.slice(from, from + MAX_LINE);
  return `${from > 0 ? '…' : ''}${part}${from + MAX_LINE < line.length ? '…' : ''}`;
}
