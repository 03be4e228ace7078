// What a report of a false alarm says: a fixed list of fields, none of which holds content, and the person's own words.
import type { EventView } from '../../contract/evidence-views.ts';

/** Longest remark of the person, UTF-16 units. */
export const maxRemark = 2_000;

/** Nothing else of an event leaves with a report: no session, no request, no file, no name of this computer. */
const fields = ['host', 'hook', 'tool', 'mode', 'risk', 'decision', 'source', 'rule', 'prediction', 'score', 'threshold', 'modelVersion', 'policyVersion', 'producer', 'producerVersion'] as const satisfies readonly (keyof EventView)[];

export function falseAlarmReport(event: EventView, version: string, remark: string): string {
  const facts = Object.fromEntries(fields.flatMap((field) => (event[field] === null ? [] : [[field, event[field]]])));
  return JSON.stringify({ report: 'silmaril-false-alarm', silmaril: version, day: event.at.slice(0, 10), event: facts, ...(remark.trim() !== '' && { remark: remark.trim().slice(0, maxRemark) }) }, null, 2);
}
