import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Arrival, EvidenceFilter, EventView, Facets, Page } from '../../contract/evidence-views.ts';
import type { Answer } from '../../contract/ipc-kinds.ts';
import { noFilter } from './filter.ts';
import { createTimeline } from './timeline-store.ts';

const event = (number: number) => ({ id: `e${String(number)}`, at: new Date(number * 1000).toISOString(), session: null, host: 'vscode' }) as EventView;
const facets = (matched: number, total = 10): Facets => ({ matched, total, hosts: [], decisions: [], modes: [], risks: [], hooks: [], tools: [], rules: [] });
const fine = <T>(value: T): Answer<T> => ({ ok: true, value });

/** A store of numbered events whose answers can be held back. */
function sample(count: number) {
  const events = Array.from({ length: count }, (_, index) => event(count - index));
  const asked: EvidenceFilter[] = [];
  const followed: (EvidenceFilter | null)[] = [];
  const remembered: unknown[] = [];
  let arrive: (arrival: Arrival) => void = () => undefined;
  let hold: Promise<void> = Promise.resolve();
  let broken = false;
  const control = createTimeline(
    {
      evidence: {
        query: async ({ filter, after, limit }) => {
          asked.push(filter);
          await hold;
          if (broken) return { ok: false, failure: { code: 'x', sentence: 'It broke.' } };
          const found = filter.text === null ? events : events.filter((one) => one.id === filter.text);
          const start = after === null ? 0 : found.findIndex((one) => one.id === after.id) + 1;
          const last = found[start + limit - 1];
          const page: Page = { events: found.slice(start, start + limit), next: last !== undefined && start + limit < found.length ? { at: Date.parse(last.at), id: last.id } : null };
          return fine(page);
        },
        facets: ({ filter }) => Promise.resolve(fine(facets(filter.text === null ? (filter.session === null ? count : 4) : events.filter((one) => one.id === filter.text).length, count))),
        histogram: () => Promise.resolve(fine({ range: null, buckets: [] })),
        follow: ({ filter }) => { followed.push(filter); return Promise.resolve(fine(null)); },
        onArrived: (listener) => { arrive = listener; return () => { arrive = () => undefined; }; },
      },
      remember: (timeline) => { remembered.push(timeline); },
    },
    { filter: noFilter, grouped: true },
    () => 1_000_000_000,
  );
  return {
    stored: (more: readonly EventView[]) => { events.unshift(...more); },
    control,
    ids: () => control.store.getState().events.map((one) => one.id),
    state: () => control.store.getState(),
    arrive: (fresh: readonly EventView[], more = 0) => { arrive({ events: fresh, more }); },
    holdAnswers() { let release: () => void = () => undefined; hold = new Promise((resolve) => { release = resolve; }); return release; },
    breakIt: (now: boolean) => { broken = now; },
    asked, followed, remembered,
  };
}

beforeEach(() => { vi.useFakeTimers(); });
afterEach(() => { vi.useRealTimers(); });
const settle = () => vi.advanceTimersByTimeAsync(0);

describe('the timeline', () => {
  it('loads the newest page, then older ones to the end', async () => {
    const { control, ids, state, followed } = sample(900);
    control.open();
    await settle();
    expect(ids()).toHaveLength(200);
    expect(ids()[0]).toBe('e900');
    expect(followed).toEqual([noFilter]);
    await control.loadMore();
    await control.loadMore();
    expect(ids()).toHaveLength(900);
    expect(state().next).toBeNull();
    await control.loadMore();
    expect(new Set(ids()).size).toBe(900);
  });

  it('drops the answer of a filter that is no longer in force', async () => {
    const { control, ids, holdAnswers } = sample(5);
    control.open();
    await settle();
    const release = holdAnswers();
    control.setFilter({ ...noFilter, text: 'e1' });
    control.setFilter({ ...noFilter, text: 'e2' });
    release();
    await settle();
    expect(ids()).toEqual(['e2']);
  });

  it('puts a new event on top while it may move, and counts it while it may not', async () => {
    const { control, ids, state, arrive } = sample(3);
    control.open();
    await settle();
    arrive([event(4)]);
    expect(ids()[0]).toBe('e4');
    control.setAtTop(false);
    arrive([event(5)]);
    expect(ids()[0]).toBe('e4');
    expect(state().waiting).toBe(1);
    control.setAtTop(true);
    control.setPaused(true);
    arrive([event(6)], 10);
    expect(state().waiting).toBe(12);
    control.setPaused(false);
    expect(state().waiting).toBe(0);
  });

  it('shows a backlog as soon as it begins to be taken in, however large its first part', async () => {
    const { control, ids, state, arrive, stored } = sample(0);
    control.open();
    await settle();
    expect(ids()).toEqual([]);
    stored(Array.from({ length: 250 }, (_, index) => event(250 - index)));
    arrive([event(250)], 50);
    await settle();
    expect([ids()[0], ids().length, state().waiting]).toEqual(['e250', 200, 0]);
  });

  it('lets old events go when it runs live for long, and can bring them back', async () => {
    const { control, ids, state, arrive } = sample(1);
    control.open();
    await settle();
    for (let batch = 0; batch < 9; batch += 1) arrive(Array.from({ length: 500 }, (_, index) => event(10 + batch * 500 + index)));
    expect(ids().length).toBeLessThanOrEqual(4000);
    expect(state().next).toEqual({ at: Date.parse(state().events.at(-1)?.at ?? ''), id: state().events.at(-1)?.id });
  });

  it('says what each filter hides when nothing matches', async () => {
    const { control, state } = sample(10);
    control.open();
    control.setFilter({ ...noFilter, text: 'nothing', session: 's' });
    await settle();
    expect(state().hidden).toEqual([{ part: 'text', count: 4 }, { part: 'session', count: 0 }]);
    control.clear();
    await settle();
    expect(state().hidden).toEqual([]);
  });

  it('keeps a preset range moving with the clock, and lets a chosen one stand', async () => {
    const { control, state, asked } = sample(3);
    control.setRange('hour');
    await settle();
    expect(asked.at(-1)?.from).toBe(1_000_000_000 - 3_600_000);
    control.setFilter({ ...state().filter, text: 'e1' });
    expect(state().preset).toBe('hour');
    control.setFilter({ ...state().filter, from: 5, to: 6 });
    expect(state().preset).toBeNull();
    await settle();
    expect(asked.at(-1)).toMatchObject({ from: 5, to: 6 });
  });

  it('is remembered once the person has stopped changing it', async () => {
    const { control, remembered } = sample(1);
    control.setFilter({ ...noFilter, text: 'e' });
    control.setFilter({ ...noFilter, text: 'e1' });
    control.setGrouped(false);
    await vi.advanceTimersByTimeAsync(600);
    expect(remembered).toEqual([{ filter: { ...noFilter, text: 'e1' }, grouped: false }]);
  });

  it('shows a failure, and gets over it', async () => {
    const { control, ids, state, breakIt } = sample(3);
    breakIt(true);
    control.open();
    await settle();
    expect(state().load).toEqual({ state: 'failed', failure: { code: 'x', sentence: 'It broke.' } });
    breakIt(false);
    await control.reload();
    expect(ids()).toHaveLength(3);
  });

  it('stops listening and following when it is left', async () => {
    const { control, ids, followed, arrive } = sample(2);
    const close = control.open();
    await settle();
    close();
    arrive([event(9)]);
    expect(ids()).toEqual(['e2', 'e1']);
    expect(followed.at(-1)).toBeNull();
  });
});
