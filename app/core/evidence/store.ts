// The evidence of one home: takes the spool in and answers the timeline's questions. The app holds one such
// store while it runs; the command makes one for a moment. Both may do so at once: one of them takes in.
import type { FSWatcher } from 'node:fs';
import { lstatSync } from 'node:fs';
import type { Cursor, EventDetail, EvidenceFilter, EvidenceStatus, Facets, Histogram, Page } from '../../contract/evidence-views.ts';
import type { EvidenceEvent, EvidenceHost } from '../../contract/evidence.ts';
import type { Failure, Result } from '../../../installers/engine/plan.ts';
import { Connection } from './connection.ts';
import { takeIngestLock, type Database, type IngestLock } from './database.ts';
import { exportEvents, type ExportFormat, type ExportTarget } from './export.ts';
import { Ingester } from './ingest.ts';
import { newArrivals, watermark, type NewArrivals } from './arrivals.ts';
import { deleteEvidence, evidencePlaces, type EvidencePlaces } from './places.ts';
import { detailOf, facetsOf, histogramOf, latencyOf, newestMatching, newestOfEachKind, ofRequest, pageOf, type Latency } from './queries.ts';
import { defaultRetention, deleteEventsOf, enforceRetention, type Retention } from './retention.ts';
import { watchFolder } from './spool.ts';
import { readStatus, type Intake } from './store-status.ts';

export interface TakenIn {
  /** `busy`: another process takes the spool in at the moment. `cancelled`: some files may still wait. */
  readonly state: 'done' | 'busy' | 'cancelled';
  readonly stored: number;
}

interface Follower {
  readonly filter: EvidenceFilter;
  readonly listener: (arrivals: NewArrivals) => void;
  /** The last number that it was told of, in which database: a new one counts from 1 again. */
  seen: number;
  identity: string;
}

/** Looking at the spool without being told: watches get lost. Milliseconds. */
const rescanMs = 15_000;
/** The same while nothing can be watched, or while another process takes in. */
const pollMs = 1000;
/** Changes of the folder within this time are one. */
const settleMs = 10;
const retentionMs = 10 * 60_000;
/** Rest after each batch of a backlog in the background. */
const backgroundPauseMs = 5;
const statusMs = 500;

export class EvidenceStore {
  private readonly places: EvidencePlaces;
  private readonly connection: Connection;
  private readonly ingester: Ingester;
  private readonly followers = new Set<Follower>();
  private readonly statusListeners = new Set<(status: EvidenceStatus) => void>();
  private intake: Intake = { state: 'idle', waiting: 0, done: 0 };
  private problem: Failure | null = null;
  private retention: Retention | null = null;
  private retentionDue = 0;
  private lock: IngestLock | null = null;
  private running: { readonly stop: AbortController; readonly ended: Promise<void> } | null = null;
  private wake: () => void = () => undefined;
  private statusTimer: NodeJS.Timeout | null = null;
  /** The end of the last change: intake, retention and deletion never run at once. */
  private last: Promise<unknown> = Promise.resolve();
  /** Ends the intake or eviction that runs, for what a person waits for. */
  private interrupt = new AbortController();
  private telling: Promise<void> = Promise.resolve();

  /**
   * Touches nothing yet.
   * @param home absolute path of the home
   * @param uid owner of the home; files of others are not taken
   */
  constructor(
    home: string,
    private readonly uid: number,
  ) {
    this.places = evidencePlaces(home);
    this.connection = new Connection(this.places, uid, (database) => this.prepare(database));
    this.ingester = new Ingester(this.places, uid, (use) => this.connection.with(use));
  }

  // --- Questions. None of them writes; without a database they answer that there is nothing. ---

  page(filter: EvidenceFilter, after: Cursor | null, limit: number): Promise<Result<Page>> {
    return this.connection.read<Page>({ events: [], next: null }, (database) => pageOf(database, filter, after, limit));
  }

  /** Whole events, as their producers wrote them, newest first. */
  events(filter: EvidenceFilter, after: Cursor | null, limit: number): Promise<Result<readonly EvidenceEvent[]>> {
    return this.connection.read<readonly EvidenceEvent[]>([], (database) => newestMatching(database, filter, after, limit));
  }

  facets(filter: EvidenceFilter): Promise<Result<Facets>> {
    const none: Facets = { matched: 0, total: 0, hosts: [], decisions: [], modes: [], risks: [], hooks: [], tools: [], rules: [] };
    return this.connection.read(none, (database) => facetsOf(database, filter));
  }

  histogram(filter: EvidenceFilter, buckets: number): Promise<Result<Histogram>> {
    return this.connection.read<Histogram>({ range: null, buckets: [] }, (database) => histogramOf(database, filter, buckets));
  }

  /** Fails with `no-such-event`: it was evicted or deleted meanwhile. */
  async event(id: string): Promise<Result<EventDetail>> {
    const found = await this.connection.read(null, (database) => detailOf(database, id));
    if (!found.ok) return found;
    if (!found.value) return { ok: false, failure: { code: 'no-such-event', sentence: 'This event is not stored any more: retention or a deletion has removed it.' } };
    return { ok: true, value: found.value };
  }

