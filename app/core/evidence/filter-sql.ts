// A filter as SQL. Nearly all of it is a question to the small table of kinds (schema.ts).
import type { EvidenceFilter } from '../../contract/evidence-views.ts';
import type { Value } from './database.ts';
import { fingerprintKey, integer, sqlText, uidOf } from './rows.ts';

/** A condition or a table, with the values of its question marks in order. */
export interface Sql {
  readonly sql: string;
  readonly args: readonly Value[];
}

/** The part of the filter that speaks of kinds, by facet. */
const facetColumns = { hosts: 'host', decisions: 'decision', modes: 'mode', risks: 'risk', hooks: 'hook', tools: 'tool', rules: 'rule' } as const;
export type Facet = keyof typeof facetColumns;
export const facetList = Object.entries(facetColumns) as readonly (readonly [Facet, string])[];

/** Words of a search; further ones are ignored. */
const maxWords = 16;

function wordsOf(filter: EvidenceFilter): { readonly fingerprints: readonly string[]; readonly words: readonly string[] } {
  const all = (filter.text ?? '').toLowerCase().split(/\s+/).filter((word) => word !== '').slice(0, maxWords);
  const isFingerprint = (word: string) => /^(event-|protection-event:|sha256:)?[0-9a-f]{64}$/.test(word);
  return { fingerprints: all.filter(isFingerprint), words: all.filter((word) => !isFingerprint(word)) };
}

/** Whether the filter asks of kinds what broad kinds cannot answer. */
export function isFine(filter: EvidenceFilter): boolean {
  return filter.tools.length > 0 || filter.rules.length > 0 || wordsOf(filter).words.length > 0;
}

/** Condition on kinds, of the table that stands under `alias`; null: every kind matches. */
export function kindCondition(filter: EvidenceFilter, alias: string): Sql | null {
  const parts = [facetCondition(filter, alias), wordCondition(filter, alias)].filter((part) => part !== null);
  return parts.length === 0 ? null : { sql: parts.map((part) => part.sql).join(' AND '), args: parts.flatMap((part) => part.args) };
}

/** @param except a facet that is left out */
export function facetCondition(filter: EvidenceFilter, alias: string, except?: Facet): Sql | null {
  const parts: string[] = [];
  const args: Value[] = [];
  for (const [facet, column] of facetList) {
    const values = filter[facet];
    if (facet === except || values.length === 0) continue;
    parts.push(`${alias}.${column} IN (${values.map(() => '?').join(', ')})`);
    args.push(...values.map(sqlText));
  }
  return parts.length === 0 ? null : { sql: parts.join(' AND '), args };
}

export function wordCondition(filter: EvidenceFilter, alias: string): Sql | null {
  const { words } = wordsOf(filter);
  return words.length === 0 ? null : { sql: `${alias}.words IN (SELECT id FROM texts WHERE ${words.map(() => 'instr(text, ?) > 0').join(' AND ')})`, args: words.map(sqlText) };
}

/** Condition on a column that holds a kind's number. */
export function kindsMatching(filter: EvidenceFilter, column: string): Sql {
  const condition = kindCondition(filter, 'k');
  return condition ? { sql: `${column} IN (SELECT k.id FROM kinds k WHERE ${condition.sql})`, args: condition.args } : { sql: '1', args: [] };
}

/** Condition on an event's time. */
export function timeCondition(filter: EvidenceFilter, column: string): string {
  const parts: string[] = [];
  if (filter.from !== null) parts.push(`${column} >= ${integer(wholeMs(filter.from))}`);
  if (filter.to !== null) parts.push(`${column} < ${integer(wholeMs(filter.to))}`);
  return parts.length === 0 ? '1' : parts.join(' AND ');
}

/** The largest time that JavaScript knows; a bound beyond it bounds nothing. */
const maxTime = 8.64e15;

/** Events have whole milliseconds, so `at >= x` and `at < x` mean the same for x and for x rounded up. */
export function wholeMs(time: number): number {
  return Math.min(maxTime, Math.max(-maxTime, Math.ceil(time)));
}

/**
 * Few events, named by their session, or by a fingerprint or id in the search; null when the filter names
 * none. A table of n, at, tie, kind.
 */
export function namedEvents(filter: EvidenceFilter): Sql | null {
  const sets: string[] = [];
  const args: Value[] = [];
  if (filter.session !== null) {
    const key = fingerprintKey(filter.session);
    // What is no fingerprint is the session of no event.
    sets.push(Number.isSafeInteger(key) ? `SELECT n FROM events WHERE session = ${integer(key)} AND json ->> '$.sessionFingerprint' = ?` : 'SELECT n FROM events WHERE ? IS NULL');
    args.push(filter.session);
  }
  for (const word of wordsOf(filter).fingerprints) {
    const hex = word.slice(-64);
    const key = integer(fingerprintKey(hex));
    sets.push(
      `SELECT n FROM events WHERE uid IN (?, ?)
       UNION SELECT n FROM events WHERE session = ${key} AND substr(json ->> '$.sessionFingerprint', -64) = ?
       UNION SELECT n FROM events WHERE request = ${key} AND substr(json ->> '$.requestFingerprint', -64) = ?`,
    );
    args.push(uidOf(`event-${hex}`), uidOf(`protection-event:${hex}`), hex, hex);
  }
  if (sets.length === 0) return null;
  return { sql: `(SELECT n, at, tie, kind FROM events WHERE ${sets.map((set) => `n IN (${set})`).join(' AND ')})`, args };
}

/** A stretch of time to be counted: whole slots of a width, or (null) single events. `high` excluded. */
export interface Stretch {
  readonly span: number | null;
  readonly low: number;
  readonly high: number;
}

/**
 * Cuts a range into whole slots, wide ones first, and what is left where it begins and ends.
 * @param usable widths of slots, milliseconds, each a multiple of the next
 */
export function stretchesOf(from: number, to: number, usable: readonly number[]): readonly Stretch[] {
  if (from >= to) return [];
  const [span, ...narrower] = usable;
  if (span === undefined) return [{ span: null, low: from, high: to }];
  const first = Math.ceil(from / span) * span;
  const end = Math.floor(to / span) * span;
  if (first >= end) return stretchesOf(from, to, narrower);
  return [...stretchesOf(from, first, narrower), { span, low: first, high: end }, ...stretchesOf(end, to, narrower)];
}
