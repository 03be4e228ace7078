// The closed vocabularies of the evidence event, without a parser: every process may load this file.

export const evidenceHosts = ['vscode', 'claudeCode', 'copilot', 'cursor', 'pi', 'hermes', 'openCode', 'openClaw'] as const;
export const evidenceHooks = ['user_input', 'pre_tool', 'post_tool', 'tool_result', 'llm_output', 'subagent', 'unknown'] as const;
export const policyDecisions = ['allow', 'monitor', 'warn', 'block', 'unavailable'] as const;
export const riskClasses = [
  'credential_exposure',
  'sensitive_data_exposure',
  'code_execution',
  'destructive_change',
  'external_communication',
  'privilege_change',
  'unsafe_agent_control',
  'other',
  'unknown',
] as const;
export const predictions = ['benign', 'malicious', 'unknown', 'unavailable'] as const;
export const nativeActions = ['none', 'allowed', 'block_returned', 'content_replaced', 'warning_context_returned', 'failed', 'unavailable'] as const;
export const evidenceTruths = ['plugin_reported', 'native_response_returned'] as const;
