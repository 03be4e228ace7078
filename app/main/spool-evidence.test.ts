import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EvidenceEvent } from '../contract/evidence.ts';
import { noFilter, type Cursor } from '../contract/evidence-views.ts';
import { spoolFolder } from '../core/evidence/spool.ts';
import { sampleEvent } from '../core/testing/sample-event.ts';
import { temporaryMachine } from '../core/testing/temporary-machine.ts';
import { SpoolEvidence } from './spool-evidence.ts';

let machine: ReturnType<typeof temporaryMachine>;
let evidence: SpoolEvidence;
beforeEach(() => { machine = temporaryMachine(); });
afterEach(async () => {
  await evidence.close();
  machine.remove();
});

function put(number: number, more: Partial<EvidenceEvent> = {}): EvidenceEvent {
  const id = number.toString(16).padStart(64, '0');
  const event = { ...sampleEvent({ id: `event-${id}`, occurredAt: new Date(Date.parse('2026-03-01T12:00:00Z') + number * 1000).toISOString() }), ...more } as EvidenceEvent;
  const folder = spoolFolder(machine.home);
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  fs.writeFileSync(path.join(folder, `event-${id}.json`), JSON.stringify(event), { mode: 0o600 });
  return event;
}

async function ready(count: number): Promise<void> {
  const until = Date.now() + 10_000;
  while (evidence.status().total < count && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 20));
  expect(evidence.status().total).toBe(count);
}

const value = async <T>(result: Promise<{ ok: true; value: T } | { ok: false; failure: unknown }>): Promise<T> => {
  const got = await result;
  if (!got.ok) throw new Error(JSON.stringify(got.failure));
  return got.value;
};

describe('evidence from the spool', () => {
  it('is paged, newest first, without a gap or a repetition', async () => {
    for (let number = 1; number <= 25; number++) put(number);
    evidence = new SpoolEvidence(machine);
    await ready(25);
    const seen: string[] = [];
    let after: Cursor | null = null;
    do {
      const { events, next } = await value(evidence.page(noFilter, after, 10));
      seen.push(...events.map((event) => event.id));
      after = next as Cursor | null;
    } while (after !== null);
    expect(seen).toHaveLength(25);
    expect(seen).toEqual([...seen].sort().reverse());
  });

  it('is filtered, counted by facet under all other filters, and drawn as a histogram', async () => {
    put(1, { policyDecision: 'allow', toolDisplayName: 'Bash' });
    put(2, { policyDecision: 'block', toolDisplayName: 'Bash', host: 'claudeCode' });
    put(3, { policyDecision: 'block', toolDisplayName: 'Read', host: 'claudeCode' });
    evidence = new SpoolEvidence(machine);
    await ready(3);
    const filter = { ...noFilter, decisions: ['block' as const], tools: ['Bash'] };
    expect((await value(evidence.page(filter, null, 10))).events.map((event) => event.tool)).toEqual(['Bash']);
    const facets = await value(evidence.facets(filter));
    expect(facets).toMatchObject({ matched: 1, total: 3, decisions: [{ value: 'allow', count: 1 }, { value: 'block', count: 1 }], tools: [{ value: 'Bash', count: 1 }, { value: 'Read', count: 1 }] });
    const histogram = await value(evidence.histogram({ ...noFilter, decisions: ['block'] }, 2));
    expect(histogram.buckets.reduce((sum, bucket) => sum + bucket.block, 0)).toBe(2);
    expect(await value(evidence.histogram({ ...noFilter, text: 'no such word' }, 2))).toEqual({ range: null, buckets: [] });
    expect((await value(evidence.page({ ...noFilter, text: 'BASH claudecode' }, null, 10))).events).toHaveLength(1);
  });

  it('tells what arrives, and shows the other events of a call', async () => {
    evidence = new SpoolEvidence(machine);
    const arrived: string[] = [];
    evidence.listen({ arrived: (events) => arrived.push(...events.map((event) => event.id)), status: () => undefined });
    const request = 'a'.repeat(64);
    const first = put(1, { requestFingerprint: request, hook: 'pre_tool' });
    const second = put(2, { requestFingerprint: request, hook: 'tool_result' });
    await ready(2);
    expect(arrived.sort()).toEqual([first.id, second.id]);
    const detail = await value(evidence.detail(second.id));
    expect(detail?.related.map((event) => event.id)).toEqual([first.id]);
    expect(JSON.parse(detail?.json ?? '')).toEqual(second);
    expect(await value(evidence.detail('event-none'))).toBeNull();
  });

  it('is deleted for one host or for all', async () => {
    put(1, { host: 'vscode' });
    put(2, { host: 'claudeCode' });
    put(3, { host: 'claudeCode' });
    evidence = new SpoolEvidence(machine);
    await ready(3);
    expect(await value(evidence.clear(['claudeCode']))).toBe(2);
    expect(evidence.status().total).toBe(1);
    expect(await value(evidence.clear(null))).toBe(1);
    expect(fs.readdirSync(spoolFolder(machine.home))).toEqual([]);
  });
});
