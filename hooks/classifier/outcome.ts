// Names that others read: risk categories of the rules, outcomes of the /classify contract, risk classes of evidence.

/** What a rule is about. */
export type Category =
  | 'prompt_injection'
  | 'prompt_extraction'
  | 'jailbreak'
  | 'hidden_content'
  | 'data_exfiltration'
  | 'credential_access'
  | 'reverse_shell'
  | 'remote_code_execution'
  | 'persistence'
  | 'privilege_escalation'
  | 'defense_evasion'
  | 'destructive'
  | 'impact'
  | 'obfuscation';

export type Outcome = 'benign' | 'information_disclosure' | 'secret_exposure' | 'control_abuse' | 'system_compromise' | 'service_disruption';

export type RiskClass = 'credential_exposure' | 'sensitive_data_exposure' | 'code_execution' | 'destructive_change' | 'unsafe_agent_control' | 'other';

const outcomes: Readonly<Record<Category, Outcome>> = {
  prompt_injection: 'control_abuse',
  prompt_extraction: 'information_disclosure',
  jailbreak: 'control_abuse',
  hidden_content: 'control_abuse',
  data_exfiltration: 'information_disclosure',
  credential_access: 'secret_exposure',
  reverse_shell: 'system_compromise',
  remote_code_execution: 'system_compromise',
  persistence: 'system_compromise',
  privilege_escalation: 'system_compromise',
  defense_evasion: 'system_compromise',
  obfuscation: 'system_compromise',
  destructive: 'service_disruption',
  impact: 'service_disruption',
};

const riskClasses: Readonly<Record<Outcome, RiskClass>> = {
  benign: 'other',
  information_disclosure: 'sensitive_data_exposure',
  secret_exposure: 'credential_exposure',
  control_abuse: 'unsafe_agent_control',
  system_compromise: 'code_execution',
  service_disruption: 'destructive_change',
};

export const outcomeOf = (category: Category): Outcome => outcomes[category];

/** Evidence `riskClass` of an outcome, as the VS Code plugin's published table has it. */
export const riskClassOf = (outcome: Outcome): RiskClass => riskClasses[outcome];
