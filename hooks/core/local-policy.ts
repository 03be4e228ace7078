// The local policy as the hooks see it: asked before any classifier, answers from this computer alone.

export interface LocalVerdict {
  readonly verdict: 'deny' | 'ask' | 'none';
  readonly ruleId: string | null;
  /** Evidence risk class of the rule's category. */
  readonly riskClass: string;
  /** For the person at the screen. */
  readonly personSentence: string;
  /** For the model: what to do instead. */
  readonly modelSentence: string;
  /** For the person alone, where a call is denied: what was stopped, and how to allow it once. Never for the model. */
  readonly personNote?: string;
  /** The external checker whose word it is, where it is not a rule's. */
  readonly provider?: string;
  /** With `none`: the person has allowed this very call, and `ruleId` is the rule that it would have broken. */
  readonly granted?: boolean;
  /** With `none`: every external checker said allow, and by the person's own word that may answer a question that the harness has pending. */
  readonly mayAnswer?: boolean;
}

export interface LocalCall {
  readonly harness: string;
  readonly toolName: string;
  readonly input: unknown;
  readonly sessionId: string | null;
  readonly cwd: string | null;
  /** The project's folder: what lies below it is inside. */
  readonly root: string | null;
  readonly home: string;
  /** Whether a denial will be returned, not only recorded or warned of: only then a grant is used up or a code offered. */
  readonly enforced: boolean;
  /** The configured policy file, absolute; null: the one in the support folder. */
  readonly policyPath: string | null;
  /** Milliseconds: the harness's time-out of the hook, and what a classifier may still take of it. What is left bounds the external checkers. */
  readonly harnessMs: number;
  readonly classifierMs: number;
  /** Counts a fault under a Health code. */
  readonly count: (reason: string) => void;
}

export type LocalPolicy = (call: LocalCall) => LocalVerdict | Promise<LocalVerdict>;
