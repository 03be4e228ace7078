// Types of install.mjs, which plain Node.js runs before anything is built.
export type LabHarness = 'claude' | 'opencode' | 'hermes' | 'code-server';
export type Found<Paths> = { readonly ok: true; readonly paths: Paths } | { readonly ok: false; readonly reason: string };
export interface ClaudePaths {
  readonly binary: string;
}
export interface OpenCodePaths {
  readonly binary: string;
}
export interface HermesPaths {
  /** The Python of its virtual environment. */
  readonly python: string;
  readonly binary: string;
  readonly version: string;
}
export interface CodeServerPaths {
  readonly node: string;
  readonly entry: string;
  readonly playwright: string;
  readonly chromium: string;
}
export declare const labCache: string;
export declare function installHarness(harness: 'claude', cache?: string, say?: (line: string) => void): Found<ClaudePaths>;
export declare function installHarness(harness: 'opencode', cache?: string, say?: (line: string) => void): Found<OpenCodePaths>;
export declare function installHarness(harness: 'hermes', cache?: string, say?: (line: string) => void): Found<HermesPaths>;
export declare function installHarness(harness: 'code-server', cache?: string, say?: (line: string) => void): Found<CodeServerPaths>;
export declare function findHarness(harness: 'claude', cache?: string): Found<ClaudePaths>;
export declare function findHarness(harness: 'opencode', cache?: string): Found<OpenCodePaths>;
export declare function findHarness(harness: 'hermes', cache?: string): Found<HermesPaths>;
export declare function findHarness(harness: 'code-server', cache?: string): Found<CodeServerPaths>;
