import { spawnSync } from 'node:child_process';
import crypto from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sampleEvent } from '../testing/sample-event.ts';
import { followSpool, newestOfEachHost, readSpool, spoolFolder } from './spool.ts';

const uid = process.getuid?.() ?? 0;
const hex = (text: string) => crypto.createHash('sha256').update(text).digest('hex');
let home: string;
let spool: string;

beforeEach(() => {
  home = fs.mkdtempSync(path.join(os.tmpdir(), 'silmaril-spool-'));
  spool = spoolFolder(home);
  fs.mkdirSync(spool, { recursive: true, mode: 0o700 });
});
afterEach(() => { fs.rmSync(home, { recursive: true, force: true }); });

function put(value: Record<string, unknown> | string | Buffer, name = `event-${hex(crypto.randomUUID())}.json`, mode = 0o600): string {
  const file = path.join(spool, name);
  const bytes = typeof value === 'string' || Buffer.isBuffer(value) ? value : `${JSON.stringify(value)}\n`;
  fs.writeFileSync(`${file}.tmp`, bytes, { mode });
  fs.chmodSync(`${file}.tmp`, mode);
  fs.renameSync(`${file}.tmp`, file);
  return file;
}

async function read(filter = {}, limit = 100) {
  const reading = await readSpool(spool, uid, filter, limit);
  if (!reading.ok) throw new Error(reading.failure.sentence);
  return reading.value;
}

