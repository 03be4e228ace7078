import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EventView } from '../../contract/evidence-views.ts';
import { dayAbove, eventRow, merged, rowMaker, rowsOf } from './rows.ts';

const event = (id: string, at: number | string, session: string | null = 's', host: EventView['host'] = 'vscode') => ({ id, at: new Date(at).toISOString(), session, host }) as EventView;
const noon = new Date(2026, 10, 30, 12).getTime();
const hour = 3_600_000;

describe('the rows of the list', () => {
  it('start with the day, and with the session where it changes', () => {
    const rows = rowsOf([event('a', noon), event('b', noon - 1, 's'), event('c', noon - 2, 't'), event('d', noon - 24 * hour, 't')], true);
    expect(rows.map((row) => (row.kind === 'event' ? row.event.id : row.kind === 'session' ? `${String(row.session)}:${String(row.count)}` : 'day'))).toEqual(['day', 's:2', 'a', 'b', 't:1', 'c', 'day', 't:1', 'd']);
  });

  it('tell two harnesses with the same session apart, and have no session heads when not grouped', () => {
    const events = [event('a', noon, null, 'vscode'), event('b', noon - 1, null, 'hermes')];
    expect(rowsOf(events, true).filter((row) => row.kind === 'session')).toHaveLength(2);
    expect(rowsOf(events, false).map((row) => row.kind)).toEqual(['day', 'event', 'event']);
  });

  it('have one day head for each local day, also where the clock is changed', () => {
    // Every hour of two years; the heads are as many as the days that people would count.
    const start = new Date(2025, 0, 1).getTime();
    const events = Array.from({ length: 17_000 }, (_, index) => event(String(index), start + (17_000 - index) * hour));
    const days = new Set(events.map((one) => new Date(one.at).toDateString()));
    expect(rowsOf(events, false).filter((row) => row.kind === 'day')).toHaveLength(days.size);
  });

  it('have keys that are all different', () => {
    const rows = rowsOf(Array.from({ length: 50 }, (_, index) => event(String(index), noon - index * hour, String(index % 3))), true);
    expect(new Set(rows.map((row) => row.key)).size).toBe(rows.length);
  });

  it('are the same whether older events came all at once or page by page', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.integer({ min: 0, max: 40 }), fc.constantFrom('s', 't', null)), { maxLength: 60 }), fc.integer({ min: 1, max: 20 }), (steps, size) => {
        let at = noon;
        const events = steps.map(([hours, session], index) => event(String(index), (at -= hours * hour), session));
        const make = rowMaker();
        for (const grouped of [true, false]) {
          for (let end = size; end < events.length; end += size) make(events.slice(0, end), grouped);
          expect(make(events, grouped)).toEqual(rowsOf(events, grouped));
          // Something new on top is no continuation.
          const more = [event('new', noon + 1, 't'), ...events];
          expect(make(more, grouped)).toEqual(rowsOf(more, grouped));
        }
      }),
      { numRuns: 100 },
    );
  });

  it('let the keyboard step over heads and stop at the ends', () => {
    const rows = rowsOf([event('a', noon), event('b', noon - 30 * hour)], true);
    expect(eventRow(rows, 0, 1)).toBe(2);
    expect(eventRow(rows, 3, 1)).toBe(5);
    expect(eventRow(rows, 1, -1)).toBeNull();
    expect(eventRow(rows, 6, 1)).toBeNull();
    expect(eventRow([], 0, 1)).toBeNull();
  });
});

describe('the day in sight', () => {
  it('is that of the row on top, unless its head is there itself', () => {
    const rows = rowsOf([event('a', noon), event('b', noon - 1), event('c', noon - 30 * hour)], false);
    expect(rows.map((_, index) => dayAbove(rows, index) === null)).toEqual([true, false, false, true, false]);
    expect(dayAbove(rows, 4)).toBeLessThan(dayAbove(rows, 2) ?? 0);
    expect(dayAbove([], 0)).toBeNull();
  });
});

describe('new events among the old', () => {
  it('stay in order, once each', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 0, max: 1000 }), { minLength: 1, maxLength: 40 }), fc.array(fc.boolean(), { minLength: 40, maxLength: 40 }), (times, split) => {
        const events = times.map((time) => event(String(time), time * 1000)).sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
        const shown = events.filter((_, index) => split[index]);
        const fresh = events.filter((_, index) => !split[index] || index % 3 === 0);
        expect(merged(shown, fresh.toReversed(), true).map((one) => one.id)).toEqual(events.map((one) => one.id));
      }),
      { numRuns: 100 },
    );
  });

  it('leave out what a page to come will bring', () => {
    const shown = [event('b', 2000)];
    expect(merged(shown, [event('a', 1000), event('c', 3000)], false).map((one) => one.id)).toEqual(['c', 'b']);
    expect(merged(shown, [event('a', 1000)], true).map((one) => one.id)).toEqual(['b', 'a']);
    expect(merged(shown, [event('b', 2000)], true)).toBe(shown);
  });
});
