// What the window shows of each harness: core's judgement, with the last events and latencies that the
// evidence holds.
import { readConfiguration } from '../core/configuration.ts';
import type { EvidenceStore } from '../core/evidence/store.ts';
import { readFailures } from '../core/failures.ts';
import type { Protection } from '../core/protection.ts';
import { entryOf } from '../core/registry.ts';
import { judge, type HarnessStatus } from '../core/status.ts';
import type { HarnessId, Result } from '../../installers/engine/plan.ts';
import type { EvidenceEvent } from '../contract/evidence.ts';
import type { HarnessView, LastEventView, LatencyView } from '../contract/harness-views.ts';

export async function viewHarness(protection: Protection, evidence: Pick<EvidenceStore, 'newestOfEachKind' | 'latency'>, id: HarnessId): Promise<HarnessView> {
  const { machine } = protection;
  const installer = protection.installer(id);
  const { host } = entryOf(id);
  const receipt = await protection.receipt(id);
  const present = receipt.ok ? receipt.value : null;
  const kinds = await evidence.newestOfEachKind();
  const newest: Result<readonly EvidenceEvent[]> = kinds.ok ? { ok: true, value: kinds.value.filter((event) => event.host === host) } : kinds;
  const latency = await evidence.latency(host);
  const status = judge({
    harness: id,
    label: installer.label,
    detection: await installer.detect(machine),
    receipt,
    configuration: present ? readConfiguration(present) : null,
    health: present ? await installer.health(machine, present) : null,
    lastEvent: newest.ok ? { ok: true, value: newest.value[0] ?? null } : newest,
    failures: await readFailures(machine.home, id),
    launcher: present ? installer.probe(machine).launcher : null,
  });
  return viewOf(status, newest.ok ? newest.value : [], latency.ok && latency.value ? { samples: latency.value.samples, p50: latency.value.p50, p95: latency.value.p95 } : null);
}

export function viewOf(status: HarnessStatus, newest: readonly EvidenceEvent[], latency: LatencyView): HarnessView {
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
