// The newest event of each harness, wherever it is: stored, or still in the spool where nothing takes it in.
import type { EvidenceEvent, EvidenceHost } from '../../contract/evidence.ts';
import type { Result } from '../../../installers/engine/plan.ts';
import { newestOfEachHost, spoolFolder } from './spool.ts';
import { EvidenceStore } from './store.ts';

export async function newestEvents(home: string, uid: number): Promise<Result<ReadonlyMap<EvidenceHost, EvidenceEvent>>> {
  // The spool first: what is taken in meanwhile is in the store by then.
  const waiting = await newestOfEachHost(spoolFolder(home), uid);
  const store = new EvidenceStore(home, uid);
  const stored = await store.newestOfEachKind();
  await store.stop();
  if (!waiting.ok) return waiting;
  // Without the store an event in the spool still proves what it proves.
  if (!stored.ok) return waiting.value.size > 0 ? waiting : stored;
  const newest = new Map(waiting.value);
  for (const event of stored.value) {
    const known = newest.get(event.host);
    if (!known || Date.parse(known.occurredAt) < Date.parse(event.occurredAt)) newest.set(event.host, event);
  }
  return { ok: true, value: newest };
}
