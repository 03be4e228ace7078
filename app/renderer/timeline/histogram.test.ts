import { describe, expect, it } from 'vitest';
import type { Histogram } from '../../contract/evidence-views.ts';
import { barsOf, placesOf, spanOf } from './histogram.ts';

const bucket = (at: number, counts: Partial<Histogram['buckets'][number]>) => ({ at, allow: 0, monitor: 0, warn: 0, block: 0, unavailable: 0, ...counts });
const histogram: Histogram = { range: { from: 1000, to: 2000, bucketMs: 100 }, buckets: [bucket(1000, { allow: 1000 }), bucket(1500, { allow: 500, block: 1 }), bucket(1900, { warn: 1 })] };

describe('the histogram', () => {
  it('puts each bucket in its place, the highest one to the top', () => {
    const bars = barsOf(histogram, 50);
    expect(bars.map((bar) => bar.index)).toEqual([0, 5, 9]);
    expect(bars[0]?.parts).toEqual([{ layer: 'allow', y: 0, height: 50 }]);
    expect(placesOf(histogram)).toBe(10);
  });

  it('shows one refusal among hundreds, on top of them', () => {
    const parts = barsOf(histogram, 50)[1]?.parts ?? [];
    expect(parts.map((part) => part.layer)).toEqual(['allow', 'block']);
    expect(parts[1]?.height).toBeGreaterThanOrEqual(2);
    expect(parts[1]?.y).toBeLessThan(parts[0]?.y ?? 0);
  });

  it('never draws above the top, even where every layer needs its least height', () => {
    const full = { range: histogram.range, buckets: [bucket(1000, { allow: 5000, monitor: 1, warn: 1, block: 1, unavailable: 1 })] };
    const parts = barsOf(full, 50)[0]?.parts ?? [];
    expect(parts).toHaveLength(5);
    expect(Math.min(...parts.map((part) => part.y))).toBeGreaterThanOrEqual(-1e-9);
  });

  it('spans the same time whichever way the range was dragged', () => {
    expect(spanOf(histogram, 2, 4)).toEqual({ from: 1200, to: 1500 });
    expect(spanOf(histogram, 4, 2)).toEqual({ from: 1200, to: 1500 });
  });

  it('has nothing to draw without events', () => {
    const empty: Histogram = { range: null, buckets: [] };
    expect(barsOf(empty, 50)).toEqual([]);
    expect(placesOf(empty)).toBe(1);
    expect(spanOf(empty, 0, 0)).toBeNull();
  });
});
