import { describe, expect, it } from 'vitest';
import { NotificationPolicy, freshFor, groupingTime, restTime, type Circumstances } from './notification-policy.ts';

const start = Date.parse('2026-03-01T12:00:00Z');
const on: Circumstances['settings'] = { blocks: true, degraded: true, muted: [] };
const at = (after: number, more: Partial<Circumstances> = {}): Circumstances => ({ now: start + after, watching: false, settings: on, ...more });
const event = (id: string, decision: 'block' | 'allow' | 'warn' | 'monitor' = 'block', age = 0) => ({ id, decision, at: new Date(start - age).toISOString() });
const broken = (reason = 'The launcher is missing.') => [{ id: 'vscode', label: 'VS Code', state: 'degraded', reasons: [reason] }] as const;
const fine = [{ id: 'vscode', label: 'VS Code', state: 'working', reasons: [] }] as const;

describe('notifications of refusals', () => {
  it('come grouped, after the group is complete', () => {
    const policy = new NotificationPolicy();
    policy.offerEvents([event('a')], 'vscode', at(0));
    policy.offerEvents([event('b')], 'vscode', at(1_000));
    expect(policy.due(at(groupingTime - 1))).toEqual([]);
    expect(policy.nextDue()).toBe(start + groupingTime);
    expect(policy.due(at(groupingTime))).toEqual([{ kind: 'blocked', harness: 'vscode', count: 2, newest: 'b' }]);
    expect(policy.nextDue()).toBeNull();
  });

  it('rest between two, and then tell all that came meanwhile', () => {
    const policy = new NotificationPolicy();
    policy.offerEvents([event('a')], 'vscode', at(0));
    policy.due(at(groupingTime));
    policy.offerEvents([event('b'), event('c')], 'vscode', at(groupingTime + 1));
    expect(policy.due(at(groupingTime + 10_000))).toEqual([]);
    expect(policy.due(at(groupingTime + restTime))).toEqual([{ kind: 'blocked', harness: 'vscode', count: 2, newest: 'c' }]);
  });

  it('keep harnesses apart', () => {
    const policy = new NotificationPolicy();
    policy.offerEvents([event('a')], 'vscode', at(0));
    policy.offerEvents([event('b')], 'claude-code', at(0));
    expect(policy.due(at(groupingTime)).map((notice) => notice.harness).sort()).toEqual(['claude-code', 'vscode']);
  });

  it('are shown once for an event, however often it is offered', () => {
    const policy = new NotificationPolicy();
    policy.offerEvents([event('a'), event('a')], 'vscode', at(0));
    expect(policy.due(at(groupingTime))).toMatchObject([{ count: 1 }]);
    policy.offerEvents([event('a')], 'vscode', at(groupingTime + 1));
    expect(policy.nextDue()).toBeNull();
  });

  it('are not made of other decisions nor of old events', () => {
    const policy = new NotificationPolicy();
    policy.offerEvents([event('a', 'warn'), event('b', 'monitor'), event('c', 'allow'), event('d', 'block', freshFor + 1)], 'vscode', at(0));
    expect(policy.nextDue()).toBeNull();
  });

  it.each([
    ['the window is being looked at', { watching: true }],
    ['they are off', { settings: { ...on, blocks: false } }],
    ['the harness is muted', { settings: { ...on, muted: ['vscode'] } }],
  ] as const)('stay away while %s, and do not come later', (_what, more) => {
    const policy = new NotificationPolicy();
    policy.offerEvents([event('a')], 'vscode', at(0, more));
    expect(policy.due(at(groupingTime))).toEqual([]);
    policy.offerEvents([event('a')], 'vscode', at(groupingTime));
    expect(policy.nextDue()).toBeNull();
    // Waiting when the circumstance begins: dropped as well.
    policy.offerEvents([event('b')], 'vscode', at(groupingTime));
    expect(policy.due(at(10 * groupingTime, more))).toEqual([]);
    expect(policy.nextDue()).toBeNull();
  });
});

describe('notifications of broken harnesses', () => {
  it('come once until it has recovered', () => {
    const policy = new NotificationPolicy();
    expect(policy.offerHarnesses(broken(), at(0))).toEqual([{ kind: 'degraded', harness: 'vscode', label: 'VS Code', reason: 'The launcher is missing.' }]);
    expect(policy.offerHarnesses(broken('The last event passed unjudged.'), at(1))).toEqual([]);
    expect(policy.offerHarnesses(fine, at(2))).toEqual([]);
    expect(policy.offerHarnesses(broken(), at(3))).toHaveLength(1);
  });

  it('stay away while looked at, off or muted', () => {
    for (const more of [{ watching: true }, { settings: { ...on, degraded: false } }, { settings: { ...on, muted: ['vscode'] as const } }]) expect(new NotificationPolicy().offerHarnesses(broken(), at(0, more))).toEqual([]);
  });
});
