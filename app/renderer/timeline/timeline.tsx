// The timeline: what the hooks saw, newest first, with its filters, its shape over time and one event in full.
import { useCallback, useEffect, useRef, useState } from 'react';
import type { EventView } from '../../contract/evidence-views.ts';
import { silmaril } from '../bridge.ts';
import { useEvidenceStatus } from '../stores/domains.ts';
import { ask, tellDone } from '../stores/notices.ts';
import { show, useRoute } from '../stores/route.ts';
import { takesText } from '../shell/shortcuts.ts';
import { Button } from '../ui/button.tsx';
import { Callout } from '../ui/callout.tsx';
import { MenuButton } from '../ui/menu-button.tsx';
import { useWords } from '../words/use-words.ts';
import { EventDetails } from './event-details.tsx';
import { EventList } from './event-list.tsx';
import { Filters } from './filters.tsx';
import { HistogramView } from './histogram-view.tsx';
import { Nothing } from './nothing.tsx';
import { Search } from './search.tsx';
import { timelineControl, useTimeline } from './use-timeline.ts';

export function Timeline() {
  const { words, formats } = useWords();
  const { timeline } = words;
  const control = timelineControl();
  const events = useTimeline((state) => state.events);
  const load = useTimeline((state) => state.load);
  const facets = useTimeline((state) => state.facets);
  const paused = useTimeline((state) => state.paused);
  const wanted = useRoute((route) => route.eventId);
  const heading = useRef<HTMLHeadingElement>(null);
  const [opened, setOpened] = useState<{ readonly id: string; readonly event: EventView | null } | null>(null);
  const open = useCallback((event: EventView) => { setOpened({ id: event.id, event }); }, []);
  const close = useCallback(() => {
    setOpened(null);
    document.getElementById('timeline-list')?.focus();
  }, []);

  useEffect(() => control.open(), [control]);
  useEffect(() => { heading.current?.focus({ preventScroll: true }); }, []);
  useEffect(() => {
    if (wanted === null) return;
    setOpened({ id: wanted, event: null });
    // Shown once: coming back to this view later must not open it again.
    show('timeline');
  }, [wanted]);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || document.querySelector('[role="dialog"]') !== null) return;
      if (event.key === 'Escape' && opened !== null) close();
      else if (event.key.toLowerCase() === 'p' && !takesText(event.target) && !event.metaKey && !event.ctrlKey && !event.altKey) control.setPaused(!control.store.getState().paused);
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', press);
    return () => { window.removeEventListener('keydown', press); };
  }, [control, opened, close]);

  const exportAs = async (format: string) => {
    const outcome = await ask(silmaril.evidence.export({ filter: control.store.getState().filter, format: format === 'csv' ? 'csv' : 'jsonl' }));
    if (outcome?.state === 'saved') tellDone(timeline.exported(outcome.events, outcome.path));
  };
  const empty = load.state === 'failed' || (load.state !== 'loading' && events.length === 0);
  return (
    <div className={`timeline ${opened ? 'timeline-split' : ''}`}>
      <div className="timeline-main">
        <header className="timeline-head">
          <div className="timeline-title">
            <h1 ref={heading} tabIndex={-1}>{words.common.views.timeline}</h1>
            <p className="softer small" role="status">{facets === null ? timeline.loading : timeline.matched(facets.matched, facets.total)}</p>
          </div>
          <Search />
          <Button icon={paused ? 'play' : 'pause'} aria-pressed={paused} title={paused ? timeline.resumeLive : timeline.pauseLive} onClick={() => { control.setPaused(!paused); }}>
            {paused ? timeline.paused : timeline.live}
          </Button>
          <MenuButton
            label={timeline.export}
            icon="export"
            choices={[
              { id: 'jsonl', label: timeline.exportJsonl },
              { id: 'csv', label: timeline.exportCsv },
            ]}
            onChoose={(format) => { void exportAs(format); }}
          />
        </header>
        <StoreState />
        <HistogramView />
        <Filters />
        {empty ? <Nothing /> : <EventList opened={opened?.id ?? null} onOpen={open} />}
        <LiveReader count={facets?.total ?? null} say={(more) => timeline.fresh(more)} />
      </div>
      {opened ? <EventDetails key={opened.id} id={opened.id} known={opened.event} onClose={close} onOpen={open} formats={formats} words={words} /> : null}
    </div>
  );
}

/** What a person has to know of the store itself. */
function StoreState() {
  const { words } = useWords();
  const { timeline } = words;
  const { problem, intake, quarantined } = useEvidenceStatus();
  const setAside = quarantined.reduce((sum, { count }) => sum + count, 0);
  if (problem === null && intake.state === 'idle' && setAside === 0) return null;
  return (
    <div className="stack timeline-state">
      {problem ? <Callout tone="warn">{problem.sentence}</Callout> : null}
      {intake.state === 'failed' ? <Callout tone="block">{timeline.intakeFailed}</Callout> : null}
      {intake.state === 'running' && intake.waiting > 0 ? (
        <div className="intake" role="progressbar" aria-label={timeline.intake(intake.waiting)} aria-valuemin={0} aria-valuemax={intake.done + intake.waiting} aria-valuenow={intake.done}>
          <span className="small soft">{timeline.intake(intake.waiting)}</span>
          <progress max={intake.done + intake.waiting} value={intake.done} aria-hidden="true" />
        </div>
      ) : null}
      {setAside > 0 ? <p className="small softer" title={quarantined.map(({ reason, count }) => `${reason}: ${String(count)}`).join('\n')}>{timeline.quarantined(setAside)}</p> : null}
    </div>
  );
}

/** Reads out how many events came, at most every ten seconds: each one for itself would drown everything else. */
const sayEvery = 10_000;
function LiveReader({ count, say }: { readonly count: number | null; readonly say: (more: number) => string }) {
  const [said, setSaid] = useState('');
  const last = useRef({ at: 0, count });
  useEffect(() => {
    const { current } = last;
    if (count === null) return;
    if (current.count === null) current.count = count;
    const speak = () => {
      const more = count - (current.count ?? count);
      last.current = { at: Date.now(), count };
      if (more > 0) setSaid(say(more));
    };
    const wait = current.at + sayEvery - Date.now();
    if (wait <= 0) {
      speak();
      return;
    }
    const timer = setTimeout(speak, wait);
    return () => { clearTimeout(timer); };
  }, [count, say]);
  return <p className="hidden-visually" aria-live="polite">{said}</p>;
}
