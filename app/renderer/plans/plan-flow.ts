// Plan, look, apply: the same for installing, repairing and removing. What is applied is the plan that was shown;
// main holds it, and it is dropped when the person leaves it unapplied.
import { useCallback, useEffect, useReducer, useRef } from 'react';
import type { Answer, Failure } from '../../contract/ipc-kinds.ts';
import { silmaril } from '../bridge.ts';

export type PlanFlow<P, R> =
  | { readonly state: 'idle' }
  | { readonly state: 'making' }
  | { readonly state: 'failed'; readonly failure: Failure }
  | { readonly state: 'held'; readonly plan: P }
  | { readonly state: 'applying'; readonly plan: P; readonly stopping: boolean }
  | { readonly state: 'done'; readonly result: R };

interface Deeds<P, R> {
  readonly apply: (planId: string) => Promise<Answer<R>>;
  readonly plan: () => Promise<Answer<P>>;
}

export function usePlanFlow<P extends { readonly planId: string }, R>({ plan, apply }: Deeds<P, R>) {
  const [flow, move] = useReducer((_before: PlanFlow<P, R>, after: PlanFlow<P, R>) => after, { state: 'idle' });
  const held = useRef<string | null>(null);
  const turn = useRef(0);

  const drop = useCallback(() => {
    turn.current += 1;
    if (held.current !== null) void silmaril.harnesses.drop({ planId: held.current });
    held.current = null;
  }, []);
  // A plan that nobody looks at any more must not stay held.
  useEffect(() => drop, [drop]);

  const make = async () => {
    drop();
    const mine = turn.current;
    move({ state: 'making' });
    const answer = await plan();
    if (mine !== turn.current) {
      if (answer.ok) void silmaril.harnesses.drop({ planId: answer.value.planId });
      return;
    }
    if (!answer.ok) {
      move({ state: 'failed', failure: answer.failure });
      return;
    }
    held.current = answer.value.planId;
    move({ state: 'held', plan: answer.value });
  };
  const run = async (): Promise<R | null> => {
    if (flow.state !== 'held') return null;
    held.current = null;
    move({ state: 'applying', plan: flow.plan, stopping: false });
    const answer = await apply(flow.plan.planId);
    move(answer.ok ? { state: 'done', result: answer.value } : { state: 'failed', failure: answer.failure });
    return answer.ok ? answer.value : null;
  };
  const stop = () => {
    if (flow.state !== 'applying') return;
    move({ ...flow, stopping: true });
    void silmaril.harnesses.cancel({ planId: flow.plan.planId });
  };
  const reset = () => {
    drop();
    move({ state: 'idle' });
  };
  return { flow, make, run, stop, reset };
}
