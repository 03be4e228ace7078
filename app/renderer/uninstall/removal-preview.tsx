import type { HeldRemoval } from '../../contract/harness-views.ts';
import { PlanPreview } from '../plans/plan-preview.tsx';
import { Callout } from '../ui/callout.tsx';
import { Icon } from '../ui/icon.tsx';
import { Path } from '../ui/path.tsx';
import { useWords } from '../words/use-words.ts';

/** What goes, what stays and why, before anything is done. */
export function RemovalPreview({ plan }: { readonly plan: HeldRemoval }) {
  const { words } = useWords();
  const { removal } = words.plans;
  return (
    <div className="stack stack-loose">
      <Callout tone={plan.last ? 'warn' : 'accent'}>{plan.last ? removal.last : removal.notLast}</Callout>
      <PlanPreview plans={plan.plans} notes={plan.notes} />
      {plan.goes.length > 0 ? (
        <section className="stack">
          <h3>{removal.goesTitle}</h3>
          <ul className="panel goes">{plan.goes.map((thing) => <li key={thing}><Icon name="trash" size={16} />{removal.goes[thing]}{thing === 'evidence' ? <span className="softer">{removal.evidenceDeleteAbout(plan.evidence.events)}</span> : null}</li>)}</ul>
        </section>
      ) : null}
      <Stays stays={plan.stays} />
    </div>
  );
}

export function Stays({ stays }: { readonly stays: HeldRemoval['stays'] }) {
  const { words } = useWords();
  const { removal } = words.plans;
  return (
    <section className="stack">
      <h3>{removal.staysTitle}</h3>
      {stays.length === 0 ? <p className="soft">{removal.staysNone}</p> : (
        <ul className="panel goes">
          {stays.map(({ path, why }) => <li key={path}><Icon name="file" size={16} /><div className="grow"><Path path={path} /><p className="small softer">{why}</p></div></li>)}
        </ul>
      )}
    </section>
  );
}
