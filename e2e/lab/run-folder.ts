// The throw-away folder of one test: `home/` is HOME, `work/` is where the harness starts.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

export interface RunFolder {
  readonly root: string;
  readonly home: string;
  readonly work: string;
  /** Path below home. */
  at(...rest: string[]): string;
  remove(): void;
}

export function makeRunFolder(): RunFolder {
  // The real path: on macOS the temporary folder is behind a symlink, and hooks compare real paths.
  // Its name says nothing of the product, so that a test can look for the product's name everywhere.
  const root = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'agent-lab-'));
  const home = path.join(root, 'home');
  const work = path.join(root, 'work');
  fs.mkdirSync(home, { mode: 0o755 });
  fs.mkdirSync(work);
  return {
    root,
    home,
    work,
    at: (...rest) => path.join(home, ...rest),
    // A harness that was told to end may still be writing its last lines.
    remove: () => fs.rmSync(root, { recursive: true, force: true, maxRetries: 10, retryDelay: 300 }),
  };
}

/** What may not differ in a file that nobody touched: kind, permission bits, bytes or link target. */
export type Entry = { readonly kind: 'file'; readonly mode: number; readonly bytes: string } | { readonly kind: 'folder'; readonly mode: number } | { readonly kind: 'link'; readonly target: string };

/** Everything below a folder, by relative path; bytes as latin1, so that any content compares exactly. */
export function snapshot(folder: string): Map<string, Entry> {
  const found = new Map<string, Entry>();
  const walk = (below: string): void => {
    for (const name of fs.readdirSync(path.join(folder, below)).sort()) {
      const relative = path.join(below, name);
      const full = path.join(folder, relative);
      const stat = fs.lstatSync(full);
      if (stat.isSymbolicLink()) found.set(relative, { kind: 'link', target: fs.readlinkSync(full) });
      else if (stat.isDirectory()) {
        found.set(relative, { kind: 'folder', mode: stat.mode & 0o7777 });
        walk(relative);
      } else if (stat.isFile()) found.set(relative, { kind: 'file', mode: stat.mode & 0o7777, bytes: fs.readFileSync(full, 'latin1') });
    }
  };
  walk('');
  return found;
}

/** The relative paths that were added, removed or changed, sorted. */
export function differences(before: Map<string, Entry>, after: Map<string, Entry>): string[] {
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names].filter((name) => JSON.stringify(before.get(name)) !== JSON.stringify(after.get(name))).sort();
}
