// Leave one source out: how well attacks of a source are met that training never saw, while benign
// sources are left out too. The figure that models are chosen by.
import { sourceOf, weigh } from './data.mjs';
import { fit, score } from './learn.mjs';

export const FOLDS = 6;

/** Sources spread over folds so that these are about equal; benign rows of two mixed sources are spread by row. */
export function folds(rows) {
  const counts = new Map();
  for (const row of rows) if (!row.source.startsWith('gen/')) counts.set(sourceOf(row), (counts.get(sourceOf(row)) ?? 0) + 1);
  const load = new Array(FOLDS).fill(0);
  const of = new Map();
  for (const [source, count] of [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))) {
    const k = load.indexOf(Math.min(...load));
    of.set(source, k);
    load[k] += count;
  }
  const spread = (row) => row.label === 0 && /^(?:own-grammar|agent-threat-rules)$/.test(row.source);
  // Generated rows are always trained on: they are ours, no source to be surprised by.
  return (row) => (row.source.startsWith('gen/') ? -1 : spread(row) ? (row.text.length * 7 + row.text.charCodeAt(3)) % FOLDS : of.get(sourceOf(row)));
}

/**
 * @param borrowed rows of another surface to learn from; never of a source that is being left out
 * @returns rows of the corpora with the score that a model gave which had not seen their source
 */
export function leaveSourcesOut(rows, options, borrowed = []) {
  const foldOf = folds(rows);
  const foldsOf = new Map();
  for (const row of rows) foldsOf.set(sourceOf(row), (foldsOf.get(sourceOf(row)) ?? new Set()).add(foldOf(row)));
  const out = [];
  for (let k = 0; k < FOLDS; k++) {
    const training = weigh([...rows.filter((row) => foldOf(row) !== k), ...borrowed.filter((row) => !foldsOf.get(sourceOf(row))?.has(k))]);
    const model = fit(training, options);
    for (const row of rows) if (foldOf(row) === k) out.push({ row, fold: k, score: score(model, row.segments) });
  }
  return out;
}

/** The score that a share of these rows reaches. */
export function quantile(scores, share) {
  const sorted = [...scores].sort((a, b) => b - a);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Infinity;
}

/** The score that a share of these rows' weight reaches. */
export function weighedQuantile(rows, share) {
  const sorted = [...rows].sort((a, b) => b.score - a.score);
  let left = share * sorted.reduce((sum, row) => sum + row.weight, 0);
  for (const row of sorted) {
    left -= row.weight;
    if (left < 0) return row.score;
  }
  return Infinity;
}

/** Area under the curve, recall at false-positive shares, and per source at 1 % of its fold's benign rows. */
export function figures(scored) {
  const attacks = scored.filter(({ row }) => row.label === 1).map((s) => s.score);
  const benign = scored.filter(({ row }) => row.label === 0).map((s) => s.score);
  const recall = (share) => {
    const bar = quantile(benign, share);
    return attacks.filter((s) => s > bar).length / attacks.length;
  };
  const ranked = [...attacks.map((s) => [s, 1]), ...benign.map((s) => [s, 0])].sort((a, b) => a[0] - b[0]);
  let sum = 0;
  ranked.forEach(([, label], i) => (sum += label ? i + 1 : 0));
  const bars = Array.from({ length: FOLDS }, (_, k) => quantile(scored.filter((s) => s.fold === k && s.row.label === 0).map((s) => s.score), 0.01));
  const sources = new Map();
  for (const { row, fold, score: value } of scored) {
    const key = `${row.label ? 'attack' : 'benign'} ${sourceOf(row)}`;
    const entry = sources.get(key) ?? { rows: 0, flagged: 0 };
    entry.rows++;
    if (value > bars[fold]) entry.flagged++;
    sources.set(key, entry);
  }
  return { attacks: attacks.length, benign: benign.length, auc: (sum - (attacks.length * (attacks.length + 1)) / 2) / (attacks.length * benign.length), at01: recall(0.001), at1: recall(0.01), at3: recall(0.03), sources };
}
