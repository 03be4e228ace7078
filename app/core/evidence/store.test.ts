import fs from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventDetail, evidenceStatus, facets, histogram, noFilter, page, type EvidenceFilter } from '../../contract/evidence-views.ts';
import { evidenceEvent, type EvidenceEvent } from '../../contract/evidence.ts';
import { evidenceHooks, evidenceHosts, evidenceTruths, nativeActions, policyDecisions, predictions, riskClasses } from '../../contract/evidence-words.ts';
import { sampleEvent } from '../testing/sample-event.ts';
import { openDatabase } from './database.ts';
import { facetsOf, histogramOf, pageOf } from './queries.ts';
import { EvidenceStore } from './store.ts';
import { evidenceHome, hex, must, noSignal, ownUid, type EvidenceHome } from './testing/evidence-home.ts';

let at: EvidenceHome;
let store: EvidenceStore;
beforeEach(async () => {
  at = evidenceHome();
  store = new EvidenceStore(at.home, ownUid);
  // The samples are from some day, and the property's from any year.
  await store.setRetention(forEver);
});
afterEach(async () => {
  await store.stop();
  at.remove();
});

const forEver = { days: 4_000_000, bytes: 1e12 };
const take = async () => must(await store.takeIn(noSignal));
const all = async (filter: Partial<EvidenceFilter> = {}) => must(await store.events({ ...noFilter, ...filter }, null, 10_000));
const iso = (ms: number) => new Date(ms).toISOString();
const start = Date.parse('2026-08-26T00:00:00.000Z');

