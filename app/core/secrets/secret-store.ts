// Where the API key rests between installs. One interface, so that everything but keychain.ts can be
// tested and used without a keychain.
import type { Result } from '../../../installers/engine/plan.ts';

export interface SecretStore {
  /** The key, or null when none is stored. */
  read(): Promise<Result<string | null>>;
  write(key: string): Promise<Result<null>>;
  /** @returns whether there was one */
  remove(): Promise<Result<boolean>>;
}

/** Longest key that is taken, in UTF-16 units: the private configuration file holds 64 KiB in all. */
export const maxKeyLength = 4096;

/**
 * What a person pasted or piped, as a key: surrounding white space goes, everything else must be printable.
 * The sentence never repeats the text.
 */
export function parseKey(text: string): Result<string> {
  const key = text.trim();
  if (key === '') return { ok: false, failure: { code: 'key-empty', sentence: 'The API key is empty.' } };
  if (key.length > maxKeyLength) return { ok: false, failure: { code: 'key-too-long', sentence: `The API key is longer than ${String(maxKeyLength)} characters. Is it the right file?` } };
  // A key with a line break or a space inside is two lines pasted, and would split the header.
  if (!/^[\x21-\x7e]+$/.test(key)) return { ok: false, failure: { code: 'key-not-printable', sentence: 'The API key holds a space, a line break or a character outside ASCII. Paste the key alone.' } };
  return { ok: true, value: key };
}
