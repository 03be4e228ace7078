import { spawnSync } from 'node:child_process';
import crypto from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { followSpool, readSpool, spoolFolder } from './spool.ts';

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

function event(changes: Record<string, unknown> = {}): Record<string, unknown> {
  const at = typeof changes['occurredAt'] === 'string' ? changes['occurredAt'] : '2026-08-26T00:00:00.000Z';
  return {
    schemaVersion: 1,
    id: `event-${hex(JSON.stringify(changes))}`,
    occurredAt: at,
    host: 'vscode',
    hook: 'pre_tool',
    mode: 'block',
    requestFingerprint: hex('request'),
    riskClass: 'code_execution',
    attemptedConsequence: { category: 'code_execution', summary: 'A command was about to run.' },
    prediction: 'malicious',
    modelScore: 0.97,
    policyDecision: 'block',
    nativeAction: 'block_returned',
    outcome: 'not_observed',
    evidenceTruth: 'native_response_returned',
    evidenceCompleteness: 'partial',
    provenance: { schemaVersion: 1, producer: 'VSCodeFirewallPlugin', producerVersion: '0.2.4', pluginVersion: '0.2.4', observedAt: at },
    ...changes,
  };
}

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
    put(event());
    put(event({ id: `protection-event:${hex('a')}`, host: 'hermes', requestFingerprint: `sha256:${hex('r')}`, occurredAt: '2026-07-24T12:34:56.000000Z' }));
    put(event({ id: `protection-event:${hex('b')}`, host: 'openCode' }));
    put(event({ host: 'claudeCode', decisionSource: 'local_policy', ruleId: 'disk.wipe', timing: { totalMs: 3 } }));
    put(event({ prediction: 'unavailable', policyDecision: 'unavailable', nativeAction: 'unavailable', somethingNew: { deep: [1] } }));
    const { events, unreadable } = await read();
    expect(unreadable).toEqual([]);
    expect(events).toHaveLength(5);
    expect(events.some((e) => 'somethingNew' in e)).toBe(true);
  });
  it('drops an extra key of ours that reads wrong, not the event', async () => {
    put(event({ decisionSource: 'oracle', timing: 'fast', ruleId: 7 }));
    const { events } = await read();
    expect(events).toHaveLength(1);
    expect(events[0]?.decisionSource).toBeUndefined();
  });
  it.each([
    ['not JSON', '{"schemaVersion":1', 'not-json'],
    ['empty', '', 'not-json'],
    ['not UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), 'not-json'],
    ['null', 'null', 'not-evidence'],
    ['another schema', { ...event(), schemaVersion: 2 }, 'not-evidence'],
    ['a score of 2', event({ modelScore: 2 }), 'not-evidence'],
    ['an outcome that was observed', event({ outcome: 'prevented' }), 'not-evidence'],
    ['an unknown decision', event({ policyDecision: 'allowed' }), 'not-evidence'],
    ['a time that is none', event({ occurredAt: '2026-13-45T99:00:00Z' }), 'not-evidence'],
    ['another category than its risk class', event({ riskClass: 'other' }), 'not-evidence'],
    ['a summary of 281 characters', event({ attemptedConsequence: { category: 'code_execution', summary: 's'.repeat(281) } }), 'not-evidence'],
    ['64 KiB and a byte', JSON.stringify(event({ filler: 'x'.repeat(65_536) })), 'too-large'],
  ])('names a file that is %s', async (_name, value, code) => {
    put(value);
    put(event());
    const { events, unreadable } = await read();
    expect(unreadable.map((u) => u.code)).toEqual([code]);
    expect(events).toHaveLength(1);
  });
  it('does not follow a link, wait at a pipe, or read what others may read', async () => {
    const outside = path.join(home, 'outside.json');
    fs.writeFileSync(outside, JSON.stringify(event()), { mode: 0o600 });
    fs.symlinkSync(outside, path.join(spool, `event-${hex('link')}.json`));
    spawnSync('mkfifo', ['-m', '600', path.join(spool, `event-${hex('pipe')}.json`)]);
    fs.mkdirSync(path.join(spool, `event-${hex('dir')}.json`));
    put(event(), `event-${hex('open')}.json`, 0o644);
    const { events, unreadable } = await read();
    expect(events).toEqual([]);
    expect(unreadable.map((u) => u.code).sort()).toEqual(['not-private', 'not-regular', 'not-regular', 'not-regular']);
  });
  it('ignores what is no evidence file by name', async () => {
    put(event(), 'readme.json');
    put(event(), `.event-${hex('x')}.123.tmp`);
    put(event(), 'event-../../../etc.json'.replaceAll('/', '_'));
    expect(await read()).toEqual({ events: [], matched: 0, unreadable: [] });
  });
  it('says that the files are another user\'s', async () => {
    put(event());
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
      put(event({ occurredAt: `2026-08-26T00:00:${String(i).padStart(2, '0')}.000Z`, host: i % 2 ? 'vscode' : 'claudeCode', policyDecision: i % 4 ? 'allow' : 'block' }));
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
    put(event({ n: 0, occurredAt: '2026-08-25T00:00:00.000Z' }));
    put(event({ n: 1 }));
    const stop = new AbortController();
    const got: unknown[] = [];
    const done = await followSpool(spool, uid, { hosts: ['vscode'] }, {
      signal: stop.signal,
      recent: 1,
      onEvent: (e) => {
        got.push(e['n']);
        if (e['n'] === 1) {
          put(event({ n: 2, host: 'claudeCode' }));
          put(event({ n: 3 }));
        }
        if (e['n'] === 3) put(event({ n: 4 }));
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
    put(event({ n: 'first' }));
    await following;
    expect(got).toEqual(['first']);
  });
});
