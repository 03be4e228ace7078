// The store as the app keeps it: running.
import fs from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { noFilter, type EvidenceStatus } from '../../contract/evidence-views.ts';
import { sampleEvent } from '../testing/sample-event.ts';
import type { NewArrivals } from './arrivals.ts';
import { takeIngestLock } from './database.ts';
import { EvidenceStore } from './store.ts';
import { evidenceHome, must, noSignal, ownUid, type EvidenceHome } from './testing/evidence-home.ts';

let at: EvidenceHome;
let store: EvidenceStore;
beforeEach(() => {
  at = evidenceHome();
  store = new EvidenceStore(at.home, ownUid);
});
afterEach(async () => {
  await store.stop();
  at.remove();
});

const recent = (changes = {}) => sampleEvent({ occurredAt: new Date().toISOString(), ...changes });
async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 20));
}

it('takes in what waits and what comes, and tells those who asked, once each', async () => {
  at.put(recent());
  const all: string[] = [];
  const blocked: string[] = [];
  await store.onArrival(noFilter, ({ events }) => all.push(...events.map(({ id }) => id)));
  const end = await store.onArrival({ ...noFilter, decisions: ['block'], hosts: ['hermes'] }, ({ events }) => blocked.push(...events.map(({ id }) => id)));
  store.start();
  await until(() => all.length === 1);
  const hermes = recent({ host: 'hermes' });
  at.put(hermes);
  at.put(recent({ host: 'hermes', policyDecision: 'allow' }));
  await until(() => all.length === 3);
  expect(blocked).toEqual([hermes['id']]);
  end();
  at.put(recent({ host: 'hermes' }));
  await until(() => all.length === 4);
  expect([blocked.length, new Set(all).size, at.spool().length]).toEqual([1, 4, 0]);
});

it('goes on when the spool is deleted and comes again', async () => {
  store.start();
  at.put(recent());
  await until(() => at.spool().length === 0);
  fs.rmSync(at.places.root, { recursive: true });
  await new Promise((resolve) => setTimeout(resolve, 50));
  fs.mkdirSync(at.places.incoming, { recursive: true, mode: 0o700 });
  at.put(recent());
  await until(async () => must(await store.facets(noFilter)).total === 1);
});

it('hears of what another process has taken in', async () => {
  const seen: NewArrivals[] = [];
  const held = must(await takeIngestLock(at.places, ownUid));
  await store.onArrival(noFilter, (arrivals) => seen.push(arrivals));
  store.start();
  await new Promise((resolve) => setTimeout(resolve, 100));
  held?.release();
  const other = new EvidenceStore(at.home, ownUid);
  at.put(recent());
  await other.takeIn(noSignal);
  await until(() => seen.length > 0);
  expect(seen[0]?.events).toHaveLength(1);
  await other.stop();
});

it('tells a flood in few messages, with the newest events and the number of the others', async () => {
  for (let i = 0; i < 600; i++) at.put(recent());
  const seen: NewArrivals[] = [];
  const statuses: EvidenceStatus[] = [];
  await store.onArrival(noFilter, (arrivals) => seen.push(arrivals));
  store.onStatus((status) => statuses.push(status));
  store.start();
  await until(() => statuses.some((status) => status.total === 600 && status.intake.state === 'idle'));
  expect(seen.reduce((sum, { events, more }) => sum + events.length + more, 0)).toBe(600);
  expect(seen.every(({ events }) => events.length <= 200)).toBe(true);
  expect(statuses.at(-1)?.intake).toEqual({ state: 'idle', waiting: 0, done: 600 });
});

it('stops in the middle of a backlog and goes on at the next start', async () => {
  for (let i = 0; i < 1000; i++) at.put(recent());
  let some = 0;
  await store.onArrival(noFilter, ({ events }) => { some += events.length; });
  store.start();
  await until(() => some > 0);
  await store.stop();
  const waiting = at.spool().length;
  expect(waiting).toBeGreaterThan(0);
  expect(must(await store.facets(noFilter)).total).toBe(1000 - waiting);
  store.start();
  await until(() => at.spool().length === 0);
  expect(must(await store.facets(noFilter)).total).toBe(1000);
});

it('deletes at once in the middle of a backlog, and takes in what comes afterwards', async () => {
  for (let i = 0; i < 3000; i++) at.put(recent());
  let some = 0;
  await store.onArrival(noFilter, ({ events }) => { some += events.length; });
  store.start();
  await until(() => some > 0);
  const waiting = at.spool().length;
  expect(waiting).toBeGreaterThan(500);
  expect(must(await store.clear())).toBe(3000);
  expect(must(await store.facets(noFilter)).total).toBe(0);
  fs.mkdirSync(at.places.incoming, { recursive: true, mode: 0o700 });
  at.put(recent());
  await until(async () => must(await store.facets(noFilter)).total === 1);
});
