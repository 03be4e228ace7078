import { describe, expect, it } from 'vitest';
import { onboardingSteps } from '../../contract/settings.ts';
import { classifierReady, neighbours, stepsOf, wishOf } from './steps-order.ts';

describe('the order of the set-up', () => {
  it('has the contract’s steps', () => {
    expect(stepsOf).toEqual(onboardingSteps);
  });

  it('never goes on from the plan without installing, nor back into a plan that was applied', () => {
    expect(neighbours('plan')).toEqual({ back: 'harnesses', next: null });
    expect(neighbours('install').back).toBeNull();
    expect(neighbours('check').back).toBeNull();
    expect(neighbours('welcome').back).toBeNull();
    expect(neighbours('done').next).toBeNull();
  });
});

describe('the choice of a classifier', () => {
  const set = { state: 'set', last4: null } as const;
  const none = { state: 'none' } as const;
  it.each([
    [{ classifier: null, apiUrl: null }, none, null, false],
    [{ classifier: 'embedded', apiUrl: null }, none, { kind: 'embedded' }, true],
    [{ classifier: 'remote', apiUrl: null }, set, null, false],
    [{ classifier: 'remote', apiUrl: '' }, set, null, false],
    [{ classifier: 'remote', apiUrl: 'https://a/classify' }, none, { kind: 'remote', apiUrl: 'https://a/classify' }, false],
    [{ classifier: 'remote', apiUrl: 'https://a/classify' }, set, { kind: 'remote', apiUrl: 'https://a/classify' }, true],
  ] as const)('%j with the key %j', (state, key, wish, ready) => {
    expect(wishOf(state)).toEqual(wish);
    expect(classifierReady(state, key)).toBe(ready);
  });
});
