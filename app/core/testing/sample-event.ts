import crypto from 'node:crypto';

/** A valid evidence event as a producer writes it; each call has another id. */
export function sampleEvent(changes: Record<string, unknown> = {}): Record<string, unknown> {
  const at = typeof changes['occurredAt'] === 'string' ? changes['occurredAt'] : '2026-08-26T00:00:00.000Z';
  return {
    schemaVersion: 1,
    id: `event-${crypto.randomBytes(32).toString('hex')}`,
    occurredAt: at,
    host: 'vscode',
    hook: 'pre_tool',
    mode: 'block',
    requestFingerprint: 'a'.repeat(64),
    riskClass: 'code_execution',
    attemptedConsequence: { category: 'code_execution', summary: 'A command was about to run.' },
    prediction: 'malicious',
    modelScore: 0.97,
    policyDecision: 'block',
    nativeAction: 'block_returned',
    outcome: 'not_observed',
    evidenceTruth: 'native_response_returned',
    evidenceCompleteness: 'partial',
    provenance: { schemaVersion: 1, producer: 'VSCodeFirewallPlugin', producerVersion: '0.2.4', pluginVersion: '0.2.4', observedAt: at },
    ...changes,
  };
}
