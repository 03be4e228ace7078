// LocalProtectionEventV1: what the app learns of an event. Fingerprints and bounded metadata, never content.
import type { Decision } from './decision.ts';
import { evidenceId, requestFingerprint, sessionFingerprint } from './identity.ts';
import type { EventKind, HarnessProfile, NativeAction } from './profile.ts';
import { CONSEQUENCES, type RiskClass } from './risk-class.ts';
import { toolDisplayName } from './tool-name.ts';

export interface Observed {
  readonly kind: EventKind | 'settings';
  readonly text: string;
  readonly requestId: string;
  readonly sessionId: string | null;
  readonly toolName: string | null;
  readonly decision: Decision;
  readonly nativeAction: NativeAction;
  readonly riskClass: RiskClass;
  readonly source: 'classifier' | 'local_policy' | 'provider';
  /** null: no classifier was asked. */
  readonly prediction: 'BENIGN' | 'MALICIOUS' | null;
  readonly score: number | null;
  readonly threshold: number | null;
  readonly modelVersion: string | null;
  readonly ruleId: string | null;
  /** Milliseconds: since the process started, and of them spent in the classifier. */
  readonly totalMs: number;
  readonly classifyMs: number | null;
  /** True where the harness numbers the event in no way, so that its request id is random. */
  readonly unnumbered?: boolean;
}

const HOOKS = { prompt: 'user_input', tool_call: 'pre_tool', tool_result: 'tool_result', model_output: 'llm_output', subagent: 'subagent', settings: 'unknown' } as const;
const PREDICTIONS = { BENIGN: 'benign', MALICIOUS: 'malicious' } as const;

/** The record in the order of the contract. `decisionSource`, `ruleId` and `timing` are this product's own, and optional for readers. */
export function evidenceRecord(profile: HarnessProfile, seen: Observed, now: Date): { readonly id: string } {
  const occurredAt = now.toISOString();
  const { decision } = seen;
  const { dialect } = profile;
  // What could not be returned was no block.
  const unavailable = decision.action.kind === 'block' && seen.nativeAction === 'unavailable';
  // Nor was there a question where the harness could not be told to put one.
  const unasked = decision.action.kind === 'ask' && seen.nativeAction === 'allowed';
  const policyDecision = unavailable || unasked ? 'monitor' : decision.policyDecision;
  const hook = (seen.kind === 'settings' ? undefined : dialect?.evidenceHooks[seen.kind]) ?? HOOKS[seen.kind];
  const own = dialect?.identities({ hook, text: seen.text, requestId: seen.unnumbered === true ? null : seen.requestId, sessionId: seen.sessionId, mode: decision.mode, policyDecision, nativeAction: seen.nativeAction, occurredAt });
  const fingerprint = own?.requestFingerprint ?? requestFingerprint(seen.requestId, seen.text);
  return {
    schemaVersion: 1,
    id: own?.id ?? evidenceId(seen.sessionId, fingerprint, occurredAt),
    occurredAt,
    host: profile.evidenceHost,
    hook,
    mode: decision.mode,
    requestFingerprint: fingerprint,
    ...optional('sessionFingerprint', own ? own.sessionFingerprint : sessionFingerprint(seen.sessionId)),
    ...optional('toolDisplayName', (dialect?.toolDisplayName ?? toolDisplayName)(seen.toolName)),
    riskClass: seen.riskClass,
    attemptedConsequence: { category: seen.riskClass, summary: CONSEQUENCES[seen.riskClass] },
    prediction: seen.prediction ? PREDICTIONS[seen.prediction] : 'unavailable',
    ...optional('modelScore', unitInterval(seen.score)),
    ...optional('modelThreshold', unitInterval(seen.threshold)),
    policyDecision,
    nativeAction: seen.nativeAction,
    ...(decision.action.kind === 'warn' ? { warnDelivery: seen.nativeAction === 'warning_context_returned' ? 'delivered' : 'unsupported' } : {}),
    ...(unavailable ? { blockUnavailable: true } : {}),
    outcome: 'not_observed',
    evidenceTruth: seen.nativeAction === 'block_returned' || seen.nativeAction === 'content_replaced' ? 'native_response_returned' : 'plugin_reported',
    evidenceCompleteness: 'partial',
    provenance: {
      schemaVersion: 1,
      producer: profile.producer,
      producerVersion: profile.version,
      pluginVersion: profile.version,
      ...optional('policyVersion', dialect?.policyVersion ?? null),
      ...optional('modelVersion', seen.modelVersion?.slice(0, 128) ?? null),
      observedAt: occurredAt,
    },
    decisionSource: seen.source,
    ...optional('ruleId', seen.ruleId?.slice(0, 128) ?? null),
    timing: { totalMs: seen.totalMs, ...optional('classifyMs', seen.classifyMs) },
  } as { readonly id: string };
}

function optional(name: string, value: string | number | null): Record<string, string | number> {
  return value === null ? {} : { [name]: value };
}

function unitInterval(value: number | null): number | null {
  return value !== null && value >= 0 && value <= 1 ? value : null;
}
