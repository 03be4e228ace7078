// "Did you mean": the known name that a mistyped one most likely stands for.

/** Optimal string alignment distance: insert, delete, replace, swap of neighbours. */
function distance(a: string, b: string): number {
  const rows: number[][] = [];
  for (let i = 0; i <= a.length; i += 1) rows.push([i, ...Array<number>(b.length).fill(0)]);
  const at = (i: number, j: number) => rows[i]?.[j] ?? 0;
  const set = (i: number, j: number, value: number) => {
    const row = rows[i];
    if (row) row[j] = value;
  };
  for (let j = 0; j <= b.length; j += 1) set(0, j, j);
  for (let i = 1; i <= a.length; i += 1)
    for (let j = 1; j <= b.length; j += 1) {
      let best = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) best = Math.min(best, at(i - 2, j - 2) + 1);
      set(i, j, best);
    }
  return at(a.length, b.length);
}

/** The nearest of `known`, or null when nothing is near (more than a third of the name would have to change). */
export function nearest(name: string, known: readonly string[]): string | null {
  const wanted = name.toLowerCase().slice(0, 64);
  let best: string | null = null;
  let bestDistance = Infinity;
  for (const candidate of known) {
    const d = candidate.startsWith(wanted) && wanted.length >= 2 ? 0.5 : distance(wanted, candidate);
    if (d < bestDistance) {
      best = candidate;
      bestDistance = d;
    }
  }
  return best !== null && bestDistance <= Math.max(1, Math.floor(Math.max(wanted.length, best.length) / 3)) ? best : null;
}

/** ` Did you mean "x"?`, or '' when nothing is near. */
export function didYouMean(name: string, known: readonly string[]): string {
  const found = nearest(name, known);
  return found === null ? '' : ` Did you mean "${found}"?`;
}