  /** Stored events of one request, oldest first. */
  ofRequest(requestFingerprint: string): Promise<Result<readonly EvidenceEvent[]>> {
    return this.connection.read<readonly EvidenceEvent[]>([], (database) => ofRequest(database, requestFingerprint));
  }

  /** The newest event of each harness and event type, newest first. */
  newestOfEachKind(): Promise<Result<readonly EvidenceEvent[]>> {
    return this.connection.read<readonly EvidenceEvent[]>([], newestOfEachKind);
  }

  /** null: none of the newest events of this harness carries a time. */
  latency(host: EvidenceHost): Promise<Result<Latency | null>> {
    return this.connection.read<Latency | null>(null, (database) => latencyOf(database, host));
  }

  status(): Promise<EvidenceStatus> {
    return readStatus(this.places, this.connection, this.intake, this.ingester.left(), this.problem);
  }

  /** Writes all that matches into a file, newest first. See `exportEvents`. */
  export(filter: EvidenceFilter, format: ExportFormat, target: ExportTarget, signal: AbortSignal): Promise<Result<number>> {
    return exportEvents((after, limit) => this.events(filter, after, limit), format, target, signal);
  }

  // --- News ---

  /**
   * Tells of events that are stored from now on and match, whoever takes them in.
   * @returns ends it
   */
  async onArrival(filter: EvidenceFilter, listener: (arrivals: NewArrivals) => void): Promise<() => void> {
    const start = await this.connection.read({ seen: 0, identity: '' }, async (database) => ({ seen: await watermark(database), identity: database.identity }));
    const follower: Follower = { filter, listener, ...(start.ok ? start.value : { seen: 0, identity: '' }) };
    this.followers.add(follower);
    return () => this.followers.delete(follower);
  }

  /** Tells the status at most every half second while it changes. @returns ends it */
  onStatus(listener: (status: EvidenceStatus) => void): () => void {
    this.statusListeners.add(listener);
    return () => this.statusListeners.delete(listener);
  }

  // --- Taking in ---

  /** Takes in what waits, once. For the command. */
  takeIn(signal: AbortSignal, onProgress: (progress: { readonly waiting: number; readonly stored: number }) => void = () => undefined): Promise<Result<TakenIn>> {
    return this.exclusive(async () => {
      const taken = await this.takeInNow(signal, onProgress, 0);
      if (!this.running) this.releaseLock();
      return taken;
    });
  }

  /** Takes in what waits and what arrives, in the background, until `stop`. */
  start(): void {
    if (this.running) return;
    const stop = new AbortController();
    this.running = { stop, ended: this.run(stop.signal) };
  }

  /** Ends the background work after the batch that is being stored, and closes the database. */
  async stop(): Promise<void> {
    const { running } = this;
    running?.stop.abort();
    this.wake();
    await running?.ended;
    this.running = null;
    await this.exclusive(() => {
      this.releaseLock();
      this.connection.close();
      return Promise.resolve();
    });
    if (this.statusTimer) clearTimeout(this.statusTimer);
    this.statusTimer = null;
  }

  // --- Keeping and deleting ---

  /** From now on, and for the command too; takes effect in the background. */
  async setRetention(retention: Retention): Promise<Result<null>> {
    this.retention = retention;
    this.retentionDue = 0;
    const saved = await this.connection.read(null, (database) => this.saveRetention(database, retention));
    this.wake();
    return saved;
  }

  /** Deletes all evidence, what waits in the spool included. @returns how many events that were */
  clear(): Promise<Result<number>> {
    return this.urgent(async () => {
      const total = await this.connection.read(0, async (database) => Number((await database.all('SELECT sum(count) AS total FROM kinds'))[0]?.['total'] ?? 0));
      this.releaseLock();
      this.connection.close();
      try {
        const waiting = await deleteEvidence(this.places, this.uid);
        this.problem = null;
        this.changed();
        // A damaged database that cannot be counted is deleted all the same.
        return { ok: true, value: (total.ok ? total.value : 0) + waiting };
      } catch (error) {
        const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
        return { ok: false, failure: { code: 'evidence-not-deleted', sentence: `The evidence in ${this.places.root} could not all be deleted (${code}).`, path: this.places.root } };
      }
    });
  }

  /** Deletes the stored events of these harnesses. @returns how many there were */
  deleteOf(hosts: readonly EvidenceHost[]): Promise<Result<number>> {
    return this.urgent(async () => {
      const deleted = await this.connection.read(0, (database) => deleteEventsOf(database, hosts));
      this.changed();
      return deleted;
    });
  }

  // --- Within ---

  private exclusive<T>(work: () => Promise<T>): Promise<T> {
    const done = this.last.then(work);
    this.last = done.catch(() => undefined);
    return done;
  }

  /** The same, without waiting for a backlog of minutes: it goes on afterwards. */
  private urgent<T>(work: () => Promise<T>): Promise<T> {
    this.interrupt.abort();
    this.interrupt = new AbortController();
    return this.exclusive(work);
  }

  private async prepare(database: Database): Promise<void> {
    if (this.retention) await this.saveRetention(database, this.retention);
  }