describe('taking in', () => {
  it('makes nothing where there is nothing to take in', async () => {
    fs.rmSync(path.join(at.home, 'Library'), { recursive: true });
    expect(await take()).toEqual({ state: 'done', stored: 0 });
    expect(await all()).toEqual([]);
    expect(must(await store.facets(noFilter)).total).toBe(0);
    expect(must(await store.histogram(noFilter, 10))).toEqual({ range: null, buckets: [] });
    expect((await store.status()).problem).toBeNull();
    expect(fs.readdirSync(at.home)).toEqual([]);
  });
  it('stores every published producer’s event, privately, and deletes its file', async () => {
    const events = [
      sampleEvent(),
      sampleEvent({ id: `protection-event:${hex('a')}`, host: 'hermes', requestFingerprint: `sha256:${hex('r')}`, occurredAt: '2026-07-24T12:34:56.000000Z' }),
      sampleEvent({ host: 'claudeCode', decisionSource: 'local_policy', ruleId: 'disk.wipe', timing: { totalMs: 3, other: [1] } }),
      sampleEvent({ prediction: 'unavailable', policyDecision: 'unavailable', nativeAction: 'unavailable', somethingNew: { deep: [1] } }),
    ];
    for (const event of events) at.put(event);
    expect(await take()).toEqual({ state: 'done', stored: 4 });
    expect(at.spool()).toEqual([]);
    const byId = (a: { id?: unknown }, b: { id?: unknown }) => (String(a.id) < String(b.id) ? -1 : 1);
    expect([...(await all())].sort(byId)).toEqual(events.sort(byId));
    for (const name of ['evidence.sqlite', 'evidence.sqlite-wal', 'evidence.sqlite-shm', 'ingester.lock']) expect((fs.statSync(path.join(at.places.root, name)).mode & 0o777).toString(8)).toBe('600');
  });
  it('stores an event once, however often it comes', async () => {
    const event = sampleEvent();
    at.put(event);
    await take();
    at.put(event);
    at.put(event);
    expect(await take()).toEqual({ state: 'done', stored: 0 });
    expect(at.spool()).toEqual([]);
    expect(must(await store.facets(noFilter))).toMatchObject({ total: 1, matched: 1, hosts: [{ value: 'vscode', count: 1 }] });
  });
  it('takes the newest file first and can be cancelled', async () => {
    for (let i = 0; i < 600; i++) {
      const name = at.put(sampleEvent({ occurredAt: iso(start + i * 1000) }));
      fs.utimesSync(path.join(at.places.incoming, name), 1000 + i, 1000 + i);
    }
    const stop = new AbortController();
    const progress: number[] = [];
    const taken = must(await store.takeIn(stop.signal, ({ waiting }) => {
      progress.push(waiting);
      stop.abort();
    }));
    expect(taken).toEqual({ state: 'cancelled', stored: 250 });
    expect(progress).toEqual([350]);
    expect((await all()).at(-1)?.occurredAt).toBe(iso(start + 350 * 1000));
    expect(at.spool()).toHaveLength(350);
    expect(await take()).toEqual({ state: 'done', stored: 350 });
  });
  it('leaves what is not its own and sets aside what is no evidence', async () => {
    const outside = path.join(at.home, 'outside.json');
    fs.writeFileSync(outside, JSON.stringify(sampleEvent()), { mode: 0o600 });
    const name = (text: string) => `event-${hex(text)}.json`;
    fs.symlinkSync(outside, path.join(at.places.incoming, name('link')));
    fs.mkdirSync(path.join(at.places.incoming, name('folder')));
    fs.writeFileSync(path.join(at.places.incoming, name('folder'), 'mine.txt'), 'mine');
    const { execFileSync } = await import('node:child_process');
    execFileSync('mkfifo', [path.join(at.places.incoming, name('pipe'))]);
    at.put('x'.repeat(65_537), name('huge'));
    at.put(sampleEvent(), name('open'), 0o644);
    at.put('{"schemaVersion":1', name('cut'));
    at.put({ ...sampleEvent(), schemaVersion: 2 }, name('other'));
    at.put('mine', 'notes.txt');
    at.put(sampleEvent(), name('good'));
    expect(await take()).toEqual({ state: 'done', stored: 1 });
    expect(at.spool()).toEqual([name('folder'), 'notes.txt'].sort());
    expect(fs.readFileSync(path.join(at.places.incoming, name('folder'), 'mine.txt'), 'utf8')).toBe('mine');
    expect(fs.existsSync(outside)).toBe(true);
    const aside = fs.readdirSync(at.places.quarantine).sort();
    expect(aside).toEqual([`not-evidence--${name('other')}`, `not-json--${name('cut')}`, `not-private--${name('open')}`, `not-regular--${name('link')}`, `not-regular--${name('pipe')}`, `too-large--${name('huge')}`].sort());
    const status = await store.status();
    expect(Object.fromEntries(status.quarantined.map(({ reason, count }) => [reason, count]))).toEqual({ 'not-evidence': 1, 'not-json': 1, 'not-private': 1, 'not-regular': 3, 'too-large': 1 });
    expect(await take()).toEqual({ state: 'done', stored: 0 });
    expect((await store.status()).quarantined).toEqual(status.quarantined);
  });
  it('bounds the quarantine and goes on counting', async () => {
    for (let i = 0; i < 230; i++) at.put('{', `event-${hex(String(i))}.json`);
    await take();
    expect(fs.readdirSync(at.places.quarantine)).toHaveLength(200);
    expect((await store.status()).quarantined).toEqual([{ reason: 'not-json', count: 230 }]);
    at.put(Buffer.alloc(5 * 1024 * 1024), `event-${hex('huge')}.json`);
    await take();
    const bytes = fs.readdirSync(at.places.quarantine).reduce((sum, name) => sum + fs.statSync(path.join(at.places.quarantine, name)).size, 0);
    expect(bytes).toBeLessThanOrEqual(4 * 1024 * 1024);
  });
  it('deletes what a producer began long ago and never published, and nothing younger', async () => {
    const unpublished = (text: string) => path.join(at.places.incoming, `.event-${hex(text)}.12.${text}.tmp`);
    for (const text of ['old', 'young']) fs.writeFileSync(unpublished(text), '');
    fs.utimesSync(unpublished('old'), 1000, 1000);
    await take();
    expect(at.spool()).toEqual([path.basename(unpublished('young'))]);
  });
  it('follows no link in the place of the spool or of its own files', async () => {
    const outside = path.join(at.home, 'outside');
    fs.mkdirSync(outside, { mode: 0o700 });
    at.put(sampleEvent());
    fs.renameSync(at.places.incoming, path.join(outside, 'incoming'));
    fs.symlinkSync(path.join(outside, 'incoming'), at.places.incoming);
    expect(await store.takeIn(noSignal)).toMatchObject({ ok: false, failure: { code: 'spool-not-a-folder' } });
    expect((await store.status()).problem?.code).toBe('spool-not-a-folder');
    fs.unlinkSync(at.places.incoming);
    fs.renameSync(path.join(outside, 'incoming'), at.places.incoming);
    fs.symlinkSync(path.join(outside, 'elsewhere.sqlite'), at.places.database);
    expect(await store.takeIn(noSignal)).toMatchObject({ ok: false, failure: { code: 'database-refused' } });
    expect(at.spool()).toHaveLength(1);
    fs.unlinkSync(at.places.database);
    fs.symlinkSync(outside, at.places.quarantine);
    at.put('{');
    expect(await take()).toEqual({ state: 'done', stored: 1 });
    expect(fs.readdirSync(outside)).toEqual([]);
  });
});

