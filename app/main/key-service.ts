// The API key as the window may deal with it: it can be put in, tried, replaced and removed, and it
// never comes back. Looked at only when asked for, since some systems ask the person at each look.
import type { SecretStore } from '../core/secrets/secret-store.ts';
import { parseKey } from '../core/secrets/secret-store.ts';
import type { Answer } from '../contract/ipc-kinds.ts';
import type { KeyVerdict, KeyView } from '../contract/settings.ts';
import type { ChangeView } from '../contract/harness-views.ts';
import { verifyKey } from './classifier-check.ts';

/** Shortest key of which the last four characters are shown: of shorter ones they would be too much. */
const longEnough = 20;

export class KeyService {
  private current: KeyView = { state: 'not-asked' };

  constructor(
    private readonly secrets: SecretStore,
    /** Gives a new key to the installed harnesses that use the remote classifier. */
    private readonly spread: (key: string) => Promise<readonly ChangeView[]>,
    private readonly onChanged: (view: KeyView) => void,
  ) {}

  get view(): KeyView {
    return this.current;
  }

  async look(): Promise<Answer<KeyView>> {
    const stored = await this.secrets.read();
    return this.show(stored.ok ? (stored.value === null ? { state: 'none' } : shown(stored.value)) : { state: 'unavailable', sentence: stored.failure.sentence });
  }

  async set(text: string): Promise<Answer<KeyView>> {
    const key = parseKey(text);
    if (!key.ok) return fail(key.failure);
    const stored = await this.secrets.write(key.value);
    if (!stored.ok) {
      this.show({ state: 'unavailable', sentence: stored.failure.sentence });
      return fail(stored.failure);
    }
    const view = this.show(shown(key.value));
    const failed = (await this.spread(key.value)).find(({ outcome }) => !outcome.ok);
    if (!failed || failed.outcome.ok) return view;
    return { ok: false, failure: { code: failed.outcome.failure.code, sentence: `The key is in the keychain, but ${failed.label} still has the old one. ${failed.outcome.failure.sentence}` } };
  }

  async remove(): Promise<Answer<KeyView>> {
    const removed = await this.secrets.remove();
    return removed.ok ? this.show({ state: 'none' }) : fail(removed.failure);
  }

  /** @param given null: the stored key */
  async verify(apiUrl: string, given: string | null): Promise<Answer<KeyVerdict>> {
    if (given !== null) {
      const key = parseKey(given);
      return key.ok ? verifyKey(apiUrl, key.value) : fail(key.failure);
    }
    const stored = await this.secrets.read();
    if (!stored.ok) return fail(stored.failure);
    if (stored.value === null) return fail({ code: 'no-key', sentence: 'There is no key in the keychain yet. Enter one first.' });
    return verifyKey(apiUrl, stored.value);
  }

  private show(view: KeyView): Answer<KeyView> {
    this.current = view;
    this.onChanged(view);
    return { ok: true, value: view };
  }
}

function shown(key: string): KeyView {
  return { state: 'set', last4: key.length >= longEnough ? key.slice(-4) : null };
}

function fail(failure: { readonly code: string; readonly sentence: string }): { readonly ok: false; readonly failure: { readonly code: string; readonly sentence: string } } {
  return { ok: false, failure: { code: failure.code, sentence: failure.sentence } };
}
