// One settings file of the user's: read as its harness opens it (links followed), and the step that changes it.
import path from 'node:path';
import { hunksOf } from './hunks.ts';
import type { Dialect, JsoncDocument } from './jsonc-syntax.ts';
import { parseJsonc } from './jsonc-syntax.ts';
import { decodeText, encodeText } from './text-bytes.ts';
import { fail, ok } from '../engine/failure.ts';
import { supportAncestors } from '../engine/paths.ts';
import type { Owner, Result, Step } from '../engine/plan.ts';
import { observe, readUserFile, type Facts } from '../engine/read.ts';

export interface SettingsFile {
  readonly path: string;
  /** The real file at the end of the links. */
  readonly target: string;
  /** '' when there is no file. */
  readonly text: string;
  /** Null when there is no file. */
  readonly facts: (Facts & { readonly sha256: string }) | null;
}

/** Fails with what the file is instead, naming it; does not parse. */
export async function readSettings(file: string): Promise<Result<SettingsFile>> {
  const read = await readUserFile(file);
  if (!read.ok) return read;
  const { target, seen } = read.value;
  switch (seen.state) {
    case 'absent':
      return ok({ path: file, target, text: '', facts: null });
    case 'unreadable':
      return { ok: false, failure: seen.failure };
    case 'file': {
      const text = decodeText(seen.bytes);
      if (!text.ok) return fail(text.failure.code, `${file}: ${text.failure.sentence}`, file);
      const { bytes: _bytes, state: _state, ...facts } = seen;
      return ok({ path: file, target, text: text.value, facts });
    }
    default:
      return fail('not-a-file', `${file} is not a file.`, file);
  }
}

/** Fails with the line and column, and the file's name in front. */
export function parseSettings(file: SettingsFile, dialect: Dialect): Result<JsoncDocument> {
  const parsed = parseJsonc(file.text, dialect);
  if (!parsed.ok) return fail(parsed.failure.code, `${file.path} cannot be edited safely. ${parsed.failure.sentence}`, file.path);
  const { root } = parsed.value;
  if (root !== null && root.kind !== 'object') return fail('wrong-type', `${file.path} cannot be edited safely. The file is not an object.`, file.path);
  return ok(parsed.value);
}

/** Why this file may not be written, although it can be read: it is another tool's (a Nix store, a shared dotfile), or locked on purpose. */
export function lockedReason(file: SettingsFile, owner: Owner): string | null {
  if (file.facts === null) return null;
  if (file.facts.uid !== owner.uid) return `${file.target} belongs to user id ${String(file.facts.uid)}`;
  return (file.facts.mode & 0o200) === 0 ? `${file.target} is read-only` : null;
}

/** A settings file that we make may hold what the person adds later, keys included. */
const NEW_FILE_MODE = 0o600;

export function editStep(file: SettingsFile, after: string, why: string): Step {
  return {
    kind: 'edit',
    path: file.path,
    target: file.target,
    before: file.facts?.sha256 ?? null,
    content: { bytes: encodeText(after), secret: false },
    modeIfNew: NEW_FILE_MODE,
    hunks: hunksOf(file.text, after),
    why,
  };
}

/**
 * The folders that are missing on the way to a file, outermost first, without those of `home` that lead to the support
 * folder: the engine makes those before any step runs.
 */
export async function missingParents(target: string, home: string): Promise<string[]> {
  const engines = supportAncestors.map((relative) => path.join(home, relative));
  const missing: string[] = [];
  for (let folder = path.dirname(target); folder !== path.dirname(folder); folder = path.dirname(folder)) {
    if ((await observe(folder, 0)).state !== 'absent') break;
    if (!engines.includes(folder)) missing.unshift(folder);
  }
  return missing;
}