describe('the event that comes back', () => {
  const fingerprint = fc.tuple(fc.constantFrom('', 'sha256:'), fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 64, maxLength: 64 })).map((parts) => parts.join(''));
  const text = (maxLength: number) => fc.oneof(fc.string({ maxLength, unit: 'grapheme' }), fc.string({ maxLength, unit: 'binary' })).map((s) => s.slice(0, maxLength));
  const time = fc.date({ min: new Date('0000-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59Z'), noInvalidDate: true }).map((date) => date.toISOString());
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  const optional = { requestFingerprint: fingerprint, sessionFingerprint: fingerprint, toolDisplayName: text(128), modelScore: share, modelThreshold: share, warnDelivery: fc.constantFrom('delivered', 'unsupported'), blockUnavailable: fc.constant(true), decisionSource: fc.constantFrom('classifier', 'local_policy', 'provider', 'oracle'), ruleId: text(128), timing: fc.oneof(fc.record({ totalMs: fc.double({ min: 0, max: 1e6, noNaN: true }) }), fc.constant('fast')) };
  const event = fc
    .tuple(
      fc.record({ id: fc.tuple(fc.constantFrom('event-', 'protection-event:'), fingerprint.map((hash) => hash.slice(-64))).map((parts) => parts.join('')), occurredAt: time, host: fc.constantFrom(...evidenceHosts), hook: fc.constantFrom(...evidenceHooks), mode: fc.constantFrom('block', 'warn', 'shadow'), riskClass: fc.constantFrom(...riskClasses), summary: text(280), prediction: fc.constantFrom(...predictions), policyDecision: fc.constantFrom(...policyDecisions), nativeAction: fc.constantFrom(...nativeActions), evidenceTruth: fc.constantFrom(...evidenceTruths) }),
      fc.record(optional, { requiredKeys: [] }),
      fc.record({ producer: text(128), producerVersion: text(128), pluginVersion: text(128) }),
      fc.dictionary(fc.string({ minLength: 1, maxLength: 8 }).map((key) => `x-${key}`), fc.jsonValue(), { maxKeys: 3 }),
    )
    .map(([{ summary, ...own }, more, provenance, extra]) => ({ schemaVersion: 1, ...own, ...more, attemptedConsequence: { category: own.riskClass, summary, ...extra }, outcome: 'not_observed', evidenceCompleteness: 'partial', provenance: { schemaVersion: 1, ...provenance, observedAt: own.occurredAt, ...extra }, ...extra }));
  it('is the one that went in, whatever the schema lets through', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(event, { minLength: 1, maxLength: 20, selector: ({ id }) => id }), async (events) => {
        const fresh = evidenceHome();
        const own = new EvidenceStore(fresh.home, ownUid);
        await own.setRetention(forEver);
        try {
          const sent = events.map((one) => JSON.parse(JSON.stringify(one)) as Record<string, unknown>);
          for (const one of sent) fresh.put(one);
          must(await own.takeIn(noSignal));
          const expected = sent.map((one) => JSON.parse(JSON.stringify(evidenceEvent.parse(one))) as EvidenceEvent);
          const sorted = expected.sort((a, b) => Date.parse(b.occurredAt) - Date.parse(a.occurredAt) || (a.id < b.id ? 1 : -1));
          expect(must(await own.events(noFilter, null, 100))).toEqual(sorted);
          for (const one of sorted) {
            expect(JSON.parse(must(await own.event(one.id)).json)).toEqual(one);
            if (one.sessionFingerprint !== undefined) expect(must(await own.events({ ...noFilter, session: one.sessionFingerprint }, null, 100)).map(({ id }) => id)).toContain(one.id);
            if (one.toolDisplayName !== undefined) expect(must(await own.events({ ...noFilter, tools: [one.toolDisplayName] }, null, 100)).map(({ id }) => id)).toContain(one.id);
          }
        } finally {
          await own.stop();
          fresh.remove();
        }
      }),
      { numRuns: 40 },
    );
  });
});

