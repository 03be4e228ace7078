// The local policy as the hooks see it: a pure function, asked before any classifier.

export interface LocalVerdict {
  readonly verdict: 'deny' | 'ask' | 'none';
  readonly ruleId: string | null;
  /** Evidence risk class of the rule's category. */
  readonly riskClass: string;
  /** For the person at the screen. */
  readonly personSentence: string;
  /** For the model: what to do instead. */
  readonly modelSentence: string;
}

export type LocalPolicy = (call: {
  readonly harness: string;
  readonly toolName: string;
  readonly input: unknown;
  readonly cwd: string | null;
  readonly home: string;
}) => LocalVerdict;
