// The files of a file-based hook (VS Code, Claude Code): a folder that is ours, a private configuration and a
// private Node path beside it. What goes when a version has fewer files, and what goes at an uninstall.
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Wanted } from './owned.ts';
import { ok } from './failure.ts';
import type { Result, Step } from './plan.ts';
import type { Receipt } from './receipt.ts';
import { observe } from './read.ts';

export interface HookPlaces {
  /** The harness's own folder (`~/.claude`), which we may have made. */
  readonly dotFolder: string;
  /** Our folder in it. */
  readonly root: string;
  /** All folders of ours, `root` first, outermost first; absolute. */
  readonly folders: readonly string[];
  readonly config: string;
  readonly nodePath: string;
}

export type HookFile = Extract<Wanted, { kind: 'file' }>;

export function hookFile(place: string, mode: number, bytes: Uint8Array, why: string, secret = false): HookFile {
  return { path: place, kind: 'file', mode, content: { bytes, secret }, why };
}

export const configFile = (places: Pick<HookPlaces, 'config'>, text: string, why: string): HookFile => hookFile(places.config, 0o600, new TextEncoder().encode(text), why, true);

/** Whether a path lies below a folder. */
export const liesIn = (place: string, folder: string): boolean => place.startsWith(folder + path.sep);

/** The text of a private file; null when there is none. A link or folder in its place is left to planOwned to refuse. */
export async function privateText(file: string): Promise<Result<string | null>> {
  const seen = await observe(file, 1024 * 1024);
  if (seen.state === 'unreadable') return { ok: false, failure: seen.failure };
  return ok(seen.state === 'file' ? new TextDecoder('utf-8', { ignoreBOM: true }).decode(seen.bytes) : null);
}

/** Files of an older version that this one does not have. */
export async function planStaleFiles(places: HookPlaces, files: readonly HookFile[], receipt: Receipt | null): Promise<Result<Step[]>> {
  const steps: Step[] = [];
  for (const owned of receipt?.owned ?? []) {
    if (owned.kind !== 'file' || !liesIn(owned.path, places.root) || files.some((file) => file.path === owned.path)) continue;
    const seen = await observe(owned.path);
    if (seen.state === 'unreadable') return { ok: false, failure: seen.failure };
    if (seen.state === 'file') steps.push({ kind: 'remove', path: owned.path, before: seen.sha256, secret: owned.secret, why: 'This version of the hook no longer has it.' });
  }
  return ok(steps);
}

/**
 * Steps that remove our files, then our folders from the inside out, then folders of the harness's that we made and
 * that nothing else came into. Without a receipt only what `isOurs` (given the bytes of `manifest`) recognises goes.
 * @param gone paths that earlier steps of the plan remove
 * @param notes gets a sentence for everything that is left because it is not ours
 */
export async function planHookRemoval(places: HookPlaces, receipt: Receipt | null, manifest: { readonly file: string; readonly isOurs: (bytes: Uint8Array) => boolean }, gone: readonly string[], notes: string[]): Promise<Result<Step[]>> {
  const files = await removedFiles(places, receipt, manifest, notes);
  if (!files.ok) return files;
  const removed = new Set([...gone, ...files.value.map((step) => step.path)]);
  return ok([...files.value, ...(await removedFolders(places, receipt, removed))]);
}

async function removedFiles(places: HookPlaces, receipt: Receipt | null, manifest: Parameters<typeof planHookRemoval>[2], notes: string[]): Promise<Result<Step[]>> {
  const found = new Set<string>();
  // A receipt is believed only where it speaks of our own places.
  for (const owned of receipt?.owned ?? []) if (owned.kind === 'file' && liesIn(owned.path, places.root)) found.add(owned.path);
  if (receipt === null && (await observe(places.root, 0)).state === 'folder') {
    const seen = await observe(manifest.file);
    if (seen.state === 'file' && manifest.isOurs(seen.bytes)) for (const place of await filesIn(places.folders)) found.add(place);
    else notes.push(`${places.root} holds nothing that is recognisably Silmaril's; it is left as it is.`);
  }
  found.add(places.config);
  found.add(places.nodePath);
  const steps: Step[] = [];
  for (const place of found) {
    const seen = await observe(place);
    if (seen.state === 'absent' || seen.state === 'folder') continue;
    if (seen.state === 'unreadable') return { ok: false, failure: seen.failure };
    if (seen.state === 'file') steps.push({ kind: 'remove', path: place, before: seen.sha256, secret: place === places.config, why: 'Belongs to Silmaril.' });
    else notes.push(`${place} is a link or special file that Silmaril did not make; it is left as it is.`);
  }
  return ok(steps);
}

async function filesIn(folders: readonly string[]): Promise<string[]> {
  const files: string[] = [];
  for (const folder of folders) {
    if ((await observe(folder, 0)).state !== 'folder') continue;
    for (const entry of await readdir(folder, { withFileTypes: true })) if (entry.isFile()) files.push(path.join(folder, entry.name));
  }
  return files;
}

async function removedFolders(places: HookPlaces, receipt: Receipt | null, removed: Set<string>): Promise<Step[]> {
  const made = (receipt?.owned ?? []).filter((entry) => entry.kind === 'folder').map((entry) => entry.path);
  const shared = made.filter((folder) => folder === places.dotFolder || liesIn(places.dotFolder, folder) || receipt?.edited.some((entry) => liesIn(entry.target, folder)));
  const nothingOfOurs = receipt === null && removed.size === 0;
  const steps: Step[] = [];
  const deepestFirst = [...new Set([...places.folders, ...shared])].sort((a, b) => b.split(path.sep).length - a.split(path.sep).length);
  for (const folder of deepestFirst) {
    if ((await observe(folder, 0)).state !== 'folder') continue;
    const rest = (await readdir(folder)).filter((name) => !removed.has(path.join(folder, name)));
    const ours = places.folders.includes(folder);
    if (rest.length > 0 && (!ours || nothingOfOurs)) continue;
    steps.push({ kind: 'rmdir', path: folder, why: ours ? 'Held the hook.' : 'Was made for the registration.' });
    if (rest.length === 0) removed.add(folder);
  }
  return steps;
}
