// Evidence straight from the spool, kept in memory: enough for the newest `maxKept` events. The files
// stay where they are.
import fs from 'node:fs/promises';
import path from 'node:path';
import type { EvidenceEvent, EvidenceHost } from '../contract/evidence.ts';
import type { Cursor, EvidenceFilter, EvidenceStatus, EventView, Facets, Histogram } from '../contract/evidence-views.ts';
import { eventFiles, followSpool, readEvidenceFile, spoolFolder } from '../core/evidence/spool.ts';
import type { Machine } from '../../installers/engine/harness-installer.ts';
import type { Failure, Result } from '../../installers/engine/plan.ts';
import { lets, type EvidenceListener, type EvidenceQueries } from './evidence-queries.ts';
import { viewOf } from '../core/evidence/view.ts';

export const maxKept = 20_000;

/** Events that came within this time are told together. Milliseconds. */
const together = 100;

interface Kept {
  readonly event: EvidenceEvent;
  readonly view: EventView;
  readonly at: number;
}

/** Newest first, then by id. */
const order = (a: { at: number; id: string }, b: { at: number; id: string }) => b.at - a.at || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
const key = (kept: Kept) => ({ at: kept.at, id: kept.event.id });

export class SpoolEvidence implements EvidenceQueries {
  private kept: Kept[] = [];
  private readonly ids = new Set<string>();
  private readonly listeners = new Set<EvidenceListener>();
  private readonly stop = new AbortController();
  private waiting: EvidenceEvent[] = [];
  private timer: NodeJS.Timeout | null = null;
  private problem: Failure | null = null;
  private readonly following: Promise<void>;

  constructor(private readonly machine: Machine) {
    const { home, owner } = machine;
    this.following = followSpool(spoolFolder(home), owner.uid, {}, { signal: this.stop.signal, recent: maxKept, onEvent: (event) => { this.take(event); } }).then((ended) => {
      if (ended.ok) return;
      this.problem = ended.failure;
      this.tell();
    });
  }

  page(filter: EvidenceFilter, after: Cursor | null, limit: number) {
    const found = this.matching(filter).filter((kept) => after === null || order(key(kept), after) > 0);
    const events = found.slice(0, limit);
    const last = events.at(-1);
    return value({ events: events.map((kept) => kept.view), next: last && found.length > limit ? key(last) : null });
  }

