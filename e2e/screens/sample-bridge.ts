// `window.silmaril` without a main process: enough of one to work every screen in a plain browser page. It answers
// from memory, by the contract; what it is told to be is in `window.sample`, set before it is loaded.
import type { EvidenceFilter, EventView, Facets, Histogram } from '../../app/contract/evidence-views.ts';
import type { HarnessView, RuntimeCheckView } from '../../app/contract/harness-views.ts';
import type { SilmarilBridge } from '../../app/contract/ipc.ts';
import type { Answer } from '../../app/contract/ipc-kinds.ts';
import type { Snapshot } from '../../app/contract/system-views.ts';
import { sampleEvents } from './sample-events.ts';
import { samplePlans, sampleSnapshot } from './sample-state.ts';

export interface Sample {
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly events: number;
  /** Laid over the snapshot, key by key at its first level. */
  readonly over?: Partial<Snapshot>;
  /** Calls by their names, such as `evidence/query`, that fail. */
  readonly failing?: readonly string[];
  /** Called with every payload: what the window sends out. */
  readonly sent?: { call: string; payload: unknown }[];
}

const page = globalThis as unknown as { sample: Sample; silmaril: SilmarilBridge; push: (name: string, value: unknown) => void };
const { sample } = page;
const events = sampleEvents(sample.events, sample.now);
let snapshot: Snapshot = { ...sampleSnapshot(sample.now), ...sample.over };
snapshot = { ...snapshot, evidence: { ...snapshot.evidence, total: events.length } };
const listeners = new Map<string, Set<(value: never) => void>>();

const on = (name: string) => (listener: (value: never) => void) => {
  const heard = listeners.get(name) ?? new Set();
  listeners.set(name, heard.add(listener));
  return () => void heard.delete(listener);
};
const push = (name: string, value: unknown) => {
  for (const listener of listeners.get(name) ?? []) listener(value as never);
};
page.push = push;

const fine = <T>(value: T): Promise<Answer<T>> => Promise.resolve({ ok: true, value });
const fail = (call: string): Promise<Answer<never>> => Promise.resolve({ ok: false, failure: { code: 'sample', sentence: `The store could not be read (${call}). Restart Silmaril; if that does not help, run: silmaril repair` } });

function matches(event: EventView, filter: EvidenceFilter): boolean {
  const one = (list: readonly string[], value: string | null) => list.length === 0 || (value !== null && list.includes(value));
  const at = Date.parse(event.at);
  const text = `${event.tool ?? ''} ${event.rule ?? ''} ${event.risk} ${event.summary} ${event.producer}`.toLowerCase();
  return (
    one(filter.hosts, event.host) && one(filter.decisions, event.decision) && one(filter.modes, event.mode) && one(filter.risks, event.risk) && one(filter.hooks, event.hook) && one(filter.tools, event.tool) && one(filter.rules, event.rule) &&
    (filter.from === null || at >= filter.from) && (filter.to === null || at < filter.to) && (filter.session === null || event.session === filter.session) &&
    (filter.text === null || filter.text.toLowerCase().split(/\s+/).every((word) => text.includes(word)))
  );
}

const found = new Map<string, readonly EventView[]>();
/** Kept, so that a long list is not searched through again for each of its pages. */
function matching(filter: EvidenceFilter): readonly EventView[] {
  const key = JSON.stringify(filter);
  const known = found.get(key) ?? events.filter((event) => matches(event, filter));
  found.set(key, known);
  return known;
}

