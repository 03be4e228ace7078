// observed-workspaces.json: the folders in which VS Code's hooks fired, newest first, for the app to show
// which profiles and folders are covered.
import { closeSync, constants, fstatSync, lstatSync, mkdirSync, openSync, realpathSync, rmdirSync, statSync } from 'node:fs';
import { dirname, isAbsolute } from 'node:path';
import type { Environment } from './config.ts';
import { readBounded } from './private-file.ts';
import { ensurePrivateFolder, publish } from './private-folder.ts';
import { supportFolder } from './product.ts';
import { randomUuid } from './unique.ts';

const MAX_WORKSPACES = 256;
const MAX_BYTES = 65_536;
const LOCK_WAIT_MS = 1_000;
const LOCK_POLL_MS = 10;
const STALE_LOCK_MS = 30_000;

interface Entry {
  readonly path: string;
  readonly lastObservedAt: string;
}

export function registryPath(home: string, env: Environment): string {
  return env['SILMARIL_VSCODE_WORKSPACE_STATE']?.trim() || `${supportFolder(home)}/VSCode/observed-workspaces.json`;
}

/** Moves the folder that `cwd` resolves to, to the front. Skipped silently when it is none, or the lock is busy. Never throws. */
export function observeWorkspace(registry: string, cwd: string | null): void {
  try {
    if (cwd === null || !isAbsolute(cwd)) return;
    const folder = realpathSync(cwd);
    if (!statSync(folder).isDirectory()) return;
    if (!ensurePrivateFolder(dirname(registry))) return;
    const lock = `${registry}.lock`;
    if (!takeLock(lock)) return;
    try {
      record(registry, folder);
    } finally {
      rmdirSync(lock);
    }
  } catch {
    // The registry is a convenience of the app; the event is judged all the same.
  }
}

function record(registry: string, folder: string): void {
  const observed: Entry = { path: folder, lastObservedAt: new Date().toISOString() };
  const workspaces = [observed, ...readEntries(registry).filter((entry) => entry.path !== folder)]
    // By string, so an entry with a time in the future stays in front of the new one.
    .sort((a, b) => (a.lastObservedAt < b.lastObservedAt ? 1 : a.lastObservedAt > b.lastObservedAt ? -1 : 0))
    .slice(0, MAX_WORKSPACES);
  const text = JSON.stringify({ schemaVersion: 1, workspaces });
  if (Buffer.byteLength(text) > MAX_BYTES) return;
  publish(`${registry}.${process.pid}.${randomUuid()}.tmp`, registry, text);
}

/** The old list; anything that is not exactly as we write it counts as empty and is replaced. */
function readEntries(registry: string): Entry[] {
  let descriptor: number;
  try {
    descriptor = openSync(registry, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch {
    return [];
  }
  try {
    const stat = fstatSync(descriptor);
    const bytes = stat.isFile() && stat.size <= MAX_BYTES ? readBounded(descriptor, MAX_BYTES, stat.size) : null;
    const value: unknown = bytes ? JSON.parse(bytes.toString('utf8')) : null;
    if (typeof value !== 'object' || value === null) return [];
    const { schemaVersion, workspaces } = value as Record<string, unknown>;
    return schemaVersion === 1 && Array.isArray(workspaces) && workspaces.every(isEntry) ? workspaces : [];
  } catch {
    return [];
  } finally {
    closeSync(descriptor);
  }
}

function isEntry(value: unknown): value is Entry {
  if (typeof value !== 'object' || value === null) return false;
  const entry = value as Record<string, unknown>;
  return typeof entry['path'] === 'string' && isAbsolute(entry['path']) && typeof entry['lastObservedAt'] === 'string';
}

/** A folder is the lock: mkdir is atomic everywhere. One that a killed hook left behind is taken away after 30 s. */
function takeLock(lock: string): boolean {
  const until = Date.now() + LOCK_WAIT_MS;
  for (;;) {
    try {
      mkdirSync(lock, { mode: 0o700 });
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return false;
    }
    removeStaleLock(lock);
    if (Date.now() >= until) return false;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOCK_POLL_MS);
  }
}

function removeStaleLock(lock: string): void {
  try {
    const stat = lstatSync(lock);
    const ours = stat.isDirectory() && (stat.mode & 0o077) === 0 && (!process.getuid || stat.uid === process.getuid());
    if (ours && Date.now() - stat.mtimeMs > STALE_LOCK_MS) rmdirSync(lock);
  } catch {
    // Another hook removed it first.
  }
}
