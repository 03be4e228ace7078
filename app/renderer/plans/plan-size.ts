import type { PlanView, StepView } from '../../contract/harness-views.ts';

/** Changes of all plans that could be made. */
export function changesOf(plans: readonly PlanView[]): number {
  return plans.reduce((sum, { outcome }) => sum + (outcome.ok ? outcome.steps.length : 0), 0);
}

export function linesOf({ hunks }: StepView): { readonly added: number; readonly removed: number } {
  return hunks.reduce((sum, hunk) => ({ added: sum.added + hunk.added.length, removed: sum.removed + hunk.removed.length }), { added: 0, removed: 0 });
}

/** Content that must not be shown reads `<secret>`. */
export function isSecret({ before, after }: StepView): boolean {
  return before === '<secret>' || after === '<secret>';
}
