export function buildApp(out?: string): Promise<void>;
export function missingLibraries(binary: string): readonly string[];
export const debianPackages: readonly string[];
