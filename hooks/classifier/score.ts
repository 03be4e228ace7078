// Features and weights -> log-odds. Sums are of whole numbers, so that every language gets the same.
import type { Features } from './features.ts';
import { TABLE_SIZE, type SurfaceWeights } from './weights.ts';

/** Added to the number of features under the root, so that a few words cannot weigh like many. */
export const PRIOR_FEATURES = 8;

export interface Scored {
  readonly logit: number;
  /** Index of the most telling window's first block. */
  readonly block: number;
}

const seen = new Uint8Array(TABLE_SIZE);
const stamp = new Uint16Array(TABLE_SIZE);
let used = false;

/**
 * The highest of the text as a whole and of its windows (a block, or two neighbours), each judged as a
 * text by itself, so that words added around an attack do not thin it out. A feature counts once a
 * block, and once in the whole. A rule's hit adds a fixed bonus by its severity: what has been
 * written down as an attack is not left to what the rows happened to hold.
 */
export function scoreFeatures({ ids, blockEnds, said }: Features, { table, scale, bias, bonus }: SurfaceWeights): Scored {
  if (used) {
    seen.fill(0);
    stamp.fill(0);
  }
  used = true;
  let wholeSum = 0;
  let wholeCount = 0;
  let best = -Infinity;
  let block = 0;
  let before = 0;
  let countBefore = 0;
  let from = 0;
  for (let k = 0; k < blockEnds.length; k++) {
    const end = blockEnds[k] as number;
    let here = 0;
    let count = 0;
    for (let i = from; i < end; i++) {
      const id = ids[i] as number;
      if (stamp[id] === k + 1) continue;
      stamp[id] = k + 1;
      const weight = table[id] as number;
      here += weight;
      count++;
      if (seen[id] === 0) {
        seen[id] = 1;
        wholeSum += weight;
        wholeCount++;
      }
    }
    const value = ((before + here) * scale) / Math.sqrt(countBefore + count + PRIOR_FEATURES);
    if (value > best) {
      best = value;
      block = Math.max(0, k - 1);
    }
    const alone = (here * scale) / Math.sqrt(count + PRIOR_FEATURES);
    if (alone > best) {
      best = alone;
      block = k;
    }
    before = here;
    countBefore = count;
    from = end;
  }
  if (blockEnds.length > 1) best = Math.max(best, (wholeSum * scale) / Math.sqrt(wholeCount + PRIOR_FEATURES));
  return { logit: bias + best + (bonus[said] ?? 0), block };
}
