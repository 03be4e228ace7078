/** The contract's bounds on retention. Written again here, since importing them would bring the whole of zod into the window; a test compares. */
export const retentionBounds = { days: { min: 1, max: 3650 }, megabytes: { min: 10, max: 10_000 } } as const;

/** @returns the whole number that the text says, or null when it says none or one out of bounds */
export function boundedWhole(text: string, { min, max }: { readonly min: number; readonly max: number }): number | null {
  const trimmed = text.trim();
  if (!/^\d{1,9}$/.test(trimmed)) return null;
  const value = Number(trimmed);
  return value >= min && value <= max ? value : null;
}
