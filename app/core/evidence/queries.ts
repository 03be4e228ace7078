// The questions of the timeline, each one statement or two. All of them are pure reads.
import type { Cursor, EventDetail, EvidenceFilter, Facets, Histogram, Page } from '../../contract/evidence-views.ts';
import { noFilter } from '../../contract/evidence-views.ts';
import type { EvidenceEvent, EvidenceHost, PolicyDecision } from '../../contract/evidence.ts';
import type { Database, Row } from './database.ts';
import { facetCondition, facetList, isFine, kindCondition, kindsMatching, namedEvents, stretchesOf, timeCondition, wholeMs, wordCondition, type Facet, type Sql } from './filter-sql.ts';
import { fingerprintKey, integer, tieOf, uidOf } from './rows.ts';
import { daySpan, spans } from './schema.ts';
import { viewOf } from './view.ts';

/** Matches up to which it is quicker to collect all of them by kind than to walk through time. The answer is the same. */
const fewMatches = 20_000;

const number = (row: Row | undefined, column: string) => Number(row?.[column] ?? 0);
const eventOf = (row: Row) => JSON.parse(String(row['json'])) as EvidenceEvent;

/** The newest `limit` events (>= 1) that match, after a place in the order "newest first, then by id", newest first. */
export async function newestMatching(database: Database, filter: EvidenceFilter, after: Cursor | null, limit: number, few = fewMatches): Promise<readonly EvidenceEvent[]> {
  const source = await sourceOf(database, filter, few);
  if (!source) return [];
  const kinds = kindsMatching(filter, 'kind');
  // One bound for the index to start from: of several, SQLite may choose one that leaves it a long way to walk.
  const bounds = [source.newest, filter.to === null ? null : wholeMs(filter.to) - 1, after === null ? null : wholeMs(after.at)].filter((bound) => bound !== null);
  const conditions = [kinds.sql];
  if (bounds.length > 0) conditions.push(`at <= ${integer(Math.min(...bounds))}`);
  if (filter.from !== null) conditions.push(`at >= ${integer(wholeMs(filter.from))}`);
  if (after) conditions.push(`(+at, tie) < (${integer(wholeMs(after.at))}, ${integer(tieOf(after.id))})`);
  const rows = await database.all(
    `SELECT events.json FROM (SELECT n FROM ${source.table.sql} WHERE ${conditions.join(' AND ')} ORDER BY at DESC, tie DESC LIMIT ${integer(limit)}) AS chosen
     JOIN events USING (n) ORDER BY events.at DESC, events.tie DESC`,
    [...source.table.args, ...kinds.args],
  );
  return rows.map(eventOf);
}

interface Source {
  /** Of n, at, tie, kind. */
  readonly table: Sql;
  /** No match is newer; null: not known. */
  readonly newest: number | null;
}

/** What to search in; null: nothing matches. */
async function sourceOf(database: Database, filter: EvidenceFilter, few: number): Promise<Source | null> {
  const named = namedEvents(filter);
  if (named) return { table: named, newest: null };
  const condition = kindCondition(filter, 'k');
  if (!condition) return { table: byTime, newest: null };
  const { matched, newest } = await matchesOf(database, condition);
  if (matched === 0) return null;
  return { table: matched <= few ? byKind : byTime, newest };
}

const byTime: Sql = { sql: 'events INDEXED BY events_by_time', args: [] };
const byKind: Sql = { sql: 'events INDEXED BY events_by_kind', args: [] };

async function matchesOf(database: Database, condition: Sql): Promise<{ readonly matched: number; readonly newest: number }> {
  const [row] = await database.all(`SELECT sum(k.count) AS matched, max(k.last_at) AS newest FROM kinds k WHERE k.count > 0 AND ${condition.sql}`, [...condition.args]);
  return { matched: number(row, 'matched'), newest: number(row, 'newest') };
}

export async function pageOf(database: Database, filter: EvidenceFilter, after: Cursor | null, limit: number, few = fewMatches): Promise<Page> {
  const events = await newestMatching(database, filter, after, limit + 1, few);
  const last = events.length > limit ? events[limit - 1] : undefined;
  return { events: events.slice(0, limit).map(viewOf), next: last ? { at: Date.parse(last.occurredAt), id: last.id } : null };
}

