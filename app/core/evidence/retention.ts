// How long evidence is kept: by age and by size, the oldest goes first, and what went is counted. Deleting
// by batches keeps each hold of the thread and of the database short.
import { setImmediate as turn } from 'node:timers/promises';
import type { EvidenceHost } from '../../contract/evidence.ts';
import type { Database } from './database.ts';
import { deletion } from './rows.ts';

export interface Retention {
  /** Events that occurred longer ago are deleted. */
  readonly days: number;
  /** Size of the database, bytes; free pages within it do not count. */
  readonly bytes: number;
}

export const defaultRetention: Retention = { days: 90, bytes: 500 * 1024 * 1024 };

const dayMs = 86_400_000;
const batchEvents = 200;
/** Where the size bound is passed, a little more goes, so that not every new event evicts one. */
const slack = 0.97;
/** Free pages given back to the file system between two turns. */
const batchPages = 128;

/**
 * Deletes what is beyond the bounds.
 * @param now milliseconds since the epoch
 * @returns how many events went
 */
export async function enforceRetention(database: Database, retention: Retention, now: number, signal: AbortSignal): Promise<number> {
  const cutoff = Math.floor(now - retention.days * dayMs);
  let evicted = await evict(database, signal, now, `at < ${String(cutoff)}`, () => Promise.resolve(batchEvents));
  if ((await usedBytes(database)) > retention.bytes) evicted += await evict(database, signal, now, '1', () => excess(database, retention.bytes * slack));
  if (evicted > 0) await giveSpaceBack(database, signal);
  return evicted;
}

/** How many events of mean size lie beyond the bound, one batch at most. */
async function excess(database: Database, bytes: number): Promise<number> {
  const used = await usedBytes(database);
  const [row] = await database.all('SELECT sum(count) AS total FROM kinds');
  return used <= bytes ? 0 : Math.min(batchEvents, Math.ceil((Number(row?.['total'] ?? 0) * (used - bytes)) / used));
}

/** Deletes the oldest, as many at a time as `next` says, until it says 0 or none is left. */
async function evict(database: Database, signal: AbortSignal, now: number, condition: string, next: () => Promise<number>): Promise<number> {
  let evicted = 0;
  for (let count = await next(); count > 0 && !signal.aborted; count = await next()) {
    const rows = await database.all(`SELECT n FROM events WHERE ${condition} ORDER BY at, tie LIMIT ${String(count)}`);
    if (rows.length === 0) break;
    await database.write([
      ...deletion(rows.map((row) => Number(row['n']))),
      `INSERT INTO marks VALUES ('evicted', ${String(rows.length)}) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value`,
      `INSERT INTO marks VALUES ('evicted_at', ${String(Math.floor(now))}) ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
    ]);
    evicted += rows.length;
    await turn();
  }
  return evicted;
}

/** Deletes all events of these harnesses: an uninstall, no eviction. @returns how many there were */
export async function deleteEventsOf(database: Database, hosts: readonly EvidenceHost[]): Promise<number> {
  let deleted = 0;
  for (;;) {
    const rows = await database.all(`SELECT n FROM events WHERE kind IN (SELECT id FROM kinds WHERE host IN (${hosts.map(() => '?').join(', ')})) LIMIT ${String(batchEvents)}`, [...hosts]);
    if (rows.length === 0) break;
    await database.write(deletion(rows.map((row) => Number(row['n']))));
    deleted += rows.length;
    await turn();
  }
  if (deleted > 0) await giveSpaceBack(database, new AbortController().signal);
  return deleted;
}

async function pragma(database: Database, name: string): Promise<number> {
  const [row] = await database.all(`PRAGMA ${name}`);
  return Number(row?.[name] ?? 0);
}

async function usedBytes(database: Database): Promise<number> {
  return ((await pragma(database, 'page_count')) - (await pragma(database, 'freelist_count'))) * (await pragma(database, 'page_size'));
}

/** Shortens the files by what was deleted, so that it is gone from the disk, too. */
async function giveSpaceBack(database: Database, signal: AbortSignal): Promise<void> {
  for (let free = await pragma(database, 'freelist_count'); free > 0 && !signal.aborted; ) {
    await database.run(`PRAGMA incremental_vacuum(${String(batchPages)})`);
    const left = await pragma(database, 'freelist_count');
    if (left >= free) break;
    free = left;
    await turn();
  }
  await database.run('PRAGMA wal_checkpoint(TRUNCATE)');
}
