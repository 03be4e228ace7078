// Looking at files: everything through one opened descriptor, every outcome a value. A path is never
// checked first and opened afterwards.
import { createHash } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { lstat, open, readlink, realpath, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { errno, fail, failureOf, isErrno, ok } from './failure.ts';
import type { Failure, Result, Sha256 } from './plan.ts';

/** Bound for users' files; no settings file of a harness comes near it. */
export const userFileLimit = 8 * 1024 * 1024;
/** Bound for our own files (a hook's bundle, the classifier's weights). */
export const ownFileLimit = 64 * 1024 * 1024;

/** What fstat says of an opened file or folder; `mode` is the 12 permission bits. */
export interface Facts {
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
  readonly dev: number;
  readonly ino: number;
  readonly nlink: number;
  readonly size: number;
  readonly mtimeMs: number;
}

export type Observed =
  | { readonly state: 'absent' }
  | ({ readonly state: 'file'; readonly bytes: Uint8Array; readonly sha256: Sha256 } & Facts)
  | ({ readonly state: 'folder' } & Facts)
  | { readonly state: 'symlink'; readonly to: string }
  /** A socket, FIFO or device. */
  | { readonly state: 'special' }
  /** There, but not to be read: no permission, over the limit, an I/O error. Never the same as absent. */
  | { readonly state: 'unreadable'; readonly failure: Failure };

export function sha256(bytes: Uint8Array): Sha256 {
  return createHash('sha256').update(bytes).digest('hex');
}

/** A file as a harness sees it: where the links of its path end, and what is there. */
export interface UserFile {
  readonly path: string;
  /** Real path of what would be opened, or of what opening would create. */
  readonly target: string;
  /** The links that were followed for the last path component, in order; empty for a plain file. */
  readonly links: readonly string[];
  readonly seen: Exclude<Observed, { readonly state: 'symlink' }>;
}

/**
 * Looks at one place without following a link in the last component.
 * @param limit bytes; a larger file is `unreadable` with code `too-large`
 */
export async function observe(place: string, limit: number = ownFileLimit): Promise<Observed> {
  let handle: FileHandle;
  try {
    // O_NONBLOCK: opening a FIFO that nobody writes to would hang for ever.
    handle = await open(place, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    return observeUnopened(place, error);
  }
  try {
    return await observeOpened(handle, place, limit);
  } catch (error) {
    return { state: 'unreadable', failure: await failureOf(error, 'read', place) };
  } finally {
    await handle.close();
  }
}

/**
 * Kind, mode and owner without opening: for a binary that we may run but not read (mode 0711), and that
 * is too large to read for nothing. Never follows a link in the last component.
 */
export async function lookAt(place: string): Promise<{ readonly state: 'absent' | 'symlink' | 'special' } | ({ readonly state: 'file' | 'folder' } & Facts) | { readonly state: 'unreadable'; readonly failure: Failure }> {
  try {
    const stat = await lstat(place);
    if (stat.isSymbolicLink()) return { state: 'symlink' };
    if (!stat.isFile() && !stat.isDirectory()) return { state: 'special' };
    return { state: stat.isFile() ? 'file' : 'folder', ...factsOf(stat) };
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR')) return { state: 'absent' };
    return { state: 'unreadable', failure: await failureOf(error, 'look at', place) };
  }
}

function factsOf(stat: Stats): Facts {
  return { mode: stat.mode & 0o7777, uid: stat.uid, gid: stat.gid, dev: stat.dev, ino: stat.ino, nlink: stat.nlink, size: stat.size, mtimeMs: stat.mtimeMs };
}

/** `observe` through a descriptor that the caller keeps; throws operating-system errors. */
export async function observeOpened(handle: FileHandle, place: string, limit: number): Promise<Observed> {
  const stat = await handle.stat();
  const facts = factsOf(stat);
  if (stat.isDirectory()) return { state: 'folder', ...facts };
  if (!stat.isFile()) return { state: 'special' };
  const bytes = stat.size > limit ? null : await readBounded(handle, limit);
  if (bytes === null) {
    const { failure } = fail('too-large', `${place} is larger than ${String(Math.floor(limit / 1024 / 1024))} MiB and was not read.`, place);
    return { state: 'unreadable', failure };
  }
  return { state: 'file', ...facts, bytes, sha256: sha256(bytes) };
}

/** All bytes from the start, or null above `limit`: the size that fstat gave may be outrun by a writer. */
async function readBounded(handle: FileHandle, limit: number): Promise<Uint8Array | null> {
  const chunks: Buffer[] = [];
  let total = 0;
  for (;;) {
    const chunk = Buffer.allocUnsafe(256 * 1024);
    const { bytesRead } = await handle.read(chunk, 0, chunk.length, total);
    if (bytesRead === 0) return Buffer.concat(chunks, total);
    total += bytesRead;
    if (total > limit) return null;
    chunks.push(chunk.subarray(0, bytesRead));
  }
}

async function observeUnopened(place: string, error: unknown): Promise<Observed> {
  const name = errno(error);
  if (name === 'ENOENT' || name === 'ENOTDIR') return { state: 'absent' };
  if (name === 'ENXIO' || name === 'EOPNOTSUPP') return { state: 'special' };
  if (name === 'ELOOP' || name === 'EMLINK') {
    const to = await readlink(place).catch(() => null);
    if (to !== null) return { state: 'symlink', to };
  }
  return { state: 'unreadable', failure: await failureOf(error, 'open', place) };
}

/**
 * Reads a user's file the way a harness opens it, links followed. Fails with `link-loop` or an I/O code
 * when the path itself cannot be resolved; a dangling link is `absent` with the place that it points to.
 */
export async function readUserFile(file: string, limit: number = userFileLimit): Promise<Result<UserFile>> {
  const resolved = await resolveUserPath(file);
  if (!resolved.ok) return resolved;
  const seen = await observe(resolved.value.target, limit);
  // The link was put there between resolving and opening; the next look sees a settled state.
  if (seen.state === 'symlink') return fail('changed', `${file} was changed by another program while it was read. Run it again.`, file);
  return ok({ path: file, target: resolved.value.target, links: resolved.value.links, seen });
}

/** Where a path's links end. The last component may be absent, and so may folders before it. */
export async function resolveUserPath(file: string): Promise<Result<{ readonly target: string; readonly links: readonly string[] }>> {
  const links: string[] = [];
  let place = path.resolve(file);
  for (let hops = 0; hops < 40; hops++) {
    try {
      place = path.join(await realFolder(path.dirname(place)), path.basename(place));
      const stat = await lstat(place);
      if (!stat.isSymbolicLink()) return ok({ target: place, links });
      links.push(place);
      place = path.resolve(path.dirname(place), await readlink(place));
    } catch (error) {
      if (isErrno(error, 'ENOENT')) return ok({ target: place, links });
      return { ok: false, failure: await failureOf(error, 'resolve', file) };
    }
  }
  return fail('link-loop', `${file} is a symbolic link that leads back to itself. Mend the link, then run it again.`, file);
}

/** The real path of the part that exists, and the rest as it is: folders that a plan has yet to make. */
async function realFolder(folder: string): Promise<string> {
  try {
    return await realpath(folder);
  } catch (error) {
    if (!isErrno(error, 'ENOENT') || folder === path.dirname(folder)) throw error;
    return path.join(await realFolder(path.dirname(folder)), path.basename(folder));
  }
}
