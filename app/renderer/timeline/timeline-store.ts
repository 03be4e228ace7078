// The timeline's state and everything that it asks main. Independent of React, so that it can be tested with a
// bridge of its own. An answer that comes after the filter has changed is dropped.
import { createStore } from 'zustand/vanilla';
import type { Arrival, Cursor, EvidenceFilter, EventView, Facets, Histogram } from '../../contract/evidence-views.ts';
import type { SilmarilBridge } from '../../contract/ipc.ts';
import type { Answer, Failure } from '../../contract/ipc-kinds.ts';
import type { Settings } from '../../contract/settings.ts';
import { activeParts, noFilter, presets, without, type FilterPart, type Preset } from './filter.ts';
import { merged } from './rows.ts';

export interface Timeline {
  readonly filter: EvidenceFilter;
  /** While one is in force, the range moves along with the clock. */
  readonly preset: Preset | null;
  readonly grouped: boolean;
  readonly events: readonly EventView[];
  readonly next: Cursor | null;
  readonly load: { readonly state: 'loading' | 'more' | 'ready' } | { readonly state: 'failed'; readonly failure: Failure };
  readonly facets: Facets | null;
  readonly histogram: Histogram | null;
  readonly paused: boolean;
  /** Events that arrived while the list must not move. */
  readonly waiting: number;
  /** What dropping each active part alone would show; asked only when nothing matches. */
  readonly hidden: readonly { readonly part: FilterPart; readonly count: number }[];
}

type Evidence = Pick<SilmarilBridge['evidence'], 'query' | 'facets' | 'histogram' | 'follow' | 'onArrived'>;
export interface TimelineBridge {
  readonly evidence: Evidence;
  /** Keeps filter and grouping for the next start. */
  readonly remember: (timeline: Settings['timeline']) => void;
}

const firstPage = 200;
const furtherPage = 500;
const buckets = 96;
/** After so many live events the oldest are let go; scrolling brings them back. */
const mostLive = 4000;
const keptLive = 2000;
/** Counts and bars follow arrivals no faster than this, ms. */
const summaryPause = 2000;
const rememberPause = 500;

