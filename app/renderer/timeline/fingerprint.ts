/** Enough of a fingerprint to tell it from its neighbours by eye. */
export function shortFingerprint(fingerprint: string): string {
  return fingerprint.slice(0, 8);
}
