// A harness as data: everything in which the hooks of two harnesses differ.
import type { Action } from './decision.ts';
import type { Mode } from './product.ts';

/** What kind of text an event carries. */
export type EventKind = 'prompt' | 'tool_call' | 'tool_result';

/** The harness's input: a JSON object, its fields not yet checked. */
export type Payload = Readonly<Record<string, unknown>>;

export type NativeAction = 'allowed' | 'block_returned' | 'content_replaced' | 'warning_context_returned';

export interface NativeAnswer {
  readonly output: object;
  readonly nativeAction: NativeAction;
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
  readonly answer: (action: Action, event: string, payload: Payload) => NativeAnswer;
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