function facetsOf(filter: EvidenceFilter): Facets {
  const counted = (name: keyof EvidenceFilter, value: (event: EventView) => string | null) => {
    const counts = new Map<string, number>();
    for (const event of events) if (matches(event, { ...filter, [name]: [] })) { const one = value(event); if (one !== null) counts.set(one, (counts.get(one) ?? 0) + 1); }
    return [...counts].map(([one, count]) => ({ value: one as never, count })).sort((a, b) => b.count - a.count).slice(0, 20);
  };
  return { matched: matching(filter).length, total: events.length, hosts: counted('hosts', (e) => e.host), decisions: counted('decisions', (e) => e.decision), modes: counted('modes', (e) => e.mode), risks: counted('risks', (e) => e.risk), hooks: counted('hooks', (e) => e.hook), tools: counted('tools', (e) => e.tool), rules: counted('rules', (e) => e.rule) };
}

function histogramOf(filter: EvidenceFilter, wanted: number): Histogram {
  const all = matching(filter);
  const newest = all[0];
  const oldest = all.at(-1);
  if (newest === undefined || oldest === undefined) return { range: null, buckets: [] };
  const from = filter.from ?? Date.parse(oldest.at);
  const to = filter.to ?? Date.parse(newest.at) + 1;
  const bucketMs = Math.max(1, (to - from) / wanted);
  const buckets = new Map<number, { at: number; allow: number; monitor: number; warn: number; block: number; unavailable: number }>();
  for (const event of all) {
    const at = from + Math.floor((Date.parse(event.at) - from) / bucketMs) * bucketMs;
    const bucket = buckets.get(at) ?? { at, allow: 0, monitor: 0, warn: 0, block: 0, unavailable: 0 };
    bucket[event.decision] += 1;
    buckets.set(at, bucket);
  }
  return { range: { from, to, bucketMs }, buckets: [...buckets.values()].sort((a, b) => a.at - b.at) };
}

function harnesses(change: (harness: HarnessView) => HarnessView): readonly HarnessView[] {
  snapshot = { ...snapshot, harnesses: snapshot.harnesses.map(change) };
  push('harnesses/changed', snapshot.harnesses);
  return snapshot.harnesses;
}

let planned: readonly HarnessView['id'][] = [];
const results = (kind: 'install' | 'remove') =>
  samplePlans(planned, kind === 'remove').map(({ harness, label, outcome }) => ({ harness, label, outcome: { ok: true as const, changed: true, steps: outcome.ok ? outcome.steps.map((step) => ({ kind: step.kind, path: step.path, outcome: 'done' as const })) : [] } }));