/** Counts by kind, as a table of kind, n, of what a filter's time and named events leave. */
async function countsByKind(database: Database, filter: EvidenceFilter): Promise<Sql> {
  const named = namedEvents(filter);
  if (named) return { sql: `SELECT kind, 1 AS n FROM ${named.sql} WHERE ${timeCondition(filter, 'at')}`, args: named.args };
  if (filter.from === null && filter.to === null) return { sql: 'SELECT id AS kind, count AS n FROM kinds WHERE count > 0', args: [] };
  const all = await rangeOfAll(database);
  const range = all && { from: Math.max(all.from, filter.from === null ? -Infinity : wholeMs(filter.from)), to: Math.min(all.to, filter.to === null ? Infinity : wholeMs(filter.to)) };
  const parts = stretchesOf(range?.from ?? 0, range?.to ?? 0, [daySpan]).map(({ span, low, high }) =>
    span === null
      ? `SELECT kind, count(*) AS n FROM ${byTime.sql} WHERE at >= ${integer(low)} AND at < ${integer(high)} GROUP BY kind`
      : `SELECT kind, count AS n FROM day_tallies WHERE slot >= ${integer(low)} AND slot < ${integer(high)}`,
  );
  return { sql: parts.length === 0 ? 'SELECT 0 AS kind, 0 AS n WHERE 0' : parts.join(' UNION ALL '), args: [] };
}

/** Values of the facets with many: the most frequent. */
const topValues = 20;

export async function facetsOf(database: Database, filter: EvidenceFilter): Promise<Facets> {
  const counts = await countsByKind(database, filter);
  const words = wordCondition(filter, 'k');
  const args = [...counts.args, ...(words?.args ?? [])];
  const where = (asked: EvidenceFilter, except?: Facet) => {
    const condition = facetCondition(asked, 'm', except);
    args.push(...(condition?.args ?? []));
    return condition?.sql ?? '1';
  };
  // Most facets need not tell kinds apart that differ in tool and rule only: they are counted from far fewer rows.
  const fineOnly = where({ ...noFilter, tools: filter.tools, rules: filter.rules });
  const broad: EvidenceFilter = { ...filter, tools: [], rules: [] };
  const matched = `SELECT 'matched' AS facet, NULL AS value, sum(n) AS count FROM b AS m WHERE ${where(broad)}`;
  const parts = facetList.map(([facet, column]) => {
    const [table, asked] = facet === 'tools' || facet === 'rules' ? ['m', filter] : ['b AS m', broad];
    return `SELECT * FROM (SELECT '${facet}', ${column}, sum(n) AS s FROM ${table} WHERE ${column} IS NOT NULL AND ${where(asked, facet)} GROUP BY ${column} ORDER BY s DESC, ${column} LIMIT ${String(topValues)})`;
  });
  const rows = await database.all(
    `WITH c AS (SELECT kind, sum(n) AS n FROM (${counts.sql}) GROUP BY kind),
       m AS MATERIALIZED (SELECT k.broad, k.host, k.hook, k.mode, k.decision, k.risk, k.tool, k.rule, c.n FROM c JOIN kinds k ON k.id = c.kind WHERE ${words?.sql ?? '1'}),
       b AS MATERIALIZED (SELECT host, hook, mode, decision, risk, sum(n) AS n FROM m WHERE ${fineOnly} GROUP BY broad)
     ${[matched, "SELECT 'total', NULL, (SELECT sum(count) FROM kinds)", ...parts].join(' UNION ALL ')}`,
    args,
  );
  const counted = <V extends string>(facet: string) => rows.filter((row) => row['facet'] === facet).map((row) => ({ value: String(row['value']) as V, count: number(row, 'count') }));
  const single = (facet: string) => number(rows.find((row) => row['facet'] === facet), 'count');
  return {
    matched: single('matched'),
    total: single('total'),
    hosts: counted('hosts'),
    decisions: counted('decisions'),
    modes: counted('modes'),
    risks: counted('risks'),
    hooks: counted('hooks'),
    tools: counted('tools'),
    rules: counted('rules'),
  };
}

async function rangeOfAll(database: Database): Promise<{ from: number; to: number } | null> {
  const [row] = await database.all('SELECT (SELECT min(at) FROM events) AS oldest, (SELECT max(at) FROM events) AS newest');
  return row?.['oldest'] == null ? null : { from: number(row, 'oldest'), to: number(row, 'newest') + 1 };
}

