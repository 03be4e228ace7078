// Reads a file that only its owner may touch. Everything is checked on one opened descriptor, so that
// nothing can be swapped between a check and the read.
import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs';
import { isUtf8 } from 'node:buffer';

export type PrivateFileProblem = 'symlink' | 'not-regular' | 'unreadable' | 'too-large' | 'mode' | 'owner' | 'encoding';

export type PrivateFile =
  | { readonly state: 'missing' }
  | { readonly state: 'read'; readonly text: string; readonly stat: Stats }
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
    descriptor = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT') return { state: 'missing' };
    return refused(code === 'ELOOP' || code === 'EMLINK' ? 'symlink' : 'unreadable');
  }
  try {
    const stat = fstatSync(descriptor);
    if (!stat.isFile()) return refused('not-regular');
    if (stat.size > maxBytes) return refused('too-large');
    if ((stat.mode & 0o077) !== 0) return refused('mode');
    if (process.getuid && stat.uid !== process.getuid()) return refused('owner');
    const bytes = readBounded(descriptor, maxBytes, stat.size);
    if (!bytes) return refused('too-large');
    if (!isUtf8(bytes)) return refused('encoding');
    return { state: 'read', text: bytes.toString('utf8'), stat };
  } catch {
    return refused('unreadable');
  } finally {
    closeSync(descriptor);
  }
}

/**
 * All bytes of an open file, or null when there are more than `maxBytes`.
 * @param expected its size when it was measured; it may have changed since
 */
export function readBounded(descriptor: number, maxBytes: number, expected: number): Buffer | null {
  const chunks: Buffer[] = [];
  let length = 0;
  while (length <= maxBytes) {
    const chunk = Buffer.allocUnsafe(Math.min(Math.max(expected - length, 0), maxBytes - length) + 1);
    const read = readSync(descriptor, chunk);
    if (read === 0) return chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
    chunks.push(chunk.subarray(0, read));
    length += read;
  }
  return null;
}
