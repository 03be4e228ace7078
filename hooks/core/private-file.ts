// Reads a file that only its owner may touch. Everything is checked on one opened descriptor, so that
// nothing can be swapped between a check and the read.
import fs from 'node:fs';
import { isUtf8 } from 'node:buffer';

export type PrivateFileProblem = 'symlink' | 'not-regular' | 'unreadable' | 'too-large' | 'mode' | 'owner' | 'encoding';

export type PrivateFile =
  | { readonly state: 'missing' }
  | { readonly state: 'read'; readonly text: string; readonly stat: fs.Stats }
  | { readonly state: 'refused'; readonly problem: PrivateFileProblem };

const refused = (problem: PrivateFileProblem): PrivateFile => ({ state: 'refused', problem });

/**
 * @param maxBytes files above it are refused
 * @returns `missing` only for "no such file"; a symlink as the last component, a folder, a foreign owner, any
 *   group or other permission bit, and bytes that are not UTF-8 are refused. Never throws.
 */
export function readPrivateFile(file: string, maxBytes: number): PrivateFile {
  let descriptor: number;
  try {
    // O_NONBLOCK: opening a FIFO that someone put there must not wait for its writer.
    descriptor = fs.openSync(file, fs.constants.O_RDONLY | fs.constants.O_NOFOLLOW | fs.constants.O_NONBLOCK);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT') return { state: 'missing' };
    return refused(code === 'ELOOP' || code === 'EMLINK' ? 'symlink' : 'unreadable');
  }
  try {
    const stat = fs.fstatSync(descriptor);
    if (!stat.isFile()) return refused('not-regular');
    if (stat.size > maxBytes) return refused('too-large');
    if ((stat.mode & 0o077) !== 0) return refused('mode');
    if (process.getuid && stat.uid !== process.getuid()) return refused('owner');
    const bytes = readBounded(descriptor, maxBytes);
    if (!bytes) return refused('too-large');
    if (!isUtf8(bytes)) return refused('encoding');
    return { state: 'read', text: bytes.toString('utf8'), stat };
  } catch {
    return refused('unreadable');
  } finally {
    fs.closeSync(descriptor);
  }
}

/** All bytes of an open file, or null when there are more than `maxBytes` (it may have grown since it was measured). */
export function readBounded(descriptor: number, maxBytes: number): Buffer | null {
  const buffer = Buffer.allocUnsafe(maxBytes + 1);
  let length = 0;
  while (length <= maxBytes) {
    const read = fs.readSync(descriptor, buffer, length, buffer.length - length, null);
    if (read === 0) return buffer.subarray(0, length);
    length += read;
  }
  return null;
}
