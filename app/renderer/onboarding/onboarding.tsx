// The first steps: resumable (main keeps where they are), re-runnable, and nothing is written before the plan was
// shown and confirmed.
import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react';
import type { ChangeView, HeldPlan } from '../../contract/harness-views.ts';
import type { Onboarding as OnboardingState } from '../../contract/settings.ts';
import { silmaril } from '../bridge.ts';
import { PlanPreview } from '../plans/plan-preview.tsx';
import { PlanProgress } from '../plans/plan-progress.tsx';
import { ChangeReport } from '../plans/change-report.tsx';
import { usePlanFlow } from '../plans/plan-flow.ts';
import { changesOf } from '../plans/plan-size.ts';
import { useHarnesses, useKey, useOnboarding } from '../stores/domains.ts';
import { ask } from '../stores/notices.ts';
import { show } from '../stores/route.ts';
import { Button } from '../ui/button.tsx';
import { Callout } from '../ui/callout.tsx';
import { useWords } from '../words/use-words.ts';
import { ClassifierStep } from './classifier-step.tsx';
import { save } from './save.ts';
import { CheckStep, DoneStep, ExtrasStep, HarnessesStep, WelcomeStep } from './steps.tsx';
import { classifierReady, neighbours, stepsOf, wishOf } from './steps-order.ts';

type Step = OnboardingState['step'];

export function Onboarding() {
  const { words } = useWords();
  const { onboarding, common, plans } = words;
  const state = useOnboarding();
  const key = useKey((view) => view.key);
  const installed = useHarnesses((view) => view.harnesses).filter((harness) => harness.installed);
  const wish = wishOf(state);
  const { flow, make, run, stop, reset } = usePlanFlow<HeldPlan, readonly ChangeView[]>({
    plan: () => silmaril.harnesses.planInstall({ harnesses: [...state.harnesses], mode: null, classifier: wish }),
    apply: (planId) => silmaril.harnesses.apply({ planId }),
  });
  // After a restart in the middle of "install" nothing is known of that run: the plan says what is still missing.
  const step: Step = state.step === 'install' && flow.state !== 'applying' && flow.state !== 'done' ? 'plan' : state.step;
  const planning = useEffectEvent(() => { if (flow.state === 'idle') void make(); });
  useEffect(() => { if (step === 'plan') planning(); }, [step]);

  const { back, next } = neighbours(step);
  const go = (to: Step) => {
    if (to !== 'plan' && to !== 'install') reset();
    void save({ step: to });
  };
  const end = async (skipped: boolean) => {
    const after = await ask(silmaril.onboarding.end({ skipped }));
    if (after === null) return;
    useOnboarding.setState(after, true);
    show('timeline');
  };
  const install = async () => {
    void save({ step: 'install' });
    await run();
  };
  const skip = step === 'done' ? null : <Button tone="quiet" onClick={() => void end(true)}>{onboarding.skip}</Button>;
  const backward = back === null || flow.state === 'applying' ? null : <Button onClick={() => { go(back); }}>{common.back}</Button>;
  const forward = (label: string, ready = true) => (next === null ? null : <Button tone="primary" disabled={!ready} onClick={() => { go(next); }}>{label}</Button>);

  const [title, lead, body, ahead]: readonly [string, string, ReactNode, ReactNode] = (() => {
    switch (step) {
      case 'welcome':
        return [onboarding.welcomeTitle, onboarding.welcomeLead, <WelcomeStep key={step} />, forward(onboarding.begin)];
      case 'classifier':
        return [onboarding.classifierTitle, onboarding.classifierLead, <ClassifierStep key={step} />, forward(common.next, classifierReady(state, key))];
      case 'harnesses':
        return [onboarding.harnessesTitle, onboarding.harnessesLead, <HarnessesStep key={step} />, forward(common.next, state.harnesses.length > 0)];
      case 'plan': {
        const changes = flow.state === 'held' ? changesOf(flow.plan.plans) : 0;
        const content =
          flow.state === 'held' ? <PlanPreview plans={flow.plan.plans} notes={flow.plan.notes} />
          : flow.state === 'failed' ? <Callout tone="block" live action={<Button small icon="refresh" onClick={() => void make()}>{plans.again}</Button>}><strong>{plans.failed}.</strong> {flow.failure.sentence}</Callout>
          : <p role="status" className="soft">{plans.making}</p>;
        // A plan that could not be made for one harness does not hold up the others; for none of them, trying again comes first.
        const refused = flow.state === 'held' && flow.plan.plans.some((plan) => !plan.outcome.ok);
        const forwards =
          flow.state !== 'held' ? null
          : changes > 0 ? <Button tone="primary" onClick={() => void install()}>{onboarding.planDo(changes)}</Button>
          : refused ? <Button tone="primary" icon="refresh" onClick={() => void make()}>{plans.again}</Button>
          : <Button tone="primary" onClick={() => { go('check'); }}>{onboarding.planNothing}</Button>;
        return [onboarding.planTitle, onboarding.planLead, content, forwards];
      }
      case 'install': {
        if (flow.state === 'applying') return [onboarding.installTitle, '', <PlanProgress key={step} planId={flow.plan.planId} />, <Button key="stop" busy={flow.stopping} onClick={stop}>{flow.stopping ? plans.stopping : plans.stop}</Button>];
        const results = flow.state === 'done' ? flow.result : [];
        const fine = results.every((change) => change.outcome.ok);
        return [fine ? onboarding.installedTitle : onboarding.installFailedTitle, fine ? onboarding.installedLead : onboarding.installFailedLead, <ChangeReport key={step} changes={results} />, forward(common.next)];
      }
      case 'check':
        return [onboarding.checkTitle, onboarding.checkLead, <CheckStep key={step} />, forward(common.next)];
      case 'extras':
        return [onboarding.extrasTitle, onboarding.extrasLead, <ExtrasStep key={step} />, forward(common.next)];
      case 'done':
        return [
          installed.length > 0 ? onboarding.doneTitle : onboarding.doneNothing,
          installed.length > 0 ? onboarding.doneLead : words.protection.nothing,
          installed.length > 0 ? <DoneStep key={step} harnesses={installed} /> : null,
          <Button key="open" tone="primary" onClick={() => void end(false)}>{onboarding.openTimeline}</Button>,
        ];
    }
  })();
  return (
    <div className="onboarding">
      <Steps current={step} />
      <div className="onboarding-body">
        <div className="onboarding-page">
          <Head key={`${step} ${title}`} title={title} lead={lead} />
          {body}
        </div>
      </div>
      <footer className="onboarding-foot">
        <div>
          {skip}
          <span className="grow" />
          {backward}
          {ahead}
        </div>
      </footer>
    </div>
  );
}

/** Takes the focus with each step, so that a screen reader reads the new heading. */
function Head({ title, lead }: { readonly title: string; readonly lead: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => { heading.current?.focus({ preventScroll: true }); }, []);
  return (
    <header>
      <h1 ref={heading} tabIndex={-1}>{title}</h1>
      {lead === '' ? null : <p>{lead}</p>}
    </header>
  );
}

function Steps({ current }: { readonly current: Step }) {
  const { words } = useWords();
  const { onboarding } = words;
  const at = stepsOf.indexOf(current);
  return (
    <ol className="onboarding-steps" aria-label={`${onboarding.progress}: ${onboarding.stepOf(at + 1, stepsOf.length)}`}>
      {stepsOf.map((step, index) => <li key={step} data-done={index < at || undefined} aria-current={index === at ? 'step' : undefined}><span className="truncate">{onboarding.steps[step]}</span></li>)}
    </ol>
  );
}
