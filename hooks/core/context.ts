// Judges an event in the light of its session, for the embedded classifier. A remote one is not accompanied: its answer
// is its service's own, and so would be its context. Bundled with the embedded classifier (scripts/build.mjs).
import type { Classification } from '../classifier/classify.ts';
import { actionOf } from '../classifier/context/action.ts';
import { callRecord, promptRecord, raiseOf, resultRecord } from '../classifier/context/judgement.ts';
import { originOf } from '../classifier/origin.ts';
import { openContext } from './context-state.ts';
import type { EventKind } from './profile.ts';

export interface ContextEvent {
  readonly kind: EventKind;
  readonly text: string;
  readonly toolName: string | null;
  /** Null: nothing is known of the session, and nothing remembered. */
  readonly sessionId: string | null;
}

/**
 * @param now wall time in milliseconds
 * @param count counts a Health code; a state that is broken changes no verdict
 * @returns the classification, raised where the session speaks against a call; never a milder one
 */
export function inContext(home: string, harness: string, event: ContextEvent, alone: Classification, now: number, count: (reason: string) => void): Classification {
  const { kind, text, sessionId } = event;
  if (sessionId === null || (kind !== 'prompt' && kind !== 'tool_call' && kind !== 'tool_result')) return alone;
  const opened = openContext(home, harness, sessionId, now);
  if (opened.state === 'broken') count(opened.reason);
  if (opened.state !== 'open') return alone;
  const { records, hash, append } = opened.context;
  const toolName = event.toolName ?? '';
  const raise = kind === 'tool_call' ? raiseOf(toolName, text, records, hash) : 'none';
  const record =
    kind === 'prompt' ? promptRecord(text, hash)
    : kind === 'tool_call' ? callRecord(toolName, text, records, hash)
    : resultRecord(text, originOf(toolName), alone.score, alone.tier, hash);
  if (record && !append(record)) count('context-not-written');
  if (raise === 'none') return alone;
  const tier = raise === 'block' || alone.tier !== 'none' ? 'block' : 'warn';
  if (alone.prediction === 'MALICIOUS') return { ...alone, tier };
  // The score is lifted to the threshold, since evidence holds that one who reaches it is malicious.
  const named = actionOf(toolName, text).intent === 'run' ? ({ primaryOutcome: 'system_compromise', riskClass: 'code_execution' } as const) : ({ primaryOutcome: 'information_disclosure', riskClass: 'sensitive_data_exposure' } as const);
  return { prediction: 'MALICIOUS', score: Math.max(alone.score, alone.threshold), threshold: alone.threshold, tier, ...named };
}
