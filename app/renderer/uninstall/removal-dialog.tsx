import { useEffect, useEffectEvent } from 'react';
import type { HarnessView, HeldRemoval, RemovalReport } from '../../contract/harness-views.ts';
import { silmaril } from '../bridge.ts';
import { usePlanFlow } from '../plans/plan-flow.ts';
import { PlanProgress } from '../plans/plan-progress.tsx';
import { Button } from '../ui/button.tsx';
import { Callout } from '../ui/callout.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { useWords } from '../words/use-words.ts';
import { RemovalPreview } from './removal-preview.tsx';
import { RemovalResult } from './removal-result.tsx';

/** Takes Silmaril out of one harness; the evidence stays. */
export function RemovalDialog({ harness, onClose }: { readonly harness: HarnessView; readonly onClose: () => void }) {
  const { words } = useWords();
  const { plans, common } = words;
  const { flow, make, run, stop } = usePlanFlow<HeldRemoval, RemovalReport>({
    plan: () => silmaril.harnesses.planRemoval({ harnesses: [harness.id], keepEvidence: true }),
    apply: (planId) => silmaril.harnesses.remove({ planId }),
  });
  const first = useEffectEvent(() => void make());
  useEffect(() => { first(); }, []);
  const busy = flow.state === 'applying';
  return (
    <Dialog
      title={words.harnesses.uninstallTitle(harness.label)}
      open
      wide
      held={busy}
      onClose={() => { if (!busy) onClose(); }}
      footer={
        flow.state === 'held' ? (
          <>
            <span className="grow small softer dialog-note">{plans.nothingWritten}</span>
            <Button onClick={onClose}>{common.cancel}</Button>
            <Button tone="danger" onClick={() => void run()}>{plans.removal.apply}</Button>
          </>
        ) : busy ? (
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
      {flow.state === 'held' ? <RemovalPreview plan={flow.plan} /> : null}
      {flow.state === 'applying' ? <PlanProgress planId={flow.plan.planId} /> : null}
      {flow.state === 'done' ? <RemovalResult report={flow.result} /> : null}
    </Dialog>
  );
}
