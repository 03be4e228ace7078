// The embedded classifier: text -> prediction. Pure: no clock, no I/O, no imports from other rooms.
// With weights it judges by a learnt model in which the rules are features; without, by the rules
// alone, which name attacks that say or do so in so many words and are blind to all others.
import { analyse, type Segment } from './analyse.ts';
import { featuresOf, type SurfaceIndex } from './features.ts';
import { originOf, type OriginKind } from './origin.ts';
import { outcomeOf, riskClassOf, type Category, type Outcome } from './outcome.ts';
import { scoreFeatures } from './score.ts';
import { readWeights } from './weights.ts';

/** Names the judge in evidence when no weights are there; with weights see `Classifier.version`. */
export const MODEL_VERSION = 'silmaril-rules-1';

/** Which kind of text it is; each has its own weights and threshold. */
export type Surface = 'prompt' | 'tool_call' | 'tool_result';

export interface ClassifierInput {
  readonly surface: Surface;
  readonly text: string;
  /** The tool's name as the harness says it, for tool calls and results. */
  readonly toolName?: string;
  /** Whose words a tool's result may be (origin.ts); moves the thresholds, never the score. Left out: what the tool's name tells. */
  readonly origin?: OriginKind;
}

export interface Classification {
  readonly prediction: 'BENIGN' | 'MALICIOUS';
  /** 0..1. MALICIOUS exactly when score >= threshold. */
  readonly score: number;
  readonly threshold: number;
  /** How far the model alone may go: a prompt typed by the person is warned about, never blocked. */
  readonly tier: 'none' | 'warn' | 'block';
  /** The /classify contract's outcome name (contracts 1.6): `benign`, `control_abuse`, `secret_exposure` ... */
  readonly primaryOutcome: string;
  /** Evidence `riskClass` (contracts 5.5). */
  readonly riskClass: string;
}

/** Why: for a person who asks, never for evidence, since it quotes the text. */
export interface Explanation extends Classification {
  /** Rules that matched in the most telling segment, the heaviest first. */
  readonly rules: readonly { readonly id: string; readonly category: string; readonly severity: number; readonly text: string }[];
  /** How the most telling segment was hidden, outermost first; empty when it stood in the open. */
  readonly encodings: readonly string[];
  /** The most telling passage, normalised; at most 600 characters. */
  readonly passage: string;
}

export interface Classifier {
  /** Names the model in evidence. */
  readonly version: string;
  /** Never throws; bounded by counts, not by a clock. */
  classify(input: ClassifierInput): Classification;
  explain(input: ClassifierInput): Explanation;
}

interface Judged {
  readonly result: Classification;
  readonly segment: Segment;
  readonly span: readonly [number, number];
}

const SURFACES: readonly Surface[] = ['prompt', 'tool_call', 'tool_result'];
const surfaceIndex = (surface: Surface): SurfaceIndex => Math.max(0, SURFACES.indexOf(surface)) as SurfaceIndex;
const empty: Segment = { text: '', encodings: [], hits: [], hiding: [] };
const sigmoid = (x: number): number => 1 / (1 + Math.exp(-Math.max(-30, Math.min(30, x))));

/** What the model alone says of a text without a rule hit. */
const USUAL: readonly [Outcome, Outcome, Outcome] = ['control_abuse', 'system_compromise', 'control_abuse'];

function verdict(score: number, warn: number, block: number | null, segment: Segment, surface: SurfaceIndex): Classification {
  const malicious = score >= warn;
  const category = heaviest(segment, surface);
  const outcome: Outcome = !malicious ? 'benign' : category ? outcomeOf(category) : USUAL[surface];
  const tier = !malicious ? 'none' : block !== null && score >= block ? 'block' : 'warn';
  return { prediction: malicious ? 'MALICIOUS' : 'BENIGN', score, threshold: warn, tier, primaryOutcome: outcome, riskClass: riskClassOf(outcome) };
}

function heaviest(segment: Segment, surface: SurfaceIndex): Category | undefined {
  let severity = 0;
  let category: Category | undefined;
  for (const { rule } of segment.hits) if (rule.severity[surface] > severity) [severity, category] = [rule.severity[surface], rule.category];
  return category;
}

/** Log-odds that a rule of severity 0..3 adds; the start is such that 3, or 2 and 2, or 2 and 1 and 1, reach the threshold. */
const WEIGHT = [0, 0.8, 1.7, 3.3] as const;
const START = -3.2;
const RULES_WARN = 0.5;
const RULES_BLOCK = 0.9;

function judgeByRules(input: ClassifierInput): Judged {
  const surface = surfaceIndex(input.surface);
  let best: { score: number; segment: Segment } = { score: 0, segment: empty };
  for (const segment of analyse(input.text, surface)) {
    let sum = START;
    let most = 0;
    for (const { rule } of segment.hits) {
      sum += WEIGHT[rule.severity[surface] as 0 | 1 | 2 | 3];
      most = Math.max(most, rule.severity[surface]);
    }
    // Hiding counts only for text that says something: a font file in base64 hides nothing.
    if (most > 0) sum += Math.min(segment.hiding.length, 3) * 0.8;
    const score = sigmoid(Math.min(sum, 8));
    if (score > best.score) best = { score, segment };
  }
  const first = best.segment.hits[0];
  return { result: verdict(best.score, RULES_WARN, surface === 0 ? null : RULES_BLOCK, best.segment, surface), segment: best.segment, span: first ? [first.start, first.end] : [0, 0] };
}

function explained({ result, segment, span }: Judged, surface: SurfaceIndex): Explanation {
  const rules = segment.hits
    .map(({ rule, start, end }) => ({ id: rule.id, category: rule.category as string, severity: rule.severity[surface], text: segment.text.slice(start, Math.min(end, start + 200)) }))
    .sort((a, b) => b.severity - a.severity);
  return { ...result, rules, encodings: segment.encodings, passage: segment.text.slice(span[0], Math.min(span[1], span[0] + 600)).trim() };
}

/** Judges by the rules alone. Never throws; bounded by counts, not by a clock. */
export function classify(input: ClassifierInput): Classification {
  return judgeByRules(input).result;
}

export function explain(input: ClassifierInput): Explanation {
  return explained(judgeByRules(input), surfaceIndex(input.surface));
}

/**
 * @param weights bytes of weights.bin
 * @throws Error with a sentence that names what is wrong with the bytes
 */
export function createClassifier(weights: Uint8Array): Classifier {
  const { version, surfaces } = readWeights(weights);
  const judge = (input: ClassifierInput): Judged => {
    const surface = surfaceIndex(input.surface);
    const own = surfaces[surface];
    let best = -Infinity;
    let segment = empty;
    let span: readonly [number, number] = [0, 0];
    for (const candidate of analyse(input.text, surface)) {
      const features = featuresOf(candidate.text, surface, candidate.hits, candidate.hiding);
      const { logit, block } = scoreFeatures(features, own);
      if (logit <= best) continue;
      best = logit;
      segment = candidate;
      span = [features.blockStarts[block] ?? 0, features.blockStarts[block + 2] ?? candidate.text.length];
    }
    const tier = own.origins[input.origin ?? (surface === 2 && input.toolName ? originOf(input.toolName) : 'unknown')] ?? own.tier;
    return { result: verdict(sigmoid(best), tier.warn, tier.block, segment, surface), segment, span };
  };
  return { version, classify: (input) => judge(input).result, explain: (input) => explained(judge(input), surfaceIndex(input.surface)) };
}
