// From a finding to what happens: pure, the same for every harness.
import { configuredMode, type Settings } from './config.ts';
import type { LocalVerdict } from './local-policy.ts';
import { BLOCK, type Mode } from './product.ts';

/** What the classifier or the local policy found. */
export type Finding =
  | {
      readonly source: 'classifier';
      readonly prediction: 'BENIGN' | 'MALICIOUS';
      /** MALICIOUS, or a governance rule that blocks. */
      readonly candidate: boolean;
      readonly responseMode: Mode | null;
      /** How far the classifier lets the event be taken: the embedded one is not sure enough of everything to block it. */
      readonly ceiling: 'warn' | 'block';
    }
  | { readonly source: 'local_policy'; readonly verdict: LocalVerdict };

export interface Decision {
  /** The effective mode. */
  readonly mode: Mode;
  readonly candidate: boolean;
  /** As evidence names it. */
  readonly policyDecision: 'allow' | 'monitor' | 'warn' | 'block';
  readonly action: Action;
}

/** What the harness is to be told. `ask` is only ever a local policy's. */
export type Action =
  | { readonly kind: 'pass' }
  | { readonly kind: 'warn' }
  /** `note` is for the person alone: it must go where the model does not read. */
  | { readonly kind: 'block'; readonly reason: string; readonly note?: string }
  | { readonly kind: 'ask'; readonly reason: string; readonly note?: string };

/**
 * - Effective mode: the configured one, else the classifier's own, else shadow. A local decision counts as shadow where
 *   no mode is configured, and `localPolicy: enforce` makes it block in every mode.
 * - A candidate is recorded in shadow, becomes the fixed warning in warn, and the native denial in block. A denial by the
 *   classifier says the fixed sentence alone; a local one adds the rule's own sentence.
 * - Where the classifier's ceiling is `warn`, block mode warns.
 * - `ask` asks where a denial would deny. Evidence calls that `warn`: the person may say yes, so it is not a block.
 */
export function decide(finding: Finding, settings: Settings): Decision {
  const mode = effectiveMode(finding, settings);
  const candidate = finding.source === 'classifier' ? finding.candidate : finding.verdict.verdict !== 'none';
  if (!candidate) return { mode, candidate, policyDecision: 'allow', action: { kind: 'pass' } };
  if (mode === 'shadow') return { mode, candidate, policyDecision: 'monitor', action: { kind: 'pass' } };
  if (mode === 'warn' || (finding.source === 'classifier' && finding.ceiling === 'warn')) return { mode, candidate, policyDecision: 'warn', action: { kind: 'warn' } };
  if (finding.source === 'classifier') return { mode, candidate, policyDecision: 'block', action: { kind: 'block', reason: BLOCK } };
  const reason = `${BLOCK} ${finding.verdict.modelSentence}`.trim();
  return finding.verdict.verdict === 'ask'
    ? { mode, candidate, policyDecision: 'warn', action: { kind: 'ask', reason, ...(finding.verdict.personNote !== undefined && { note: finding.verdict.personNote }) } }
    : { mode, candidate, policyDecision: 'block', action: { kind: 'block', reason, ...(finding.verdict.personNote !== undefined && { note: finding.verdict.personNote }) } };
}

/** Whether a denial by the local policy is returned. */
export function enforcesLocalPolicy(settings: Settings): boolean {
  return settings.localPolicy === 'enforce' || configuredMode(settings) === 'block';
}

function effectiveMode(finding: Finding, settings: Settings): Mode {
  if (finding.source === 'classifier') return configuredMode(settings) ?? finding.responseMode ?? 'shadow';
  return enforcesLocalPolicy(settings) ? 'block' : (configuredMode(settings) ?? 'shadow');
}
