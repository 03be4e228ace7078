// The engine is TypeScript; a test's child process is plain Node.js: each driver is bundled once into a
// temporary folder.
import path from 'node:path';
import { buildSync } from 'esbuild';

/** @returns the path of the bundled module */
export function bundleDriver(name: 'driver' | 'become' | 'locker', folder: string): string {
  const outfile = path.join(folder, `${name}.mjs`);
  buildSync({ entryPoints: [path.join(import.meta.dirname, `${name}.ts`)], bundle: true, platform: 'node', format: 'esm', outfile, logLevel: 'error' });
  return outfile;
}