describe('answers', () => {
  // A small world in which every answer can be worked out by hand, by the plainest code.
  const events: EvidenceEvent[] = [];
  const seeded = (seed: number) => () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return seed / 2 ** 32;
  };
  const fill = async (count: number) => {
    const random = seeded(7);
    const one = <T>(from: readonly T[]) => from[Math.floor(random() * from.length)] as T;
    events.length = 0;
    for (let i = 0; i < count; i++) {
      const riskClass = one(['other', 'code_execution', 'destructive_change']);
      events.push(
        evidenceEvent.parse(
          sampleEvent({
            id: `${one(['event-', 'protection-event:'])}${hex(String(i))}`,
            // Many share a millisecond; they lie on both sides of 1970.
            occurredAt: iso(Math.floor(random() * 400) * one([1, 1000, 3_600_000, 86_400_000]) - 100 * 3_600_000),
            host: one(['vscode', 'claudeCode', 'hermes']),
            hook: one(['pre_tool', 'tool_result', 'user_input']),
            mode: one(['block', 'shadow']),
            policyDecision: one(policyDecisions),
            riskClass,
            attemptedConsequence: { category: riskClass, summary: one(['A command was run.', 'Über alles: a file.']) },
            sessionFingerprint: hex(one(['s1', 's2', 's3'])),
            requestFingerprint: hex(`request ${String(Math.floor(i / 2))}`),
            ...(random() < 0.7 ? { toolDisplayName: one(['Bash', 'Read', 'mcp_one']) } : {}),
            ...(random() < 0.3 ? { ruleId: one(['disk.wipe', 'git.push']) } : {}),
          }),
        ),
      );
    }
    for (const event of events) at.put(event);
    await take();
  };
  const wordsIn = (event: EvidenceEvent) => [event.toolDisplayName ?? '', event.ruleId ?? '', event.riskClass, event.riskClass.replaceAll('_', ' '), event.attemptedConsequence.summary, event.provenance.producer].join('\n').toLowerCase();
  const fits = (event: EvidenceEvent, f: EvidenceFilter) => {
    const time = Date.parse(event.occurredAt);
    const inList = (list: readonly string[], value: string | undefined) => list.length === 0 || (value !== undefined && list.includes(value));
    return (
      inList(f.hosts, event.host) && inList(f.decisions, event.policyDecision) && inList(f.modes, event.mode) && inList(f.risks, event.riskClass) && inList(f.hooks, event.hook) && inList(f.tools, event.toolDisplayName) && inList(f.rules, event.ruleId) &&
      (f.from === null || time >= f.from) && (f.to === null || time < f.to) && (f.session === null || f.session === event.sessionFingerprint) &&
      (f.text ?? '').toLowerCase().split(/\s+/).every((word) => wordsIn(event).includes(word))
    );
  };
  const newestFirst = (list: readonly EvidenceEvent[]) => [...list].sort((a, b) => Date.parse(b.occurredAt) - Date.parse(a.occurredAt) || (a.id < b.id ? 1 : -1));
  const some = <T>(...values: T[]) => fc.uniqueArray(fc.constantFrom(...values), { maxLength: 2 });
  const moment = fc.option(fc.oneof(fc.integer({ min: -4e8, max: 4e10 }), fc.double({ min: -4e8, max: 4e8, noNaN: true })), { freq: 2 });
  const filter: fc.Arbitrary<EvidenceFilter> = fc.record({
    hosts: some('vscode', 'claudeCode', 'cursor'), decisions: some(...policyDecisions), modes: some('block', 'warn'), risks: some('other', 'code_execution'), hooks: some('pre_tool', 'tool_result'), tools: some('Bash', 'mcp_one', 'none'), rules: some('disk.wipe'),
    from: moment, to: moment, session: fc.constantFrom(null, null, null, hex('s1'), 'no fingerprint', `sha256:${hex('s2')}`), text: fc.constantFrom(null, null, '', 'bash', 'ÜBER  file', 'code execution', 'vscodefirewall wipe', "' OR 1", 'nothing like it'),
  });

  it.each([['collecting by kind', undefined], ['walking through time', 0]])('are those of the plainest code, for any filter, %s', { timeout: 120_000 }, async (_way, few) => {
    await fill(400);
    const { database } = must(await openDatabase(at.places, ownUid));
    await fc.assert(
      fc.asyncProperty(filter, fc.integer({ min: 1, max: 60 }), fc.integer({ min: 2, max: 50 }), async (f, limit, buckets) => {
        const expected = newestFirst(events.filter((event) => fits(event, f)));
        const paged: string[] = [];
        for (let after: { at: number; id: string } | null = null, pages = 0; ; pages++) {
          const got = page.parse(await pageOf(database, f, after, limit, few));
          paged.push(...got.events.map(({ id }) => id));
          expect(got.events.length).toBeLessThanOrEqual(limit);
          after = got.next;
          if (!after || pages > 400) break;
        }
        expect(paged).toEqual(expected.map(({ id }) => id));

        const counted = facets.parse(await facetsOf(database, f));
        expect([counted.matched, counted.total]).toEqual([expected.length, events.length]);
        for (const [name, value] of [['hosts', (e: EvidenceEvent) => e.host], ['decisions', (e: EvidenceEvent) => e.policyDecision], ['tools', (e: EvidenceEvent) => e.toolDisplayName], ['rules', (e: EvidenceEvent) => e.ruleId]] as const) {
          const counts = new Map<string, number>();
          for (const event of events) {
            const key = value(event);
            if (key !== undefined && fits(event, { ...f, [name]: [] })) counts.set(key, (counts.get(key) ?? 0) + 1);
          }
          expect(Object.fromEntries(counted[name].map((one) => [one.value, one.count]))).toEqual(Object.fromEntries(counts));
        }

        const drawn = histogram.parse(await histogramOf(database, f, buckets, few));
        const inAll = drawn.buckets.reduce((sum, one) => sum + one.allow + one.monitor + one.warn + one.block + one.unavailable, 0);
        expect(inAll).toBe(expected.length);
        if (drawn.range) {
          const { from, to, bucketMs } = drawn.range;
          expect((to - from) / bucketMs).toBeLessThanOrEqual(buckets);
          for (const bucket of drawn.buckets) {
            const inside = expected.filter((event) => Date.parse(event.occurredAt) >= bucket.at && Date.parse(event.occurredAt) < bucket.at + bucketMs);
            expect([bucket.block, bucket.allow, (bucket.at - from) % bucketMs]).toEqual([inside.filter((e) => e.policyDecision === 'block').length, inside.filter((e) => e.policyDecision === 'allow').length, 0]);
          }
        } else expect(expected).toEqual([]);
      }),
      { numRuns: 100 },
    );
    database.close();
  });
  it('find an event by its id, its request or its session', async () => {
    await fill(20);
    const [event] = events;
    if (!event) throw new Error('no event');
    expect((await all({ text: event.id })).map(({ id }) => id)).toEqual([event.id]);
    expect(await all({ text: event.requestFingerprint ?? '' })).toHaveLength(2);
    expect(await all({ text: event.sessionFingerprint ?? '' })).toEqual(await all({ session: event.sessionFingerprint ?? '' }));
    expect(await all({ text: hex('unknown') })).toEqual([]);
  });
  it('show one event with the others of its call', async () => {
    const request = hex('r');
    const first = sampleEvent({ requestFingerprint: request, occurredAt: iso(start), hook: 'pre_tool', odd: { key: 1 } });
    const second = sampleEvent({ requestFingerprint: request, occurredAt: iso(start + 5), hook: 'tool_result' });
    for (const event of [second, first, sampleEvent()]) at.put(event);
    await take();
    const detail = eventDetail.parse(must(await store.event(String(first['id']))));
    expect(detail.related.map(({ id }) => id)).toEqual([second['id']]);
    expect(JSON.parse(detail.json)).toEqual(first);
    expect(await store.event(`event-${hex('none')}`)).toMatchObject({ ok: false, failure: { code: 'no-such-event' } });
    expect(await store.event('../etc/passwd')).toMatchObject({ ok: false, failure: { code: 'no-such-event' } });
    expect(must(await store.ofRequest(request)).map(({ id }) => id)).toEqual([first['id'], second['id']]);
  });
  it('tell the newest of each harness and event type, and how long hooks take', async () => {
    for (let i = 0; i < 100; i++) at.put(sampleEvent({ host: 'claudeCode', hook: i % 2 ? 'pre_tool' : 'tool_result', policyDecision: i % 3 ? 'allow' : 'block', occurredAt: iso(start + i * 1000), timing: { totalMs: i + 1 } }));
    at.put(sampleEvent({ host: 'hermes', occurredAt: iso(start + 5) }));
    // What could not be judged is no sign of life.
    at.put(sampleEvent({ host: 'hermes', policyDecision: 'unavailable', prediction: 'unavailable', nativeAction: 'allowed', occurredAt: iso(start + 50) }));
    await take();
    expect(must(await store.newestOfEachKind()).map(({ host, hook, occurredAt }) => [host, hook, occurredAt])).toEqual([
      ['claudeCode', 'pre_tool', iso(start + 99_000)],
      ['claudeCode', 'tool_result', iso(start + 98_000)],
      ['hermes', 'pre_tool', iso(start + 5)],
    ]);
    expect(must(await store.latency('claudeCode'))).toEqual({ samples: 100, p50: 50, p95: 95, p99: 99 });
    expect(must(await store.latency('hermes'))).toBeNull();
    expect(must(await store.latency('cursor'))).toBeNull();
  });
});

