import { useEffect, useEffectEvent } from 'react';
import type { ChangeView, HeldPlan } from '../../contract/harness-views.ts';
import type { Answer } from '../../contract/ipc-kinds.ts';
import { silmaril } from '../bridge.ts';
import { Button } from '../ui/button.tsx';
import { Callout } from '../ui/callout.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { useWords } from '../words/use-words.ts';
import { ChangeReport } from './change-report.tsx';
import { usePlanFlow } from './plan-flow.ts';
import { PlanPreview } from './plan-preview.tsx';
import { PlanProgress } from './plan-progress.tsx';
import { changesOf } from './plan-size.ts';

/** Plan, preview, apply and result in one dialogue. It makes its plan as soon as it is mounted. */
export function PlanDialog({ title, plan, onClose }: { readonly title: string; readonly plan: () => Promise<Answer<HeldPlan>>; readonly onClose: () => void }) {
  const { words } = useWords();
  const { plans, common } = words;
  const { flow, make, run, stop } = usePlanFlow<HeldPlan, readonly ChangeView[]>({ plan, apply: (planId) => silmaril.harnesses.apply({ planId }) });
  const first = useEffectEvent(() => void make());
  useEffect(() => { first(); }, []);
  const busy = flow.state === 'applying';
  const changes = flow.state === 'held' ? changesOf(flow.plan.plans) : 0;
  return (
    <Dialog
      title={title}
      open
      wide
      held={busy}
      onClose={() => { if (!busy) onClose(); }}
      footer={
        flow.state === 'held' && changes > 0 ? (
          <>
            <span className="grow small softer dialog-note">{plans.nothingWritten}</span>
            <Button onClick={onClose}>{common.cancel}</Button>
            <Button tone="primary" onClick={() => void run()}>{plans.apply}</Button>
          </>
        ) : flow.state === 'applying' ? (
          <Button busy={flow.stopping} onClick={stop}>{flow.stopping ? plans.stopping : plans.stop}</Button>
        ) : (
          <>
            {flow.state === 'failed' ? <Button icon="refresh" onClick={() => void make()}>{plans.again}</Button> : null}
            <Button tone="primary" onClick={onClose}>{common.close}</Button>
          </>
        )
      }
    >
      {flow.state === 'idle' || flow.state === 'making' ? <p role="status" className="soft">{plans.making}</p> : null}
      {flow.state === 'failed' ? <Callout tone="block" live><strong>{plans.failed}.</strong> {flow.failure.sentence}</Callout> : null}
      {flow.state === 'held' ? <PlanPreview plans={flow.plan.plans} notes={flow.plan.notes} /> : null}
      {flow.state === 'applying' ? <PlanProgress planId={flow.plan.planId} /> : null}
      {flow.state === 'done' ? <ChangeReport changes={flow.result} /> : null}
    </Dialog>
  );
}
