// What a checker allowed, for a short time: only an allow is kept, so that a denial or a question is always asked anew.
import { sha256Hex } from '../../core/sha256.ts';

const MAX_ALLOWED = 256;

export class AllowCache {
  readonly #ttlMs: number;
  readonly #until = new Map<string, number>();

  /** @param ttlMs 0: nothing is kept */
  constructor(ttlMs: number) {
    this.#ttlMs = ttlMs;
  }

  has(key: string, now: number): boolean {
    const until = this.#until.get(key);
    if (until === undefined || until <= now) {
      this.#until.delete(key);
      return false;
    }
    return true;
  }

  add(key: string, now: number): void {
    if (this.#ttlMs <= 0) return;
    this.#until.delete(key);
    this.#until.set(key, now + this.#ttlMs);
    if (this.#until.size > MAX_ALLOWED) this.#until.delete(this.#until.keys().next().value ?? '');
  }
}

/** Everything that a checker's answer may depend on, but the session and the ids. */
export function cacheKey(action: string, resources: readonly string[], projectDir: string): string {
  return sha256Hex(JSON.stringify([action, projectDir, ...resources]));
}
