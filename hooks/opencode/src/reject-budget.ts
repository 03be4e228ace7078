// How often the letter hook may reject for one rule in one session: when that is used up it stops answering, so that the
// question goes to the person. Nothing is ever allowed by it.

/** Pairs of session and rule that are remembered. */
const MAX_PAIRS = 1_000;

export class RejectBudget {
  readonly #most: number;
  readonly #windowMs: number;
  readonly #spent = new Map<string, { count: number; until: number }>();

  /** @param most rejections within `windowMs` milliseconds; 0: none */
  constructor(most: number, windowMs: number) {
    this.#most = most;
    this.#windowMs = windowMs;
  }

  /** False: the question is the person's. A refusal of the budget starts its window anew. */
  take(sessionId: string, rule: string, now: number): boolean {
    if (this.#most <= 0) return false;
    const key = JSON.stringify([sessionId, rule]);
    const known = this.#spent.get(key);
    if (!known || known.until <= now) {
      if (!known && this.#spent.size >= MAX_PAIRS) this.#spent.delete(this.#spent.keys().next().value ?? '');
      this.#spent.set(key, { count: 1, until: now + this.#windowMs });
      return true;
    }
    known.count += 1;
    if (known.count <= this.#most) return true;
    known.until = now + this.#windowMs;
    return false;
  }
}
