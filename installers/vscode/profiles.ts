// The profiles of one user-data folder, as VS Code itself lists them: the default one, and those in
// `User/globalStorage/storage.json` under `userDataProfiles`. Read only: the running editor rewrites that file.
import path from 'node:path';
import type { Failure } from '../engine/plan.ts';
import { decodeText } from '../edit/text-bytes.ts';
import { readUserFile } from '../engine/read.ts';

export interface Profile {
  /** `default`, or the folder below `User/profiles` (`4f2a`, `builtin/agents`). */
  readonly id: string;
  readonly name: string;
  /** Its own settings.json (which does not count when it inherits). */
  readonly settings: string;
  readonly inherits: boolean;
  /** Made by VS Code itself, e.g. the Agents window. */
  readonly system: boolean;
}

export interface ProfileList {
  /** The default profile is always the first. */
  readonly profiles: readonly Profile[];
  /** Profiles that are listed but cannot be used, one sentence each. */
  readonly ignored: readonly string[];
  /** Why the list may be incomplete. */
  readonly problem: Failure | null;
}

/** The list of a large installation is some 100 KB. */
const STORAGE_LIMIT = 16 * 1024 * 1024;

export async function profilesOf(dataFolder: string): Promise<ProfileList> {
  const user = path.join(dataFolder, 'User');
  const standard: Profile = { id: 'default', name: 'Default', settings: path.join(user, 'settings.json'), inherits: false, system: false };
  const storage = path.join(user, 'globalStorage', 'storage.json');
  const read = await storedProfiles(storage);
  if (!read.ok) return { profiles: [standard], ignored: [], problem: read.failure };
  const profiles = [standard];
  const ignored: string[] = [];
  for (const entry of read.value) {
    const profile = profileFrom(entry, user);
    if (typeof profile === 'string') ignored.push(profile);
    else if (profile && !profiles.some((other) => other.id === profile.id)) profiles.push(profile);
  }
  return { profiles, ignored, problem: null };
}

async function storedProfiles(storage: string): Promise<{ ok: true; value: readonly unknown[] } | { ok: false; failure: Failure }> {
  const unreadable = (reason: string): { ok: false; failure: Failure } => ({
    ok: false,
    failure: { code: 'profile-list-unreadable', sentence: `The list of profiles in ${storage} could not be read (${reason}), so only the default profile is known.`, path: storage },
  });
  const file = await readUserFile(storage, STORAGE_LIMIT);
  if (!file.ok) return unreadable(file.failure.sentence);
  const { seen } = file.value;
  if (seen.state === 'absent') return { ok: true, value: [] };
  if (seen.state !== 'file') return unreadable(seen.state === 'unreadable' ? seen.failure.sentence : 'it is not a file');
  const text = decodeText(seen.bytes);
  if (!text.ok) return unreadable('it is not UTF-8');
  let parsed: unknown;
  try {
    parsed = JSON.parse(text.value.replace(/^\uFEFF/, ''));
  } catch {
    return unreadable('it is not valid JSON');
  }
  if (!isRecord(parsed)) return unreadable('it is not an object');
  const list = parsed['userDataProfiles'];
  // The key is absent when only the default profile exists.
  if (list === undefined) return { ok: true, value: [] };
  return Array.isArray(list) ? { ok: true, value: list } : unreadable('userDataProfiles is not a list');
}

/** A profile; a sentence when it is there but not usable; null for what VS Code skips, too. */
function profileFrom(entry: unknown, user: string): Profile | string | null {
  if (!isRecord(entry)) return null;
  const { name, location } = entry;
  if (typeof name !== 'string' || location === undefined || location === null) return null;
  // Temporary profiles live in memory only; a stored one with this mark is gone when its window closes.
  if (entry['isTransient'] === true) return `The profile "${name}" is temporary and gets no entry.`;
  const home = path.join(user, 'profiles');
  const folder = folderOf(location, home);
  if (folder === null || !folder.startsWith(home + path.sep)) return `The profile "${name}" is stored outside ${home} and gets no entry.`;
  const flags = isRecord(entry['useDefaultFlags']) ? entry['useDefaultFlags'] : {};
  const id = path.relative(home, folder).split(path.sep).join('/');
  return { id, name, settings: path.join(folder, 'settings.json'), inherits: flags['settings'] === true, system: entry['isSystem'] === true || id.startsWith('builtin/') };
}

/** `location` is relative to `User/profiles`; older builds stored a URI, as an object or as its text. */
function folderOf(location: unknown, home: string): string | null {
  if (typeof location === 'string') {
    if (location.trim() === '' || location.includes('\0')) return null;
    if (location.startsWith('file://')) return fromUriPath(location.slice('file://'.length));
    return path.resolve(home, location);
  }
  if (!isRecord(location)) return null;
  if (location['scheme'] !== undefined && location['scheme'] !== 'file') return null;
  const { path: uriPath, fsPath } = location;
  const text = typeof uriPath === 'string' ? uriPath : fsPath;
  return typeof text === 'string' && path.isAbsolute(text) && !text.includes('\0') ? path.resolve(text) : null;
}

function fromUriPath(encoded: string): string | null {
  try {
    const decoded = decodeURIComponent(encoded);
    return path.isAbsolute(decoded) && !decoded.includes('\0') ? path.resolve(decoded) : null;
  } catch {
    return null;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
