import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { noFilter } from '../contract/evidence-views.ts';
import { spoolFolder } from './evidence/spool.ts';
import { EvidenceStore } from './evidence/store.ts';
import { failureLogPath } from './failures.ts';
import { removeOwnData } from './removal.ts';
import { sampleEvent } from './testing/sample-event.ts';
import { snapshot, temporaryMachine } from './testing/temporary-machine.ts';

let machine: ReturnType<typeof temporaryMachine>;
let support: string;
beforeEach(() => {
  machine = temporaryMachine();
  support = path.join(machine.home, 'Library/Application Support/Silmaril');
  put(path.join(support, 'VSCode/observed-workspaces.json'), '{}');
  put(path.join(support, 'ComputerName/cache.json'), '{}');
  for (const harness of ['vscode', 'claude-code'] as const) put(failureLogPath(machine.home, harness), '');
  for (const host of ['vscode', 'claudeCode', 'hermes']) put(path.join(spoolFolder(machine.home), `event-${hex(host)}.json`), JSON.stringify(sampleEvent({ host })));
});
afterEach(() => { machine.remove(); });

const hex = (text: string) => crypto.createHash('sha256').update(text).digest('hex');
function put(file: string, text: string) {
  fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  fs.writeFileSync(file, text, { mode: 0o600 });
}
const remove = (scope: Partial<Parameters<typeof removeOwnData>[2]>) => removeOwnData(machine.home, machine.owner.uid, { harnesses: ['vscode'], last: false, keepEvidence: false, ...scope });
const left = () => Object.keys(snapshot(support)).filter((name) => fs.statSync(path.join(support, name)).isFile());

it('takes what belongs to one harness and leaves the others', async () => {
  expect(await remove({})).toEqual({ events: 1, stays: [], failure: null });
  expect(left().sort()).toEqual(['ComputerName/cache.json', `Evidence/incoming/event-${hex('claudeCode')}.json`, `Evidence/incoming/event-${hex('hermes')}.json`, 'Health/claude-code.log'].sort());
});

it('takes everything with the last one, temporary files too', async () => {
  put(path.join(spoolFolder(machine.home), `.event-${hex('x')}.123.${crypto.randomUUID()}.tmp`), '');
  put(path.join(support, 'Providers', hex('p'), 'checker'), '');
  put(path.join(support, 'Context', hex('s').slice(0, 40)), '');
  expect(await remove({ harnesses: ['vscode', 'claude-code'], last: true })).toEqual({ events: 3, stays: [], failure: null });
  expect(fs.existsSync(support)).toBe(false);
});

describe('what was taken into the database', () => {
  const stored = async () => {
    const store = new EvidenceStore(machine.home, machine.owner.uid);
    const facets = await store.facets(noFilter);
    await store.stop();
    if (!facets.ok) throw new Error(facets.failure.sentence);
    return facets.value.hosts.map(({ value }) => value).sort();
  };
  beforeEach(async () => {
    put(path.join(spoolFolder(machine.home), `event-${hex('broken')}.json`), '{');
    const store = new EvidenceStore(machine.home, machine.owner.uid);
    await store.setRetention({ days: 100_000, bytes: 1e12 });
    await store.takeIn(new AbortController().signal);
    await store.stop();
    expect(await stored()).toEqual(['claudeCode', 'hermes', 'vscode']);
    put(path.join(spoolFolder(machine.home), `event-${hex('later')}.json`), JSON.stringify(sampleEvent({ host: 'vscode' })));
  });
  it('goes with its harness', async () => {
    expect(await remove({})).toEqual({ events: 2, stays: [], failure: null });
    expect(await stored()).toEqual(['claudeCode', 'hermes']);
  });
  it('goes with the last one: database, quarantine, lock, what was set aside', async () => {
    const evidence = path.join(support, 'Evidence');
    for (const name of ['evidence.damaged-20260101T000000000Z.sqlite', 'evidence.damaged-20260101T000000000Z.sqlite-wal', 'ingester.lock-journal']) put(path.join(evidence, name), 'x');
    expect(fs.readdirSync(path.join(evidence, 'quarantine'))).toHaveLength(1);
    expect(await remove({ harnesses: ['vscode', 'claude-code'], last: true })).toEqual({ events: 4, stays: [], failure: null });
    expect(fs.existsSync(support)).toBe(false);
  });
  it('goes with the last one when it is damaged, too', async () => {
    fs.writeFileSync(path.join(support, 'Evidence/evidence.sqlite'), 'no database '.repeat(1000));
    expect(await remove({ harnesses: ['vscode', 'claude-code'], last: true })).toMatchObject({ stays: [], failure: null });
    expect(fs.existsSync(support)).toBe(false);
  });
  it('stays when asked', async () => {
    expect(await remove({ harnesses: ['vscode', 'claude-code'], last: true, keepEvidence: true })).toMatchObject({ events: 0, failure: null });
    expect(await stored()).toEqual(['claudeCode', 'hermes', 'vscode']);
  });
});

it('leaves what is not ours, and says so', async () => {
  put(path.join(spoolFolder(machine.home), 'notes.txt'), 'mine');
  put(path.join(support, 'mine.txt'), 'mine');
  const removal = await remove({ harnesses: ['vscode', 'claude-code'], last: true });
  expect(removal.stays).toEqual([{ path: support, why: 'it holds something that is not known to be ours' }]);
  expect(left().filter((name) => name.endsWith('.txt')).sort()).toEqual(['Evidence/incoming/notes.txt', 'mine.txt']);
});

it('deletes nothing through a link in place of the spool', async () => {
  const outside = path.join(machine.home, 'outside');
  put(path.join(outside, `event-${hex('o')}.json`), JSON.stringify(sampleEvent({ host: 'vscode' })));
  fs.rmSync(spoolFolder(machine.home), { recursive: true });
  fs.symlinkSync(outside, spoolFolder(machine.home));
  await remove({});
  await remove({ harnesses: ['vscode', 'claude-code'], last: true });
  expect(fs.readdirSync(outside)).toHaveLength(1);
});

it('keeps the evidence when asked', async () => {
  const removal = await remove({ harnesses: ['vscode', 'claude-code'], last: true, keepEvidence: true });
  expect(removal).toMatchObject({ events: 0, stays: [{ path: support, why: 'it holds the evidence, as you asked' }] });
  expect(left().every((name) => name.startsWith('Evidence/incoming/event-'))).toBe(true);
});
