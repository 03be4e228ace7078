export function hasDisplay(env?: Readonly<Record<string, string | undefined>>): boolean;
export function startVirtualDisplay(): Promise<{ readonly display: string; readonly stop: () => void }>;
