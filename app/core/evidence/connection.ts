// The database as the store uses it: opened when it is first needed, made only when there is something to
// store (a look at an empty home writes nothing), opened anew when an uninstall has deleted it under us, and
// replaced when it turns out to be damaged.
import { existsSync } from 'node:fs';
import type { Failure, Result } from '../../../installers/engine/plan.ts';
import { DamagedDatabase, openDatabase, setAsideFailure, setDatabaseAside, type Database } from './database.ts';
import { damagedDatabases, type EvidencePlaces } from './places.ts';

export class Connection {
  private opened: Promise<Result<Database>> | null = null;
  private current: Database | null = null;

  /** @param onOpen called with each database that was opened, before anything else is asked of it */
  constructor(
    private readonly places: EvidencePlaces,
    private readonly uid: number,
    private readonly onOpen: (database: Database) => Promise<void> = () => Promise.resolve(),
  ) {}

  /** Asks the database; where there is none, `empty` is the answer. */
  async read<T>(empty: T, use: (database: Database) => Promise<T>): Promise<Result<T>> {
    this.forgetDeleted();
    if (!this.current && !existsSync(this.places.database)) return { ok: true, value: empty };
    return this.with(use);
  }

  /** Makes the database when there is none. Its folder must exist. */
  async with<T>(use: (database: Database) => Promise<T>): Promise<Result<T>> {
    for (let attempt = 0; ; attempt++) {
      const database = await this.open();
      if (!database.ok) return database;
      try {
        return { ok: true, value: await use(database.value) };
      } catch (error) {
        if (!(error instanceof DamagedDatabase)) return this.failed(error);
        if (attempt > 0) return this.failed(error);
        // Another question may have found the same damage and replaced the database already.
        if (this.current === database.value) {
          this.close();
          await setDatabaseAside(this.places, database.value.identity);
        }
      }
    }
  }

  /** About databases that were damaged and set aside, the newest; null: there is none. */
  async damage(): Promise<Failure | null> {
    const newest = (await damagedDatabases(this.places)).at(-1);
    return newest === undefined ? null : setAsideFailure(`${this.places.root}/${newest}`);
  }

  close(): void {
    this.current?.close();
    this.current = null;
    this.opened = null;
  }

  private forgetDeleted(): void {
    if (this.current && !this.current.inPlace()) this.close();
  }

  private open(): Promise<Result<Database>> {
    this.forgetDeleted();
    this.opened ??= this.openNow().then((result) => {
      // A failure is no state: the next question tries again.
      if (!result.ok) this.opened = null;
      return result;
    });
    return this.opened;
  }

  private async openNow(): Promise<Result<Database>> {
    const opened = await openDatabase(this.places, this.uid);
    if (!opened.ok) return opened;
    this.current = opened.value.database;
    await this.onOpen(this.current);
    return { ok: true, value: this.current };
  }

  private failed(error: unknown): Result<never> {
    const why = error instanceof Error ? (error.message.split('\n')[0] ?? '') : 'unknown error';
    return { ok: false, failure: { code: 'evidence-failed', sentence: `The evidence database ${this.places.database} could not be read or written (${why.slice(0, 200)}). Nothing is lost: what was not stored waits in the spool.`, path: this.places.database } };
  }
}
