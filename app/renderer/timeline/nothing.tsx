// Why the list is empty, and the one way on from there.
import { useHarnesses } from '../stores/domains.ts';
import { show } from '../stores/route.ts';
import { Button } from '../ui/button.tsx';
import { Empty } from '../ui/page.tsx';
import { useWords } from '../words/use-words.ts';
import { without } from './filter.ts';
import { partName } from './filter-words.ts';
import { timelineControl, useTimeline } from './use-timeline.ts';

export function Nothing() {
  const { words } = useWords();
  const { timeline } = words;
  const control = timelineControl();
  const load = useTimeline((state) => state.load);
  const filter = useTimeline((state) => state.filter);
  const facets = useTimeline((state) => state.facets);
  const hidden = useTimeline((state) => state.hidden);
  const installed = useHarnesses((state) => state.harnesses.some((harness) => harness.installed));
  if (load.state === 'failed')
    return (
      <Empty title={timeline.empty.failed} action={<Button icon="refresh" onClick={() => { void control.reload(); }}>{words.common.retry}</Button>}>
        <p role="alert">{load.failure.sentence}</p>
      </Empty>
    );
  if (facets !== null && facets.total > 0)
    return (
      <Empty title={timeline.empty.filtered} action={<Button tone="primary" onClick={() => { control.clear(); }}>{timeline.clearAll}</Button>}>
        <p>{timeline.empty.hides(facets.total)}</p>
        <ul className="hiding">
          {hidden.map(({ part, count }) => (
            <li key={part}>
              <span className="grow">
                <strong>{partName(part, words)}</strong> <span className="softer">{timeline.empty.wouldShow(count)}</span>
              </span>
              <Button small icon="close" aria-label={timeline.without(partName(part, words))} onClick={() => { control.setFilter(without(filter, part)); }}>{timeline.facetClear}</Button>
            </li>
          ))}
        </ul>
      </Empty>
    );
  return (
    <Empty title={timeline.empty.nothing} action={installed ? <Button onClick={() => { show('harnesses'); }}>{words.harnesses.liveCheck}</Button> : <Button tone="primary" onClick={() => { show('onboarding'); }}>{words.protection.setUp}</Button>}>
      <p>{installed ? timeline.empty.nothingSeen : timeline.empty.nothingInstalled}</p>
    </Empty>
  );
}
