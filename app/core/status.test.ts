import { describe, expect, it } from 'vitest';
import type { Receipt } from '../../installers/engine/receipt.ts';
import { evidenceEvent } from '../contract/evidence.ts';
import { judge, type Facts } from './status.ts';
import { sampleEvent } from './testing/sample-event.ts';

const changedAt = '2026-08-26T12:00:00.000Z';
const receipt: Receipt = { schemaVersion: 1, harness: 'vscode', state: 'installed', at: changedAt, version: '0.2.4', facts: {}, owned: [], edited: [], node: null, digests: {} };

const event = (occurredAt: string) => evidenceEvent.parse(sampleEvent({ occurredAt }));

const valid: Facts['configuration'] = { state: 'valid', file: '/c.json', mode: 'block', enabled: true, classifier: 'embedded', apiUrl: null, hasKey: false, localPolicy: 'follow' };

function facts(changes: Partial<Facts> = {}): Facts {
  return {
    harness: 'vscode',
    label: 'VS Code',
    detection: { harness: 'vscode', state: 'present', evidence: [], version: null, surfaces: [], notes: [] },
    receipt: { ok: true, value: receipt },
    configuration: valid,
    health: { harness: 'vscode', status: 'ok', checks: [{ code: 'x', status: 'ok', subject: '', sentence: 'Fine.' }] },
    lastEvent: { ok: true, value: event('2026-08-26T12:00:01.000Z') },
    failures: { entries: [], full: false, unreadable: null },
    policyFaults: [],
    launcher: '/run-hook.sh',
    ...changes,
  };
}

const failure = (at: string, reason = 'classify-timeout') => ({ at, event: 'PreToolUse', reason });

describe('configured is not protected', () => {
  it('works only with an event since the last change', () => {
    expect(judge(facts()).state).toBe('working');
    expect(judge(facts({ lastEvent: { ok: true, value: event('2026-08-26T11:59:59.999Z') } }))).toMatchObject({ state: 'unproven', lastEvent: { sinceChange: false } });
    expect(judge(facts({ lastEvent: { ok: true, value: null } })).state).toBe('unproven');
  });
  it('never calls shadow blocking', () => {
    expect(judge(facts({ configuration: { ...valid, mode: 'shadow' } as Facts['configuration'] })).sentence).toContain('nothing is interfered with');
  });
});

it('does not call an event unjudged that the built-in packs have judged', () => {
  const { state, failOpen } = judge(facts({ failures: { entries: [failure('2026-08-26T13:00:00.000Z', 'workspace-policy-shape'), failure('2026-08-26T13:00:01.000Z', 'policy-mode')], full: false, unreadable: null } }));
  expect([state, failOpen.count]).toEqual(['working', 0]);
});

describe('degraded, each with its reason', () => {
  it.each<[string, Partial<Facts>, string]>([
    ['a policy file that does not count', { policyFaults: ['/p.json does not count, so the built-in defaults do.'] }, 'does not count'],
    ['configuration missing', { configuration: { state: 'missing' } }, 'missing'],
    ['configuration not valid', { configuration: { state: 'invalid', file: '/c', reason: 'config-mode' } }, 'config-mode'],
    ['switched off in the file', { configuration: { ...valid, enabled: false } as Facts['configuration'] }, '"enabled": false'],
    ['remote without a key', { configuration: { ...valid, classifier: 'remote', apiUrl: 'https://h/c' } as Facts['configuration'] }, 'key is missing'],
    ['a problem of health', { health: { harness: 'vscode', status: 'problem', checks: [{ code: 'entry-missing', status: 'problem', subject: '', sentence: 'The entry is gone.' }] } }, 'The entry is gone.'],
    ['a failure newer than the last event', { failures: { entries: [failure('2026-08-26T12:00:02.000Z')], full: false, unreadable: null } }, 'classify-timeout'],
    ['an uninstall that did not finish', { receipt: { ok: true, value: { ...receipt, state: 'uninstalling' } } }, 'did not finish'],
  ])('%s', (_name, changes, words) => {
    const status = judge(facts(changes));
    expect(status.state).toBe('degraded');
    expect(status.reasons.join(' ')).toContain(words);
    expect(status.sentence).toMatch(/silmaril (repair|uninstall) vscode/);
  });
  it('is not degraded by failures that a later event outlived, or that belong to the time before the last change', () => {
    const entries = [failure('2026-08-26T11:00:00.000Z', 'node-missing'), failure('2026-08-26T12:00:00.500Z')];
    const status = judge(facts({ failures: { entries, full: false, unreadable: null } }));
    expect(status.state).toBe('working');
    expect(status.failOpen).toEqual({ count: 1, atLeast: false, lastAt: '2026-08-26T12:00:00.500Z', reasons: [{ reason: 'classify-timeout', count: 1 }] });
  });
});

describe('unknown, with its reason', () => {
  it.each<[string, Partial<Facts>]>([
    ['the receipt', { receipt: { ok: false, failure: { code: 'receipt-newer', sentence: 'Why.' } } }],
    ['the spool', { lastEvent: { ok: false, failure: { code: 'spool-unreadable', sentence: 'Why.' } } }],
    ['the failure log', { failures: { entries: [], full: false, unreadable: 'Why.' } }],
    ['a check of health', { health: { harness: 'vscode', status: 'unknown', checks: [{ code: 'x', status: 'unknown', subject: '', sentence: 'Why.' }] } }],
  ])('%s', (_name, changes) => {
    const status = judge(facts(changes));
    expect(['unknown', 'unproven']).toContain(status.state);
    expect(status.state).not.toBe('working');
    expect(status.reasons).toContain('Why.');
  });
});

it('tells a harness that is not here from one without Silmaril', () => {
  const none = { receipt: { ok: true, value: null }, configuration: null, health: null } as const;
  expect(judge(facts(none)).state).toBe('not-installed');
  expect(judge(facts({ ...none, detection: { ...facts().detection, state: 'absent' } })).state).toBe('absent');
});
