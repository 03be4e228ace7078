// Every file and every changed line of a plan, before anything is written.
import type { PlanView, StepView } from '../../contract/harness-views.ts';
import { Badge, type Tone } from '../ui/badge.tsx';
import { Callout } from '../ui/callout.tsx';
import { Icon } from '../ui/icon.tsx';
import { Path } from '../ui/path.tsx';
import { useWords } from '../words/use-words.ts';
import { isSecret, linesOf } from './plan-size.ts';

const tones: Readonly<Record<StepView['kind'], Tone>> = { mkdir: 'allow', create: 'ok', replace: 'monitor', edit: 'monitor', chmod: 'allow', remove: 'block', rmdir: 'block' };

export function PlanPreview({ plans, notes }: { readonly plans: readonly PlanView[]; readonly notes: readonly string[] }) {
  const { words } = useWords();
  return (
    <div className="stack stack-loose">
      {notes.map((note) => <Callout key={note} tone="accent">{note}</Callout>)}
      {plans.map((plan) => (
        <section key={plan.harness} className="plan">
          <header className="plan-head">
            <h3>{plan.label}</h3>
            {plan.outcome.ok ? <span className="small softer">{words.plans.steps(plan.outcome.steps.length)} · {words.plans.owner(plan.outcome.owner.uid, plan.outcome.owner.gid)}</span> : null}
          </header>
          {plan.outcome.ok ? (
            <>
              {plan.outcome.notes.map((note) => <p key={note} className="plan-note small soft"><Icon name="info" size={15} /><span>{note}</span></p>)}
              {plan.outcome.steps.length === 0 ? <p className="plan-note soft">{words.plans.nothing}</p> : (
                <ol>
                  {plan.outcome.steps.map((step, index) => <Step key={`${String(index)} ${step.path}`} step={step} />)}
                </ol>
              )}
            </>
          ) : (
            <div className="plan-note"><Callout tone="block">{plan.outcome.failure.sentence}</Callout></div>
          )}
        </section>
      ))}
    </div>
  );
}

function Step({ step }: { readonly step: StepView }) {
  const { words, formats } = useWords();
  const { plans } = words;
  const { added, removed } = linesOf(step);
  return (
    <li>
      <details className="step">
        <summary>
          <Icon name="chevron" size={13} />
          <span className="step-kind"><Badge tone={tones[step.kind]}>{plans.kinds[step.kind]}</Badge></span>
          <span className="grow step-path"><Path path={step.path} /></span>
          {added + removed > 0 ? (
            <span className="step-lines small">
              <span aria-hidden="true">{plans.lines(added, removed)}</span>
              <span className="hidden-visually">{plans.linesSaid(added, removed)}</span>
            </span>
          ) : null}
          {step.mode === null ? null : <code className="small softer" title={plans.mode}>{step.mode}</code>}
        </summary>
        <div className="step-more">
          <p>{step.why}</p>
          <p className="small softer wrap-anywhere selectable">{step.path}</p>
          {step.target === null || step.target === step.path ? null : <p className="small">{plans.target} <code>{step.target}</code></p>}
          {isSecret(step) ? <p className="small row"><Icon name="lock" size={14} />{plans.secret}</p> : step.size === null ? null : <p className="small softer">{plans.size}: {formats.bytes(step.size)}</p>}
          {step.hunks.length === 0 ? null : (
            <div className="diff" tabIndex={0} role="group" aria-label={plans.linesSaid(added, removed)}>
              {step.hunks.map((hunk) => (
                <div key={hunk.line}>
                  <p className="diff-place small softer">{plans.line(hunk.line)}</p>
                  <pre>
                    {hunk.removed.map((line, index) => <del key={index}>{`- ${line}\n`}</del>)}
                    {hunk.added.map((line, index) => <ins key={index}>{`+ ${line}\n`}</ins>)}
                  </pre>
                </div>
              ))}
            </div>
          )}
        </div>
      </details>
    </li>
  );
}
