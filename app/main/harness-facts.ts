// What the window shows of each harness: core's judgement, with the last events and latencies that the
// evidence holds.
import { readConfiguration } from '../core/configuration.ts';
import { readFailures } from '../core/failures.ts';
import type { Protection } from '../core/protection.ts';
import { entryOf } from '../core/registry.ts';
import { judge, type HarnessStatus } from '../core/status.ts';
import type { HarnessId } from '../../installers/engine/plan.ts';
import type { EvidenceEvent } from '../contract/evidence.ts';
import type { HarnessView, LastEventView, LatencyView } from '../contract/harness-views.ts';
import type { EvidenceQueries } from './evidence-queries.ts';

/** Events that a latency is made of at most. */
const latencySamples = 1_000;

export async function viewHarness(protection: Protection, evidence: EvidenceQueries, id: HarnessId): Promise<HarnessView> {
  const { machine } = protection;
  const installer = protection.installer(id);
  const { host } = entryOf(id);
  const receipt = await protection.receipt(id);
  const present = receipt.ok ? receipt.value : null;
  const newest = await evidence.newest(host);
  const latencies = await evidence.latencies(host, latencySamples);
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
  return viewOf(status, newest.ok ? newest.value : [], latencyOf(latencies.ok ? latencies.value : []));
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

/** Nearest-rank percentiles; null when no event carries a time. */
export function latencyOf(samples: readonly number[]): LatencyView {
  if (samples.length === 0) return null;
  const sorted = [...samples].sort((a, b) => a - b);
  const rank = (share: number) => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
  return { samples: sorted.length, p50: rank(0.5), p95: rank(0.95) };
}
