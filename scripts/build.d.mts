/** @returns the bundle's bytes */
export function bundleHook(target: { readonly entry: string; readonly minify?: boolean; readonly header?: readonly string[]; readonly module?: boolean }): Promise<Uint8Array>;
