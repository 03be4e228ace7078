// Writing, so that a crash at any instruction leaves the old bytes or the new ones, never a mixture,
// and so that another writer's bytes are never lost without a word.
//
// A new file is written beside its place under a temporary name (O_EXCL, O_NOFOLLOW, 0600), gets its
// owner and then its mode by descriptor, is fsynced, and only then gets its name: by link(2) where
// nothing may be there yet (it refuses to overwrite, unlike rename), by rename(2) where it replaces.
// POSIX has no compare-and-rename: the old file's descriptor is kept open across the rename and read
// again afterwards, so that what a writer did to it in between is seen and put back.
//
// An edited file keeps its mode, owner and group; extended attributes and ACLs do not survive the rename
// (Node.js has no call that could copy them), and a file with several hard links is refused (prepare.ts).
//
// Privilege: the process runs as the owner of the home (run-as-user.ts), so a parent folder that is
// swapped in between gains an attacker nothing that they do not have already.
import { constants } from 'node:fs';
import { link, lstat, mkdir, open, rename, rmdir, unlink, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { fail, failureOf, isErrno, ok } from './failure.ts';
import type { Owner, Result } from './plan.ts';
import { observe, observeOpened, ownFileLimit, sha256, type Observed } from './read.ts';

/** What a written file must be; `temp` is a name in the same folder that nobody else uses. */
export interface Writing {
  readonly bytes: Uint8Array;
  readonly mode: number;
  readonly owner: Owner;
  readonly temp: string;
  /** Called when the bytes lie under the temporary name: where a test kills the process. */
  readonly staged?: (() => void | Promise<void>) | undefined;
  /** Called between the comparison and the rename: where a test lets another program write. */
  readonly compared?: (() => void | Promise<void>) | undefined;
}

const changed = (place: string): Result<never> =>
  fail('changed', `${place} was changed by another program in the meantime, so nothing was overwritten. Run it again to see a new plan.`, place);

/** Makes a file that must not exist; anything in its place, a link included, is refused with `changed`. */
export async function createFile(place: string, writing: Writing): Promise<Result<void>> {
  return guarded('write', place, writing.temp, async () => {
    await stage(writing);
    try {
      await link(writing.temp, place);
    } catch (error) {
      if (isErrno(error, 'EEXIST')) return changed(place);
      // File systems without hard links: the check and the rename are two steps there.
      if (!isErrno(error, 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK')) throw error;
      if ((await observe(place, 0)).state !== 'absent') return changed(place);
      await rename(writing.temp, place);
    }
    await syncFolder(path.dirname(place));
    return ok(undefined);
  });
}

/** Replaces a regular file whose bytes hash to `expected` right before and, as far as its descriptor tells, right after. */
export async function replaceFile(place: string, expected: string, writing: Writing): Promise<Result<void>> {
  return guarded('write', place, writing.temp, async () => {
    await stage(writing);
    return holding(place, expected, writing.temp, async () => {
      await writing.compared?.();
      await rename(writing.temp, place);
      await syncFolder(path.dirname(place));
    });
  });
}

/** Removes a regular file whose bytes hash to `expected`. `temp`: where bytes go that must not be lost. */
export async function removeFile(place: string, expected: string, temp: string, compared?: Writing['compared']): Promise<Result<void>> {
  return guarded('remove', place, null, () =>
    holding(place, expected, temp, async () => {
      await compared?.();
      await unlink(place);
      await syncFolder(path.dirname(place));
    }),
  );
}

/** Changes the permission bits of a regular file or folder through its descriptor; a link is refused. */
export async function changeMode(place: string, mode: number): Promise<Result<void>> {
  return guarded('change the permissions of', place, null, async () => {
    const handle = await openForMode(place);
    try {
      await handle.chmod(mode);
      await handle.sync();
    } finally {
      await handle.close();
    }
    return ok(undefined);
  });
}

async function openForMode(place: string): Promise<FileHandle> {
  const flags = constants.O_NOFOLLOW | constants.O_NONBLOCK;
  try {
    return await open(place, constants.O_RDONLY | flags);
  } catch (error) {
    // A file that its owner may write but not read can still be opened for writing.
    if (!isErrno(error, 'EACCES')) throw error;
    return open(place, constants.O_WRONLY | flags);
  }
}

/** Makes a folder with exactly this mode whatever the umask says. Fails with `changed` when something is there. */
export async function makeFolder(place: string, mode: number, owner: Owner): Promise<Result<void>> {
  return guarded('make the folder', place, null, async () => {
    try {
      await mkdir(place, 0o700);
    } catch (error) {
      if (isErrno(error, 'EEXIST')) return changed(place);
      throw error;
    }
    const handle = await open(place, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
    try {
      await own(handle, owner);
      await handle.chmod(mode);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await syncFolder(path.dirname(place));
    return ok(undefined);
  });
}

/** Removes an empty folder; one with something in it is `kept`. */
export async function removeFolder(place: string): Promise<Result<'done' | 'kept'>> {
  return guarded('remove the folder', place, null, async () => {
    try {
      await rmdir(place);
    } catch (error) {
      if (isErrno(error, 'ENOTEMPTY', 'EEXIST')) return ok('kept' as const);
      throw error;
    }
    await syncFolder(path.dirname(place));
    return ok('done' as const);
  });
}

/** Makes the entries of a folder durable: without it a rename may be undone by a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  let handle: FileHandle;
  try {
    handle = await open(folder, constants.O_RDONLY | constants.O_DIRECTORY);
  } catch (error) {
    // A folder that we may write but not read cannot be synced; its file system still orders the rename.
    if (isErrno(error, 'EACCES')) return;
    throw error;
  }
  try {
    await handle.sync();
  } catch (error) {
    if (!isErrno(error, 'EINVAL', 'ENOTSUP')) throw error;
  } finally {
    await handle.close();
  }
}

export async function removeIfThere(place: string): Promise<void> {
  await unlink(place).catch((error: unknown) => {
    if (!isErrno(error, 'ENOENT', 'ENOTDIR')) throw error;
  });
}

/** The bytes under the temporary name, complete, owned, with their mode, on the disk. */
async function stage(writing: Writing): Promise<void> {
  // Left by a crash of this very step: the name holds the journal's random id, so it is ours.
  await removeIfThere(writing.temp);
  const handle = await open(writing.temp, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW, 0o600);
  try {
    await handle.writeFile(writing.bytes);
    // The owner first: chown clears bits of the mode.
    await own(handle, writing.owner);
    await handle.chmod(writing.mode);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await writing.staged?.();
}

async function own(handle: FileHandle, owner: Owner): Promise<void> {
  const stat = await handle.stat();
  if (stat.uid !== owner.uid || stat.gid !== owner.gid) await handle.chown(owner.uid, owner.gid);
}

async function holding(place: string, expected: string, temp: string, act: () => Promise<void>): Promise<Result<void>> {
  let held: FileHandle;
  try {
    held = await open(place, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR', 'ELOOP', 'EMLINK', 'ENXIO')) return changed(place);
    throw error;
  }
  try {
    const seen = await observeOpened(held, place, ownFileLimit);
    if (seen.state !== 'file' || seen.sha256 !== expected) return changed(place);
    // The name may have moved to another file since it was opened.
    const named = await lstat(place).catch(() => null);
    if (named?.ino !== seen.ino || named.dev !== seen.dev) return changed(place);
    await act();
    const after = await observeOpened(held, place, ownFileLimit);
    return after.state !== 'file' || after.sha256 === expected ? ok(undefined) : await putBack(place, after, temp);
  } finally {
    await held.close();
  }
}

/** Another program wrote into the old file while it was being replaced: its bytes win. */
async function putBack(place: string, theirs: Extract<Observed, { state: 'file' }>, temp: string): Promise<Result<never>> {
  const writing: Writing = { bytes: theirs.bytes, mode: theirs.mode, owner: theirs, temp };
  await stage(writing);
  await rename(temp, place);
  await syncFolder(path.dirname(place));
  return changed(place);
}

/** Runs a change: an operating-system error becomes a failure, and the temporary file goes whatever happens. */
async function guarded<T>(doing: string, place: string, temp: string | null, change: () => Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await change();
  } catch (error) {
    return { ok: false, failure: await failureOf(error, doing, place) };
  } finally {
    if (temp !== null) await removeIfThere(temp).catch(() => undefined);
  }
}

/** Writes one of the engine's own state files (receipt, key, marker): whatever regular file is there is replaced. */
export async function writeState(place: string, text: string, owner: Owner, temp: string): Promise<Result<void>> {
  return guarded('write', place, temp, async () => {
    await stage({ bytes: Buffer.from(text), mode: 0o600, owner, temp });
    await rename(temp, place);
    await syncFolder(path.dirname(place));
    const seen = await observe(place);
    if (seen.state === 'file' && seen.sha256 === sha256(Buffer.from(text))) return ok(undefined);
    return fail('not-written', `${place} could not be read back as it was written.`, place);
  });
}
