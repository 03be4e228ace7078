// Expected failures as values. What is not an operating-system error is a bug and is thrown on.
import { lstat } from 'node:fs/promises';
import path from 'node:path';
import type { Failure, Result } from './plan.ts';

export function ok<T>(value: T): Result<T> {
  return { ok: true, value };
}

export function fail(code: string, sentence: string, at?: string): { readonly ok: false; readonly failure: Failure } {
  return { ok: false, failure: at === undefined ? { code, sentence } : { code, sentence, path: at } };
}

/** The errno name (`ENOENT`) of an operating-system error, else null. */
export function errno(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || !('syscall' in error)) return null;
  return typeof error.code === 'string' ? error.code : null;
}

export function isErrno(error: unknown, ...names: readonly string[]): boolean {
  const name = errno(error);
  return name !== null && names.includes(name);
}

const sentences: Readonly<Record<string, (doing: string, at: string) => string>> = {
  ENOSPC: (doing, at) => `The disk is full: could not ${doing} ${at}. Free some space and run it again.`,
  EDQUOT: (doing, at) => `The disk quota is used up: could not ${doing} ${at}. Free some space and run it again.`,
  EROFS: (doing, at) => `The disk is read-only: could not ${doing} ${at}.`,
  ENAMETOOLONG: (doing, at) => `The path is too long: could not ${doing} ${at}.`,
  ELOOP: (_doing, at) => `${at} is a symbolic link where a real file or folder must be, or the links form a loop.`,
};

/**
 * Turns an operating-system error into a failure; anything else is thrown on.
 * A permission problem names the owner and the `chown` that mends it: an earlier `sudo` that left
 * root's files in a home is the usual cause, and "permission denied" alone leaves people stuck.
 */
export async function failureOf(error: unknown, doing: string, at: string): Promise<Failure> {
  const name = errno(error);
  if (name === null) throw error;
  if (name === 'EACCES' || name === 'EPERM') return denied(doing, at);
  const sentence = sentences[name];
  return { code: `io-${name.toLowerCase()}`, sentence: sentence ? sentence(doing, at) : `Could not ${doing} ${at} (${name}).`, path: at };
}

async function denied(doing: string, at: string): Promise<Failure> {
  const uid = process.getuid?.() ?? -1;
  for (let place = at; ; place = path.dirname(place)) {
    const facts = await lstat(place).catch(() => null);
    if (facts && facts.uid !== uid && uid > 0) {
      return {
        code: 'foreign-owner',
        sentence: `Could not ${doing} ${at}: ${place} belongs to user id ${String(facts.uid)}. If it should be yours, run: sudo chown ${String(uid)} ${quoted(place)}`,
        path: place,
      };
    }
    if (facts && uid > 0 && !(process.getgroups?.() ?? [facts.gid]).includes(facts.gid))
      return { code: 'foreign-group', sentence: `Could not ${doing} ${at}: ${place} belongs to group ${String(facts.gid)}, which you are not in, so a new version could not keep it. Run: sudo chgrp ${String(process.getgid?.() ?? '')} ${quoted(place)}`, path: place };
    if (facts || place === path.dirname(place)) break;
  }
  return { code: 'not-permitted', sentence: `Not permitted to ${doing} ${at}: check the permissions of it and of its folder.`, path: at };
}

/** A path as one word for a shell. */
export function quoted(place: string): string {
  return `'${place.replaceAll("'", "'\\''")}'`;
}
