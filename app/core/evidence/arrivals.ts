// What has been stored since somebody last looked, by whichever process.
import type { EvidenceFilter } from '../../contract/evidence-views.ts';
import type { EvidenceEvent } from '../../contract/evidence.ts';
import type { Database } from './database.ts';
import { kindsMatching, namedEvents, timeCondition } from './filter-sql.ts';
import { integer } from './rows.ts';

export interface NewArrivals {
  /** The newest that match, newest first. */
  readonly events: readonly EvidenceEvent[];
  /** Further ones that match and came at the same time. */
  readonly more: number;
  /** Number of the last event that was looked at. */
  readonly seen: number;
}

/** Events of one message: a backlog must not flood the window. */
const maxArrivals = 200;

/** Number of the last event that was ever stored. */
export async function watermark(database: Database): Promise<number> {
  const [row] = await database.all("SELECT seq FROM sqlite_sequence WHERE name = 'events'");
  return Number(row?.['seq'] ?? 0);
}

export async function newArrivals(database: Database, filter: EvidenceFilter, seen: number): Promise<NewArrivals | null> {
  const last = await watermark(database);
  if (last <= seen) return null;
  const named = namedEvents(filter);
  const kinds = kindsMatching(filter, 'kind');
  const condition = `n > ${integer(seen)} AND n <= ${integer(last)} AND ${kinds.sql} AND ${timeCondition(filter, 'at')}${named ? ` AND n IN (SELECT n FROM ${named.sql})` : ''}`;
  const args = [...kinds.args, ...(named?.args ?? [])];
  const rows = await database.all(`SELECT json, count(*) OVER () AS matched FROM events NOT INDEXED WHERE ${condition} ORDER BY at DESC, tie DESC LIMIT ${String(maxArrivals)}`, args);
  const matched = Number(rows[0]?.['matched'] ?? 0);
  return { events: rows.map((row) => JSON.parse(String(row['json'])) as EvidenceEvent), more: matched - rows.length, seen: last };
}
