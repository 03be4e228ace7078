// What OpenCode's model and person read: fixed sentences (contracts 6.7).

const RISK_LABELS: Readonly<Record<string, string>> = {
  information_disclosure: 'Sensitive information disclosure',
  secret_exposure: 'Secret or credential exposure',
  control_abuse: 'Unsafe agent control attempt',
  prompt_injection: 'Unsafe agent control attempt',
  system_compromise: 'System compromise risk',
  service_disruption: 'Service disruption risk',
};

/** A name that is not in the table is shown as a title, without what does not belong in one. At most 60 characters. */
export function riskLabel(outcome: string | null): string {
  const name = outcome?.trim().toLowerCase() ?? '';
  const known = Object.hasOwn(RISK_LABELS, name) ? RISK_LABELS[name] : undefined;
  if (known !== undefined) return known;
  const words = name.split(/[^a-z0-9]+/).filter((word) => word !== '');
  const title = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ').slice(0, 60);
  return title === '' ? 'Unsafe content' : title;
}

export const refusal = (outcome: string | null): string => `Silmaril Firewall blocked this request: ${riskLabel(outcome)}. Continue without using the blocked content.`;

export const REPLACED_TITLE = 'Silmaril Firewall blocked tool output';

/** What stands where a poisoned result, or a blocked answer of the model, was. */
export function replacementText(surface: 'tool output' | 'assistant output', outcome: string | null): string {
  return ['Silmaril Firewall blocked unsafe content', `Surface: ${surface}`, `Risk: ${riskLabel(outcome)}`, 'Action: the content was replaced and is not shown', 'Next step: continue without using the blocked content'].join('\n');
}

/** Thrown into OpenCode: the tool call, or the prompt, does not go on, and its message is what the model reads. */
export class SilmarilFirewallBlockedError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'SilmarilFirewallBlockedError';
  }
}
