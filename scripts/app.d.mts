export function buildApp(out?: string): Promise<void>;
export function missingLibraries(binary: string): readonly string[];
export const debianPackages: readonly string[];
export function librariesNotIn(known: string): readonly string[];
export function startApp(say: (line: string) => void): Promise<number>;
