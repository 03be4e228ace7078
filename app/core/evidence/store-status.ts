// How the store is, for the window and the command.
import { statSync } from 'node:fs';
import type { EvidenceStatus } from '../../contract/evidence-views.ts';
import type { Failure } from '../../../installers/engine/plan.ts';
import type { Connection } from './connection.ts';
import { databaseFiles, type EvidencePlaces } from './places.ts';

export type Intake = EvidenceStatus['intake'];

const iso = (at: unknown) => (at == null ? null : new Date(Number(at)).toISOString());

/** @param left files of the spool that are no evidence and could not be set aside, by reason */
export async function readStatus(places: EvidencePlaces, connection: Connection, intake: Intake, left: ReadonlyMap<string, number>, problem: Failure | null): Promise<EvidenceStatus> {
  const asked = await connection.read(null, async (database) => ({
    row: (
      await database.all(
        `SELECT (SELECT sum(count) FROM kinds) AS total, (SELECT min(at) FROM events) AS oldest, (SELECT max(at) FROM events) AS newest,
           (SELECT value FROM marks WHERE name = 'evicted') AS evicted, (SELECT value FROM marks WHERE name = 'evicted_at') AS evicted_at`,
      )
    )[0],
    quarantined: await database.all('SELECT reason, count FROM quarantined ORDER BY reason'),
  }));
  const row = asked.ok ? asked.value?.row : undefined;
  const counts = new Map(left);
  for (const one of asked.ok ? (asked.value?.quarantined ?? []) : []) counts.set(String(one['reason']), (counts.get(String(one['reason'])) ?? 0) + Number(one['count']));
  const found = asked.ok ? (problem ?? (await connection.damage())) : asked.failure;
  return {
    total: Number(row?.['total'] ?? 0),
    oldestAt: iso(row?.['oldest']),
    newestAt: iso(row?.['newest']),
    intake,
    quarantined: [...counts].map(([reason, count]) => ({ reason, count })),
    evicted: { count: Number(row?.['evicted'] ?? 0), lastAt: iso(row?.['evicted_at']) },
    bytes: databaseFiles(places.database).reduce((sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0), 0),
    problem: found && { code: found.code, sentence: found.sentence },
  };
}
