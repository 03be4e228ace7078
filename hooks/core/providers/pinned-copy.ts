// The bytes that the person pinned, in a place of our own: a provider runs from a private copy, so that what was checked
// is what runs, whatever happens to the file that it came from.
import { chmodSync, closeSync, constants, fchmodSync, fstatSync, fsyncSync, openSync, readSync, renameSync, rmSync, writeSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import type { Provider } from '../../policy/providers.ts';
import { ensurePrivateFolder } from '../private-folder.ts';
import { supportFolder } from '../product.ts';
import { randomUuid } from '../unique.ts';

/** Bytes of one file; a runtime such as Node.js has about 120 MB. */
export const MAX_PINNED_BYTES = 268_435_456;

export const providersFolder = (home: string): string => `${supportFolder(home)}/Providers`;

export type CopyFailure = 'missing' | 'not-regular' | 'too-large' | 'wrong-pin' | 'no-copy';
export type Copied = { readonly ok: true; readonly path: string } | { readonly ok: false; readonly code: CopyFailure; readonly file: string };

/** The provider's command with every pinned file replaced by its private copy, which is made where it is not there. */
export function pinnedCommand(home: string, provider: Provider): { readonly ok: true; readonly command: readonly string[] } | Extract<Copied, { ok: false }> {
  const copies = new Map<string, string>();
  for (const [file, sha256] of Object.entries(provider.files)) {
    const copied = pinnedCopy(home, file, sha256);
    if (!copied.ok) return copied;
    copies.set(file, copied.path);
  }
  return { ok: true, command: provider.command.map((word) => copies.get(word) ?? word) };
}

/** What a `mayAllow` confirmation is given for: the command and the bytes of all its files. */
export function pinOf({ command, files }: Pick<Provider, 'command' | 'files'>): string {
  return createHash('sha256').update(JSON.stringify([command, Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1))])).digest('hex');
}

/**
 * `<support>/Providers/<sha256>/<name>`, 0500 in folders of 0700. A copy that is there is hashed through its descriptor
 * each time: a file that the agent's user owns can be changed by the agent.
 */
export function pinnedCopy(home: string, file: string, sha256: string): Copied {
  const fail = (code: CopyFailure): Copied => ({ ok: false, code, file });
  const folder = `${providersFolder(home)}/${sha256}`;
  const copy = `${folder}/${basename(file)}`;
  if (!ensurePrivateFolder(providersFolder(home)) || !ensurePrivateFolder(folder)) return fail('no-copy');
  const there = digestOf(copy, constants.O_NOFOLLOW);
  if (there.ok && there.sha256 === sha256 && there.sound) return { ok: true, path: copy };
  const temporary = `${folder}/.${String(process.pid)}.${randomUuid()}.tmp`;
  const source = digestOf(file, 0, temporary);
  if (!source.ok || source.sha256 !== sha256) {
    rmSync(temporary, { force: true });
    return fail(source.ok ? 'wrong-pin' : source.code);
  }
  try {
    renameSync(temporary, copy);
    chmodSync(copy, 0o500);
    return { ok: true, path: copy };
  } catch {
    rmSync(temporary, { force: true });
    return fail('no-copy');
  }
}

export type Digest = { readonly ok: true; readonly sha256: string; /** Ours alone, and not writable. */ readonly sound: boolean } | { readonly ok: false; readonly code: CopyFailure };

/** Of a regular file, in pieces. @param into gets the same bytes, mode 0500; it must not exist */
export function digestOf(file: string, flags = 0, into: string | null = null): Digest {
  let from: number;
  try {
    from = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK | flags);
  } catch {
    return { ok: false, code: 'missing' };
  }
  let to: number | null = null;
  try {
    const stat = fstatSync(from);
    if (!stat.isFile()) return { ok: false, code: 'not-regular' };
    if (stat.size > MAX_PINNED_BYTES) return { ok: false, code: 'too-large' };
    if (into !== null) to = openSync(into, 'wx', 0o500);
    const hash = createHash('sha256');
    const piece = Buffer.allocUnsafe(1_048_576);
    for (let total = 0; ; ) {
      const read = readSync(from, piece);
      if (read === 0) break;
      total += read;
      if (total > MAX_PINNED_BYTES) return { ok: false, code: 'too-large' };
      hash.update(piece.subarray(0, read));
      for (let written = 0; to !== null && written < read; ) written += writeSync(to, piece, written, read - written);
    }
    if (to !== null) {
      fchmodSync(to, 0o500);
      fsyncSync(to);
    }
    const sound = (stat.mode & 0o7777) === 0o500 && (process.getuid === undefined || stat.uid === process.getuid());
    return { ok: true, sha256: hash.digest('hex'), sound };
  } catch {
    return { ok: false, code: into === null ? 'missing' : 'no-copy' };
  } finally {
    closeSync(from);
    if (to !== null) closeSync(to);
  }
}