describe('what is evidence', () => {
  it('takes every published producer', async () => {
    put(sampleEvent());
    put(sampleEvent({ id: `protection-event:${hex('a')}`, host: 'hermes', requestFingerprint: `sha256:${hex('r')}`, occurredAt: '2026-07-24T12:34:56.000000Z' }));
    put(sampleEvent({ id: `protection-event:${hex('b')}`, host: 'openCode' }));
    put(sampleEvent({ host: 'claudeCode', decisionSource: 'local_policy', ruleId: 'disk.wipe', timing: { totalMs: 3 } }));
    put(sampleEvent({ prediction: 'unavailable', policyDecision: 'unavailable', nativeAction: 'unavailable', somethingNew: { deep: [1] } }));
    const { events, unreadable } = await read();
    expect(unreadable).toEqual([]);
    expect(events).toHaveLength(5);
    expect(events.some((e) => 'somethingNew' in e)).toBe(true);
  });
  it('drops an extra key of ours that reads wrong, not the event', async () => {
    put(sampleEvent({ decisionSource: 'oracle', timing: 'fast', ruleId: 7 }));
    const { events } = await read();
    expect(events).toHaveLength(1);
    expect(events[0]?.decisionSource).toBeUndefined();
  });
  it.each([
    ['not JSON', '{"schemaVersion":1', 'not-json'],
    ['empty', '', 'not-json'],
    ['not UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), 'not-json'],
    ['null', 'null', 'not-evidence'],
    ['another schema', { ...sampleEvent(), schemaVersion: 2 }, 'not-evidence'],
    ['a score of 2', sampleEvent({ modelScore: 2 }), 'not-evidence'],
    ['an outcome that was observed', sampleEvent({ outcome: 'prevented' }), 'not-evidence'],
    ['an unknown decision', sampleEvent({ policyDecision: 'allowed' }), 'not-evidence'],
    ['a time that is none', sampleEvent({ occurredAt: '2026-13-45T99:00:00Z' }), 'not-evidence'],
    ['another category than its risk class', sampleEvent({ riskClass: 'other' }), 'not-evidence'],
    ['a summary of 281 characters', sampleEvent({ attemptedConsequence: { category: 'code_execution', summary: 's'.repeat(281) } }), 'not-evidence'],
    ['64 KiB and a byte', JSON.stringify(sampleEvent({ filler: 'x'.repeat(65_536) })), 'too-large'],
  ])('names a file that is %s', async (_name, value, code) => {
    put(value);
    put(sampleEvent());
    const { events, unreadable } = await read();
    expect(unreadable.map((u) => u.code)).toEqual([code]);
    expect(events).toHaveLength(1);
  });
  it('does not follow a link, wait at a pipe, or read what others may read', async () => {
    const outside = path.join(home, 'outside.json');
    fs.writeFileSync(outside, JSON.stringify(sampleEvent()), { mode: 0o600 });
    fs.symlinkSync(outside, path.join(spool, `event-${hex('link')}.json`));
    spawnSync('mkfifo', ['-m', '600', path.join(spool, `event-${hex('pipe')}.json`)]);
    fs.mkdirSync(path.join(spool, `event-${hex('dir')}.json`));
    put(sampleEvent(), `event-${hex('open')}.json`, 0o644);
    const { events, unreadable } = await read();
    expect(events).toEqual([]);
    expect(unreadable.map((u) => u.code).sort()).toEqual(['not-private', 'not-regular', 'not-regular', 'not-regular']);
  });
  it('ignores what is no evidence file by name', async () => {
    put(sampleEvent(), 'readme.json');
    put(sampleEvent(), `.event-${hex('x')}.123.tmp`);
    put(sampleEvent(), 'event-../../../etc.json'.replaceAll('/', '_'));
    expect(await read()).toEqual({ events: [], matched: 0, unreadable: [] });
  });
  it('says that the files are another user\'s', async () => {
    put(sampleEvent());
    const reading = await readSpool(spool, uid + 1, {}, 10);
    expect(reading).toMatchObject({ ok: false, failure: { code: 'spool-foreign-owner' } });
  });
  it('refuses a spool that is a link', async () => {
    fs.rmSync(spool, { recursive: true });
    fs.symlinkSync(home, spool);
    expect(await readSpool(spool, uid, {}, 10)).toMatchObject({ ok: false, failure: { code: 'spool-not-a-folder' } });
  });
  it('reads a spool that does not exist as empty', async () => {
    fs.rmSync(spool, { recursive: true });
    expect(await read()).toEqual({ events: [], matched: 0, unreadable: [] });
  });
});

describe('filters and order', () => {
  beforeEach(() => {
    for (let i = 0; i < 20; i += 1)
      put(sampleEvent({ occurredAt: `2026-08-26T00:00:${String(i).padStart(2, '0')}.000Z`, host: i % 2 ? 'vscode' : 'claudeCode', policyDecision: i % 4 ? 'allow' : 'block' }));
  });
  it('gives the newest, oldest first, and counts the rest', async () => {
    const { events, matched } = await read({}, 3);
    expect(events.map((e) => e.occurredAt.slice(17, 19))).toEqual(['17', '18', '19']);
    expect(matched).toBe(20);
  });
  it('filters by host, decision and time together', async () => {
    const { events } = await read({ hosts: ['claudeCode'], decisions: ['block'], since: Date.parse('2026-08-26T00:00:08Z') });
    expect(events.map((e) => e.occurredAt.slice(17, 19))).toEqual(['08', '12', '16']);
  });
});

describe('follow', () => {
  it('gives the newest, then what arrives, once, and ends when told', async () => {
    put(sampleEvent({ n: 0, occurredAt: '2026-08-25T00:00:00.000Z' }));
    put(sampleEvent({ n: 1 }));
    const stop = new AbortController();
    const got: unknown[] = [];
    const done = await followSpool(spool, uid, { hosts: ['vscode'] }, {
      signal: stop.signal,
      recent: 1,
      onEvent: (e) => {
        got.push(e['n']);
        if (e['n'] === 1) {
          put(sampleEvent({ n: 2, host: 'claudeCode' }));
          put(sampleEvent({ n: 3 }));
        }
        if (e['n'] === 3) put(sampleEvent({ n: 4 }));
        if (e['n'] === 4) stop.abort();
      },
    });
    expect(done).toEqual({ ok: true, value: null });
    expect(got).toEqual([1, 3, 4]);
  });
  it('waits for a spool that is not there yet', async () => {
    fs.rmSync(path.join(home, 'Library'), { recursive: true });
    const stop = new AbortController();
    const got: unknown[] = [];
    const following = followSpool(spool, uid, {}, {
      signal: stop.signal,
      recent: 10,
      onEvent: (e) => {
        got.push(e['n']);
        stop.abort();
      },
    });
    fs.mkdirSync(spool, { recursive: true, mode: 0o700 });
    put(sampleEvent({ n: 'first' }));
    await following;
    expect(got).toEqual(['first']);
  });
});

it('finds the newest of each host in a full spool among the files that were changed last', async () => {
  const now = Date.now();
  for (let i = 0; i < 700; i++) put(sampleEvent({ host: 'claudeCode', occurredAt: new Date(now - i * 1_000).toISOString() }));
  const last = sampleEvent({ host: 'hermes', occurredAt: new Date(now + 1_000).toISOString() });
  put(last);
  for (const name of fs.readdirSync(spool)) {
    const { occurredAt } = JSON.parse(fs.readFileSync(path.join(spool, name), 'utf8')) as { occurredAt: string };
    fs.utimesSync(path.join(spool, name), new Date(occurredAt), new Date(occurredAt));
  }
  const found = await newestOfEachHost(spool, uid);
  expect(found.ok && [...found.value].map(([host, event]) => [host, event.occurredAt]).sort()).toEqual([['claudeCode', new Date(now).toISOString()], ['hermes', last['occurredAt']]]);
});
