// What the window shows of each harness: core's judgement, with the last events and latencies that the
// evidence holds.
import type { EvidenceStore } from '../core/evidence/store.ts';
import type { Protection } from '../core/protection.ts';
import { entryOf, harnessNames } from '../core/registry.ts';
import { statusOf, type HarnessStatus } from '../core/status.ts';
import type { EvidenceEvent } from '../contract/evidence.ts';
import type { HarnessView, LastEventView, LatencyView } from '../contract/harness-views.ts';

export async function viewHarnesses(protection: Protection, evidence: Pick<EvidenceStore, 'newestOfEachKind' | 'latency'>): Promise<readonly HarnessView[]> {
  const kinds = await evidence.newestOfEachKind();
  const views: HarnessView[] = [];
  for (const status of await statusOf(protection, harnessNames)) {
    const { host } = entryOf(status.harness);
    const latency = await evidence.latency(host);
    views.push(viewOf(status, kinds.ok ? kinds.value.filter((event) => event.host === host) : [], latency.ok && latency.value ? { samples: latency.value.samples, p50: latency.value.p50, p95: latency.value.p95 } : null));
  }
  return views;
}

function viewOf(status: HarnessStatus, newest: readonly EvidenceEvent[], latency: LatencyView): HarnessView {
  const { detection, health, failOpen } = status;
  return {
    id: status.harness,
    label: status.label,
    state: status.state,
    sentence: status.sentence,
    reasons: status.reasons,
    mode: status.mode,
    classifier: status.classifier,
    localPolicy: status.localPolicy,
    installed: status.changedAt !== null,
    changedAt: status.changedAt,
    version: status.version,
    launcher: status.launcher,
    detection: { state: detection.state, evidence: detection.evidence, version: detection.version, surfaces: detection.surfaces, notes: detection.notes },
    checks: (health?.checks ?? []).map(({ code, status: found, subject, sentence, fix }) => ({ code, status: found, subject, sentence, fix: fix ?? null })),
    lastEvents: newest.map((event) => lastEvent(event, status.changedAt)),
    failOpen,
    latency,
  };
}

export function lastEvent(event: EvidenceEvent, changedAt: string | null): LastEventView {
  return { id: event.id, at: event.occurredAt, hook: event.hook, decision: event.policyDecision, sinceChange: changedAt !== null && Date.parse(event.occurredAt) >= Date.parse(changedAt) };
}
