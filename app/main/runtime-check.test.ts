import crypto from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { EvidenceEvent } from '../contract/evidence.ts';
import { sampleEvent } from '../core/testing/sample-event.ts';
import { RuntimeChecks, checkTime } from './runtime-check.ts';

const fingerprintOf = (line: string) => crypto.createHash('sha256').update(/silmaril-runtime-check:\S+/.exec(line)?.[0] ?? '').digest('hex');
const event = (requestFingerprint: string) => sampleEvent({ requestFingerprint }) as EvidenceEvent;

describe('the runtime check', () => {
  it('is seen when evidence of exactly its line arrives from its harness', () => {
    const told: unknown[] = [];
    const checks = new RuntimeChecks(() => '2026-01-01T00:00:00Z', (views) => told.push(views.map((view) => view.state.kind)));
    const { line } = checks.start('vscode');
    checks.offer([event('b'.repeat(64))], 'vscode');
    checks.offer([event(fingerprintOf(line))], 'claude-code');
    expect(checks.views[0]?.state.kind).toBe('waiting');
    checks.offer([event(`sha256:${fingerprintOf(line)}`)], 'vscode');
    expect(checks.views[0]?.state).toMatchObject({ kind: 'seen', event: { sinceChange: true } });
    expect(told).toEqual([['waiting'], ['seen']]);
  });

  it('has another line each time, expires, and stops', () => {
    let now = 1_000_000;
    const checks = new RuntimeChecks(() => null, () => undefined, () => now);
    const first = checks.start('vscode').line;
    expect(checks.start('vscode').line).not.toBe(first);
    expect(checks.views).toHaveLength(1);
    now += checkTime + 1;
    expect(checks.views[0]?.state.kind).toBe('expired');
    checks.stop('vscode');
    expect(checks.views).toEqual([]);
  });
});
