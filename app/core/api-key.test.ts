import { describe, expect, it } from 'vitest';
import type { Result } from '../../installers/engine/plan.ts';
import { findKey, type KeySources } from './api-key.ts';
import type { SecretStore } from './secrets/secret-store.ts';

const none: Result<never> = { ok: false, failure: { code: 'no-keychain', sentence: 'There is no keychain here. Use --classifier embedded.' } };
const store = (read: Result<string | null>): SecretStore => ({ read: () => Promise.resolve(read), write: () => Promise.resolve({ ok: true, value: null }), remove: () => Promise.resolve({ ok: true, value: false }) });
const find = (sources: Partial<KeySources>) => findKey({ given: null, secrets: store({ ok: true, value: null }), configured: null, ask: null, ...sources });
const typed = () => Promise.resolve<Result<string>>({ ok: true, value: 'typed-key' });

describe('the order', () => {
  it.each([
    ['what is piped in', { given: 'given-key\n', secrets: store({ ok: true, value: 'stored-key' }), configured: 'old-key', ask: typed }, 'given-key', 'given'],
    ['the keychain', { secrets: store({ ok: true, value: 'stored-key' }), configured: 'old-key', ask: typed }, 'stored-key', 'keychain'],
    ['the configuration', { configured: 'old-key', ask: typed }, 'old-key', 'configuration'],
    ['the person', { ask: typed }, 'typed-key', 'typed'],
    ['the person, where there is no keychain', { secrets: store(none), ask: typed }, 'typed-key', 'typed'],
  ] as const)('%s', async (_name, sources, key, source) => {
    expect((await find(sources)).key).toEqual({ ok: true, value: { key, source } });
  });
});

it('does not touch the keychain when the key is piped in', async () => {
  const secrets: SecretStore = { ...store(none), read: () => Promise.reject(new Error('asked')) };
  expect((await find({ given: 'k', secrets })).key.ok).toBe(true);
});

it('does not fall back from a piped key that is no key', async () => {
  expect((await find({ given: '\n', configured: 'old-key' })).key).toMatchObject({ ok: false, failure: { code: 'key-empty' } });
});

it('says what to do where there is no key and nobody to ask, and why the keychain did not help', async () => {
  const { key, keychain } = await find({ secrets: store(none) });
  if (key.ok) throw new Error('found one');
  expect(key.failure.code).toBe('no-key');
  for (const words of ['--api-key-stdin', '--classifier embedded', 'There is no keychain here.']) expect(key.failure.sentence).toContain(words);
  expect(keychain?.code).toBe('no-keychain');
});
