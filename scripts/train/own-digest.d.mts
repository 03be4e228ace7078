export const OWN_ROWS: number;
export function ownDigest(trainer: string): { each: number; sha256: string };
