// Rows of calls to judge, one JSON object a line, and how far the engine agrees with what they expect.
import * as z from 'zod';
import type { ToolCall } from '../../../hooks/policy/judge.ts';
import type { Question } from './explain.ts';

export const row = z.looseObject({
  id: z.union([z.string(), z.number()]),
  command: z.union([z.string(), z.looseObject({})]),
  cwd: z.string().startsWith('/').optional(),
  home: z.string().startsWith('/').optional(),
  tool: z.string().min(1).optional(),
  expect: z.enum(['allow', 'deny', 'ask', 'none']).optional(),
  kind: z.string().optional(),
});
export type Row = z.infer<typeof row>;

export function questionOf({ command, cwd, home, tool }: Row, fallback: { readonly harness: ToolCall['harness']; readonly tool: string; readonly cwd: string; readonly home: string }): Question {
  return { harness: fallback.harness, command, tool: tool ?? fallback.tool, cwd: cwd ?? fallback.cwd, home: home ?? fallback.home };
}

export interface Disagreement {
  readonly id: string | number;
  readonly kind: string;
  readonly expected: string;
  readonly verdict: string;
  readonly ruleId: string | null;
  readonly command: string;
}

export interface Agreement {
  /** By kind, in the order of the file. */
  readonly kinds: readonly { readonly kind: string; readonly rows: number; readonly agreed: number }[];
  readonly rows: number;
  readonly agreed: number;
  readonly disagreements: readonly Disagreement[];
}

/** An expected `allow` is met by `none`: the policy grants nothing, it only lets be. */
export class AgreementCount {
  private readonly kinds = new Map<string, { rows: number; agreed: number }>();
  private readonly disagreements: Disagreement[] = [];

  add({ id, command, expect, kind = 'other' }: Row & { readonly expect: NonNullable<Row['expect']> }, answer: { readonly verdict: string; readonly ruleId: string | null }): void {
    const count = this.kinds.get(kind) ?? { rows: 0, agreed: 0 };
    this.kinds.set(kind, count);
    count.rows += 1;
    const expected = expect === 'allow' ? 'none' : expect;
    if (answer.verdict === expected) count.agreed += 1;
    else this.disagreements.push({ id, kind, expected: expect, verdict: answer.verdict, ruleId: answer.ruleId, command: typeof command === 'string' ? command : JSON.stringify(command) });
  }

  result(): Agreement {
    const kinds = [...this.kinds].map(([kind, count]) => ({ kind, ...count }));
    const sum = (of: 'rows' | 'agreed'): number => kinds.reduce((total, one) => total + one[of], 0);
    return { kinds, rows: sum('rows'), agreed: sum('agreed'), disagreements: this.disagreements };
  }
}
