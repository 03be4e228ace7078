// A database that is not one, or not ours.
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { noFilter } from '../../contract/evidence-views.ts';
import { sampleEvent } from '../testing/sample-event.ts';
import { openDatabase } from './database.ts';
import { EvidenceStore } from './store.ts';
import { evidenceHome, must, noSignal, ownUid, type EvidenceHome } from './testing/evidence-home.ts';

let at: EvidenceHome;
const stores: EvidenceStore[] = [];
const newStore = () => {
  const store = new EvidenceStore(at.home, ownUid);
  stores.push(store);
  return store;
};
beforeEach(() => { at = evidenceHome(); });
afterEach(async () => {
  for (const store of stores.splice(0)) await store.stop();
  at.remove();
});
const recent = () => sampleEvent({ occurredAt: new Date().toISOString() });
const count = async (store: EvidenceStore) => must(await store.facets(noFilter)).total;
const damaged = () => fs.readdirSync(at.places.root).filter((name) => name.startsWith('evidence.damaged-') && name.endsWith('.sqlite'));

it('that is no database is set aside, byte for byte, and a new one takes its place', async () => {
  fs.writeFileSync(at.places.database, 'not a database at all, '.repeat(500));
  at.put(recent());
  const store = newStore();
  expect(must(await store.takeIn(noSignal))).toEqual({ state: 'done', stored: 1 });
  expect(await count(store)).toBe(1);
  const [aside] = damaged();
  expect(fs.readFileSync(path.join(at.places.root, aside ?? ''), 'utf8')).toBe('not a database at all, '.repeat(500));
  const { problem } = await store.status();
  expect(problem?.code).toBe('database-damaged');
  expect(problem?.sentence).toContain(aside);
  // As long as the file is there, for the next process too.
  expect((await newStore().status()).problem?.code).toBe('database-damaged');
});

it('that turns out to be damaged while it is used is replaced, and work goes on', async () => {
  for (let i = 0; i < 300; i++) at.put(recent());
  const first = newStore();
  must(await first.takeIn(noSignal));
  await first.stop();
  const { database } = must(await openDatabase(at.places, ownUid));
  await database.run('PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
  const whole = fs.readFileSync(at.places.database);
  for (const suffix of ['-wal', '-shm']) fs.rmSync(`${at.places.database}${suffix}`, { force: true });
  // The header stays, so that it opens; the tables are overwritten.
  fs.writeFileSync(at.places.database, Buffer.concat([whole.subarray(0, 8192), Buffer.alloc(whole.length - 8192, 0x5a)]));
  const store = newStore();
  at.put(recent());
  expect((await store.events(noFilter, null, 1000)).ok).toBe(true);
  expect(must(await store.takeIn(noSignal)).state).toBe('done');
  expect(at.spool()).toEqual([]);
  expect(await count(store)).toBe(1);
  expect(damaged()).toHaveLength(1);
});

it('keeps no more than two of the damaged ones', async () => {
  for (let i = 0; i < 4; i++) {
    fs.rmSync(`${at.places.database}-wal`, { force: true });
    fs.rmSync(`${at.places.database}-shm`, { force: true });
    fs.writeFileSync(at.places.database, `damaged ${String(i)} `.repeat(500));
    at.put(recent());
    const store = newStore();
    must(await store.takeIn(noSignal));
    await store.stop();
  }
  expect(damaged().map((name) => fs.readFileSync(path.join(at.places.root, name), 'utf8').slice(0, 9))).toEqual(['damaged 2', 'damaged 3']);
});

it('of a newer version is neither read nor touched', async () => {
  at.put(recent());
  const first = newStore();
  must(await first.takeIn(noSignal));
  await first.stop();
  const { database } = must(await openDatabase(at.places, ownUid));
  await database.run('PRAGMA user_version = 99');
  database.close();
  at.put(recent());
  const store = newStore();
  expect(await store.takeIn(noSignal)).toMatchObject({ ok: false, failure: { code: 'database-newer' } });
  expect(await store.page(noFilter, null, 1)).toMatchObject({ ok: false, failure: { code: 'database-newer' } });
  expect((await store.status()).problem?.code).toBe('database-newer');
  expect([at.spool().length, damaged().length]).toEqual([1, 0]);
});

it('that is a folder is refused, with its name', async () => {
  fs.mkdirSync(at.places.database);
  at.put(recent());
  const taken = await newStore().takeIn(noSignal);
  expect(taken).toMatchObject({ ok: false, failure: { code: 'database-refused', path: at.places.database } });
  expect(at.spool()).toHaveLength(1);
});

it('that others could read is closed to them', async () => {
  at.put(recent());
  fs.writeFileSync(at.places.database, '', { mode: 0o644 });
  fs.chmodSync(at.places.database, 0o644);
  fs.chmodSync(at.places.root, 0o755);
  must(await newStore().takeIn(noSignal));
  expect([fs.statSync(at.places.database).mode & 0o777, fs.statSync(at.places.root).mode & 0o777]).toEqual([0o600, 0o700]);
});

it('that was deleted under a running store is begun anew', async () => {
  at.put(recent());
  const store = newStore();
  must(await store.takeIn(noSignal));
  must(await newStore().clear());
  expect(await count(store)).toBe(0);
  fs.mkdirSync(at.places.incoming, { recursive: true, mode: 0o700 });
  at.put(recent());
  must(await store.takeIn(noSignal));
  expect(await count(store)).toBe(1);
  expect(await count(newStore())).toBe(1);
});