const bridge: SilmarilBridge = {
  harnesses: {
    refresh: () => fine(snapshot.harnesses),
    planInstall: ({ harnesses: ids }) => { planned = ids; return fine({ planId: 'sample', purpose: 'install', plans: samplePlans(ids, false), notes: [] }); },
    planRepair: ({ harnesses: ids }) => { planned = ids; return fine({ planId: 'sample', purpose: 'repair', plans: samplePlans(ids, false), notes: [] }); },
    apply: () => {
      harnesses((harness) => (planned.includes(harness.id) ? { ...harness, installed: true, state: 'unproven', mode: harness.mode ?? 'shadow', reasons: [], classifier: 'embedded', localPolicy: 'follow' } : harness));
      return fine(results('install'));
    },
    planRemoval: ({ harnesses: ids, keepEvidence }) => {
      planned = ids;
      const last = snapshot.harnesses.filter((harness) => harness.installed).every((harness) => ids.includes(harness.id));
      return fine({ planId: 'sample', purpose: 'uninstall', plans: samplePlans(ids, true), notes: [], last, evidence: { events: events.length, kept: keepEvidence }, goes: [...(keepEvidence ? [] : (['evidence'] as const)), 'counters', ...(last ? (['key', 'login-item', 'settings'] as const) : [])], stays: keepEvidence ? [{ path: `${snapshot.system.supportFolder}/Evidence`, why: 'You chose to keep the events.' }] : [] });
    },
    remove: () => {
      const changes = results('remove');
      harnesses((harness) => (planned.includes(harness.id) ? { ...harness, installed: false, state: 'not-installed', mode: null } : harness));
      return fine({ changes, eventsDeleted: 0, keyRemoved: true, loginItemRemoved: true, stays: [], failures: [] });
    },
    cancel: () => fine(null),
    drop: () => fine(null),
    setMode: ({ harness: id, mode }) => {
      harnesses((harness) => (harness.id === id ? { ...harness, mode } : harness));
      return fine([{ harness: id, label: id, mode, outcome: 'set', failure: null, notes: [] }]);
    },
    selfTest: ({ harness }) => fine({ harness, ok: true, events: [{ event: 'PreToolUse', ok: true, result: 'evidence-seen', ms: 81, sentence: 'It answered and left evidence.' }] }),
    startRuntimeCheck: ({ harness }) => {
      const check: RuntimeCheckView = { harness, line: `Silmaril runtime check ${harness}: please answer with the word ready.`, startedAt: new Date(sample.now).toISOString(), state: { kind: 'waiting' } };
      snapshot = { ...snapshot, runtimeChecks: [...snapshot.runtimeChecks.filter((other) => other.harness !== harness), check] };
      push('harnesses/runtimeChecks', snapshot.runtimeChecks);
      return fine(check);
    },
    stopRuntimeCheck: ({ harness }) => {
      snapshot = { ...snapshot, runtimeChecks: snapshot.runtimeChecks.filter((other) => other.harness !== harness) };
      push('harnesses/runtimeChecks', snapshot.runtimeChecks);
      return fine(null);
    },
    onChanged: on('harnesses/changed'),
    onProgress: on('harnesses/progress'),
    onRuntimeChecks: on('harnesses/runtimeChecks'),
  },
  protection: {
    setMode: ({ mode }) => {
      const reports = snapshot.harnesses.filter((harness) => harness.installed).map((harness) => ({ harness: harness.id, label: harness.label, mode, outcome: 'set' as const, failure: null, notes: [] }));
      harnesses((harness) => (harness.installed ? { ...harness, mode } : harness));
      snapshot = { ...snapshot, protection: { ...snapshot.protection, mode, mixed: false } };
      push('protection/changed', snapshot.protection);
      return fine(reports);
    },
    pause: () => {
      snapshot = { ...snapshot, protection: { ...snapshot.protection, state: 'paused', pause: { until: new Date(sample.now + 900_000).toISOString(), before: [] } } };
      push('protection/changed', snapshot.protection);
      return fine(snapshot.protection);
    },
    resume: () => {
      snapshot = { ...snapshot, protection: { ...snapshot.protection, pause: null, state: 'block' } };
      push('protection/changed', snapshot.protection);
      return fine(snapshot.protection);
    },
    setClassifier: () => fine([]),
    setRulePack: ({ pack, enabled }) => {
      const { rulePacks } = snapshot.protection;
      if (rulePacks.state === 'available') snapshot = { ...snapshot, protection: { ...snapshot.protection, rulePacks: { ...rulePacks, packs: rulePacks.packs.map((each) => (each.id === pack ? { ...each, enabled } : each)) } } };
      push('protection/changed', snapshot.protection);
      return fine(snapshot.protection);
    },
    onChanged: on('protection/changed'),
  },
  evidence: {
    query: ({ filter, after, limit }) => {
      const all = matching(filter);
      const start = after === null ? 0 : all.findIndex((event) => event.id === after.id) + 1;
      const shown = all.slice(start, start + limit);
      const last = shown.at(-1);
      return fine({ events: shown, next: last !== undefined && start + limit < all.length ? { at: Date.parse(last.at), id: last.id } : null });
    },
    facets: ({ filter }) => fine(facetsOf(filter)),
    histogram: ({ filter, buckets }) => fine(histogramOf(filter, buckets)),
    event: ({ id }) => {
      const event = events.find((other) => other.id === id) ?? events[0];
      if (event === undefined) return fail('evidence/event');
      return fine({ event, json: JSON.stringify(event, null, 2), related: events.filter((other) => other.request === event.request).toReversed() });
    },
    follow: () => fine(null),
    export: () => fine({ state: 'saved', path: '/Users/ada/Desktop/events.jsonl', events: events.length }),
    clear: () => fine({ deleted: events.length }),
    onArrived: on('evidence/arrived'),
    onStatus: on('evidence/status'),
  },
  settings: {
    change: (change) => {
      snapshot = { ...snapshot, settings: { ...snapshot.settings, settings: { ...snapshot.settings.settings, ...(change as Snapshot['settings']['settings']) } } };
      return fine(snapshot.settings);
    },
    setLoginItem: ({ enabled }) => {
      snapshot = { ...snapshot, settings: { ...snapshot.settings, loginItem: { state: enabled ? 'enabled' : 'off', sentence: null } } };
      return fine(snapshot.settings);
    },
    openLoginItemSettings: () => fine(null),
    testNotification: () => fine(snapshot.settings),
    privacy: () =>
      fine({
        places: [
          { kind: 'spool', where: `${snapshot.system.supportFolder}/Evidence/incoming`, exists: true },
          { kind: 'database', where: `${snapshot.system.supportFolder}/evidence.db`, exists: true },
          { kind: 'counters', where: `${snapshot.system.supportFolder}/Health`, exists: true },
          { kind: 'receipts', where: `${snapshot.system.supportFolder}/Receipts`, exists: true },
          { kind: 'settings', where: `${snapshot.system.supportFolder}/settings.json`, exists: true },
          { kind: 'hook-configuration', where: '/Users/ada/.vscode/silmaril-firewall.json', exists: true },
          { kind: 'hook-configuration', where: '/Users/ada/.claude/silmaril-firewall.json', exists: false },
          { kind: 'keychain', where: 'ai.silmaril.api-key', exists: true },
        ],
        recipients: [{ host: 'guard.example', harnesses: ['vscode'] }],
      }),
    onChanged: on('settings/changed'),
  },
  secrets: {
    look: () => fine(snapshot.key),
    set: () => fine({ state: 'set', last4: '9xYz' }),
    remove: () => fine({ state: 'none' }),
    verify: () => fine({ host: 'guard.example', ms: 143 }),
    onChanged: on('secrets/changed'),
  },
  onboarding: {
    save: (change) => {
      snapshot = { ...snapshot, onboarding: { ...snapshot.onboarding, ...(change as Snapshot['onboarding']) } };
      return fine(snapshot.onboarding);
    },
    end: ({ skipped }) => {
      snapshot = { ...snapshot, onboarding: { ...snapshot.onboarding, endedAt: new Date(sample.now).toISOString(), skipped } };
      return fine(snapshot.onboarding);
    },
    restart: () => {
      snapshot = { ...snapshot, onboarding: { ...snapshot.onboarding, step: 'welcome', endedAt: null } };
      return fine(snapshot.onboarding);
    },
    onChanged: on('onboarding/changed'),
  },
  updates: { check: () => fine(snapshot.updates), onChanged: on('updates/changed') },
  system: { snapshot: () => fine(snapshot), openExternal: () => fine(null), copy: () => fine(null), quit: () => fine(null), onRoute: on('system/route') },
};

/** Notes every call, and fails those that the sample wants to fail. */
function watched(): SilmarilBridge {
  const domains = Object.entries(bridge).map(([domain, leaves]) => [
    domain,
    Object.fromEntries(
      Object.entries(leaves as Record<string, (payload?: unknown) => unknown>).map(([leaf, call]) => [
        leaf,
        (payload?: unknown) => {
          const name = `${domain}/${leaf}`;
          if (!leaf.startsWith('on')) sample.sent?.push({ call: name, payload });
          return sample.failing?.includes(name) === true ? fail(name) : call(payload);
        },
      ]),
    ),
  ]);
  return Object.fromEntries(domains) as unknown as SilmarilBridge;
}

page.silmaril = watched();
