export function hasDisplay(env?: Readonly<Record<string, string | undefined>>): boolean;
export function startVirtualDisplay(options?: { readonly forOne?: boolean }): Promise<{ readonly display: string; readonly stop: () => void }>;
