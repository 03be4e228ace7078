// The embedded classifier: text -> prediction. Pure: no clock, no I/O, no imports from other rooms.
// This version judges by rules alone (rules.ts); it names attacks that say or do so in so many words
// and is blind to requests that read like any other.
import { decodeHidden } from './decode.ts';
import { normalise } from './normalise.ts';
import { outcomeOf, riskClassOf, type Category } from './outcome.ts';
import { scanRules } from './scan.ts';
import { selectParts } from './select.ts';

/** Names the judge in evidence. */
export const MODEL_VERSION = 'silmaril-rules-1';

/** Which kind of text it is; each has its own weights and threshold. */
export type Surface = 'prompt' | 'tool_call' | 'tool_result';

export interface ClassifierInput {
  readonly surface: Surface;
  readonly text: string;
  /** The tool's name as the harness says it, for tool calls and results. */
  readonly toolName?: string;
}

export interface Classification {
  readonly prediction: 'BENIGN' | 'MALICIOUS';
  /** 0..1. MALICIOUS exactly when score >= threshold. */
  readonly score: number;
  readonly threshold: number;
  /** The /classify contract's outcome name (contracts 1.6): `benign`, `control_abuse`, `secret_exposure` ... */
  readonly primaryOutcome: string;
  /** Evidence `riskClass` (contracts 5.5). */
  readonly riskClass: string;
}

const THRESHOLD = 0.5;
/** Log-odds that a rule of severity 0..3 adds; the start is such that 3, or 2 and 2, or 2 and 1 and 1, reach the threshold. */
const WEIGHT = [0, 0.8, 1.7, 3.3] as const;
const START = -3.2;
const SURFACES: readonly Surface[] = ['prompt', 'tool_call', 'tool_result'];

/** Never throws; bounded by counts, not by a clock. */
export function classify(input: ClassifierInput): Classification {
  const surface = Math.max(0, SURFACES.indexOf(input.surface));
  const raw = selectParts(String(input.text));
  const texts: { text: string; hidden: number }[] = [];
  const read = (text: string, json: boolean, depth: number): void => {
    const plain = normalise(text, json);
    // Letters smuggled in invisible code points have no honest use; a few joiners have many.
    const hidden = (plain.smuggled > 3 ? 2 : 0) + (plain.bidi > 0 && surface === 2 ? 1 : 0) + (plain.invisible > 3 || plain.lookAlikes > 2 ? 1 : 0) + depth;
    texts.push({ text: plain.text, hidden });
    if (depth < 2) for (const segment of decodeHidden(depth === 0 && json ? text : text, plain.text)) read(segment.text, false, depth + 1);
  };
  read(raw, surface !== 0, 0);

  let best = { score: 0, category: undefined as Category | undefined };
  for (const { text, hidden } of texts.slice(0, 24)) {
    let sum = START;
    let heaviest = 0;
    let category: Category | undefined;
    for (const { rule } of scanRules(text)) {
      const severity = rule.severity[surface] as number;
      sum += WEIGHT[severity as 0 | 1 | 2 | 3];
      if (severity > heaviest) [heaviest, category] = [severity, rule.category];
    }
    // Hiding counts only for text that says something: a font file in base64 hides nothing.
    if (heaviest > 0) sum += Math.min(hidden, 3) * 0.8;
    const score = 1 / (1 + Math.exp(-Math.min(sum, 8)));
    if (score > best.score) best = { score, category };
  }
  const malicious = best.score >= THRESHOLD;
  const outcome = malicious && best.category ? outcomeOf(best.category) : 'benign';
  return { prediction: malicious ? 'MALICIOUS' : 'BENIGN', score: best.score, threshold: THRESHOLD, primaryOutcome: outcome, riskClass: riskClassOf(outcome) };
}
