// The list itself: only the rows in sight are in the document, however many there are.
import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import type { EventView } from '../../contract/evidence-views.ts';
import { useSettings } from '../stores/domains.ts';
import { Badge } from '../ui/badge.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { useNow } from '../ui/now.ts';
import { useWords } from '../words/use-words.ts';
import { decisionTone } from './decision-tone.ts';
import { shortFingerprint } from './fingerprint.ts';
import { dayAbove, eventRow, rowMaker, type Row } from './rows.ts';
import { timelineControl, useTimeline } from './use-timeline.ts';

/** Heights in rem, as styles/timeline.css draws them. */
const heights: Readonly<Record<Row['kind'], number>> = { day: 2.75, session: 2.25, event: 2.5 };
/** Pixels of a rem, as styles/tokens.css sets it for each text size. */
const rems = { small: 12.5, normal: 14, large: 16, larger: 18.5 } as const;
/** So near to the end of what is loaded, older events are asked for. Rows. */
const ahead = 60;

export function EventList({ opened, onOpen }: { readonly opened: string | null; readonly onOpen: (event: EventView) => void }) {
  const { words } = useWords();
  const { timeline } = words;
  const control = timelineControl();
  const events = useTimeline((state) => state.events);
  const grouped = useTimeline((state) => state.grouped);
  const load = useTimeline((state) => state.load);
  const next = useTimeline((state) => state.next);
  const waiting = useTimeline((state) => state.waiting);
  const rem = rems[useSettings((state) => state.settings.textSize)];
  const [make] = useState(rowMaker);
  const rows = useMemo(() => make(events, grouped), [make, events, grouped]);
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState<string | null>(null);
  // A new function would make the list measure all of its rows again, at each scroll.
  const getItemKey = useCallback((index: number) => rows[index]?.key ?? index, [rows]);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => heights[rows[index]?.kind ?? 'event'] * rem,
    getItemKey,
    overscan: 12,
    // Room for the name of the day that stays on top.
    scrollPaddingStart: 2.2 * rem,
  });
  useEffect(() => { virtual.measure(); }, [virtual, rem]);

  const items = virtual.getVirtualItems();
  const lastShown = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (next !== null && load.state === 'ready' && lastShown >= rows.length - ahead) void control.loadMore();
  }, [control, next, load, lastShown, rows.length]);
  // What is not in the list can't be its active row.
  const activeIndex = useMemo(() => (active === null ? -1 : rows.findIndex((row) => row.key === active)), [rows, active]);

  const go = (index: number | null) => {
    const row = index === null ? undefined : rows[index];
    if (index === null || row?.kind !== 'event') return;
    setActive(row.key);
    virtual.scrollToIndex(eventRow(rows, 0, 1) === index ? 0 : index, { align: 'auto' });
    // With an event open, moving on reads the next one.
    if (opened !== null) onOpen(row.event);
  };
  const press = (event: KeyboardEvent) => {
    if (event.metaKey || event.ctrlKey || event.altKey) return;
    const from = activeIndex;
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / (heights.event * rem)) - 1);
    switch (event.key) {
      case 'ArrowDown':
      case 'j':
        go(eventRow(rows, from + 1, 1));
        break;
      case 'ArrowUp':
      case 'k':
        go(eventRow(rows, from - 1, -1));
        break;
      case 'PageDown':
        go(eventRow(rows, Math.min(from + page, rows.length - 1), 1) ?? eventRow(rows, rows.length - 1, -1));
        break;
      case 'PageUp':
        go(eventRow(rows, Math.max(from - page, 0), -1) ?? eventRow(rows, 0, 1));
        break;
      case 'Home':
        go(eventRow(rows, 0, 1));
        break;
      case 'End':
        go(eventRow(rows, rows.length - 1, -1));
        break;
      case 'Enter': {
        const row = rows[from];
        if (row?.kind === 'event') onOpen(row.event);
        break;
      }
      default:
        return;
    }
    event.preventDefault();
  };
  const top = items.find((item) => item.end > (virtual.scrollOffset ?? 0));
  const day = top === undefined || (virtual.scrollOffset ?? 0) <= 0 ? null : dayAbove(rows, top.index);
  const activeDrawn = items.some((item) => item.index === activeIndex);
  return (
    <div className="list-frame">
      {/* The list itself has the day for those who do not see. */}
      {day === null ? null : <div className="day-now" aria-hidden="true"><DayName at={day} /></div>}
      {waiting > 0 ? (
        <div className="fresh">
          <Button
            small
            tone="primary"
            onClick={() => {
              scroller.current?.scrollTo({ top: 0 });
              control.setPaused(false);
              void control.reload();
            }}
          >
            {`↑ ${timeline.fresh(waiting)}`}
          </Button>
        </div>
      ) : null}
      <div
        ref={scroller}
        id="timeline-list"
        className={`list ${grouped ? 'list-grouped' : ''}`}
        role="grid"
        tabIndex={0}
        aria-label={timeline.list}
        aria-rowcount={next === null ? rows.length : -1}
        aria-busy={load.state === 'loading'}
        aria-activedescendant={activeDrawn && active !== null ? `row-${active}` : undefined}
        onKeyDown={press}
        onScroll={(event) => { control.setAtTop(event.currentTarget.scrollTop < rem); }}
      >
        <div role="rowgroup" className="list-rows" style={{ height: virtual.getTotalSize() }}>
          {items.map((item) => {
            const row = rows[item.index];
            if (row === undefined) return null;
            return (
              <div key={item.key} className="list-row" style={{ height: item.size, transform: `translateY(${String(item.start)}px)` }} role="presentation">
                {row.kind === 'event' ? (
                  <EventRow
                    event={row.event}
                    index={item.index}
                    selected={opened === row.key}
                    active={active === row.key}
                    onChoose={() => {
                      setActive(row.key);
                      onOpen(row.event);
                    }}
                  />
                ) : (
                  <HeadRow row={row} index={item.index} />
                )}
              </div>
            );
          })}
        </div>
        {load.state === 'more' ? <p className="list-foot small softer">{timeline.loadingMore}</p> : null}
        {next === null && rows.length > 0 ? <p className="list-foot small softer">{timeline.end}</p> : null}
      </div>
    </div>
  );
}

