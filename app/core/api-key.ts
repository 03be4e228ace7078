// Which API key an installation gets, asked for in an order that troubles the person least.
import type { Failure, Result } from '../../installers/engine/plan.ts';
import { parseKey, type SecretStore } from './secrets/secret-store.ts';

export type KeySource = 'given' | 'keychain' | 'configuration' | 'typed';

export interface FoundKey {
  readonly key: string;
  readonly source: KeySource;
}

export interface KeySources {
  /** Piped in; null when the person did not say so. Whatever it is, it counts. */
  readonly given: string | null;
  readonly secrets: SecretStore;
  /** From the private configuration of an installed harness. */
  readonly configured: string | null;
  /** Asks the person; null where nobody can be asked. */
  readonly ask: (() => Promise<Result<string>>) | null;
}

/** `keychain` is what the keychain said when it could not be used: worth telling, also when the key came from elsewhere. */
export async function findKey(sources: KeySources): Promise<{ readonly key: Result<FoundKey>; readonly keychain: Failure | null }> {
  const as = (source: KeySource, key: Result<string>): Result<FoundKey> => (key.ok ? { ok: true, value: { key: key.value, source } } : key);
  if (sources.given !== null) return { key: as('given', parseKey(sources.given)), keychain: null };
  const stored = await sources.secrets.read();
  const keychain = stored.ok ? null : stored.failure;
  if (stored.ok && stored.value !== null) return { key: as('keychain', parseKey(stored.value)), keychain };
  if (sources.configured !== null && sources.configured !== '') return { key: as('configuration', parseKey(sources.configured)), keychain };
  if (sources.ask) {
    const typed = await sources.ask();
    return { key: typed.ok ? as('typed', parseKey(typed.value)) : typed, keychain };
  }
  const way = keychain ? keychain.sentence : 'Or use the embedded classifier, which needs none: --classifier embedded.';
  return { key: { ok: false, failure: { code: 'no-key', sentence: `The remote classifier needs an API key, and there is none yet. Pipe it in: silmaril install ... --api-key-stdin < KEYFILE. ${way}` } }, keychain };
}
