import type { RemovalReport } from '../../contract/harness-views.ts';
import { ChangeReport } from '../plans/change-report.tsx';
import { Callout } from '../ui/callout.tsx';
import { Icon } from '../ui/icon.tsx';
import { useWords } from '../words/use-words.ts';
import { Stays } from './removal-preview.tsx';

export function removedAll(report: RemovalReport): boolean {
  return report.changes.every((change) => change.outcome.ok) && report.failures.length === 0;
}

/** `keyRemoved: false` says that there was none; what went wrong is among `failures`. */
export function RemovalResult({ report }: { readonly report: RemovalReport }) {
  const { words } = useWords();
  const { removal } = words.plans;
  const beside: readonly (readonly [boolean, string])[] = [
    ...(report.eventsDeleted > 0 ? [[true, removal.eventsDeleted(report.eventsDeleted)] as const] : []),
    ...(report.keyRemoved === null ? [] : [[report.keyRemoved, report.keyRemoved ? removal.keyRemoved : removal.noKey] as const]),
    ...(report.loginItemRemoved === null ? [] : [[report.loginItemRemoved, report.loginItemRemoved ? removal.loginRemoved : removal.noLoginItem] as const]),
  ];
  return (
    <div className="stack stack-loose">
      <ChangeReport changes={report.changes} />
      {report.failures.map((failure) => <Callout key={failure.sentence} tone="block" live>{failure.sentence}</Callout>)}
      {beside.length > 0 ? <ul className="panel goes">{beside.map(([fine, sentence]) => <li key={sentence}><Icon name={fine ? 'check' : 'info'} size={16} />{sentence}</li>)}</ul> : null}
      <Stays stays={report.stays} />
    </div>
  );
}
