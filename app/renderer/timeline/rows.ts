// Events as the rows of a list: a head for each day and, when grouped, for each run of one session's events.
// A run, not a whole session: older pages come in below, and must not move what is already on the screen.
import type { EventView } from '../../contract/evidence-views.ts';

export type Row =
  | { readonly kind: 'day'; readonly key: string; readonly at: number }
  | { readonly kind: 'session'; readonly key: string; readonly session: string | null; readonly host: EventView['host']; readonly count: number }
  | { readonly kind: 'event'; readonly key: string; readonly event: EventView };

/** Local midnight before (or at) this time. */
function dayStart(at: number): number {
  const date = new Date(at);
  date.setHours(0, 0, 0, 0);
  return date.getTime();
}

type Run = { readonly kind: 'session'; readonly key: string; readonly session: string | null; readonly host: EventView['host']; count: number };

/**
 * Makes rows and keeps them, so that a page which only adds older events costs no more than that page: with 100,000
 * events in the list, making all of them anew for each page would be felt.
 */
export function rowMaker() {
  let rows: Row[] = [];
  let made: readonly EventView[] = [];
  let madeGrouped = false;
  let start = Number.POSITIVE_INFINITY;
  let end = Number.NEGATIVE_INFINITY;
  let run: Run | null = null;

  function add(event: EventView, grouped: boolean): void {
    const at = Date.parse(event.at);
    if (at < start || at >= end) {
      start = dayStart(at);
      // Not + 24 h: a day on which the clock is changed is an hour shorter or longer.
      end = dayStart(start + 36 * 3_600_000);
      rows.push({ kind: 'day', key: `day ${event.id}`, at: start });
      run = null;
    }
    if (grouped && (run === null || run.session !== event.session || run.host !== event.host)) {
      run = { kind: 'session', key: `session ${event.id}`, session: event.session, host: event.host, count: 0 };
      rows.push(run);
    }
    if (run !== null) run.count += 1;
    rows.push({ kind: 'event', key: event.id, event });
  }

  /** @param events newest first; their order is kept even where times disagree */
  return (events: readonly EventView[], grouped: boolean): readonly Row[] => {
    const continues = grouped === madeGrouped && made.length > 0 && events.length >= made.length && events[0] === made[0] && events[made.length - 1] === made.at(-1);
    if (continues) rows = rows.slice();
    else {
      rows = [];
      made = [];
      start = Number.POSITIVE_INFINITY;
      end = Number.NEGATIVE_INFINITY;
      run = null;
    }
    for (let index = made.length; index < events.length; index += 1) {
      const event = events[index];
      if (event !== undefined) add(event, grouped);
    }
    made = events;
    madeGrouped = grouped;
    return rows;
  };
}

export function rowsOf(events: readonly EventView[], grouped: boolean): readonly Row[] {
  return rowMaker()(events, grouped);
}

/** The day that the row belongs to, or null when the row is that day's own head. */
export function dayAbove(rows: readonly Row[], index: number): number | null {
  if (rows[index]?.kind === 'day') return null;
  for (let above = index - 1; above >= 0; above -= 1) {
    const row = rows[above];
    if (row?.kind === 'day') return row.at;
  }
  return null;
}

/** The next event row from here in this direction, or from the edge when there is none here; null: there is none. */
export function eventRow(rows: readonly Row[], from: number, step: 1 | -1): number | null {
  for (let index = from; index >= 0 && index < rows.length; index += step) if (rows[index]?.kind === 'event') return index;
  return null;
}

/**
 * New events among those that are shown, newest first, each once. What is older than the last loaded one while
 * older pages are still to come is left out: its page will bring it.
 */
export function merged(shown: readonly EventView[], fresh: readonly EventView[], complete: boolean): readonly EventView[] {
  const known = new Set(shown.map((event) => event.id));
  const oldest = shown.at(-1);
  const added = fresh.filter((event) => !known.has(event.id) && (complete || oldest === undefined || event.at >= oldest.at)).sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
  if (added.length === 0) return shown;
  const result: EventView[] = [];
  let next = 0;
  for (const event of shown) {
    for (let candidate = added[next]; candidate !== undefined && Date.parse(candidate.at) >= Date.parse(event.at); candidate = added[next]) {
      result.push(candidate);
      next += 1;
    }
    result.push(event);
  }
  return [...result, ...added.slice(next)];
}
