// VS Code's Local agent: what its hooks send and which answers it honours (Agent Plugins 1.0).
import { canonicalJson } from '../../core/canonical-json.ts';
import type { Action } from '../../core/decision.ts';
import { WARN } from '../../core/product.ts';
import type { HarnessProfile, NativeAnswer } from '../../core/profile.ts';
import { PLUGIN_VERSION } from './version.ts';

export const vscodeProfile: HarnessProfile = {
  harness: 'vscode',
  evidenceHost: 'vscode',
  integration: 'silmaril-vscode-firewall',
  producer: 'VSCodeFirewallPlugin',
  version: PLUGIN_VERSION,
  configFile: '.vscode/silmaril-firewall.json',
  hookTimeoutMs: 12_000,
  readsEnvironment: true,
  judged: { UserPromptSubmit: 'prompt', PreToolUse: 'tool_call', PostToolUse: 'tool_result' },
  silent: ['SessionStart'],
  observesWorkspaces: true,
  eventMetadataKey: 'vscodeHookEvent',
  sendsCwd: true,
  resultText: canonicalJson,
  identityFields: ['timestamp'],
  answer,
};

function answer(action: Action, event: string): NativeAnswer {
  if (action.kind === 'block') return { output: blocked(event, action), nativeAction: 'block_returned' };
  // Asking is a tool call's only; the person may say yes, so evidence does not call it a block.
  if (action.kind === 'ask') return { output: { ...(action.note !== undefined && { systemMessage: action.note }), ...permission('ask', action.reason) }, nativeAction: 'warning_context_returned' };
  const context = event === 'UserPromptSubmit' ? {} : { hookSpecificOutput: { hookEventName: event, additionalContext: WARN } };
  return { output: { continue: true, systemMessage: WARN, ...context }, nativeAction: 'warning_context_returned' };
}

function blocked(event: string, { reason, note }: Extract<Action, { kind: 'block' }>): object {
  if (event === 'UserPromptSubmit') return { continue: false, stopReason: reason };
  // VS Code shows a systemMessage as a warning beside the call; the model does not get it.
  return event === 'PreToolUse' ? { ...(note !== undefined && { systemMessage: note }), ...permission('deny', reason) } : { decision: 'block', reason };
}

function permission(decision: 'deny' | 'ask', reason: string): object {
  return { hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: decision, permissionDecisionReason: reason } };
}
