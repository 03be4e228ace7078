// A harness as data: everything in which the hooks of two harnesses differ.
import type { Action } from './decision.ts';
import type { Mode } from './product.ts';
import type { RiskClass } from './risk-class.ts';

/** What kind of text an event carries. `subagent`: the task that one is given; `model_output`: what the model says. */
export type EventKind = 'prompt' | 'tool_call' | 'tool_result' | 'model_output' | 'subagent';

/** The harness's input: a JSON object, its fields not yet checked. */
export type Payload = Readonly<Record<string, unknown>>;

/** `unavailable`: the harness has no way to be answered at this event. */
export type NativeAction = 'allowed' | 'block_returned' | 'content_replaced' | 'warning_context_returned' | 'unavailable';

export interface NativeAnswer {
  readonly output: object;
  readonly nativeAction: NativeAction;
}

/** The request id that is sent and what evidence calls an event, where a producer has formulas of its own. */
export interface Dialect {
  /** The text of a tool's arguments; null when they have too many parts to be taken apart. */
  readonly argumentsText: (args: unknown) => string | null;
  /** `identity` is what the harness numbers the event with; null where it does not. */
  readonly requestId: (event: { readonly sessionId: string | null; readonly event: string; readonly kind: EventKind; readonly identity: string | null; readonly text: string }) => string;
  readonly identities: (seen: EvidenceIdentity) => { readonly id: string; readonly requestFingerprint: string; readonly sessionFingerprint: string | null };
  readonly evidenceHooks: Readonly<Partial<Record<EventKind, string>>>;
  readonly toolDisplayName: (name: string | null) => string | null;
  readonly riskClass: (outcome: string | null, malicious: boolean) => RiskClass;
  readonly policyVersion: string;
  /** Whether the request carries governance context, and an answer's governance counts. */
  readonly governance: boolean;
  /** Further metadata of the request, by the payload. */
  readonly metadata: (payload: Payload) => Readonly<Record<string, string | undefined>>;
}

export interface EvidenceIdentity {
  readonly hook: string;
  readonly text: string;
  /** Null where the harness numbers the event in no way: the sent one is random then. */
  readonly requestId: string | null;
  readonly sessionId: string | null;
  readonly mode: Mode;
  readonly policyDecision: string;
  readonly nativeAction: NativeAction;
  readonly occurredAt: string;
}

export interface HarnessProfile {
  /** Harness id: the provenance's harness, the governance agent, and the name of the Health log. */
  readonly harness: string;
  readonly evidenceHost: string;
  readonly integration: string;
  readonly producer: string;
  readonly version: string;
  /** The configuration file, under the home. */
  readonly configFile: string;
  /** Milliseconds after which the harness stops waiting for the hook, as it is registered. */
  readonly hookTimeoutMs: number;
  /** Whether SILMARIL_* variables mean anything to this hook. */
  readonly readsEnvironment: boolean;
  /** Registered events with a text to judge. */
  readonly judged: Readonly<Record<string, EventKind>>;
  /** Registered events without one. */
  readonly silent: readonly string[];
  readonly observesWorkspaces: boolean;
  readonly eventMetadataKey: string;
  readonly sendsCwd: boolean;
  /** The text of a tool's result: '' when there is none, null when it has too many parts to be taken apart. */
  readonly resultText: (result: unknown) => string | null;
  /** What numbers an event that has no tool-use id; the first present of these fields. */
  readonly identityFields: readonly string[];
  /** `outcome`: what the classifier calls it, as it said it, or null. */
  readonly answer: (action: Action, event: string, payload: Payload, outcome: string | null) => NativeAnswer;
  /** Where this producer's published wire differs from that of the other hooks. */
  readonly dialect?: Dialect;
  /** The session's project folder, where the working folder may lie below it. Default: the working folder. */
  readonly projectRoot?: (payload: Payload) => string | null;
  /** True when another harness's own, healthy plugin answers this payload. */
  readonly isForeign?: (payload: Payload, home: string) => boolean;
  /** An event that is about the harness's settings; what it answers is recorded only when it refuses. */
  readonly settingsEvent?: {
    readonly event: string;
    readonly judge: (payload: Payload, home: string, mode: Mode | null) => { readonly output: object; readonly ruleId: string } | null;
  };
}