  private async saveRetention(database: Database, retention: Retention): Promise<null> {
    await database.write(
      (['days', 'bytes'] as const).map((name) => ({ sql: 'INSERT INTO marks VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value', args: [`retention_${name}`, Math.floor(retention[name])] })),
    );
    return null;
  }

  private async takeInNow(signal: AbortSignal, onProgress: (progress: { readonly waiting: number; readonly stored: number }) => void, pauseMs: number): Promise<Result<TakenIn>> {
    const taken = await this.takeInWithLock(AbortSignal.any([signal, this.interrupt.signal]), onProgress, pauseMs);
    this.problem = taken.ok ? null : taken.failure;
    this.intake = { ...this.intake, state: taken.ok ? 'idle' : 'failed', waiting: taken.ok && taken.value.state === 'done' ? 0 : this.intake.waiting };
    this.changed();
    return taken;
  }

  private async takeInWithLock(signal: AbortSignal, onProgress: (progress: { readonly waiting: number; readonly stored: number }) => void, pauseMs: number): Promise<Result<TakenIn>> {
    // Without a spool there is nothing to take in, and nothing may be made.
    if (!lstatSync(this.places.incoming, { throwIfNoEntry: false })) return { ok: true, value: { state: 'done', stored: 0 } };
    if (!this.lock) {
      const lock = await takeIngestLock(this.places, this.uid);
      if (!lock.ok) return lock;
      if (!lock.value) return { ok: true, value: { state: 'busy', stored: 0 } };
      this.lock = lock.value;
    }
    const before = this.intake.done;
    const stored = await this.ingester.takeIn(
      signal,
      async (progress) => {
        this.intake = { state: 'running', waiting: progress.waiting, done: before + progress.stored };
        onProgress(progress);
        this.changed();
        await this.tell();
      },
      pauseMs,
    );
    if (!stored.ok) return stored;
    if (!signal.aborted && (stored.value > 0 || Date.now() >= this.retentionDue)) await this.enforce(signal);
    return { ok: true, value: { state: signal.aborted ? 'cancelled' : 'done', stored: stored.value } };
  }

  private async enforce(signal: AbortSignal): Promise<void> {
    this.retentionDue = Date.now() + retentionMs;
    const evicted = await this.connection.read(0, async (database) => {
      const marks = new Map((await database.all("SELECT name, value FROM marks WHERE name LIKE 'retention_%'")).map((row) => [String(row['name']), Number(row['value'])]));
      const kept = { days: marks.get('retention_days') ?? defaultRetention.days, bytes: marks.get('retention_bytes') ?? defaultRetention.bytes };
      return enforceRetention(database, kept, Date.now(), signal);
    });
    if (!evicted.ok) this.problem = evicted.failure;
  }

  private async run(signal: AbortSignal): Promise<void> {
    let watcher: FSWatcher | null = null;
    let watched = -1;
    const forget = () => {
      watcher?.close();
      watcher = null;
    };
    while (!signal.aborted) {
      let dirty = false;
      const stir = () => {
        dirty = true;
        this.wake();
      };
      // A folder that was deleted and made again is another one: the old watch would be silent for ever.
      const inode = lstatSync(this.places.incoming, { throwIfNoEntry: false })?.ino ?? -1;
      if (inode !== watched) forget();
      watched = inode;
      if (inode !== -1)
        watcher ??= watchFolder(this.places.incoming, (name) => {
          if (name !== null && !name.startsWith('.')) this.ingester.announce(name);
          this.wake();
        }, forget);
      const waited = new Promise<void>((resolve) => {
        this.wake = () => {
          dirty = true;
          resolve();
        };
      });
      const taken = await this.exclusive(() => this.takeInNow(signal, () => undefined, backgroundPauseMs));
      await this.tell();
      const idle = watcher !== null && taken.ok && taken.value.state === 'done';
      if (!dirty && !signal.aborted) {
        const timer = setTimeout(stir, idle ? rescanMs : pollMs);
        await waited;
        clearTimeout(timer);
      }
      if (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, settleMs));
    }
    forget();
  }

  /** Tells each follower what is new to it, once. */
  private tell(): Promise<void> {
    this.telling = this.telling.then(() => this.tellNow());
    return this.telling;
  }

  private async tellNow(): Promise<void> {
    for (const follower of this.followers) {
      const news = await this.connection.read(null, (database) => {
        if (database.identity !== follower.identity) Object.assign(follower, { seen: 0, identity: database.identity });
        return newArrivals(database, follower.filter, follower.seen);
      });
      if (!news.ok || !news.value) continue;
      follower.seen = news.value.seen;
      if (news.value.events.length > 0 && this.followers.has(follower)) follower.listener(news.value);
    }
  }

  private changed(): void {
    if (this.statusListeners.size === 0 || this.statusTimer) return;
    this.statusTimer = setTimeout(() => {
      this.statusTimer = null;
      void this.status().then((status) => {
        for (const listener of this.statusListeners) listener(status);
      });
    }, statusMs);
  }

  private releaseLock(): void {
    this.lock?.release();
    this.lock = null;
  }
}
