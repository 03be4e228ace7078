// The shape over time as rectangles, without any drawing.
import type { Histogram } from '../../contract/evidence-views.ts';

/** Bottom to top. What matters most is on top, where it is not hidden among the many. */
export const stack = ['allow', 'monitor', 'unavailable', 'warn', 'block'] as const;
export type Layer = (typeof stack)[number];
export type Bucket = Histogram['buckets'][number];

export interface Bar {
  /** Place from the left, 0-based. */
  readonly index: number;
  readonly bucket: Bucket;
  readonly parts: readonly { readonly layer: Layer; readonly y: number; readonly height: number }[];
}

/** One refusal among a thousand events must still be seen. In the units of `height`. */
const least = 2;

export function totalOf(bucket: Bucket): number {
  return stack.reduce((sum, layer) => sum + bucket[layer], 0);
}

/** @param height of the whole drawing; 0 is its top */
export function barsOf({ range, buckets }: Histogram, height: number): readonly Bar[] {
  if (range === null) return [];
  const highest = Math.max(1, ...buckets.map(totalOf));
  return buckets.map((bucket) => {
    const layers = stack.filter((layer) => bucket[layer] > 0);
    const wished = layers.map((layer) => Math.max(least, (bucket[layer] / highest) * height));
    const sum = wished.reduce((a, b) => a + b, 0);
    const scale = sum > height ? height / sum : 1;
    let y = height;
    const parts = layers.map((layer, place) => {
      const high = (wished[place] ?? 0) * scale;
      y -= high;
      return { layer, y, height: high };
    });
    return { index: Math.round((bucket.at - range.from) / range.bucketMs), bucket, parts };
  });
}

/** Number of places, at least one. */
export function placesOf({ range }: Histogram): number {
  return range === null ? 1 : Math.max(1, Math.ceil((range.to - range.from) / range.bucketMs));
}

/** The range of time that two places span, whichever way they were chosen. */
export function spanOf({ range }: Histogram, a: number, b: number): { readonly from: number; readonly to: number } | null {
  if (range === null) return null;
  return { from: range.from + Math.min(a, b) * range.bucketMs, to: range.from + (Math.max(a, b) + 1) * range.bucketMs };
}
