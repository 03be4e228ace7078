// One change after the other. The engine keeps two processes apart by its lock; within this process a
// plan that is made while another is applied would be refused as outdated, and the person told of a
// conflict with themselves.
export class Turns {
  private last: Promise<unknown> = Promise.resolve();

  /** Runs `work` when everything before it has ended, however that ended. */
  take<T>(work: () => Promise<T>): Promise<T> {
    const done = this.last.then(work);
    this.last = done.catch(() => undefined);
    return done;
  }

  /** Resolves when nothing runs or waits. */
  async idle(): Promise<void> {
    await this.last;
  }
}
