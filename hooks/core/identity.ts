// Who an event is: the request id that is sent, and the fingerprints that evidence keeps instead of raw ids.
import { sha256Hex } from './sha256.ts';
import { randomUuid } from './unique.ts';

const NUL = '\0';
const MARKER = /\bsilmaril-runtime-check:[A-Za-z0-9-]{16,128}\b/;

/** The first runtime-check marker in a text: lets `verify` find the evidence of its own test prompt. */
export function runtimeCheckMarker(text: string): string | null {
  return MARKER.exec(text)?.[0] ?? null;
}

export interface EventIdentity {
  readonly sessionId: string | null;
  readonly event: string;
  /** Tool-use id, else whatever else the harness numbers the event with, else null: the text then stands for it. */
  readonly identity: string | null;
  readonly text: string;
}

/** `<integration>-` + 64 hex; the same event gives the same id, so that retries and copies are recognised. */
export function requestId(integration: string, event: EventIdentity): string {
  const content = sha256Hex(event.text);
  return `${integration}-${sha256Hex([event.sessionId ?? 'unknown-session', event.event, event.identity ?? content, content].join(NUL))}`;
}

export function requestFingerprint(requestIdentifier: string, text: string): string {
  return sha256Hex(runtimeCheckMarker(text) ?? requestIdentifier);
}

export function sessionFingerprint(sessionId: string | null): string | null {
  return sessionId === null ? null : sha256Hex(sessionId);
}

/** Unlike the fingerprints it has a random part: two records of one event stay two. */
export function evidenceId(sessionId: string | null, fingerprint: string, occurredAt: string): string {
  return `event-${sha256Hex([sessionId, fingerprint, occurredAt, randomUuid()].filter(Boolean).join(NUL))}`;
}
