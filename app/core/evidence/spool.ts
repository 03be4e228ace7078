// The evidence spool as hooks fill it: one file an event. Read only; every file is judged through
// its opened descriptor, so that a link or a swap in the folder cannot make us read something else.
import { closeSync, constants, fstatSync, lstatSync, openSync, watch, type FSWatcher } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { evidenceEvent, maxEvidenceBytes, type EvidenceEvent, type EvidenceHost, type PolicyDecision } from '../../contract/evidence.ts';
import { readBounded } from '../../../hooks/core/private-file.ts';
import type { Result } from '../../../installers/engine/plan.ts';
import { eventName, evidencePlaces } from './places.ts';

export interface EventFilter {
  readonly hosts?: readonly EvidenceHost[];
  readonly decisions?: readonly PolicyDecision[];
  /** Events that occurred at or after this time, milliseconds since the epoch. */
  readonly since?: number;
  /** Events that occurred before this time, likewise. */
  readonly until?: number;
  readonly requestFingerprint?: string;
}

export interface UnreadableFile {
  readonly file: string;
  /** `not-regular` | `foreign-owner` | `not-private` | `too-large` | `not-json` | `not-evidence` | `unreadable` */
  readonly code: string;
}

export interface SpoolReading {
  /** The newest `limit` that match, oldest first. */
  readonly events: readonly EvidenceEvent[];
  /** How many matched, the ones that `limit` left out included. */
  readonly matched: number;
  readonly unreadable: readonly UnreadableFile[];
}

/** Faulty files that are listed one by one; a spool full of them must not fill the memory. */
const maxUnreadable = 1000;
/** Events that one listing of a followed spool gives at most; the newest of them. */
const maxArrivals = 10_000;

/** @returns the spool's path; the folder need not exist */
export function spoolFolder(home: string): string {
  return evidencePlaces(home).incoming;
}

/**
 * Reads one evidence file. A file that vanished meanwhile is `gone`, which is no fault. Synchronous: for
 * files of 1 KB the four calls are several times faster than the same through the thread pool.
 */
export function readEvidenceFile(file: string, uid: number): { event: EvidenceEvent; bytes: number } | { fault: string } | 'gone' {
  let descriptor: number;
  try {
    // O_NONBLOCK: a named pipe in the folder must not hold the reader.
    descriptor = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT') return 'gone';
    return { fault: code === 'ELOOP' || code === 'EMLINK' || code === 'ENXIO' ? 'not-regular' : 'unreadable' };
  }
  try {
    const stat = fstatSync(descriptor);
    if (!stat.isFile()) return { fault: 'not-regular' };
    if (stat.uid !== uid) return { fault: 'foreign-owner' };
    if ((stat.mode & 0o077) !== 0) return { fault: 'not-private' };
    if (stat.size > maxEvidenceBytes) return { fault: 'too-large' };
    const bytes = readBounded(descriptor, maxEvidenceBytes, stat.size);
    if (bytes === null) return { fault: 'too-large' };
    let value: unknown;
    try {
      value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    } catch {
      return { fault: 'not-json' };
    }
    const parsed = evidenceEvent.safeParse(value);
    return parsed.success ? { event: parsed.data, bytes: bytes.length } : { fault: 'not-evidence' };
  } catch {
    return { fault: 'unreadable' };
  } finally {
    closeSync(descriptor);
  }
}

/** Files between two turns of the event loop: some 10 ms. */
const batch = 200;

/** Gives each of these files of the spool to `onEvent`, or to `onFault`; others may run in between. */
async function readEach(folder: string, uid: number, names: readonly string[], onEvent: (event: EvidenceEvent) => void, onFault: (file: UnreadableFile) => void): Promise<void> {
  for (const [index, name] of names.entries()) {
    if (index % batch === batch - 1) await new Promise((resolve) => setImmediate(resolve));
    const read = readEvidenceFile(path.join(folder, name), uid);
    if (read === 'gone') continue;
    if ('fault' in read) onFault({ file: name, code: read.fault });
    else onEvent(read.event);
  }
}

/** Asks a spool that is really the user's own folder; one that does not exist gives `empty`. */
export async function askSpool<T>(folder: string, uid: number, empty: T, ask: () => Promise<T>): Promise<Result<T>> {
  try {
    const stat = await fs.lstat(folder);
    if (!stat.isDirectory())
      return { ok: false, failure: { code: 'spool-not-a-folder', sentence: `${folder} is not a folder, so no evidence can be read or written there. Move it away and open a new session.`, path: folder } };
    if (stat.uid !== uid)
      return { ok: false, failure: { code: 'spool-foreign-owner', sentence: `${folder} belongs to another user. Give it back with: sudo chown -R ${String(uid)} "${folder}"`, path: folder } };
    return { ok: true, value: await ask() };
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT' || code === 'ENOTDIR') return { ok: true, value: empty };
    return { ok: false, failure: { code: 'spool-unreadable', sentence: `${folder} cannot be read (${code ?? 'unknown error'}).`, path: folder } };
  }
}

/** The names of the evidence files; a spool that does not exist is empty. */
export async function eventFiles(folder: string, uid: number): Promise<Result<string[]>> {
  return askSpool(folder, uid, [], async () => (await fs.readdir(folder)).filter((name) => eventName.test(name)));
}

