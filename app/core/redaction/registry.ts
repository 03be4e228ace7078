// The one redactor (seed 004): what is a secret here, and a text without it. The whole text is gone through before
// anything cuts it, since a cut could leave half a key.
import { MAX_VALUE, MIN_VALUE, rangesOf, spellingsOf } from './known-values.ts';
import { shapesIn } from './shapes.ts';

/** Bounds of the registry. */
export const MAX_OWNERS = 512;
export const MAX_VALUES = 64;

export class RedactionRegistry {
  private readonly owners = new Map<string, readonly string[]>();
  /** Made when they are needed: of many owners only the last state counts. */
  private spellings: readonly string[] | null = null;

  /**
   * These are the values of this owner from now on. Shorter ones than 8 characters are not taken: hiding them would hide
   * words of every text.
   * @returns how many were taken
   */
  register(owner: string, values: readonly string[]): number {
    const taken = [...new Set(values)].filter((value) => value.length >= MIN_VALUE && value.length <= MAX_VALUE).slice(0, MAX_VALUES);
    if (taken.length === 0 || (!this.owners.has(owner) && this.owners.size >= MAX_OWNERS)) return 0;
    this.owners.set(owner, taken);
    this.spellings = null;
    return taken.length;
  }

  clear(owner: string): void {
    if (this.owners.delete(owner)) this.spellings = null;
  }

  /** The text with `<redacted:KIND>` for every registered value and everything that looks like a secret. Twice is as once. */
  redact(text: string): string {
    return this.blot(text, true);
  }

  /** Registered values only: for what a person reads on purpose, such as a table of examples. */
  redactKnown(text: string): string {
    return this.blot(text, false);
  }

  private blot(text: string, withShapes: boolean): string {
    this.spellings ??= [...new Set([...this.owners.values()].flat().flatMap(spellingsOf))].sort((a, b) => b.length - a.length);
    const known = rangesOf(text, this.spellings).map((range) => ({ ...range, kind: 'secret' }));
    const all = [...known, ...(withShapes ? shapesIn(text) : [])].sort((a, b) => a.from - b.from || b.to - a.to);
    if (all.length === 0) return text;
    const parts: string[] = [];
    let at = 0;
    for (let i = 0; i < all.length; ) {
      const first = all[i];
      if (!first) break;
      let { to, kind } = first;
      for (i++; i < all.length; i++) {
        const next = all[i];
        if (!next || next.from >= to) break;
        to = Math.max(to, next.to);
        if (next.kind === 'secret') kind = 'secret';
      }
      parts.push(text.slice(at, first.from), `<redacted:${kind}>`);
      at = to;
    }
    parts.push(text.slice(at));
    return parts.join('');
  }
}
