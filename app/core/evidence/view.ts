// An event as the timeline shows it.
import type { EventView } from '../../contract/evidence-views.ts';
import type { EvidenceEvent } from '../../contract/evidence.ts';

export function viewOf(event: EvidenceEvent): EventView {
  return {
    id: event.id,
    at: event.occurredAt,
    host: event.host,
    hook: event.hook,
    mode: event.mode,
    tool: event.toolDisplayName ?? null,
    risk: event.riskClass,
    summary: event.attemptedConsequence.summary,
    prediction: event.prediction,
    score: event.modelScore ?? null,
    threshold: event.modelThreshold ?? null,
    decision: event.policyDecision,
    nativeAction: event.nativeAction,
    warnDelivery: event.warnDelivery ?? null,
    blockUnavailable: event.blockUnavailable === true,
    truth: event.evidenceTruth,
    source: event.decisionSource ?? null,
    rule: event.ruleId ?? null,
    policyVersion: event.provenance.policyVersion ?? null,
    modelVersion: event.provenance.modelVersion ?? null,
    producer: event.provenance.producer,
    producerVersion: event.provenance.producerVersion,
    session: event.sessionFingerprint ?? null,
    request: event.requestFingerprint ?? null,
    totalMs: event.timing?.totalMs ?? null,
    classifyMs: event.timing?.classifyMs ?? null,
  };
}
