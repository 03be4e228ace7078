// The /classify answer: what makes it valid, and what of it the hooks use.
import { isMode, type Mode } from './product.ts';

export interface Classified {
  readonly prediction: 'BENIGN' | 'MALICIOUS';
  /** NaN when the service sent none. */
  readonly score: number;
  readonly threshold: number;
  /** The service's own mode, null when it sent none. */
  readonly mode: Mode | null;
  readonly primaryOutcome: string | null;
  readonly governanceBlocks: boolean;
}

/** @returns null when any present field breaks the contract: such an answer is an error, never half used */
export function parseClassified(text: string): Classified | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isRecord(value)) return null;
  const { prediction, mode, primary_outcome: outcome, governance } = value;
  if (prediction !== 'BENIGN' && prediction !== 'MALICIOUS') return null;
  if (mode !== undefined && !isMode(mode)) return null;
  if (outcome !== undefined && typeof outcome !== 'string') return null;
  for (const name of ['outcome_scores', 'detector_scores', 'detector_counts']) if (!isScores(value[name])) return null;
  if (governance !== undefined && !isGovernance(governance)) return null;
  return {
    prediction,
    score: numberOf(value['score']),
    threshold: numberOf(value['threshold']),
    mode: mode ?? null,
    primaryOutcome: outcome ?? null,
    governanceBlocks: governance?.action === 'block',
  };
}

/** Coerced as JavaScript does; NaN for what is missing or no scalar. */
function numberOf(value: unknown): number {
  return typeof value === 'object' && value !== null ? Number.NaN : Number(value);
}

interface Governance {
  readonly action: 'allow' | 'block';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Absent and null are fine. The key `benign` is not: it would be the complement of the others, not an outcome. */
function isScores(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  return isRecord(value) && Object.entries(value).every(([name, score]) => name !== 'benign' && typeof score === 'number');
}

function isGovernance(value: unknown): value is Governance {
  if (!isRecord(value)) return false;
  const { action, policy_version: version, rule_id: rule } = value;
  return (action === 'allow' || action === 'block') && typeof version === 'string' && version !== '' && (rule === undefined || typeof rule === 'string');
}
