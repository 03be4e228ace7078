// What the app asks of evidence, whoever keeps it. Every answer holds for what has been taken in so far.
import type { EvidenceEvent, EvidenceHost } from '../contract/evidence.ts';
import type { Cursor, EvidenceFilter, EvidenceStatus, EventDetail, EventView, Facets, Histogram, Page } from '../contract/evidence-views.ts';
import type { Settings } from '../contract/settings.ts';
import type { Result } from '../../installers/engine/plan.ts';

export interface EvidenceListener {
  /** Taken in just now, newest first. */
  readonly arrived: (events: readonly EvidenceEvent[]) => void;
  readonly status: (status: EvidenceStatus) => void;
}

export interface EvidenceQueries {
  page(filter: EvidenceFilter, after: Cursor | null, limit: number): Promise<Result<Page>>;
  facets(filter: EvidenceFilter): Promise<Result<Facets>>;
  histogram(filter: EvidenceFilter, buckets: number): Promise<Result<Histogram>>;
  /** Null: there is no such event (any more). */
  detail(id: string): Promise<Result<EventDetail | null>>;
  /** The newest event of each hook of this host, newest first. */
  newest(host: EvidenceHost): Promise<Result<readonly EvidenceEvent[]>>;
  /** Milliseconds that each of the newest events of this host took inside the hook; those that say so. */
  latencies(host: EvidenceHost, limit: number): Promise<Result<readonly number[]>>;
  /** How many events are of these hosts; null: of all. */
  count(hosts: readonly EvidenceHost[] | null): Promise<Result<number>>;
  /** Everything that matches, newest first, in batches; stops when `onBatch` gives false. */
  each(filter: EvidenceFilter, onBatch: (events: readonly EvidenceEvent[]) => Promise<boolean>): Promise<Result<null>>;
  status(): EvidenceStatus;
  /** Deletes the events of these hosts; null: all. @returns how many */
  clear(hosts: readonly EvidenceHost[] | null): Promise<Result<number>>;
  setRetention(retention: Settings['retention']): Promise<void>;
  listen(listener: EvidenceListener): () => void;
  /** Stops watching and lets go of every file. */
  close(): Promise<void>;
}

/** Whether the window's filter lets an event through: what the store does in SQL, for what is just arriving. */
export function lets(filter: EvidenceFilter, event: EventView): boolean {
  const at = Date.parse(event.at);
  const among = <T>(choices: readonly T[], value: T | null) => choices.length === 0 || (value !== null && choices.includes(value));
  return (
    among(filter.hosts, event.host) &&
    among(filter.decisions, event.decision) &&
    among(filter.modes, event.mode) &&
    among(filter.risks, event.risk) &&
    among(filter.hooks, event.hook) &&
    among(filter.tools, event.tool) &&
    among(filter.rules, event.rule) &&
    (filter.from === null || at >= filter.from) &&
    (filter.to === null || at < filter.to) &&
    (filter.session === null || event.session === filter.session) &&
    words(filter.text).every((word) => searchable(event).includes(word))
  );
}

const words = (text: string | null) => (text ?? '').toLowerCase().split(/\s+/).filter((word) => word !== '');
const searchable = (event: EventView) => [event.tool, event.rule, event.risk, event.summary, event.producer, event.decision, event.hook, event.host].join('\n').toLowerCase();
