// Outcome names of the /classify contract -> the risk class that evidence keeps.

export type RiskClass =
  | 'credential_exposure'
  | 'sensitive_data_exposure'
  | 'code_execution'
  | 'destructive_change'
  | 'external_communication'
  | 'privilege_change'
  | 'unsafe_agent_control'
  | 'other'
  | 'unknown';

/** One fixed sentence each: free text of a classifier never reaches the evidence. At most 280 characters. */
export const CONSEQUENCES: Readonly<Record<RiskClass, string>> = {
  credential_exposure: 'Credentials or other secrets could have been exposed.',
  sensitive_data_exposure: 'Sensitive data could have been disclosed.',
  code_execution: 'Code or commands could have been executed on this computer.',
  destructive_change: 'Files, data or services could have been destroyed or disrupted.',
  external_communication: 'Data could have been sent to an outside party.',
  privilege_change: 'Permissions or privileges could have been changed.',
  unsafe_agent_control: 'The agent could have been steered by instructions that are not the user’s.',
  other: 'The event had another kind of effect.',
  unknown: 'The effect of the event is not known.',
};

const OUTCOMES: Readonly<Record<string, RiskClass>> = {
  secret_exposure: 'credential_exposure',
  information_disclosure: 'sensitive_data_exposure',
  data_exfiltration: 'sensitive_data_exposure',
  system_compromise: 'code_execution',
  service_disruption: 'destructive_change',
  destructive_action: 'destructive_change',
  privilege_escalation: 'privilege_change',
  control_abuse: 'unsafe_agent_control',
  prompt_injection: 'unsafe_agent_control',
};

/** Absent or blank is `unknown`; a name that is not in the table, `benign` included, is `other`. */
export function riskClassOf(outcome: string | null): RiskClass {
  const name = outcome?.trim().toLowerCase();
  if (!name) return 'unknown';
  if (Object.hasOwn(OUTCOMES, name)) return OUTCOMES[name] ?? 'other';
  return isRiskClass(name) && name !== 'unknown' ? name : 'other';
}

export function isRiskClass(name: string): name is RiskClass {
  return Object.hasOwn(CONSEQUENCES, name);
}
