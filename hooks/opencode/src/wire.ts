// The published formulas of the OpenCode producer: ids, fingerprints, tool names, risk classes (contracts 5.3 to 5.5).
import { codeUnitJson } from '../../core/canonical-json.ts';
import { runtimeCheckMarker } from '../../core/identity.ts';
import type { Dialect, EventKind, EvidenceIdentity } from '../../core/profile.ts';
import type { RiskClass } from '../../core/risk-class.ts';
import { sha256Hex } from '../../core/sha256.ts';
import { randomUuid } from '../../core/unique.ts';

export const INTEGRATION = 'opencode-firewall-plugin';
const HOST = 'openCode';
const MAX_TOOL_NAME = 64;

const LABELS: Readonly<Record<EventKind, string>> = { prompt: 'user_input', tool_call: 'tool_call', tool_result: 'tool_response', model_output: 'llm_output', subagent: 'user_input' };

/** Each component with its length in UTF-8 bytes before it, so that no two lists read the same. */
const frame = (...components: readonly string[]): string => components.map((component) => `${String(Buffer.byteLength(component))}:${component}`).join('|');

/** The identifier that OpenCode numbers an event with; without one the sent id is random. */
function requestId({ sessionId, event, kind, identity, text }: Parameters<Dialect['requestId']>[0]): string {
  if (identity === null) return randomUuid();
  const named = { integration: INTEGRATION, hookEventName: event, hook: LABELS[kind], ...(sessionId !== null && { conversationId: sessionId }), stableEventId: identity, contentHash: sha256Hex(text) };
  return `${INTEGRATION}-${sha256Hex(codeUnitJson(named) ?? '')}`;
}

/** No randomness in them: the same event judged twice is one file of evidence, unless OpenCode does not number it. */
function identities({ hook, text, requestId: request, sessionId, mode, policyDecision, nativeAction, occurredAt }: EvidenceIdentity): ReturnType<Dialect['identities']> {
  const marker = runtimeCheckMarker(text);
  const requestFingerprint = marker === null ? `sha256:${sha256Hex(frame(INTEGRATION, hook, request ?? '', sha256Hex(text)))}` : sha256Hex(marker);
  const sessionFingerprint = sessionId === null ? null : `sha256:${sha256Hex(frame(HOST, sessionId))}`;
  const id = frame('protection-event', HOST, hook, requestFingerprint, sessionFingerprint ?? '', mode, policyDecision, nativeAction, request === null ? occurredAt : '');
  return { id: `protection-event:${sha256Hex(id)}`, requestFingerprint, sessionFingerprint };
}

/** At most 64 characters; anything that is no plain name, or that smells of a secret, is `redacted_tool`. */
export function toolDisplayName(name: string | null): string | null {
  const trimmed = name?.trim() ?? '';
  if (trimmed === '' || trimmed.length > MAX_TOOL_NAME) return null;
  if (!/^[A-Za-z][A-Za-z0-9._/-]*$/.test(trimmed) || /secret|token|credential|password|api[._/-]?key/i.test(trimmed)) return 'redacted_tool';
  return trimmed;
}

const RISKS: Readonly<Record<string, RiskClass>> = {
  secret_exposure: 'credential_exposure',
  information_disclosure: 'sensitive_data_exposure',
  system_compromise: 'code_execution',
  service_disruption: 'destructive_change',
  control_abuse: 'unsafe_agent_control',
  prompt_injection: 'unsafe_agent_control',
  external_communication: 'external_communication',
  privilege_change: 'privilege_change',
};

export function riskClass(outcome: string | null, malicious: boolean): RiskClass {
  const name = outcome?.trim().toLowerCase() ?? '';
  return (Object.hasOwn(RISKS, name) ? RISKS[name] : undefined) ?? (malicious ? 'other' : 'unknown');
}

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

export const openCodeDialect: Dialect = {
  argumentsText: codeUnitJson,
  requestId,
  identities,
  evidenceHooks: { tool_result: 'post_tool' },
  toolDisplayName,
  riskClass,
  policyVersion: 'opencode-plugin-policy-v1',
  governance: false,
  metadata: (payload) => ({
    conversationId: text(payload['session_id']),
    parentSessionId: text(payload['parent_session_id']),
    messageId: text(payload['message_id']),
    partId: text(payload['part_id']),
    callId: text(payload['tool_use_id']),
  }),
};