/** Widths that a bucket may have, milliseconds. Each from 10 min on is a multiple of a tally's slot. */
const minute = 60_000;
const day = 86_400_000;
const widths = [
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 30_000],
  ...[1, 2, 5, 10, 20, 30, 60, 120, 180, 360, 720].map((minutes) => minutes * minute),
  ...[1, 2, 7, 14, 28, 91, 182, 364].map((days) => days * day),
];

/** The narrowest bucket with which a range takes at most `buckets` of them, both ends included. */
export function bucketWidth(from: number, to: number, buckets: number): number {
  const fits = (width: number) => Math.ceil(to / width) - Math.floor(from / width) <= buckets;
  const known = widths.find(fits);
  if (known !== undefined) return known;
  let width = 364 * day;
  // One bucket must hold all of it: a width beyond every time that exists is aligned to a whole.
  while (!fits(width) && width < 4e16) width *= 2;
  return width;
}

/** Ranges up to which single events are counted where tallies cannot tell: 14 days. */
const maxSingles = 14 * day;

/** @param buckets at most this many, >= 1; fewer and wider ones where that spares counting single events */
export async function histogramOf(database: Database, filter: EvidenceFilter, buckets: number, few = fewMatches): Promise<Histogram> {
  const range = await histogramRange(database, filter);
  if (!range) return { range: null, buckets: [] };
  const condition = kindCondition(filter, 'k');
  const named = namedEvents(filter);
  const fine = isFine(filter);
  const singly = named !== null || (fine && condition !== null && (await matchesOf(database, condition)).matched <= few);
  const least = fine && !singly && range.to - range.from > maxSingles ? daySpan : 1;
  const width = Math.max(least, bucketWidth(range.from, range.to, buckets));
  const from = Math.floor(range.from / width) * width;
  const to = Math.ceil(range.to / width) * width;
  const usable = singly ? [] : spans.filter((span) => width % span === 0 && (!fine || span === daySpan));
  const parts = stretchesOf(range.from, range.to, usable).map(({ span, low, high }): Sql => {
    const bucket = (column: string) => `(${column} - (${integer(from)})) / ${integer(width)}`;
    const within = (column: string) => `${column} >= ${integer(low)} AND ${column} < ${integer(high)}`;
    const kinds = condition ? ` AND ${condition.sql}` : '';
    const args = condition?.args ?? [];
    if (span !== null && !fine)
      return { sql: `SELECT ${bucket('t.slot')} AS bucket, k.decision AS decision, sum(t.count) AS n FROM tallies t CROSS JOIN broad_kinds k ON k.id = t.broad WHERE t.span = ${integer(span)} AND ${within('t.slot')}${kinds} GROUP BY 1, 2`, args };
    if (span !== null) return { sql: `SELECT ${bucket('t.slot')} AS bucket, k.decision AS decision, sum(t.count) AS n FROM day_tallies t CROSS JOIN kinds k ON k.id = t.kind WHERE ${within('t.slot')}${kinds} GROUP BY 1, 2`, args };
    const events = named ? named.sql : singly ? '(SELECT at, kind FROM events INDEXED BY events_by_kind)' : '(SELECT at, kind FROM events INDEXED BY events_by_time)';
    const join = singly && !named ? `kinds k CROSS JOIN ${events} AS e ON e.kind = k.id` : `${events} AS e CROSS JOIN kinds k ON k.id = e.kind`;
    return { sql: `SELECT ${bucket('e.at')} AS bucket, k.decision AS decision, count(*) AS n FROM ${join} WHERE ${within('e.at')}${kinds} GROUP BY 1, 2`, args: [...(named?.args ?? []), ...args] };
  });
  const rows = await database.all(
    `SELECT bucket, decision, sum(n) AS count FROM (${parts.map((part) => part.sql).join(' UNION ALL ')}) GROUP BY 1, 2 ORDER BY 1`,
    parts.flatMap((part) => part.args),
  );
  const filled = new Map<number, Record<PolicyDecision, number>>();
  for (const row of rows) {
    const at = from + number(row, 'bucket') * width;
    const bucket = filled.get(at) ?? { allow: 0, monitor: 0, warn: 0, block: 0, unavailable: 0 };
    bucket[String(row['decision']) as PolicyDecision] += number(row, 'count');
    filled.set(at, bucket);
  }
  return { range: { from, to, bucketMs: width }, buckets: [...filled].map(([at, bucket]) => ({ at, ...bucket })) };
}