export function createTimeline(bridge: TimelineBridge, start: Settings['timeline'], clock: () => number = Date.now) {
  const store = createStore<Timeline>()(() => ({
    filter: start.filter,
    preset: null,
    grouped: start.grouped,
    events: [],
    next: null,
    load: { state: 'loading' },
    facets: null,
    histogram: null,
    paused: false,
    waiting: 0,
    hidden: [],
  }));
  const { getState: get, setState: set } = store;
  let generation = 0;
  let atTop = true;
  let summaryTimer: ReturnType<typeof setTimeout> | null = null;
  let rememberTimer: ReturnType<typeof setTimeout> | null = null;
  let stopListening: (() => void) | null = null;

  /** The filter with a moving range brought to now. */
  function current(): EvidenceFilter {
    const { filter, preset } = get();
    return preset === null ? filter : { ...filter, from: clock() - presets[preset], to: null };
  }

  async function summary(): Promise<void> {
    const asked = generation;
    const filter = current();
    const [facets, histogram] = await Promise.all([bridge.evidence.facets({ filter }), bridge.evidence.histogram({ filter, buckets })]);
    if (asked !== generation) return;
    if (facets.ok) set({ facets: facets.value });
    if (histogram.ok) set({ histogram: histogram.value });
    if (facets.ok && facets.value.matched === 0 && facets.value.total > 0) await explainNothing(asked, filter);
    else set({ hidden: [] });
  }

  async function explainNothing(asked: number, filter: EvidenceFilter): Promise<void> {
    const parts = activeParts(filter);
    const answers = await Promise.all(parts.map((part) => bridge.evidence.facets({ filter: without(filter, part) })));
    if (asked !== generation) return;
    set({ hidden: parts.map((part, index) => ({ part, count: matchedOf(answers[index]) })) });
  }

  /** Asks for everything anew under the current filter. */
  async function reload(): Promise<void> {
    generation += 1;
    const asked = generation;
    const filter = current();
    set({ load: { state: 'loading' }, waiting: 0 });
    const [answer] = await Promise.all([bridge.evidence.query({ filter, after: null, limit: firstPage }), summary(), bridge.evidence.follow({ filter })]);
    if (asked !== generation) return;
    if (answer.ok) set({ events: answer.value.events, next: answer.value.next, load: { state: 'ready' } });
    else set({ events: [], next: null, load: { state: 'failed', failure: answer.failure } });
  }

  async function loadMore(): Promise<void> {
    const { next, load } = get();
    if (next === null || load.state !== 'ready') return;
    const asked = generation;
    set({ load: { state: 'more' } });
    const answer = await bridge.evidence.query({ filter: current(), after: next, limit: furtherPage });
    if (asked !== generation) return;
    if (!answer.ok) {
      set({ load: { state: 'failed', failure: answer.failure } });
      return;
    }
    // A live event as old as the oldest loaded one may be part of the page, too.
    const known = new Set(get().events.slice(-furtherPage).map((event) => event.id));
    set(({ events }) => ({ events: [...events, ...answer.value.events.filter((event) => !known.has(event.id))], next: answer.value.next, load: { state: 'ready' } }));
  }

  function summarySoon(): void {
    summaryTimer ??= setTimeout(() => {
      summaryTimer = null;
      void summary();
    }, summaryPause);
  }

  function arrived({ events: fresh, more }: Arrival): void {
    summarySoon();
    const { paused, load, events, next } = get();
    if (load.state === 'loading') return;
    // Nothing is shown that could move away under the person: a backlog that is taken in shows at once.
    if (!paused && more > 0 && events.length === 0) {
      void reload();
      return;
    }
    if (paused || !atTop || more > 0) {
      set(({ waiting }) => ({ waiting: waiting + fresh.length + more }));
      return;
    }
    const together = merged(events, fresh, next === null);
    const oldest = together[keptLive - 1];
    if (together.length > mostLive && oldest !== undefined) set({ events: together.slice(0, keptLive), next: { at: Date.parse(oldest.at), id: oldest.id } });
    else set({ events: together });
  }

  function rememberSoon(): void {
    if (rememberTimer !== null) clearTimeout(rememberTimer);
    rememberTimer = setTimeout(() => {
      rememberTimer = null;
      const { filter, grouped } = get();
      bridge.remember({ filter, grouped });
    }, rememberPause);
  }

  return {
    store,
    reload,
    loadMore,
    /** Listens and loads; @returns what ends it */
    open(): () => void {
      stopListening ??= bridge.evidence.onArrived(arrived);
      void reload();
      return () => {
        stopListening?.();
        stopListening = null;
        generation += 1;
        void bridge.evidence.follow({ filter: null });
      };
    },
    setFilter(filter: EvidenceFilter, preset: Preset | null = null): void {
      // A change of another part keeps the moving range.
      const kept = preset ?? (filter.from === get().filter.from && filter.to === get().filter.to ? get().preset : null);
      set({ filter, preset: kept });
      rememberSoon();
      void reload();
    },
    setRange(range: Preset | 'all'): void {
      const filter = { ...get().filter, from: range === 'all' ? null : clock() - presets[range], to: null };
      set({ filter, preset: range === 'all' ? null : range });
      rememberSoon();
      void reload();
    },
    clear(): void {
      set({ filter: noFilter, preset: null });
      rememberSoon();
      void reload();
    },
    setGrouped(grouped: boolean): void {
      set({ grouped });
      rememberSoon();
    },
    setPaused(paused: boolean): void {
      set({ paused });
      if (!paused && get().waiting > 0) void reload();
    },
    /** While the list is scrolled down it stays still. */
    setAtTop(top: boolean): void {
      atTop = top;
    },
  };
}

export type TimelineControl = ReturnType<typeof createTimeline>;

function matchedOf(answer: Answer<Facets> | undefined): number {
  return answer?.ok === true ? answer.value.matched : 0;
}
