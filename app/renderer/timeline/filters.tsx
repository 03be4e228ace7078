import { Button as AriaButton } from 'react-aria-components/Button';
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog';
import { Popover } from 'react-aria-components/Popover';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { useWords } from '../words/use-words.ts';
import { activeParts, facetNames, presets, rangeOf, toggled, without, type FacetName, type Preset } from './filter.ts';
import { choicesOf, facetValue } from './filter-words.ts';
import { shortFingerprint } from './fingerprint.ts';
import { timelineControl, useTimeline } from './use-timeline.ts';

export function Filters() {
  const { words } = useWords();
  const { timeline } = words;
  const control = timelineControl();
  const filter = useTimeline((state) => state.filter);
  const preset = useTimeline((state) => state.preset);
  const grouped = useTimeline((state) => state.grouped);
  const range = rangeOf(filter, preset);
  return (
    <div className="filters" role="group" aria-label={timeline.filters}>
      <select
        className="select"
        aria-label={timeline.range}
        value={range}
        data-active={range !== 'all' || undefined}
        onChange={(event) => {
          const chosen = event.target.value;
          if (chosen === 'all' || chosen in presets) control.setRange(chosen as Preset | 'all');
        }}
      >
        {(['all', 'hour', 'day', 'week', 'month'] as const).map((name) => <option key={name} value={name}>{timeline.ranges[name]}</option>)}
        {range === 'custom' ? <option value="custom">{timeline.ranges.custom}</option> : null}
      </select>
      {facetNames.map((facet) => <Facet key={facet} facet={facet} />)}
      {filter.session === null ? null : (
        <Button small icon="close" className="chip" title={timeline.without(timeline.session)} onClick={() => { control.setFilter(without(filter, 'session')); }}>
          {`${timeline.session} ${shortFingerprint(filter.session)}`}
        </Button>
      )}
      {activeParts(filter).length > 0 ? <Button small tone="quiet" onClick={() => { control.clear(); }}>{timeline.clearAll}</Button> : null}
      <span className="grow" />
      <label className="row small soft">
        <input type="checkbox" className="checkbox" checked={grouped} onChange={(event) => { control.setGrouped(event.target.checked); }} />
        {timeline.grouped}
      </label>
    </div>
  );
}

function Facet({ facet }: { readonly facet: FacetName }) {
  const { words, formats } = useWords();
  const { timeline } = words;
  const control = timelineControl();
  const facets = useTimeline((state) => state.facets);
  const filter = useTimeline((state) => state.filter);
  const chosen: readonly string[] = filter[facet];
  const choices = choicesOf(facets, facet, chosen);
  const name = timeline.facets[facet];
  const [first] = chosen;
  return (
    <DialogTrigger>
      <AriaButton className="facet" data-active={chosen.length > 0 || undefined}>
        <span className="truncate">{first === undefined ? name : `${name}: ${facetValue(facet, first, words)}${chosen.length > 1 ? ` +${String(chosen.length - 1)}` : ''}`}</span>
        <Icon name="down" size={12} />
      </AriaButton>
      <Popover className="popover" placement="bottom start">
        <Dialog className="facet-list" aria-label={name}>
          {choices.length === 0 ? <p className="small softer">{timeline.facetNone}</p> : null}
          {choices.map(({ value, count }) => (
            <label key={value} className="facet-choice">
              <input type="checkbox" className="checkbox" checked={chosen.includes(value)} onChange={() => { control.setFilter(toggled(control.store.getState().filter, facet, value)); }} />
              <span className="grow truncate" title={facetValue(facet, value, words)}>{facetValue(facet, value, words)}</span>
              <span className="softer small">{formats.number(count)}</span>
            </label>
          ))}
          {chosen.length > 0 ? <Button small tone="quiet" onClick={() => { control.setFilter(without(control.store.getState().filter, facet)); }}>{timeline.facetClear}</Button> : null}
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
