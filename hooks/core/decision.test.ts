import { describe, expect, test } from 'vitest';
import { parseConfig, type Settings } from './config.ts';
import { decide, type Finding } from './decision.ts';
import { BLOCK, type Mode } from './product.ts';

function settings(extra: object): Settings {
  const parsed = parseConfig({ schemaVersion: 1, ...extra });
  if (parsed.state !== 'valid') throw new Error(parsed.state);
  return parsed.settings;
}

const classified = (candidate: boolean, responseMode: Mode | null = null): Finding => ({ source: 'classifier', prediction: candidate ? 'MALICIOUS' : 'BENIGN', candidate, responseMode, ceiling: 'block' });
const local = (verdict: 'deny' | 'ask'): Finding => ({
  source: 'local_policy',
  verdict: { verdict, ruleId: 'base.rm', riskClass: 'destructive_change', personSentence: 'It deletes.', modelSentence: 'Move it to the trash instead.' },
});

describe('the effective mode of a classifier’s candidate', () => {
  test.each([
    // mode, legacy, response -> effective
    ['block', undefined, 'shadow', 'block'], ['shadow', true, 'block', 'shadow'], ['warn', false, 'block', 'warn'],
    [undefined, true, 'shadow', 'block'], [undefined, false, 'block', 'shadow'],
    [undefined, undefined, 'warn', 'warn'], [undefined, undefined, 'block', 'block'], [undefined, undefined, null, 'shadow'],
  ] as const)('mode %s, blockMalicious %s, response %s: %s', (mode, blockMalicious, response, expected) => {
    const config = settings({ ...(mode && { mode }), ...(blockMalicious !== undefined && { blockMalicious }) });
    expect(decide(classified(true, response), config).mode).toBe(expected);
  });
});

describe('what a candidate becomes', () => {
  test.each([
    ['shadow', 'monitor', { kind: 'pass' }], ['warn', 'warn', { kind: 'warn' }], ['block', 'block', { kind: 'block', reason: BLOCK }],
  ] as const)('%s: %s', (mode, policyDecision, action) => {
    expect(decide(classified(true), settings({ mode }))).toEqual({ mode, candidate: true, policyDecision, action });
  });

  test.each(['shadow', 'warn', 'block'] as const)('nothing, when it is none, in %s', (mode) => {
    expect(decide(classified(false), settings({ mode }))).toEqual({ mode, candidate: false, policyDecision: 'allow', action: { kind: 'pass' } });
  });

  test('a warning, in block mode, where the classifier is not sure enough to block', () => {
    const finding: Finding = { source: 'classifier', prediction: 'MALICIOUS', candidate: true, responseMode: null, ceiling: 'warn' };
    expect(decide(finding, settings({ mode: 'block' }))).toEqual({ mode: 'block', candidate: true, policyDecision: 'warn', action: { kind: 'warn' } });
    expect(decide(finding, settings({ mode: 'shadow' })).policyDecision).toBe('monitor');
  });

  test('a governance rule makes a benign prediction a candidate', () => {
    const finding: Finding = { source: 'classifier', prediction: 'BENIGN', candidate: true, responseMode: null, ceiling: 'block' };
    expect(decide(finding, settings({ mode: 'block' })).policyDecision).toBe('block');
  });
});

describe('a local denial', () => {
  const reason = `${BLOCK} Move it to the trash instead.`;
  test.each([
    ['follow', 'shadow', 'shadow', 'monitor', { kind: 'pass' }],
    ['follow', 'warn', 'warn', 'warn', { kind: 'warn' }],
    ['follow', 'block', 'block', 'block', { kind: 'block', reason }],
    ['follow', undefined, 'shadow', 'monitor', { kind: 'pass' }],
    ['enforce', 'shadow', 'block', 'block', { kind: 'block', reason }],
    ['enforce', 'warn', 'block', 'block', { kind: 'block', reason }],
    ['enforce', undefined, 'block', 'block', { kind: 'block', reason }],
  ] as const)('%s in %s', (localPolicy, configured, mode, policyDecision, action) => {
    expect(decide(local('deny'), settings({ localPolicy, ...(configured && { mode: configured }) }))).toEqual({ mode, candidate: true, policyDecision, action });
  });

  test('asks instead where the policy says ask, and evidence does not call that a block', () => {
    expect(decide(local('ask'), settings({ localPolicy: 'follow', mode: 'block' }))).toMatchObject({ policyDecision: 'warn', action: { kind: 'ask', reason } });
    expect(decide(local('ask'), settings({ localPolicy: 'follow', mode: 'shadow' }))).toMatchObject({ policyDecision: 'monitor', action: { kind: 'pass' } });
  });
});
