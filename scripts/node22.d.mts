export function node22Path(): string;
export function ensureNode22(say?: (line: string) => void): string;
