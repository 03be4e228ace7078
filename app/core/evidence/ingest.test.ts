// Several processes over one spool, and what a kill leaves.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { noFilter } from '../../contract/evidence-views.ts';
import { sampleEvent } from '../testing/sample-event.ts';
import { openDatabase, takeIngestLock } from './database.ts';
import { EvidenceStore } from './store.ts';
import { evidenceHome, must, noSignal, ownUid, type EvidenceHome } from './testing/evidence-home.ts';

const here = path.dirname(fileURLToPath(import.meta.url));
// Below the project, so that the child finds the SQLite client.
const folder = fs.mkdtempSync(path.join(here, '../../../node_modules/.silmaril-ingest-'));
const program = path.join(folder, 'ingest-child.mjs');
beforeAll(async () => {
  await build({ entryPoints: [path.join(here, 'testing/ingest-child.ts')], bundle: true, platform: 'node', format: 'esm', target: 'node20', external: ['@libsql/client'], outfile: program, logLevel: 'error' });
});
afterAll(() => { fs.rmSync(folder, { recursive: true, force: true }); });

let at: EvidenceHome;
let store: EvidenceStore;
const children: ChildProcess[] = [];
beforeEach(async () => {
  at = evidenceHome();
  store = new EvidenceStore(at.home, ownUid);
  await store.setRetention({ days: 4_000_000, bytes: 1e12 });
});
afterEach(async () => {
  for (const child of children.splice(0)) if (child.exitCode === null) child.kill('SIGKILL');
  await store.stop();
  at.remove();
});

interface Running {
  readonly child: ChildProcess;
  /** All that it has printed when it has ended. */
  readonly output: Promise<string>;
  /** A line that starts so was printed; or it has ended. */
  printed(start: string): Promise<void>;
}

function ingester(): Running {
  const child = spawn(process.execPath, [program, at.home, String(ownUid)], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  let text = '';
  let look: () => void = () => undefined;
  child.stdout.on('data', (chunk: Buffer) => {
    text += chunk.toString();
    look();
  });
  const output = once(child, 'close').then(() => text);
  return {
    child,
    output,
    printed: (start) =>
      Promise.race([
        new Promise<void>((resolve) => {
          look = () => { if (text.split('\n').some((line) => line.startsWith(start))) resolve(); };
          look();
        }),
        output.then(() => undefined),
      ]),
  };
}

async function storedIds(): Promise<string[]> {
  return must(await store.events(noFilter, null, 100_000)).map(({ id }) => id).sort();
}

/** Counts agree with events, and the file is whole. */
async function expectSound(): Promise<void> {
  const { database } = must(await openDatabase(at.places, ownUid));
  expect((await database.all('PRAGMA integrity_check')).map((row) => row['integrity_check'])).toEqual(['ok']);
  const [row] = await database.all(
    'SELECT (SELECT count(*) FROM events) AS events, (SELECT sum(count) FROM kinds) AS kinds, (SELECT sum(count) FROM day_tallies) AS days, (SELECT sum(count) FROM tallies WHERE span = 600000) AS slots',
  );
  expect([row?.['kinds'], row?.['days'], row?.['slots']]).toEqual([row?.['events'], row?.['events'], row?.['events']]);
  database.close();
}

it('loses and doubles nothing when it is killed, again and again', { timeout: 120_000 }, async () => {
  const ids: string[] = [];
  for (let i = 0; i < 3000; i++) {
    const event = sampleEvent({ toolDisplayName: `tool-${String(i % 7)}` });
    ids.push(String(event['id']));
    at.put(event);
  }
  let killed = 0;
  for (let round = 0; round < 8; round++) {
    const { child, printed } = ingester();
    await printed('stored');
    // At any point of the batch that follows.
    await new Promise((resolve) => setTimeout(resolve, round * 4));
    if (child.kill('SIGKILL')) killed += 1;
    if (child.exitCode === null && child.signalCode === null) await once(child, 'close');
    const waiting = at.spool().length;
    expect((await storedIds()).length + waiting).toBeGreaterThanOrEqual(ids.length);
    await expectSound();
    if (waiting === 0) break;
  }
  expect(killed).toBeGreaterThan(1);
  must(await store.takeIn(noSignal));
  expect(at.spool()).toEqual([]);
  expect(await storedIds()).toEqual(ids.sort());
  await expectSound();
});

it('is done by one of two; the other says so, reads, and takes over when the first is gone', { timeout: 60_000 }, async () => {
  at.put(sampleEvent());
  must(await store.takeIn(noSignal));
  const held = must(await takeIngestLock(at.places, ownUid));
  if (!held) throw new Error('the lock was not free');
  at.put(sampleEvent());
  expect(await ingester().output).toBe(`${JSON.stringify({ ok: true, value: { state: 'busy', stored: 0 } })}\n`);
  expect(must(await store.takeIn(noSignal))).toEqual({ state: 'busy', stored: 0 });
  expect(at.spool()).toHaveLength(1);
  expect(await storedIds()).toHaveLength(1);
  held.release();
  expect(await ingester().output).toContain('"state":"done","stored":1');
  expect(await storedIds()).toHaveLength(2);
});

it('gives the same counts whoever of four gets the lock', { timeout: 60_000 }, async () => {
  for (let i = 0; i < 800; i++) at.put(sampleEvent());
  const outputs = await Promise.all(Array.from({ length: 4 }, () => ingester().output));
  expect(outputs.every((output) => /"state":"(done|busy)"/.test(output))).toBe(true);
  expect(outputs.some((output) => output.includes('"state":"done"'))).toBe(true);
  expect(at.spool()).toEqual([]);
  expect(await storedIds()).toHaveLength(800);
  await expectSound();
});

it('leaves the lock free when its holder is killed', { timeout: 60_000 }, async () => {
  for (let i = 0; i < 1500; i++) at.put(sampleEvent());
  const { child, printed } = ingester();
  await printed('stored');
  expect(must(await takeIngestLock(at.places, ownUid))).toBeNull();
  child.kill('SIGKILL');
  await once(child, 'close');
  const lock = must(await takeIngestLock(at.places, ownUid));
  expect(lock).not.toBeNull();
  lock?.release();
  expect(fs.readdirSync(at.places.root).filter((name) => name.startsWith('ingester')).every((name) => name === 'ingester.lock')).toBe(true);
});
