import fs from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { noFilter } from '../../contract/evidence-views.ts';
import { sampleEvent } from '../testing/sample-event.ts';
import { csvCell } from './export.ts';
import { EvidenceStore } from './store.ts';
import { evidenceHome, must, noSignal, ownUid, type EvidenceHome } from './testing/evidence-home.ts';

let at: EvidenceHome;
let store: EvidenceStore;
let file: string;
beforeEach(() => {
  at = evidenceHome();
  store = new EvidenceStore(at.home, ownUid);
  file = path.join(at.home, 'out');
});
afterEach(async () => {
  await store.stop();
  at.remove();
});
const recent = (changes = {}) => sampleEvent({ occurredAt: new Date().toISOString(), ...changes });

/** RFC 4180, as a reader sees it. */
function cells(text: string): string[][] {
  return text.split('\r\n').slice(0, -1).map((line) => [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map((match) => match[1]?.replaceAll('""', '"') ?? match[2] ?? ''));
}

it('writes exactly the filtered set, newest first, page after page, into a private file', async () => {
  const events = Array.from({ length: 1234 }, (_, i) => sampleEvent({ occurredAt: new Date(Date.now() - i * 1000).toISOString(), host: i % 2 ? 'hermes' : 'vscode', odd: { key: [i] } }));
  for (const event of events) at.put(event);
  must(await store.takeIn(noSignal));
  expect(must(await store.export({ ...noFilter, hosts: ['vscode'] }, 'jsonl', { file, replace: false }, noSignal))).toBe(617);
  expect(fs.readFileSync(file, 'utf8').trimEnd().split('\n').map((line) => JSON.parse(line) as unknown)).toEqual(events.filter((_, i) => i % 2 === 0));
  expect(fs.statSync(file).mode & 0o777).toBe(0o600);
  expect(must(await store.export(noFilter, 'csv', { file: `${file}.csv`, replace: false }, noSignal))).toBe(1234);
  const rows = cells(fs.readFileSync(`${file}.csv`, 'utf8'));
  expect(rows).toHaveLength(1235);
  expect(rows.slice(1).map((row) => row[1])).toEqual(events.map((event) => event['id']));
  expect(new Set(rows.map((row) => row.length)).size).toBe(1);
});

it('replaces a file only when that was agreed, and leaves nothing when it is cancelled', async () => {
  at.put(recent());
  must(await store.takeIn(noSignal));
  fs.writeFileSync(file, 'mine');
  expect(await store.export(noFilter, 'jsonl', { file, replace: false }, noSignal)).toMatchObject({ ok: false, failure: { code: 'export-exists' } });
  const stop = new AbortController();
  stop.abort();
  expect(await store.export(noFilter, 'jsonl', { file, replace: true }, stop.signal)).toMatchObject({ ok: false, failure: { code: 'cancelled' } });
  expect(fs.readFileSync(file, 'utf8')).toBe('mine');
  expect(must(await store.export(noFilter, 'jsonl', { file, replace: true }, noSignal))).toBe(1);
  expect(await store.export(noFilter, 'csv', { file: path.join(at.home, 'none/out'), replace: false }, noSignal)).toMatchObject({ ok: false, failure: { code: 'export-failed' } });
  expect(fs.readdirSync(at.home).sort()).toEqual(['Library', 'out']);
});

describe('a cell', () => {
  it.each([
    ['=HYPERLINK("http://x")', `"'=HYPERLINK(""http://x"")"`],
    ['+1', `"'+1"`],
    ['-1', `"'-1"`],
    ['@SUM(A1)', `"'@SUM(A1)"`],
    ['\t=1', `"'\t=1"`],
    ['\r=1', `"'\r'=1"`],
    ['a\n=1', `"a\n'=1"`],
    ['a,b', '"a,b"'],
    ['say "no"', '"say ""no"""'],
    ['plain-text', 'plain-text'],
  ])('%j is written as %j', (value, written) => {
    expect(csvCell(value)).toBe(written);
  });
  it('never begins a formula, on any of its lines, and a number is a number', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', '"', ',', 'a', ' ') }), (value) => {
        const inner = csvCell(value).replace(/^"|"$/g, '');
        expect(inner.split(/[\r\n]/).some((line) => /^[=+\-@\t]/.test(line))).toBe(false);
      }),
      { numRuns: 300 },
    );
    expect([csvCell(-0.5), csvCell(null), csvCell(false)]).toEqual(['-0.5', '', 'false']);
  });
});
