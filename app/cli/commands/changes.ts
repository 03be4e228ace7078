// What install, uninstall and repair share: showing plans, asking, and reporting what was done.
import type { Changed, Planned } from '../../core/protection.ts';
import { describePlan, viewPlan } from '../../../installers/engine/describe.ts';
import { confirm } from '../ask.ts';
import type { Context } from '../command.ts';
import { printable, type Output } from '../output.ts';

/** A plan for a person, or why there is none. */
export function planLines(planned: readonly Planned[], out: Output): string[] {
  return planned.flatMap(({ label, plan }) => {
    const head = out.paint('strong', label);
    if (!plan.ok) return [`${head}: ${out.paint('bad', 'no plan.')} ${printable(plan.failure.sentence)}`, ''];
    if (plan.value.steps.length === 0) return [`${head}: nothing to do.`, ''];
    return [head, ...describePlan(plan.value).map((line) => `  ${line}`), ''];
  });
}

export function planData(planned: readonly Planned[]): unknown[] {
  return planned.map(({ harness, plan }) => (plan.ok ? { harness, ok: true, plan: viewPlan(plan.value) } : { harness, ok: false, failure: plan.failure }));
}

/** Asks only where a person sits in front of it; a script has decided already. */
export async function agreed(context: Context, yes: boolean, question: string): Promise<boolean> {
  return yes || context.out.json || !context.stdin.isTTY || (await confirm(question));
}

export function changeLines(changed: readonly Changed[], words: { done: string; same: string; failed: string }, out: Output): string[] {
  return changed.flatMap(({ label, result }) => {
    if (!result.ok) return [`${label}: ${out.paint('bad', words.failed)} ${printable(result.failure.sentence)}`];
    const kept = result.value.steps.filter((step) => step.outcome === 'kept').map((step) => `  kept, since it holds something of yours: ${printable(step.path)}`);
    return [`${label}: ${result.value.changed ? out.paint('good', words.done) : words.same}`, ...kept];
  });
}

export function changeData(changed: readonly Changed[]): unknown[] {
  return changed.map(({ harness, result }) =>
    result.ok ? { harness, ok: true, changed: result.value.changed, steps: result.value.steps } : { harness, ok: false, failure: result.failure },
  );
}

/** 0 when all went well, 2 when nothing could be done at all, else 1. */
export function exitOf(changed: readonly Changed[]): 0 | 1 | 2 {
  const failed = changed.filter(({ result }) => !result.ok).length;
  if (failed === 0) return 0;
  return failed === changed.length ? 2 : 1;
}
