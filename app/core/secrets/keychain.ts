// The system keychain: Keychain on macOS, the Secret Service (GNOME Keyring, KWallet) on Linux. The
// only file that names keytar, loaded on first use: most commands need no key and must neither wait
// for it nor make a keychain dialogue appear.
import fs from 'node:fs';
import os from 'node:os';
import type * as Keytar from 'keytar';
import type { Failure, Result } from '../../../installers/engine/plan.ts';
import { processSecrets } from '../redaction/process-secrets.ts';
import type { SecretStore } from './secret-store.ts';

/** The item's service name, as Keychain Access and `secret-tool search service Silmaril` show it. */
export const keychainService = 'Silmaril';

/**
 * The item's account name: `api-key` for the login user's own home. Another home (HOME set by hand, a
 * throw-away one) has an item of its own, or trying something out would overwrite or delete the real key.
 */
export function keychainAccount(home: string): string {
  return home === os.userInfo().homedir ? 'api-key' : `api-key ${home}`;
}

/** How long a keychain may think, milliseconds: a person may have to unlock it in a dialogue first. */
const patience = 60_000;

function explain(error: unknown, platform: NodeJS.Platform): Failure {
  const text = error instanceof Error ? error.message : String(error);
  if (/denied|cancel/i.test(text)) return { code: 'keychain-denied', sentence: 'The keychain refused access to the Silmaril item. Allow it in the dialogue, or use the embedded classifier, which needs no key (--classifier embedded).' };
  if (platform === 'linux' && /libsecret/i.test(text) && /cannot open shared object/i.test(text))
    return { code: 'no-keychain', sentence: 'There is no keychain here: the library libsecret is not installed (Debian: libsecret-1-0). The embedded classifier needs no key (--classifier embedded).' };
  if (platform === 'linux') return { code: 'no-keychain', sentence: 'There is no keychain here: no Secret Service (GNOME Keyring, KWallet) answers in this session. The embedded classifier needs no key (--classifier embedded).' };
  return { code: 'no-keychain', sentence: 'The keychain does not answer. The embedded classifier needs no key (--classifier embedded).' };
}

/**
 * Whether a Secret Service could answer at all. Asked before keytar is loaded: on a bare Linux box the
 * client library would make ~/.cache only to find that there is no bus.
 */
function hasBus(env: NodeJS.ProcessEnv): boolean {
  if ((env['DBUS_SESSION_BUS_ADDRESS'] ?? '') !== '' || (env['DISPLAY'] ?? '') !== '') return true;
  const runtime = env['XDG_RUNTIME_DIR'] ?? '';
  return runtime !== '' && fs.existsSync(`${runtime}/bus`);
}

/** The keychain item of this home. Every failure is a value; the key is in none of the sentences. */
export function keychainStore(home: string, platform: NodeJS.Platform = process.platform): SecretStore {
  const account = keychainAccount(home);
  const ask = async <T>(question: (keytar: typeof Keytar) => Promise<T>): Promise<Result<T>> => {
    if (platform === 'linux' && !hasBus(process.env)) return { ok: false, failure: explain(null, platform) };
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<Result<T>>((resolve) => {
      timer = setTimeout(() => {
        resolve({ ok: false, failure: { code: 'keychain-no-answer', sentence: `The keychain did not answer within ${String(patience / 1000)} seconds. Unlock it and run this again.` } });
      }, patience);
    });
    const answer = (async (): Promise<Result<T>> => {
      try {
        const module = await import('keytar');
        // A CommonJS module: its functions are on `default` in Node, on the namespace in a bundle.
        return { ok: true, value: await question((module as { default?: typeof Keytar }).default ?? module) };
      } catch (error) {
        return { ok: false, failure: explain(error, platform) };
      }
    })();
    try {
      return await Promise.race([answer, late]);
    } finally {
      clearTimeout(timer);
    }
  };
  return {
    read: async () => {
      const read = await ask((keytar) => keytar.getPassword(keychainService, account));
      if (read.ok && read.value !== null) processSecrets.register('keychain', [read.value]);
      return read;
    },
    write: async (key) => {
      processSecrets.register('keychain', [key]);
      const done = await ask(async (keytar) => {
        await keytar.setPassword(keychainService, account, key);
        // Some services accept and forget (a locked or temporary collection): what cannot be read back is not kept.
        return (await keytar.getPassword(keychainService, account)) === key;
      });
      if (!done.ok) return done;
      return done.value ? { ok: true, value: null } : { ok: false, failure: { code: 'keychain-forgot', sentence: 'The keychain accepted the key but does not give it back. Check that the login keychain is unlocked.' } };
    },
    remove: () => ask((keytar) => keytar.deletePassword(keychainService, account)),
  };
}
