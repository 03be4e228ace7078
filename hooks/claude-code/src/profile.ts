// Claude Code: what its hooks send and which answers it honours.
import type { Action } from '../../core/decision.ts';
import { BLOCK, WARN } from '../../core/product.ts';
import { field } from '../../core/judge.ts';
import type { HarnessProfile, NativeAnswer, Payload } from '../../core/profile.ts';
import { isAnsweredByVscode } from './foreign-payload.ts';
import { projectRoot } from './project-root.ts';
import { judgeSettingsChange } from './settings-change.ts';
import { replacement, resultText } from './tool-result.ts';
import { PLUGIN_VERSION } from './version.ts';

export const claudeCodeProfile: HarnessProfile = {
  harness: 'claude-code',
  evidenceHost: 'claudeCode',
  integration: 'silmaril-claude-code-firewall',
  producer: 'ClaudeCodeFirewallPlugin',
  version: PLUGIN_VERSION,
  configFile: '.claude/silmaril-firewall.json',
  hookTimeoutMs: 12_000,
  // A project's settings may set variables for every hook, so none of ours means anything here. The tests need
  // none either: everything is found from HOME, which the launcher takes from the place where it is installed.
  readsEnvironment: false,
  judged: { UserPromptSubmit: 'prompt', PreToolUse: 'tool_call', PostToolUse: 'tool_result' },
  silent: ['SessionStart'],
  observesWorkspaces: false,
  eventMetadataKey: 'claudeCodeHookEvent',
  sendsCwd: false,
  resultText,
  identityFields: ['prompt_id'],
  answer,
  projectRoot,
  isForeign: isAnsweredByVscode,
  settingsEvent: { event: 'ConfigChange', judge: judgeSettingsChange },
};

function answer(action: Action, event: string, payload: Payload): NativeAnswer {
  switch (action.kind) {
    case 'block':
      return blocked(event, action, payload);
    case 'ask':
      return { output: { ...(action.note !== undefined && { systemMessage: action.note }), ...permission('ask', action.reason) }, nativeAction: 'warning_context_returned' };
    default:
      return { output: { systemMessage: WARN, hookSpecificOutput: { hookEventName: event, additionalContext: WARN } }, nativeAction: 'warning_context_returned' };
  }
}

function blocked(event: string, { reason, note }: Extract<Action, { kind: 'block' }>, payload: Payload): NativeAnswer {
  // `decision: "block"` here, not `continue: false`, which lets the tool run and ends the turn afterwards.
  if (event === 'UserPromptSubmit') return { output: { decision: 'block', reason }, nativeAction: 'block_returned' };
  // Claude Code shows a systemMessage to the person and never to the model.
  if (event === 'PreToolUse') return { output: { ...(note !== undefined && { systemMessage: note }), ...permission('deny', reason) }, nativeAction: 'block_returned' };
  const { output, certain } = replacement(field(payload, 'tool_name'), payload['tool_response']);
  return {
    output: { decision: 'block', reason: BLOCK, hookSpecificOutput: { hookEventName: event, updatedToolOutput: output } },
    // Where Claude Code may not take the replacement, the evidence claims the returned block and no more.
    nativeAction: certain ? 'content_replaced' : 'block_returned',
  };
}

function permission(decision: 'deny' | 'ask', reason: string): object {
  return { hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: decision, permissionDecisionReason: reason } };
}
