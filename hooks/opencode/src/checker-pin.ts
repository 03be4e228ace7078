// Whether the checker's program still has the bytes that were pinned. Looked at anew whenever the file may have changed.
import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';

/** A program above it is not hashed: pinned, it degrades. */
const MAX_PROGRAM_BYTES = 256 * 1024 * 1024;

export class CheckerPin {
  readonly #program: string;
  readonly #sha256: string | null;
  #seen: { readonly facts: string; readonly matches: boolean } | null = null;

  constructor(program: string, sha256: string | null) {
    this.#program = program;
    this.#sha256 = sha256;
  }

  /** Never rejects; what cannot be read does not match. */
  async matches(): Promise<boolean> {
    if (this.#sha256 === null) return true;
    try {
      const { dev, ino, size, mtimeNs, ctimeNs } = await stat(this.#program, { bigint: true });
      const facts = [dev, ino, size, mtimeNs, ctimeNs].join(' ');
      if (this.#seen?.facts !== facts) {
        if (size > MAX_PROGRAM_BYTES) return false;
        this.#seen = { facts, matches: createHash('sha256').update(await readFile(this.#program)).digest('hex') === this.#sha256 };
      }
      return this.#seen.matches;
    } catch {
      return false;
    }
  }
}
