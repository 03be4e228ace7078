export interface Runtime { readonly binary: string; readonly version: string; readonly development: boolean; readonly about: string }
export function ensureElectron(say?: (line: string) => void): Promise<Runtime>;
