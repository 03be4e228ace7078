// The evidence event (LocalProtectionEventV1) as every reader of this product parses it. All
// published producers are accepted: two id prefixes, fingerprints with and without `sha256:`,
// milli- or microseconds, and unknown extra keys, which are kept.
import * as z from 'zod';
import { evidenceHooks, evidenceHosts, evidenceTruths, nativeActions, policyDecisions, predictions, riskClasses } from './evidence-words.ts';

export { evidenceHooks, evidenceHosts, policyDecisions, riskClasses };

/** Most bytes that a reader takes from one evidence file; the largest producer's own cap. */
export const maxEvidenceBytes = 65_536;

const fingerprint = z.string().regex(/^(sha256:)?[0-9a-f]{64}$/);
const time = z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,6})?Z$/).refine((text) => Number.isFinite(Date.parse(text)));
const share = z.number().min(0).max(1);
const version = z.string().max(128);

export const evidenceEvent = z
  .looseObject({
    schemaVersion: z.literal(1),
    id: z.string().regex(/^(event-|protection-event:)[0-9a-f]{64}$/),
    occurredAt: time,
    host: z.enum(evidenceHosts),
    hook: z.enum(evidenceHooks),
    mode: z.enum(['block', 'warn', 'shadow']),
    requestFingerprint: fingerprint.optional(),
    sessionFingerprint: fingerprint.optional(),
    toolDisplayName: z.string().max(128).optional(),
    riskClass: z.enum(riskClasses),
    attemptedConsequence: z.looseObject({ category: z.enum(riskClasses), summary: z.string().max(280) }),
    prediction: z.enum(predictions),
    modelScore: share.optional(),
    modelThreshold: share.optional(),
    policyDecision: z.enum(policyDecisions),
    nativeAction: z.enum(nativeActions),
    warnDelivery: z.enum(['delivered', 'unsupported']).optional(),
    blockUnavailable: z.literal(true).optional(),
    outcome: z.literal('not_observed'),
    evidenceTruth: z.enum(evidenceTruths),
    evidenceCompleteness: z.literal('partial'),
    provenance: z.looseObject({
      schemaVersion: z.literal(1),
      producer: version,
      producerVersion: version,
      pluginVersion: version,
      policyVersion: version.optional(),
      modelVersion: version.optional(),
      observedAt: time,
    }),
    // Keys that this product's own hooks add. One that reads wrong is dropped, not the event: a
    // later version may widen them.
    decisionSource: z.enum(['classifier', 'local_policy', 'provider']).optional().catch(undefined),
    ruleId: z.string().max(128).optional().catch(undefined),
    timing: z
      .looseObject({ totalMs: z.number().min(0), classifyMs: z.number().min(0).optional() })
      .optional()
      .catch(undefined),
  })
  .refine((event) => event.attemptedConsequence.category === event.riskClass, 'attemptedConsequence.category differs from riskClass');

export type EvidenceEvent = z.infer<typeof evidenceEvent>;
export type EvidenceHost = EvidenceEvent['host'];
export type PolicyDecision = EvidenceEvent['policyDecision'];
