// Folders that are 0700 and files that appear whole: every private write of a hook goes through here.
import { chmodSync, closeSync, fsyncSync, lstatSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';

/**
 * Makes the folder (missing parents too, 0700) and sets it to 0700.
 * @returns false when something else, or a symlink, stands in its place, or it cannot be made ours
 */
export function ensurePrivateFolder(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const stat = lstatSync(folder);
    if (!stat.isDirectory()) return false;
    if ((stat.mode & 0o7777) !== 0o700) chmodSync(folder, 0o700);
    return true;
  } catch {
    return false;
  }
}

/**
 * Writes `text` to `temporary` (which must not exist), flushes it, and renames it to `destination`, mode 0600.
 * @returns false when any step failed; the temporary file is gone then
 */
export function publish(temporary: string, destination: string, text: string): boolean {
  let descriptor: number | null = null;
  try {
    descriptor = openSync(temporary, 'wx', 0o600);
    writeFileSync(descriptor, text);
    fsyncSync(descriptor);
    closeSync(descriptor);
    descriptor = null;
    renameSync(temporary, destination);
    chmodSync(destination, 0o600);
    return true;
  } catch (error) {
    if (descriptor !== null) closeSync(descriptor);
    // Not ours when it was there before.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') rmSync(temporary, { force: true });
    return false;
  }
}