  facets(filter: EvidenceFilter): Promise<Result<Facets>> {
    const by = <V extends string>(without: Partial<EvidenceFilter>, pick: (view: EventView) => V | null, most = Number.POSITIVE_INFINITY) => {
      const counts = new Map<V, number>();
      for (const { view } of this.matching({ ...filter, ...without })) {
        const picked = pick(view);
        if (picked !== null) counts.set(picked, (counts.get(picked) ?? 0) + 1);
      }
      return [...counts].map(([of, count]) => ({ value: of, count })).sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1)).slice(0, most);
    };
    return value({
      matched: this.matching(filter).length,
      total: this.kept.length,
      hosts: by({ hosts: [] }, (view) => view.host),
      decisions: by({ decisions: [] }, (view) => view.decision),
      modes: by({ modes: [] }, (view) => view.mode),
      risks: by({ risks: [] }, (view) => view.risk),
      hooks: by({ hooks: [] }, (view) => view.hook),
      tools: by({ tools: [] }, (view) => view.tool, 20),
      rules: by({ rules: [] }, (view) => view.rule, 20),
    });
  }

  histogram(filter: EvidenceFilter, buckets: number): Promise<Result<Histogram>> {
    const found = this.matching(filter);
    const [newest, oldest] = [found[0], found.at(-1)];
    if (!newest || !oldest) return value({ range: null, buckets: [] });
    const from = filter.from ?? oldest.at;
    const to = filter.to ?? newest.at + 1;
    const bucketMs = Math.max(1, Math.ceil((to - from) / buckets));
    const counts = new Map<number, Histogram['buckets'][number]>();
    for (const { at, view } of found) {
      const start = from + Math.floor((at - from) / bucketMs) * bucketMs;
      const bucket = counts.get(start) ?? { at: start, allow: 0, monitor: 0, warn: 0, block: 0, unavailable: 0 };
      bucket[view.decision] += 1;
      counts.set(start, bucket);
    }
    return value({ range: { from, to, bucketMs }, buckets: [...counts.values()].sort((a, b) => a.at - b.at) });
  }

  detail(id: string) {
    const found = this.kept.find((kept) => kept.event.id === id);
    if (!found) return value(null);
    const { request } = found.view;
    const related = request === null ? [] : this.kept.filter((kept) => kept !== found && kept.view.request === request && kept.view.host === found.view.host);
    return value({ event: found.view, json: JSON.stringify(found.event, null, 2), related: related.map((kept) => kept.view).reverse().slice(0, 100) });
  }

  newest(host: EvidenceHost) {
    const seen = new Map<string, EvidenceEvent>();
    for (const { event } of this.kept) if (event.host === host && !seen.has(event.hook)) seen.set(event.hook, event);
    return value([...seen.values()]);
  }

  latencies(host: EvidenceHost, limit: number) {
    return value(this.kept.flatMap(({ view }) => (view.host === host && view.totalMs !== null ? [view.totalMs] : [])).slice(0, limit));
  }

  count(hosts: readonly EvidenceHost[] | null) {
    return value(this.kept.filter(({ event }) => hosts === null || hosts.includes(event.host)).length);
  }

  async each(filter: EvidenceFilter, onBatch: (events: readonly EvidenceEvent[]) => Promise<boolean>): Promise<Result<null>> {
    const found = this.matching(filter);
    for (let start = 0; start < found.length; start += 500) if (!(await onBatch(found.slice(start, start + 500).map((kept) => kept.event)))) break;
    return { ok: true, value: null };
  }

  status(): EvidenceStatus {
    return {
      total: this.kept.length,
      oldestAt: this.kept.at(-1)?.view.at ?? null,
      newestAt: this.kept[0]?.view.at ?? null,
      intake: { state: this.problem ? 'failed' : 'idle', waiting: 0, done: this.kept.length },
      quarantined: [],
      evicted: { count: 0, lastAt: null },
      bytes: 0,
      problem: this.problem === null ? null : { code: this.problem.code, sentence: this.problem.sentence },
    };
  }

  async clear(hosts: readonly EvidenceHost[] | null): Promise<Result<number>> {
    const { home, owner } = this.machine;
    const folder = spoolFolder(home);
    const names = await eventFiles(folder, owner.uid);
    if (!names.ok) return names;
    let deleted = 0;
    for (const name of names.value) {
      const file = path.join(folder, name);
      if (hosts !== null) {
        const read = readEvidenceFile(file, owner.uid);
        if (read === 'gone' || !('event' in read) || !hosts.includes(read.event.host)) continue;
      }
      await fs.rm(file, { force: true });
      deleted += 1;
    }
    this.kept = this.kept.filter(({ event }) => hosts !== null && !hosts.includes(event.host));
    this.ids.clear();
    for (const { event } of this.kept) this.ids.add(event.id);
    for (const listener of this.listeners) listener.status(this.status());
    return { ok: true, value: deleted };
  }

  setRetention(): Promise<void> {
    return Promise.resolve();
  }

  listen(listener: EvidenceListener): () => void {
    this.listeners.add(listener);
    return () => { this.listeners.delete(listener); };
  }

  async close(): Promise<void> {
    this.stop.abort();
    if (this.timer) clearTimeout(this.timer);
    this.listeners.clear();
    await this.following;
  }

  private matching(filter: EvidenceFilter): Kept[] {
    return this.kept.filter(({ view }) => lets(filter, view));
  }

  private take(event: EvidenceEvent): void {
    if (this.ids.has(event.id)) return;
    this.ids.add(event.id);
    this.waiting.push(event);
    this.timer ??= setTimeout(() => { this.tell(); }, together);
  }

  private tell(): void {
    this.timer = null;
    const arrived = this.waiting.map((event): Kept => ({ event, view: viewOf(event), at: Date.parse(event.occurredAt) })).sort((a, b) => order(key(a), key(b)));
    this.waiting = [];
    this.kept = [...this.kept, ...arrived].sort((a, b) => order(key(a), key(b)));
    for (const { event } of this.kept.splice(maxKept)) this.ids.delete(event.id);
    for (const listener of this.listeners) {
      if (arrived.length > 0) listener.arrived(arrived.map((kept) => kept.event));
      listener.status(this.status());
    }
  }
}

function value<T>(of: T): Promise<Result<T>> {
  return Promise.resolve({ ok: true, value: of });
}