/** The filter's own range; an end that it leaves open is that of the matches. */
async function histogramRange(database: Database, filter: EvidenceFilter): Promise<{ from: number; to: number } | null> {
  const named = namedEvents(filter);
  const kinds = kindsMatching(filter, 'kind');
  const condition = kindCondition(filter, 'k');
  // The oldest of a kind is one step in its index; a walk over all events would not be.
  const [row] = named
    ? await database.all(`SELECT min(at) AS oldest, max(at) AS newest FROM ${named.sql} WHERE ${kinds.sql} AND ${timeCondition(filter, 'at')}`, [...named.args, ...kinds.args])
    : condition
      ? await database.all(`SELECT min((SELECT min(at) FROM events WHERE kind = k.id)) AS oldest, max(k.last_at) AS newest FROM kinds k WHERE k.count > 0 AND ${condition.sql}`, [...condition.args])
      : await database.all('SELECT (SELECT min(at) FROM events) AS oldest, (SELECT max(at) FROM events) AS newest');
  const some = row?.['oldest'] != null;
  const from = filter.from !== null ? wholeMs(filter.from) : some ? number(row, 'oldest') : null;
  const to = filter.to !== null ? wholeMs(filter.to) : some ? number(row, 'newest') + 1 : null;
  if (from === null || to === null || from >= to) return null;
  return { from, to };
}

export async function eventById(database: Database, id: string): Promise<EvidenceEvent | null> {
  const uid = uidOf(id);
  if (!uid) return null;
  const [row] = await database.all('SELECT json FROM events WHERE uid = ?', [uid]);
  return row ? eventOf(row) : null;
}

/** Events of one call that are shown beside one of them. */
const maxRelated = 50;

export async function detailOf(database: Database, id: string): Promise<EventDetail | null> {
  const event = await eventById(database, id);
  if (!event) return null;
  const related = event.requestFingerprint === undefined ? [] : await ofRequest(database, event.requestFingerprint);
  return { event: viewOf(event), json: JSON.stringify(event, null, 2), related: related.filter((other) => other.id !== event.id).map(viewOf) };
}

/** The newest events of one request, oldest first. */
export async function ofRequest(database: Database, requestFingerprint: string): Promise<readonly EvidenceEvent[]> {
  const key = fingerprintKey(requestFingerprint);
  if (!Number.isSafeInteger(key)) return [];
  const rows = await database.all(`SELECT json FROM events WHERE request = ${integer(key)} AND json ->> '$.requestFingerprint' = ? ORDER BY at DESC, tie DESC LIMIT ${String(maxRelated)}`, [requestFingerprint]);
  return rows.map(eventOf).reverse();
}

/** The newest judged event of each harness and event type, newest first: a record of what could not be judged proves nothing. */
export async function newestOfEachKind(database: Database): Promise<readonly EvidenceEvent[]> {
  const rows = await database.all(
    `SELECT json FROM events WHERE n IN (
       SELECT (SELECT n FROM events WHERE kind = newest.id ORDER BY at DESC, tie DESC LIMIT 1)
       FROM (SELECT id, max(last_at) FROM kinds WHERE count > 0 AND decision <> 'unavailable' GROUP BY host, hook) AS newest) ORDER BY at DESC, tie DESC`,
  );
  return rows.map(eventOf);
}

export interface Latency {
  /** Milliseconds inside the hook, of the newest events that carry a time. */
  readonly samples: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

/** Events that a latency is taken from at most: the newest. */
const latencySample = 2000;

/** null: none of the newest events of this harness carries a time. */
export async function latencyOf(database: Database, host: EvidenceHost): Promise<Latency | null> {
  const filter: EvidenceFilter = { ...noFilter, hosts: [host] };
  const source = await sourceOf(database, filter, fewMatches);
  if (!source) return null;
  const kinds = kindsMatching(filter, 'kind');
  const rows = await database.all(
    `SELECT total_ms FROM (SELECT n FROM ${source.table.sql} WHERE ${kinds.sql} ORDER BY at DESC, tie DESC LIMIT ${String(latencySample)}) JOIN events USING (n) WHERE total_ms IS NOT NULL ORDER BY total_ms`,
    [...source.table.args, ...kinds.args],
  );
  const times = rows.map((row) => number(row, 'total_ms'));
  if (times.length === 0) return null;
  // Nearest rank: always a time that was measured.
  const percentile = (share: number) => times[Math.max(0, Math.ceil(share * times.length) - 1)] ?? 0;
  return { samples: times.length, p50: percentile(0.5), p95: percentile(0.95), p99: percentile(0.99) };
}
