// OpenCode: which events are judged, and what each can be answered with (contracts 6.7). What an answer does to
// OpenCode's own objects is the builds' part; here it is data.
import type { Action } from '../../core/decision.ts';
import { BLOCK, WARN } from '../../core/product.ts';
import type { HarnessProfile, NativeAnswer } from '../../core/profile.ts';
import { PLUGIN_VERSION } from './version.ts';
import { INTEGRATION, openCodeDialect } from './wire.ts';
import { refusal, replacementText } from './words.ts';

/** OpenCode's own permissions decide where a question would be put. */
const UNASKED = 'Silmaril Firewall: a checker of yours wants this call to be asked about. OpenCode cannot be told to ask; its own permissions decided.';

/** What a build does: `{}` nothing, `refuse` throws it, `replace` puts it in the content's place, `append` behind it. */
export interface Effect {
  readonly refuse?: string;
  readonly replace?: string;
  readonly append?: string;
  /** For the person alone. */
  readonly note?: string;
}

export const EVENTS = {
  prompt: 'chat.message',
  call: 'tool.execute.before',
  result: 'tool.execute.after',
  output: 'experimental.text.complete',
  subagent: 'session.created',
} as const;

export const openCodeProfile: HarnessProfile = {
  harness: 'opencode',
  evidenceHost: 'openCode',
  integration: INTEGRATION,
  producer: INTEGRATION,
  version: PLUGIN_VERSION,
  configFile: '.config/opencode/silmaril-firewall.json',
  // OpenCode waits for ever; this is how long a person may be made to wait.
  hookTimeoutMs: 12_000,
  // A project's .env and a shell may set variables for OpenCode; none of ours counts.
  readsEnvironment: false,
  judged: { [EVENTS.prompt]: 'prompt', [EVENTS.call]: 'tool_call', [EVENTS.result]: 'tool_result', [EVENTS.output]: 'model_output', [EVENTS.subagent]: 'subagent' },
  silent: [],
  observesWorkspaces: false,
  eventMetadataKey: 'opencodeHookEvent',
  sendsCwd: false,
  resultText: (result) => (typeof result === 'string' ? result : ''),
  identityFields: ['part_id', 'message_id'],
  projectRoot: (payload) => (typeof payload['project_root'] === 'string' ? payload['project_root'] : null),
  answer,
  dialect: openCodeDialect,
};

const effect = (output: Effect, nativeAction: NativeAnswer['nativeAction']): NativeAnswer => ({ output, nativeAction });

function answer(action: Action, event: string, _payload: unknown, outcome: string | null): NativeAnswer {
  if (action.kind === 'pass') return effect({}, 'allowed');
  if (action.kind === 'ask') return effect({ note: UNASKED }, 'allowed');
  // Only reported: there is nothing to answer.
  if (event === EVENTS.subagent) return effect({}, 'unavailable');
  if (action.kind === 'warn') return event === EVENTS.prompt || event === EVENTS.result ? effect({ append: WARN }, 'warning_context_returned') : effect({ note: WARN }, 'allowed');
  if (event === EVENTS.result) return effect({ replace: replacementText('tool output', outcome) }, 'content_replaced');
  if (event === EVENTS.output) return effect({ replace: replacementText('assistant output', outcome) }, 'content_replaced');
  // A classifier's refusal names the risk; a rule's says what to do instead.
  const refuse = action.reason === BLOCK ? refusal(outcome) : action.reason;
  return effect({ refuse, ...(action.note !== undefined && { note: action.note }) }, 'block_returned');
}
