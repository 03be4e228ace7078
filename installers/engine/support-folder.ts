// The support folder appears and vanishes by one rename each, so that a crash never leaves a half-made
// one, nor a `Library` on Linux of which nobody knows that we made it.
import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, mkdir, open, readdir, rename, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod/mini';
import { removeIfThere, syncFolder, writeState } from './atomic-file.ts';
import { fail, failureOf, isErrno, ok, quoted } from './failure.ts';
import { supportAncestors, supportPaths, type SupportPaths } from './paths.ts';
import type { Owner, Result } from './plan.ts';
import { exists } from './process-identity.ts';
import { observe } from './read.ts';

const markerSchema = z.object({ schemaVersion: z.literal(1), made: z.array(z.enum(supportAncestors)) });

/** Makes what is missing of the support folder (all 0700) and checks the rest. Idempotent. */
export async function makeSupport(home: string, owner: Owner): Promise<Result<SupportPaths>> {
  const paths = supportPaths(home);
  for (let attempt = 0; attempt < 20; attempt++) {
    try {
      const made = await tryMake(home, paths, owner);
      if (made) return made;
    } catch (error) {
      if (!isErrno(error, 'ENOENT', 'ENOTEMPTY', 'EEXIST', 'ENOTDIR')) return { ok: false, failure: await failureOf(error, 'make', paths.root) };
    }
    // Another process of ours takes the empty folder away, or puts it up, at the same time: look again.
    await sleep(Math.random() * 10);
  }
  return fail('not-made', `${paths.root} could not be made: something removes it again and again. Run it again in a moment.`, paths.root);
}

/** null: a folder vanished in between. */
async function tryMake(home: string, paths: SupportPaths, owner: Owner): Promise<Result<SupportPaths> | null> {
  await build(home, paths, owner);
  for (const folder of [paths.root, paths.receipts, paths.journal, paths.locks]) {
    const checked = await privateFolder(folder, owner);
    if (!checked) return null;
    if (!checked.ok) return checked;
  }
  return ok(paths);
}

async function build(home: string, paths: SupportPaths, owner: Owner): Promise<void> {
  const chain = [...supportAncestors.map((name) => path.join(home, name)), paths.root];
  const missing: string[] = [];
  for (const folder of chain) if (missing.length > 0 || (await observe(folder, 0)).state === 'absent') missing.push(folder);
  const [top] = missing;
  if (top === undefined) return;
  const temp = path.join(path.dirname(top), `.${path.basename(top)}.silmaril-${String(process.pid)}-${randomBytes(4).toString('hex')}`);
  const place = (folder: string) => path.join(temp, path.relative(top, folder));
  try {
    for (const folder of [...missing, paths.receipts, paths.journal, paths.locks]) {
      await mkdir(place(folder), 0o700);
      await setFolder(place(folder), owner);
    }
    const made = supportAncestors.filter((name) => missing.includes(path.join(home, name)));
    const marker = place(paths.marker);
    const written = await writeState(marker, `${JSON.stringify({ schemaVersion: 1, made })}\n`, owner, `${marker}.tmp`);
    if (!written.ok) return;
    if ((await observe(top, 0)).state !== 'absent') return;
    await rename(temp, top);
    await syncFolder(path.dirname(top));
  } finally {
    await removePieces(temp);
  }
}