function EventRow({ event, index, selected, active, onChoose }: { readonly event: EventView; readonly index: number; readonly selected: boolean; readonly active: boolean; readonly onChoose: () => void }) {
  const { words, formats } = useWords();
  const { common, events } = words;
  return (
    <div id={`row-${event.id}`} role="row" aria-rowindex={index + 1} aria-selected={selected} className={`event tone-${decisionTone[event.decision]}`} data-active={active || undefined} data-decision={event.decision} onClick={onChoose}>
      <span role="gridcell" className="event-time">{formats.clock(event.at)}</span>
      <span role="gridcell" className="event-decision"><Badge tone={decisionTone[event.decision]} icon={event.decision}>{events.decisions[event.decision]}</Badge></span>
      <span role="gridcell" className="event-what">
        <span>{events.hooks[event.hook]}</span>
        {event.tool === null ? null : <code className="event-tool truncate" title={event.tool}>{event.tool}</code>}
      </span>
      <span role="gridcell" className="event-host truncate">{common.hosts[event.host]}</span>
      <span role="gridcell" className="event-risk truncate" title={event.rule ?? undefined}>{event.rule ?? (event.risk === 'unknown' || event.decision === 'allow' ? '' : events.risks[event.risk])}</span>
    </div>
  );
}

function HeadRow({ row, index }: { readonly row: Exclude<Row, { readonly kind: 'event' }>; readonly index: number }) {
  const { words } = useWords();
  const { timeline, common } = words;
  const control = timelineControl();
  if (row.kind === 'day')
    return (
      <div role="row" aria-rowindex={index + 1} className="day-head">
        <span role="gridcell" aria-colspan={5}><DayName at={row.at} /></span>
      </div>
    );
  const { session } = row;
  return (
    <div role="row" aria-rowindex={index + 1} className="session-head">
      <span role="gridcell" aria-colspan={5} className="row">
        <Icon name="session" size={14} />
        <span>{common.hosts[row.host]}</span>
        <span className="softer truncate">{session === null ? timeline.noSession : timeline.sessionHead(shortFingerprint(session))}</span>
        <span className="softer">· {common.events(row.count)}</span>
        {session === null ? null : <IconButton label={timeline.onlySession} icon="search" tabIndex={-1} onClick={() => { control.setFilter({ ...control.store.getState().filter, session }); }} />}
      </span>
    </div>
  );
}

function DayName({ at }: { readonly at: number }) {
  const { formats } = useWords();
  return formats.day(at, useNow());
}
