// An event as rows of the database, and what has to change with them so that counts stay true.
import { createHash } from 'node:crypto';
import type { EvidenceEvent } from '../../contract/evidence.ts';
import type { Statement, Value } from './database.ts';
import { daySpan, slotOf, spans } from './schema.ts';

const prefixes = ['event-', 'protection-event:'] as const;

/** A fingerprint's first 52 bits: enough to find by, small enough for an index. Equality is checked on the event itself. */
export function fingerprintKey(fingerprint: string): number {
  return Number.parseInt(fingerprint.replace(/^sha256:/, '').slice(0, 13), 16);
}

/** An event id in 33 bytes, or null for what is no event id. */
export function uidOf(id: string): Uint8Array | null {
  const prefix = prefixes.findIndex((one) => id.startsWith(one));
  const hex = id.slice(prefixes[prefix]?.length ?? 0);
  return prefix >= 0 && /^[0-9a-f]{64}$/.test(hex) ? Uint8Array.from([prefix, ...Buffer.from(hex, 'hex')]) : null;
}

/** A number that orders ids as their text does, down to 52 bits. */
export function tieOf(id: string): number {
  const prefix = id.startsWith(prefixes[1]) ? 1 : 0;
  return prefix * 2 ** 52 + fingerprintKey(id.slice(prefixes[prefix].length));
}

/** SQLite’s text functions, and its client when it reads, end a text at a NUL. */
export function sqlText(text: string): string {
  return text.replaceAll('\0', '\ufffd');
}

interface Kind {
  /** Hex. */
  readonly key: string;
  /** host, hook, mode, decision, risk */
  readonly broad: readonly string[];
  readonly tool: string | null;
  readonly rule: string | null;
  readonly text: string;
}

/** What of an event can be filtered by, time and session apart. */
function kindOf(event: EvidenceEvent): Kind {
  const broad = [event.host, event.hook, event.mode, event.policyDecision, event.riskClass];
  const tool = event.toolDisplayName === undefined ? null : sqlText(event.toolDisplayName);
  const rule = event.ruleId === undefined ? null : sqlText(event.ruleId);
  const summary = sqlText(event.attemptedConsequence.summary);
  const producer = sqlText(event.provenance.producer);
  // Newlines keep a searched word from matching across two fields.
  const text = [tool ?? '', rule ?? '', event.riskClass, event.riskClass.replaceAll('_', ' '), summary, producer].join('\n').toLowerCase();
  const key = createHash('sha256').update(JSON.stringify([...broad, tool, rule, summary, producer])).digest('hex').slice(0, 32);
  return { key, broad, tool, rule, text };
}

const batchMark = "(SELECT value FROM marks WHERE name = 'batch')";

