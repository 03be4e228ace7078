// Fits one surface: logistic regression on hashed features, learnt on the most telling part of each
// row (multiple-instance learning), Adagrad, in a fixed order from a fixed seed, so that the same
// rows give the same weights to the last bit.

/** mulberry32 */
export function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export const BUCKETS = 1 << 17;
/** Added to the number of features under the root, so that a few words cannot weigh like many. */
export const PRIOR_FEATURES = 8;

const stamp = new Uint32Array(BUCKETS);
let mark = 0;

/** Distinct features of a slice, in order of first appearance. */
function distinct(ids, from, to) {
  mark++;
  const out = new Uint32Array(to - from);
  let n = 0;
  for (let i = from; i < to; i++) {
    const id = ids[i];
    if (stamp[id] === mark) continue;
    stamp[id] = mark;
    out[n++] = id;
  }
  return out.slice(0, n);
}

/** One segment as the learner sees it: distinct features of the whole and of each block. */
export function prepare({ ids, blockEnds, said }) {
  const blocks = [];
  let from = 0;
  for (const end of blockEnds) {
    blocks.push(distinct(ids, from, end));
    from = end;
  }
  return { whole: distinct(ids, 0, ids.length), blocks, said };
}

function sum(weights, ids) {
  let total = 0;
  for (let i = 0; i < ids.length; i++) total += weights[ids[i]];
  return total;
}

const wholeLogit = (view, segment) => view.bias + view.bonus[segment.said] + sum(view.weights, segment.whole) / Math.sqrt(segment.whole.length + PRIOR_FEATURES);

/** The best window of a segment: [logit, its first block, the block after its last]. A window is a block, alone or with the next. */
function windowLogit(view, segment) {
  let best = -Infinity;
  let at = 0;
  let to = 1;
  let before = 0;
  let count = 0;
  for (let k = 0; k < segment.blocks.length; k++) {
    const block = segment.blocks[k];
    const here = sum(view.weights, block);
    const value = (before + here) / Math.sqrt(count + block.length + PRIOR_FEATURES);
    if (k === 0 || value > best) {
      best = value;
      at = Math.max(0, k - 1);
      to = k + 1;
    }
    const alone = here / Math.sqrt(block.length + PRIOR_FEATURES);
    if (alone > best) {
      best = alone;
      at = k;
      to = k + 1;
    }
    before = here;
    count = block.length;
  }
  return [view.bias + view.bonus[segment.said] + best, at, to];
}

const sigmoid = (x) => 1 / (1 + Math.exp(-Math.max(-30, Math.min(30, x))));

/**
 * @param rows {segments, label: 0 | 1, weight}
 * @returns {weights, bias}: the mean over the ends of the epochs, which forgets the last rows' noise
 */
export function fit(rows, { seed, epochs, rate, decay, floor, bonus }) {
  const weights = new Float64Array(BUCKETS);
  const squares = new Float64Array(BUCKETS).fill(0.1);
  const mean = new Float64Array(BUCKETS);
  // The bonus of rule hits comes on top of what was learnt: learnt with it, the weights would give it back.
  const view = { weights, bias: -1, bonus: [0, 0, 0, 0] };
  let biasSquares = 1;
  let meanBias = 0;
  const rnd = random(seed);
  const order = Uint32Array.from(rows.keys());
  const step = (ids, gradient) => {
    for (let i = 0; i < ids.length; i++) {
      const id = ids[i];
      const g = gradient + decay * weights[id];
      squares[id] += g * g;
      let w = weights[id] - (rate * g) / Math.sqrt(squares[id]);
      // Weights that pull down are kept small: harmless words must not buy an attack its way.
      if (w < floor) w = floor;
      weights[id] = w;
    }
  };
  for (let epoch = 0; epoch < epochs; epoch++) {
    for (let i = order.length - 1; i > 0; i--) {
      const j = Math.floor(rnd() * (i + 1));
      [order[i], order[j]] = [order[j], order[i]];
    }
    for (const index of order) {
      const { segments, label, weight } = rows[index];
      // The most telling segment, whole or window of it, stands for the row: an attack hides in one place.
      const { logit, parts } = mostTelling(view, segments);
      const error = (sigmoid(logit) - label) * weight;
      if (Math.abs(error) < 1e-4) continue;
      biasSquares += error * error;
      view.bias -= (0.1 * error) / Math.sqrt(biasSquares);
      let count = PRIOR_FEATURES;
      for (const ids of parts) count += ids.length;
      const gradient = error / Math.sqrt(count);
      for (const ids of parts) step(ids, gradient);
    }
    for (let id = 0; id < BUCKETS; id++) mean[id] += weights[id] / epochs;
    meanBias += view.bias / epochs;
  }
  return { weights: mean, bias: meanBias, bonus };
}

/** The highest log-odds of any segment, as a whole or by a window, and the features that gave it. */
function mostTelling(view, segments) {
  let logit = -Infinity;
  let parts = [];
  for (const segment of segments) {
    const [value, at, to] = windowLogit(view, segment);
    if (value > logit) [logit, parts] = [value, segment.blocks.slice(at, to)];
    if (segment.blocks.length < 2) continue;
    const whole = wholeLogit(view, segment);
    if (whole > logit) [logit, parts] = [whole, [segment.whole]];
  }
  return { logit, parts };
}

export const score = (view, segments) => mostTelling(view, segments).logit;
