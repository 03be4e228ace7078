// What is named like evidence and is none: set aside under its reason, so that the spool gets empty and a
// person can look. Bounded; the oldest go first.
import fs from 'node:fs/promises';
import path from 'node:path';
import type { EvidencePlaces } from './places.ts';

const maxFiles = 200;
const maxBytes = 4 * 1024 * 1024;

/**
 * @param reason a code of lower-case letters and dashes
 * @returns false: it stays where it is. A folder does, since what is in it is not ours to move.
 */
export async function quarantine(places: EvidencePlaces, name: string, reason: string): Promise<boolean> {
  const file = path.join(places.incoming, name);
  try {
    if ((await fs.lstat(file)).isDirectory()) return false;
    await fs.mkdir(places.quarantine, { mode: 0o700 }).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    });
    // Through a link in its place, files would end up anywhere.
    if (!(await fs.lstat(places.quarantine)).isDirectory()) return false;
    await fs.rename(file, path.join(places.quarantine, `${reason}--${name}`));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return true;
    return false;
  }
}

/** Deletes the oldest until the folder is within its bounds. */
export async function trimQuarantine(places: EvidencePlaces): Promise<void> {
  const files: { readonly file: string; readonly at: number; readonly bytes: number }[] = [];
  for (const name of await fs.readdir(places.quarantine).catch(() => [])) {
    const file = path.join(places.quarantine, name);
    const stat = await fs.lstat(file).catch(() => null);
    // The time of the move: a file's own time may be anything.
    if (stat && !stat.isDirectory()) files.push({ file, at: stat.ctimeMs, bytes: stat.size });
  }
  let bytes = files.reduce((sum, one) => sum + one.bytes, 0);
  let count = files.length;
  for (const oldest of files.sort((a, b) => a.at - b.at)) {
    if (count <= maxFiles && bytes <= maxBytes) return;
    await fs.rm(oldest.file, { force: true }).catch(() => undefined);
    bytes -= oldest.bytes;
    count -= 1;
  }
}
