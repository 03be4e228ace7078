// The embedded classifier: text -> prediction. Pure: no clock, no I/O, no imports from other rooms.

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

/** Never throws; bounded by counts, not by a clock. */
export function classify(_input: ClassifierInput): Classification {
  return { prediction: 'BENIGN', score: 0, threshold: 0.5, primaryOutcome: 'benign', riskClass: 'unknown' };
}
