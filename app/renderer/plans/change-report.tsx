import type { ChangeView } from '../../contract/harness-views.ts';
import { Badge } from '../ui/badge.tsx';
import { Callout } from '../ui/callout.tsx';
import { Icon } from '../ui/icon.tsx';
import { Path } from '../ui/path.tsx';
import { useWords } from '../words/use-words.ts';

/** What became of each step. */
export function ChangeReport({ changes }: { readonly changes: readonly ChangeView[] }) {
  const { words } = useWords();
  const { plans } = words;
  return (
    <div className="stack">
      {changes.map(({ harness, label, outcome }) => (
        <section key={harness} className="plan">
          <header className="plan-head">
            <h3>{label}</h3>
            {outcome.ok ? <Badge tone="ok" icon="check">{outcome.changed ? plans.ok : plans.same}</Badge> : <Badge tone="block" icon="warning">{plans.bad}</Badge>}
          </header>
          {outcome.ok ? (
            outcome.steps.length === 0 ? null : (
              <details className="step" open>
                <summary><Icon name="chevron" size={13} /><span className="soft">{plans.steps(outcome.steps.length)}</span></summary>
                <ol className="step-results">
                  {outcome.steps.map((step, index) => (
                    <li key={index}>
                      <Icon name={step.outcome === 'done' ? 'check' : 'info'} size={15} />
                      <span className="softer">{plans.kinds[step.kind]}</span>
                      <Path path={step.path} />
                      {step.outcome === 'kept' ? <span className="small softer">{plans.kept}</span> : null}
                    </li>
                  ))}
                </ol>
              </details>
            )
          ) : (
            <div className="plan-note"><Callout tone="block" live>{outcome.failure.sentence}</Callout></div>
          )}
        </section>
      ))}
    </div>
  );
}
