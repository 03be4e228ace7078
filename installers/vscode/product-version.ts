// Versions of VS Code, and what begins with which of them.

export interface ProductVersion {
  readonly text: string;
  readonly major: number;
  readonly minor: number;
}

/** Reads `1.139.1`, `1.140.0-insider`; null for what does not begin with two numbers. */
export function productVersion(text: string): ProductVersion | null {
  const found = /^(\d{1,6})\.(\d{1,6})(?:[.+-].{0,40})?$/.exec(text.trim());
  return found ? { text: text.trim(), major: Number(found[1]), minor: Number(found[2]) } : null;
}

export function before(version: ProductVersion, major: number, minor: number): boolean {
  return version.major !== major ? version.major < major : version.minor < minor;
}

/** Older builds have no agent plugins. */
export const tooOld = (version: ProductVersion): boolean => before(version, 1, 110);
/** 1.110 reads `chat.plugins.paths`; the rename to `chat.pluginLocations` was merged right before 1.111. */
export const readsOldKey = (version: ProductVersion): boolean => before(version, 1, 111);
/** Agent Plugins 1.0 (com.github.copilot/hooks/hooks.json) came about 1.132; before, the root hooks.json counts. */
export const readsRootHooks = (version: ProductVersion): boolean => before(version, 1, 133);