/** Statements of one transaction that store these events; those whose id is known already are left out. */
export function insertion(events: readonly EvidenceEvent[]): { readonly statements: readonly Statement[]; readonly insertsAt: readonly number[] } {
  const statements: Statement[] = [
    "INSERT INTO marks VALUES ('batch', (SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'events')) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
  ];
  const insertsAt: number[] = [];
  const kindsOf = events.map(kindOf);
  const kinds = new Map(kindsOf.map((kind) => [kind.key, kind]));
  const broadKinds = new Map([...kinds.values()].map((kind) => [kind.broad.join(' '), kind.broad]));
  for (const some of chunks([...broadKinds.values()]))
    statements.push({ sql: `INSERT OR IGNORE INTO broad_kinds (host, hook, mode, decision, risk) VALUES ${some.map(() => '(?, ?, ?, ?, ?)').join(', ')}`, args: some.flat() });
  for (const some of chunks([...new Set(kindsOf.map((kind) => kind.text))])) statements.push({ sql: `INSERT OR IGNORE INTO texts (text) VALUES ${some.map(() => '(?)').join(', ')}`, args: some });
  for (const some of chunks([...kinds.values()]))
    statements.push({
      sql: `WITH v (key, host, hook, mode, decision, risk, tool, rule, text) AS (VALUES ${some.map(() => '(?, ?, ?, ?, ?, ?, ?, ?, ?)').join(', ')})
        INSERT INTO kinds (key, host, hook, mode, decision, risk, tool, rule, broad, words)
        SELECT v.key, host, hook, mode, decision, risk, v.tool, v.rule, broad_kinds.id, texts.id FROM v JOIN broad_kinds USING (host, hook, mode, decision, risk) JOIN texts USING (text)
        WHERE 1 ON CONFLICT (key) DO NOTHING`,
      args: some.flatMap((kind): Value[] => [Buffer.from(kind.key, 'hex'), ...kind.broad, kind.tool, kind.rule, kind.text]),
    });
  for (const some of chunks(events.map((event, i) => ({ event, key: kindsOf[i]?.key ?? '' })))) {
    insertsAt.push(statements.length);
    statements.push({
      sql: `INSERT INTO events (uid, at, tie, kind, session, request, total_ms, classify_ms, json) VALUES ${some.map(() => '(?, ?, ?, (SELECT id FROM kinds WHERE key = ?), ?, ?, ?, ?, ?)').join(', ')} ON CONFLICT (uid) DO NOTHING`,
      args: some.flatMap(({ event, key }): Value[] => [
        uidOf(event.id),
        Date.parse(event.occurredAt),
        tieOf(event.id),
        Buffer.from(key, 'hex'),
        event.sessionFingerprint === undefined ? null : fingerprintKey(event.sessionFingerprint),
        event.requestFingerprint === undefined ? null : fingerprintKey(event.requestFingerprint),
        event.timing?.totalMs ?? null,
        event.timing?.classifyMs ?? null,
        JSON.stringify(event),
      ]),
    });
  }
  statements.push(...tally(`n > ${batchMark}`, 1));
  statements.push(
    `UPDATE kinds SET count = kinds.count + new.count, last_at = CASE WHEN kinds.count = 0 THEN new.last_at ELSE max(kinds.last_at, new.last_at) END
     FROM (SELECT kind, count(*) AS count, max(at) AS last_at FROM events WHERE n > ${batchMark} GROUP BY kind) AS new WHERE kinds.id = new.kind`,
  );
  return { statements, insertsAt };
}

/** Adds the events that a condition selects to the tallies, or takes them off. */
function tally(condition: string, sign: 1 | -1): Statement[] {
  const count = `${String(sign)} * count(*)`;
  const adding = 'DO UPDATE SET count = count + excluded.count';
  return [
    ...spans.map(
      (span) => `INSERT INTO tallies SELECT ${String(span)}, ${slotOf('at', span)}, kinds.broad, ${count} FROM events JOIN kinds ON kinds.id = events.kind WHERE ${condition} GROUP BY 2, 3
        ON CONFLICT (span, slot, broad) ${adding}`,
    ),
    `INSERT INTO day_tallies SELECT ${slotOf('at', daySpan)}, kind, ${count} FROM events WHERE ${condition} GROUP BY 1, 2 ON CONFLICT (slot, kind) ${adding}`,
  ];
}

/** Statements of one transaction that delete the events of these numbers, with all that was counted of them. */
export function deletion(numbers: readonly number[]): readonly Statement[] {
  const chosen = `n IN (${numbers.map(integer).join(', ')})`;
  return [
    ...tally(chosen, -1),
    ...spans.map((span) => `DELETE FROM tallies WHERE span = ${String(span)} AND count <= 0 AND slot IN (SELECT ${slotOf('at', span)} FROM events WHERE ${chosen})`),
    `DELETE FROM day_tallies WHERE count <= 0 AND slot IN (SELECT ${slotOf('at', daySpan)} FROM events WHERE ${chosen})`,
    `UPDATE kinds SET count = kinds.count - gone.count FROM (SELECT kind, count(*) AS count FROM events WHERE ${chosen} GROUP BY kind) AS gone WHERE kinds.id = gone.kind`,
    `DELETE FROM events WHERE ${chosen}`,
    'DELETE FROM kinds WHERE count <= 0',
    // Only where kinds have gone: what is left is looked through then.
    'DELETE FROM texts WHERE changes() > 0 AND id NOT IN (SELECT words FROM kinds)',
  ];
}

/** A number for the text of a statement: bound, it would be a REAL and change what `/` and `%` mean. */
export function integer(value: number): string {
  if (!Number.isSafeInteger(value)) throw new Error('not an integer');
  return String(value);
}

/** Rows of one statement: below SQLite's bound of 32,766 values, above the cost of preparing it. */
const rowsPerStatement = 50;

function chunks<T>(items: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(items.length / rowsPerStatement) }, (_, i) => items.slice(i * rowsPerStatement, (i + 1) * rowsPerStatement));
}
