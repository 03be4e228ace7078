// The letter hook's options: what is mended with a warning, and the three that switch it off.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readLetterOptions } from './letter-options.ts';

const command = ['/opt/bin/shell-warden', '--config', '/etc/x.jsonc'];

test('nothing of it: off, and silent; a foreign option alone: off, and said', () => {
  expect(readLetterOptions(undefined)).toEqual({ state: 'off', warnings: [] });
  expect(readLetterOptions({})).toEqual({ state: 'off', warnings: [] });
  expect(readLetterOptions({ silmaril_api_key: 'k' })).toEqual({ state: 'off', warnings: ['The option "silmaril_api_key" is not known and not used.'] });
});

test('the defaults, with our own checker', () => {
  expect(readLetterOptions({ checker: {} })).toEqual({
    state: 'on',
    warnings: [],
    options: { command: null, sha256: null, checkTimeoutMs: 2_000, killGraceMs: 250, onCheckerError: 'ask', actions: ['shell'], cacheTtlMs: 0, maxRejections: 5, rejectWindowMs: 600_000, maxConcurrentSpawns: 4 },
  });
});

test('all of it', () => {
  const given = { checker: { command, sha256: 'A'.repeat(64) }, budgets: { checkTimeoutMs: 500, killGraceMs: 0 }, onCheckerError: 'deny', actions: ['bash', 'shell', 'edit'], cache: { ttlMs: 5_000 }, rejectBudget: { maxRejections: 0, windowMs: 1_000 }, maxConcurrentSpawns: 1 };
  expect(readLetterOptions(given)).toEqual({
    state: 'on',
    warnings: [],
    options: { command, sha256: 'a'.repeat(64), checkTimeoutMs: 500, killGraceMs: 0, onCheckerError: 'deny', actions: ['shell', 'edit'], cacheTtlMs: 5_000, maxRejections: 0, rejectWindowMs: 1_000, maxConcurrentSpawns: 1 },
  });
});

describe('only these disable it', () => {
  test.each<[string, unknown]>([
    ['a relative command', { checker: { command: ['shell-warden'] } }],
    ['an empty command', { checker: { command: [] } }],
    ['a command that is a text', { checker: { command: '/bin/true' } }],
    ['a word that is no text', { checker: { command: ['/bin/true', 3] } }],
    ['a substitution that failed', { checker: { command: ['/bin/true', '{env:WARDEN}'] } }],
    ['a command of null', { checker: { command: null } }],
    ['a checker that is a text', { checker: '/bin/true' }],
    ['a hash that is none', { checker: { command, sha256: 'abc' } }],
    ['a hash that is a number', { checker: { command, sha256: 3 } }],
    ['allow where a checker fails', { checker: { command }, onCheckerError: 'allow' }],
  ])('%s', (_what, options) => expect(readLetterOptions(options).state).toBe('disabled'));
});

test.each<[object, string, Partial<Record<string, unknown>>]>([
  [{ onCheckerError: 'maybe' }, 'onCheckerError', { onCheckerError: 'ask' }],
  [{ budgets: { checkTimeoutMs: 1 } }, 'checkTimeoutMs', { checkTimeoutMs: 100 }],
  [{ budgets: { checkTimeoutMs: 1e9 } }, 'checkTimeoutMs', { checkTimeoutMs: 30_000 }],
  [{ budgets: { checkTimeoutMs: '2000' } }, 'checkTimeoutMs', { checkTimeoutMs: 2_000 }],
  [{ budgets: { killGraceMs: -1 } }, 'killGraceMs', { killGraceMs: 0 }],
  [{ budgets: [] }, 'budgets', { checkTimeoutMs: 2_000 }],
  [{ budgets: { checkTimeout: 3 } }, 'budgets.checkTimeout', { checkTimeoutMs: 2_000 }],
  [{ checker: { cmd: command } }, 'checker.cmd', { command: null }],
  [{ actions: 'shell' }, 'actions', { actions: ['shell'] }],
  [{ actions: ['edit', 3] }, 'actions', { actions: ['edit'] }],
  [{ actions: [] }, 'actions', { actions: ['shell'] }],
  [{ cache: { ttlMs: 1e9 } }, 'cache.ttlMs', { cacheTtlMs: 300_000 }],
  [{ rejectBudget: { maxRejections: 2.5 } }, 'maxRejections', { maxRejections: 2 }],
  [{ rejectBudget: { windowMs: 0 } }, 'windowMs', { rejectWindowMs: 1_000 }],
  [{ maxConcurrentSpawns: 0 }, 'maxConcurrentSpawns', { maxConcurrentSpawns: 1 }],
  [{ maxConcurrentSpawns: 99 }, 'maxConcurrentSpawns', { maxConcurrentSpawns: 16 }],
  [{ checker: {}, engine: {} }, 'engine', {}],
])('%j warns and counts as the nearest that is right', (given, named, expected) => {
  const read = readLetterOptions(given);
  expect(read).toMatchObject({ state: 'on', options: expected });
  expect(read.warnings).toHaveLength(1);
  expect(read.warnings[0]).toContain(named);
});

test('whatever stands there never throws, and never makes a failing checker allow', () => {
  fc.assert(fc.property(fc.dictionary(fc.constantFrom('checker', 'budgets', 'onCheckerError', 'actions', 'cache', 'rejectBudget', 'maxConcurrentSpawns', 'x'), fc.jsonValue()), (given) => {
    const read = readLetterOptions(given);
    if (read.state === 'on') expect(['ask', 'deny']).toContain(read.options.onCheckerError);
  }));
});
