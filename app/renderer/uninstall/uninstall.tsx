// Takes Silmaril out of all harnesses, or of some, and off this computer.
import { useState } from 'react';
import type { HarnessId, HeldRemoval, RemovalReport } from '../../contract/harness-views.ts';
import { silmaril } from '../bridge.ts';
import { usePlanFlow } from '../plans/plan-flow.ts';
import { PlanProgress } from '../plans/plan-progress.tsx';
import { useEvidenceStatus, useHarnesses, useSystem } from '../stores/domains.ts';
import { show } from '../stores/route.ts';
import { Button } from '../ui/button.tsx';
import { Callout } from '../ui/callout.tsx';
import { ChoiceCards } from '../ui/choices.tsx';
import { Empty, Page, Section } from '../ui/page.tsx';
import { Path } from '../ui/path.tsx';
import { useWords } from '../words/use-words.ts';
import { RemovalPreview } from './removal-preview.tsx';
import { RemovalResult, removedAll } from './removal-result.tsx';

export function Uninstall() {
  const { words } = useWords();
  const { plans, common } = words;
  const { removal } = plans;
  const installed = useHarnesses((state) => state.harnesses).filter((harness) => harness.installed);
  const total = useEvidenceStatus((status) => status.total);
  const folder = useSystem((system) => system.supportFolder);
  const [left, setLeft] = useState<readonly HarnessId[]>([]);
  const [keep, setKeep] = useState<'keep' | 'delete'>('keep');
  const chosen = installed.filter((harness) => !left.includes(harness.id)).map((harness) => harness.id);
  const { flow, make, run, stop, reset } = usePlanFlow<HeldRemoval, RemovalReport>({
    plan: () => silmaril.harnesses.planRemoval({ harnesses: chosen, keepEvidence: keep === 'keep' }),
    apply: (planId) => silmaril.harnesses.remove({ planId }),
  });
  const title = flow.state === 'done' ? (removedAll(flow.result) ? removal.doneTitle : removal.partlyTitle) : flow.state === 'held' ? removal.planTitle : removal.title;
  const lead = flow.state === 'done' ? (removedAll(flow.result) ? removal.doneLead : removal.partlyLead) : flow.state === 'held' ? plans.nothingWritten : removal.lead;
  return (
    <Page key={flow.state} title={title} lead={lead}>
      {flow.state === 'idle' || flow.state === 'making' || flow.state === 'failed' ? (
        installed.length === 0 ? (
          <Empty title={removal.nothing}><p>{removal.nothingAbout}</p><p><Path path={folder} /></p></Empty>
        ) : (
          <>
            {flow.state === 'failed' ? <Callout tone="block" live><strong>{plans.failed}.</strong> {flow.failure.sentence}</Callout> : null}
            <Section title={removal.which}>
              <fieldset className="pick">
                <legend className="hidden-visually">{removal.which}</legend>
                {installed.map((harness) => (
                  <label key={harness.id}>
                    <input type="checkbox" className="checkbox" checked={!left.includes(harness.id)} onChange={() => { setLeft(left.includes(harness.id) ? left.filter((other) => other !== harness.id) : [...left, harness.id]); }} />
                    <strong>{harness.label}</strong>
                  </label>
                ))}
              </fieldset>
            </Section>
            <Section title={removal.evidence}>
              <ChoiceCards
                label={removal.evidence}
                value={keep}
                onChange={setKeep}
                choices={[
                  { value: 'keep', title: removal.evidenceKeep, about: removal.evidenceKeepAbout, icon: 'folder' },
                  { value: 'delete', title: removal.evidenceDelete, about: removal.evidenceDeleteAbout(total), icon: 'trash' },
                ]}
              />
            </Section>
            <div className="row view-actions">
              <Button onClick={() => { show('settings'); }}>{common.cancel}</Button>
              <Button tone="primary" busy={flow.state === 'making'} disabled={chosen.length === 0} onClick={() => void make()}>{removal.preview}</Button>
              {chosen.length === 0 ? <span className="softer">{removal.chooseOne}</span> : null}
            </div>
          </>
        )
      ) : null}
      {flow.state === 'held' ? (
        <>
          <RemovalPreview plan={flow.plan} />
          <div className="row view-actions">
            <Button onClick={reset}>{common.back}</Button>
            <Button tone="danger" icon="trash" onClick={() => void run()}>{removal.apply}</Button>
          </div>
        </>
      ) : null}
      {flow.state === 'applying' ? (
        <>
          <PlanProgress planId={flow.plan.planId} />
          <Button busy={flow.stopping} onClick={stop}>{flow.stopping ? plans.stopping : plans.stop}</Button>
        </>
      ) : null}
      {flow.state === 'done' ? (
        <>
          <RemovalResult report={flow.result} />
          <div className="row view-actions">
            {removedAll(flow.result) ? null : <Button icon="refresh" onClick={reset}>{common.retry}</Button>}
            <Button tone="primary" onClick={() => { show('timeline'); }}>{common.done}</Button>
            <Button onClick={() => void silmaril.system.quit()}>{words.settings.quit}</Button>
          </div>
        </>
      ) : null}
    </Page>
  );
}
