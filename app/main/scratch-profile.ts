// Chromium wants a folder for itself (caches, cookies, the lock of the single instance). Nothing in it
// is ours, and in the home it would be a trace that an uninstall has to find: it lies in the system's
// temporary folder, one for each home, and goes when the app quits.
import crypto from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** The folder of this home; the same for every start, since the single-instance lock lives in it. */
export function scratchFolder(home: string, uid: number, temporary = os.tmpdir()): string {
  const id = crypto.createHash('sha256').update(home).digest('hex').slice(0, 12);
  return path.join(temporary, `silmaril-${String(uid)}-${id}`);
}

/**
 * Makes the folder, 0700. In a temporary folder that all users share somebody else may have made it
 * first, to read along or to keep the app from starting: then another one is taken, with a random name.
 */
export function makeScratch(folder: string, uid: number): string {
  try {
    fs.mkdirSync(folder, { mode: 0o700 });
  } catch {
    const stat = fs.lstatSync(folder, { throwIfNoEntry: false });
    if (!stat?.isDirectory() || stat.uid !== uid) return fs.mkdtempSync(`${folder}-`);
    if ((stat.mode & 0o077) !== 0) fs.chmodSync(folder, 0o700);
  }
  return folder;
}

/** Takes it away again; what Chromium still holds open at this moment does not matter to the next start. */
export function removeScratch(folder: string): void {
  try {
    fs.rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  } catch {
    // A file that came while the folder was being emptied: the next start takes the folder over.
  }
}