async function setFolder(folder: string, owner: Owner): Promise<void> {
  const handle = await open(folder, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  try {
    const stat = await handle.stat();
    if (stat.uid !== owner.uid || stat.gid !== owner.gid) await handle.chown(owner.uid, owner.gid);
    await handle.chmod(0o700);
  } finally {
    await handle.close();
  }
}

/** A real folder of the owner's that nobody else can look into; made if missing, a too open mode is closed. null: vanished meanwhile. */
async function privateFolder(folder: string, owner: Owner): Promise<Result<void> | null> {
  await mkdir(folder, 0o700).catch((error: unknown) => {
    if (!isErrno(error, 'EEXIST')) throw error;
  });
  const seen = await observe(folder, 0);
  if (seen.state === 'absent') return null;
  if (seen.state === 'unreadable') return { ok: false, failure: seen.failure };
  if (seen.state !== 'folder') return fail('not-a-folder', `${folder} is not a real folder (a link in its place is refused). Move it away and run it again.`, folder);
  if (seen.uid !== owner.uid && process.getuid?.() !== 0)
    return fail('foreign-owner', `${folder} belongs to user id ${String(seen.uid)}. If it should be yours, run: sudo chown -R ${String(owner.uid)} ${quoted(folder)}`, folder);
  if (seen.mode !== 0o700 || seen.uid !== owner.uid) await setFolder(folder, owner);
  return ok(undefined);
}

/**
 * Takes the support folder away when nothing but our own empty frame is left in it, together with the
 * ancestors that we made. The caller holds the home's lock, which goes with it. false: something is still there.
 */
export async function removeSupport(home: string): Promise<boolean> {
  const paths = supportPaths(home);
  if (!(await onlyFrame(paths.root))) return false;
  let top = paths.root;
  for (const name of [...(await madeAncestors(paths.marker))].reverse()) {
    const folder = path.join(home, name);
    const entries = await readdir(folder);
    if (path.dirname(top) !== folder || entries.some((entry) => path.join(folder, entry) !== top)) break;
    top = folder;
  }
  const temp = path.join(path.dirname(top), `.${path.basename(top)}.silmaril-${String(process.pid)}-${randomBytes(4).toString('hex')}`);
  await rename(top, temp);
  // A hook may have written evidence in the last moment: then all goes back to its place.
  if (!(await onlyFrame(path.join(temp, path.relative(top, paths.root)))) && (await observe(top, 0)).state === 'absent') {
    await rename(temp, top);
    return false;
  }
  await syncFolder(path.dirname(top));
  await removePieces(temp);
  return true;
}

/** Removes the key and the empty folders of the engine where the support folder itself has to stay. */
export async function removeState(home: string): Promise<void> {
  const { root } = supportPaths(home);
  for (const folder of ['Receipts', 'Journal']) {
    const at = path.join(root, folder);
    for (const name of await readdir(at).catch(() => [])) if (frame[folder]?.(name)) await removeIfThere(path.join(at, name));
    await rmdir(at).catch(() => undefined);
  }
}

async function madeAncestors(marker: string): Promise<readonly (typeof supportAncestors)[number][]> {
  const seen = await observe(marker, 4096);
  if (seen.state !== 'file') return [];
  try {
    const parsed = markerSchema.safeParse(JSON.parse(new TextDecoder().decode(seen.bytes)));
    return parsed.success ? supportAncestors.filter((name) => parsed.data.made.includes(name)) : [];
  } catch {
    return [];
  }
}

/** What the frame of an empty support folder may hold, by folder; everything else is somebody's data. */
const frame: Readonly<Record<string, (name: string) => boolean>> = {
  '': (name) => ['Locks', 'Journal', 'Receipts', '.made-by-silmaril', '.made-by-silmaril.tmp'].includes(name),
  Locks: (name) => /^(home\.lock\.\d+|\.pending-.*)$/.test(name),
  Journal: (name) => name.startsWith('.pending-'),
  Receipts: (name) => name === '.key' || name.startsWith('.pending-'),
};

/** Nothing of anybody's is in the support folder, and no receipt or journal. */
export async function onlyFrame(root: string): Promise<boolean> {
  for (const [folder, known] of Object.entries(frame)) {
    const entries = await readdir(path.join(root, folder)).catch((error: unknown) => {
      if (isErrno(error, 'ENOENT')) return [];
      throw error;
    });
    if (!entries.every(known)) return false;
  }
  return true;
}

/** Removes a set-aside frame piece by piece; what is not a known piece stays, and its folders with it. */
async function removePieces(temp: string): Promise<void> {
  if (!(await lstat(temp).catch(() => null))?.isDirectory()) return;
  const inner = /^\.(.+)\.silmaril-\d+-[0-9a-f]{8}$/.exec(path.basename(temp))?.[1];
  const steps = ['Library', 'Application Support', 'Silmaril'];
  const below = steps.slice(steps.indexOf(inner ?? '') + 1);
  const root = path.join(temp, ...below);
  for (const [folder, known] of Object.entries(frame).reverse()) {
    const at = path.join(root, folder);
    for (const name of await readdir(at).catch(() => [])) if (known(name) && (folder !== '' || name.startsWith('.'))) await removeIfThere(path.join(at, name)).catch(() => undefined);
    if (folder !== '') await rmdir(at).catch(() => undefined);
  }
  for (let depth = below.length; depth >= 0; depth--) await rmdir(path.join(temp, ...below.slice(0, depth))).catch(() => undefined);
}

const FRAME_MS = 60_000;

/** Removes frames that a killed process had set aside, either on the way in or on the way out. */
export async function sweepFrames(home: string): Promise<void> {
  for (const [folder, name] of [['', 'Library'], ['Library', 'Application Support'], ['Library/Application Support', 'Silmaril']] as const) {
    const at = path.join(home, folder);
    for (const entry of await readdir(at).catch(() => [])) {
      const pid = new RegExp(`^\\.${name}\\.silmaril-(\\d+)-[0-9a-f]{8}$`).exec(entry)?.[1];
      if (pid === undefined) continue;
      const frameAt = path.join(at, entry);
      // A process that lives may be about to use it. It does so within milliseconds: after a minute the number is
      // another program's, which would otherwise keep the litter for as long as it runs.
      const age = Date.now() - ((await lstat(frameAt).catch(() => null))?.mtimeMs ?? Infinity);
      if (!exists(Number(pid)) || age > FRAME_MS) await removePieces(frameAt);
    }
  }
}