export function matches(event: EvidenceEvent, filter: EventFilter): boolean {
  if (filter.hosts && !filter.hosts.includes(event.host)) return false;
  if (filter.decisions && !filter.decisions.includes(event.policyDecision)) return false;
  if (filter.since !== undefined && Date.parse(event.occurredAt) < filter.since) return false;
  if (filter.until !== undefined && Date.parse(event.occurredAt) >= filter.until) return false;
  return filter.requestFingerprint === undefined || event.requestFingerprint === filter.requestFingerprint;
}

const older = (a: EvidenceEvent, b: EvidenceEvent) =>
  Date.parse(a.occurredAt) - Date.parse(b.occurredAt) || (a.id < b.id ? -1 : 1);

/** Reads these files of the spool, as `readSpool` reads all. */
export async function readNamed(folder: string, uid: number, names: readonly string[], filter: EventFilter, limit: number): Promise<SpoolReading> {
  let kept: EvidenceEvent[] = [];
  let matched = 0;
  const unreadable: UnreadableFile[] = [];
  await readEach(
    folder,
    uid,
    names,
    (event) => {
      if (!matches(event, filter)) return;
      matched += 1;
      kept.push(event);
      if (kept.length >= 2 * limit) kept = kept.sort(older).slice(-limit);
    },
    (file) => {
      if (unreadable.length < maxUnreadable) unreadable.push(file);
    },
  );
  return { events: kept.sort(older).slice(-limit), matched, unreadable };
}

/**
 * Reads the spool. Memory is bounded by `limit` (2 x limit events at most), whatever the folder holds.
 * @param uid who must own the folder and each file
 * @param limit events to return, >= 1
 */
export async function readSpool(folder: string, uid: number, filter: EventFilter, limit: number): Promise<Result<SpoolReading>> {
  const files = await eventFiles(folder, uid);
  return files.ok ? { ok: true, value: await readNamed(folder, uid, files.value, filter, limit) } : files;
}

/** Files that are read for the newest event of each host. A fuller spool is being taken in, and the store soon knows the rest. */
const maxNewest = 500;

/** The files that were changed last, at most `limit`. */
async function newestFiles(folder: string, names: readonly string[], limit: number): Promise<readonly string[]> {
  if (names.length <= limit) return names;
  const changed: { readonly name: string; readonly at: number }[] = [];
  for (const [index, name] of names.entries()) {
    if (index % (10 * batch) === 10 * batch - 1) await new Promise((resolve) => setImmediate(resolve));
    const seen = lstatSync(path.join(folder, name), { throwIfNoEntry: false });
    if (seen) changed.push({ name, at: seen.mtimeMs });
  }
  return changed.sort((a, b) => b.at - a.at).slice(0, limit).map(({ name }) => name);
}

/** The newest judged event of each host among the newest files of the spool. Records of what could not be judged prove nothing. */
export async function newestOfEachHost(folder: string, uid: number): Promise<Result<ReadonlyMap<EvidenceHost, EvidenceEvent>>> {
  const files = await eventFiles(folder, uid);
  if (!files.ok) return files;
  const newest = new Map<EvidenceHost, EvidenceEvent>();
  await readEach(
    folder,
    uid,
    await newestFiles(folder, files.value, maxNewest),
    (event) => {
      if (event.policyDecision === 'unavailable') return;
      const known = newest.get(event.host);
      if (!known || older(known, event) < 0) newest.set(event.host, event);
    },
    () => undefined,
  );
  return { ok: true, value: newest };
}

export interface Follower {
  /** Ends the following. */
  readonly signal: AbortSignal;
  /** How many of the newest events are given first, >= 1; none is lost between these and the new ones. */
  readonly recent: number;
  readonly onEvent: (event: EvidenceEvent) => void;
}

/**
 * Gives the newest events and then each one that arrives, until the signal aborts. The folder is
 * watched and, since watches get lost (a full inotify table, a folder made later, a network home),
 * also listed once a second.
 */
export async function followSpool(folder: string, uid: number, filter: EventFilter, follower: Follower): Promise<Result<null>> {
  const { signal } = follower;
  let seen = new Set<string>();
  let limit = follower.recent;
  let watcher: FSWatcher | null = null;
  let wake: () => void = () => undefined;
  let dirty = false;
  const stir = () => {
    dirty = true;
    wake();
  };
  signal.addEventListener('abort', stir);
  try {
    while (!signal.aborted) {
      dirty = false;
      watcher ??= watchFolder(folder, stir, () => { watcher = null; });
      const files = await eventFiles(folder, uid);
      if (!files.ok) return files;
      const arrived = await readNamed(folder, uid, files.value.filter((name) => !seen.has(name)), filter, limit);
      limit = maxArrivals;
      // Names that left the folder are forgotten: the set stays as large as the folder.
      seen = new Set(files.value);
      for (const event of arrived.events) follower.onEvent(event);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, 1000);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
        // What changed while we were reading must not wait for the next second.
        if (dirty) wake();
      });
    }
    return { ok: true, value: null };
  } finally {
    signal.removeEventListener('abort', stir);
    (watcher as FSWatcher | null)?.close();
  }
}

/** Watches a folder for changes; null where it cannot be watched. `onLost`: the watch ended by itself. */
export function watchFolder(folder: string, onChange: (name: string | null) => void, onLost: () => void): FSWatcher | null {
  try {
    const watcher = watch(folder, { persistent: false }, (_kind, name) => { onChange(name); });
    watcher.on('error', () => {
      watcher.close();
      onLost();
    });
    return watcher;
  } catch {
    return null;
  }
}