describe('what is kept', () => {
  it('is bounded by days and by bytes; what went is counted, and the counts stay true', { timeout: 60_000 }, async () => {
    const now = Date.now();
    for (let i = 0; i < 1200; i++) at.put(sampleEvent({ occurredAt: iso(now - i * 3_600_000), extra: 'x'.repeat(2000), ...(i % 2 ? { ruleId: 'odd' } : {}), sessionFingerprint: hex('s') }));
    await store.setRetention({ days: 30, bytes: 1e9 });
    await take();
    expect(await all()).toHaveLength(720);
    let status = evidenceStatus.parse(await store.status());
    expect(status).toMatchObject({ total: 720, evicted: { count: 480 }, oldestAt: iso(now - 719 * 3_600_000) });
    expect(Date.parse(status.evicted.lastAt ?? '')).toBeGreaterThan(now - 60_000);
    const before = status.bytes;
    await store.setRetention({ days: 30, bytes: 1024 * 1024 });
    at.put(sampleEvent({ occurredAt: iso(now) }));
    await take();
    status = await store.status();
    expect(status.bytes).toBeLessThan(Math.min(before / 2, 1024 * 1024 + 65_536));
    const left = await all();
    expect(status.total).toBe(left.length);
    expect(status.evicted.count).toBe(1201 - left.length);
    expect(left.length).toBeGreaterThan(50);
    expect(left[0]?.occurredAt).toBe(iso(now));
    const drawn = must(await store.histogram(noFilter, 40));
    expect(drawn.buckets.reduce((sum, one) => sum + one.block, 0)).toBe(left.length);
    expect(must(await store.facets({ ...noFilter, from: now - 30 * 86_400_000 })).matched).toBe(left.length);
    // Another process (the command) keeps to what the app was told.
    const other = new EvidenceStore(at.home, ownUid);
    at.put(sampleEvent({ occurredAt: iso(now - 40 * 86_400_000) }));
    must(await other.takeIn(noSignal));
    await other.stop();
    expect(await all()).toHaveLength(left.length);
  });
  it('of one harness can be deleted', async () => {
    for (const host of ['vscode', 'vscode', 'hermes']) at.put(sampleEvent({ host, sessionFingerprint: hex(host) }));
    await take();
    expect(must(await store.deleteOf(['vscode', 'cursor']))).toBe(2);
    expect((await all()).map(({ host }) => host)).toEqual(['hermes']);
    expect(must(await store.facets(noFilter))).toMatchObject({ total: 1, hosts: [{ value: 'hermes', count: 1 }] });
    expect(must(await store.newestOfEachKind())).toHaveLength(1);
    expect(await all({ session: hex('vscode') })).toEqual([]);
    expect(fs.readFileSync(at.places.database).includes(hex('vscode'))).toBe(false);
  });
  it('is deleted as a whole, files and all', async () => {
    at.put(sampleEvent());
    at.put('{');
    await take();
    at.put(sampleEvent());
    expect(must(await store.clear())).toBe(2);
    expect(fs.existsSync(at.places.root)).toBe(false);
    expect(await all()).toEqual([]);
    fs.mkdirSync(at.places.incoming, { recursive: true, mode: 0o700 });
    at.put(sampleEvent());
    expect(await take()).toEqual({ state: 'done', stored: 1 });
    expect(await all()).toHaveLength(1);
  });
});
