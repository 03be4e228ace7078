// Takes the spool in: reads, stores, and only when that is on disk deletes. A kill at any point leaves a file
// or a row, or both; the next run finds the row by its id and deletes the file. Whoever runs this holds the
// ingester's lock.
import { unlinkSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import type { EvidenceEvent } from '../../contract/evidence.ts';
import type { Result } from '../../../installers/engine/plan.ts';
import { listBacklog, type Backlog } from './backlog.ts';
import type { Database, Statement } from './database.ts';
import type { EvidencePlaces } from './places.ts';
import { quarantine, trimQuarantine } from './quarantine.ts';
import { insertion } from './rows.ts';
import { readEvidenceFile } from './spool.ts';

/** Bounds of one transaction: its memory, and with the next one how long the thread is held at a time. */
const batchFiles = 250;
const batchBytes = 1024 * 1024;
/** Files read between two turns of the event loop: some 5 ms. */
const readFiles = 50;

/** Names that were announced while a backlog is taken in; with more, the next listing finds them. */
const maxAnnounced = 2000;

/** Files that cannot be taken in nor set aside, remembered so that they are tried once; more are tried again. */
const maxStuck = 1000;

export interface Progress {
  /** Files that wait, as far as they are known. */
  readonly waiting: number;
  /** Events stored since this run began; files whose event was known already do not count. */
  readonly stored: number;
}

/** Runs `use` on the open database, opening (and making) it when it is not. */
export type WithDatabase = <T>(use: (database: Database) => Promise<T>) => Promise<Result<T>>;

interface Read {
  readonly events: EvidenceEvent[];
  /** Files of these events. */
  readonly names: string[];
  readonly faults: { readonly name: string; readonly fault: string }[];
}

export class Ingester {
  private readonly announced = new Set<string>();
  /** By name, with the reason. */
  private readonly stuck = new Map<string, string>();

  constructor(
    private readonly places: EvidencePlaces,
    private readonly uid: number,
    private readonly withDatabase: WithDatabase,
  ) {}

  /** A file has appeared: it is taken in before what waits from earlier. */
  announce(name: string): void {
    if (this.announced.size < maxAnnounced) this.announced.add(name);
  }

  /** Files of the spool that are no evidence and could not be set aside, by reason. */
  left(): ReadonlyMap<string, number> {
    const counts = new Map<string, number>();
    for (const reason of this.stuck.values()) counts.set(reason, (counts.get(reason) ?? 0) + 1);
    return counts;
  }

  /**
   * Takes in all that waits, newest first.
   * @param pauseMs rest after each batch, so that a backlog does not take a whole core from the person
   * @returns events stored; a failure leaves all files that are not stored where they are
   */
  async takeIn(signal: AbortSignal, onProgress: (progress: Progress) => Promise<void> | void, pauseMs: number): Promise<Result<number>> {
    let stored = 0;
    for (;;) {
      const backlog = await listBacklog(this.places.incoming, this.uid, signal);
      if (!backlog.ok) return backlog;
      const full = backlog.value.full;
      while (!signal.aborted) {
        const names = this.nextNames(backlog.value);
        if (names.length === 0) break;
        const done = await this.takeBatch(names);
        if (!done.ok) return done;
        stored += done.value;
        await onProgress({ waiting: backlog.value.waiting, stored });
        await (pauseMs > 0 ? sleep(pauseMs) : turn());
      }
      if (signal.aborted || !full) return { ok: true, value: stored };
    }
  }

  private nextNames(backlog: Backlog): string[] {
    const names = [...this.announced].slice(0, batchFiles);
    for (const name of names) this.announced.delete(name);
    while (names.length < batchFiles) {
      const more = backlog.take(batchFiles - names.length);
      if (more.length === 0) break;
      names.push(...more.filter((name) => !this.stuck.has(name)));
    }
    return names;
  }

  private async takeBatch(names: readonly string[]): Promise<Result<number>> {
    let stored = 0;
    for (let from = 0; from < names.length;) {
      const read = await this.read(names, from);
      from = read.next;
      const kept = await this.store(read);
      if (!kept.ok) return kept;
      stored += kept.value;
    }
    return { ok: true, value: stored };
  }

  /** Reads until the batch is full. */
  private async read(names: readonly string[], from: number): Promise<Read & { readonly next: number }> {
    const read: Read = { events: [], names: [], faults: [] };
    let bytes = 0;
    let next = from;
    for (; next < names.length && bytes < batchBytes; next++) {
      if ((next - from) % readFiles === readFiles - 1) await turn();
      const name = names[next] ?? '';
      const seen = readEvidenceFile(path.join(this.places.incoming, name), this.uid);
      if (seen === 'gone') continue;
      if ('fault' in seen) {
        read.faults.push({ name, fault: seen.fault });
      } else {
        read.events.push(seen.event);
        read.names.push(name);
        bytes += seen.bytes;
      }
    }
    return { ...read, next };
  }

  private remove(name: string): void {
    try {
      unlinkSync(path.join(this.places.incoming, name));
    } catch (error) {
      // Stored, but it cannot be deleted (a folder that is read-only by now): it is not read again and again.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT' && this.stuck.size < maxStuck) this.stuck.set(name, 'not-removable');
    }
  }

  private async store({ events, names, faults }: Read): Promise<Result<number>> {
    const aside: string[] = [];
    for (const { name, fault } of faults) {
      // It may be readable in a moment: too many open files, a folder that is being restored.
      if (fault !== 'unreadable' && (await quarantine(this.places, name, fault))) aside.push(fault);
      else if (this.stuck.size < maxStuck) this.stuck.set(name, fault);
    }
    if (aside.length > 0) await trimQuarantine(this.places);
    if (events.length === 0 && aside.length === 0) return { ok: true, value: 0 };
    const { statements, insertsAt } = insertion(events);
    const counted = aside.map((reason): Statement => ({ sql: 'INSERT INTO quarantined VALUES (?, 1) ON CONFLICT (reason) DO UPDATE SET count = count + 1', args: [reason] }));
    const written = await this.withDatabase((database) => database.write([...(events.length > 0 ? statements : []), ...counted]));
    if (!written.ok) return written;
    for (const name of names) this.remove(name);
    return { ok: true, value: events.length === 0 ? 0 : insertsAt.reduce((sum, at) => sum + (written.value[at] ?? 0), 0) };
  }
}
