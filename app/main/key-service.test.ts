import { afterEach, describe, expect, it } from 'vitest';
import type { Result } from '../../installers/engine/plan.ts';
import type { SecretStore } from '../core/secrets/secret-store.ts';
import { startClassifyServer, type ClassifyServer } from '../core/classify-server.ts';
import type { KeyView } from '../contract/settings.ts';
import { KeyService } from './key-service.ts';
import { settleApiUrl, verifyKey } from './classifier-check.ts';

const canary = 'canary-key-0123456789abcdef-wxyz';
const gone: Result<never> = { ok: false, failure: { code: 'no-keychain', sentence: 'There is no keychain here.' } };

class MemoryStore implements SecretStore {
  constructor(public key: string | null = null, private readonly broken = false) {}
  read = () => Promise.resolve<Result<string | null>>(this.broken ? gone : { ok: true, value: this.key });
  write = (key: string) => {
    if (this.broken) return Promise.resolve<Result<null>>(gone);
    this.key = key;
    return Promise.resolve<Result<null>>({ ok: true, value: null });
  };
  remove = () => {
    const had = this.key !== null;
    this.key = null;
    return Promise.resolve<Result<boolean>>({ ok: true, value: had });
  };
}

let server: ClassifyServer | null = null;
afterEach(async () => {
  await server?.close();
  server = null;
});

function service(store: SecretStore, spread: (key: string) => Promise<readonly []> = () => Promise.resolve([])) {
  const shown: KeyView[] = [];
  return { shown, keys: new KeyService(store, spread, (view) => shown.push(view)) };
}

describe('the key', () => {
  it('is not looked at before somebody asks', () => {
    expect(service(new MemoryStore(canary)).keys.view).toEqual({ state: 'not-asked' });
  });

  it('goes in and comes back as its last four characters at most', async () => {
    const store = new MemoryStore();
    const spread: string[] = [];
    const { keys, shown } = service(store, (key) => {
      spread.push(key);
      return Promise.resolve([]);
    });
    const answer = await keys.set(`  ${canary}\n`);
    expect(answer).toEqual({ ok: true, value: { state: 'set', last4: 'wxyz' } });
    expect(store.key).toBe(canary);
    expect(spread).toEqual([canary]);
    expect(JSON.stringify([answer, shown, await keys.look(), keys.view])).not.toContain(canary.slice(0, 10));
  });

  it('shows nothing of a short key', async () => {
    expect(await service(new MemoryStore()).keys.set('short-key')).toEqual({ ok: true, value: { state: 'set', last4: null } });
  });

  it('is refused when it cannot be one, without repeating it', async () => {
    const answer = await service(new MemoryStore()).keys.set('two words canary');
    expect(answer).toMatchObject({ ok: false, failure: { code: 'key-not-printable' } });
    expect(JSON.stringify(answer)).not.toContain('canary');
  });

  it('is not called stored where there is no keychain', async () => {
    const { keys } = service(new MemoryStore(null, true));
    expect(await keys.set(canary)).toMatchObject({ ok: false, failure: { code: 'no-keychain' } });
    expect(keys.view).toMatchObject({ state: 'unavailable' });
    expect(await keys.look()).toMatchObject({ ok: true, value: { state: 'unavailable' } });
  });

  it('is verified against a live classifier, given or stored', async () => {
    const started = await startClassifyServer({ port: 0 });
    if (!started.ok) throw new Error(started.failure.sentence);
    server = started.value;
    const { keys } = service(new MemoryStore(server.apiKey));
    expect(await keys.verify(server.url, server.apiKey)).toMatchObject({ ok: true, value: { host: new URL(server.url).host } });
    expect(await keys.verify(server.url, null)).toMatchObject({ ok: true });
    const wrong = await keys.verify(server.url, canary);
    expect(wrong).toMatchObject({ ok: false, failure: { code: 'classify-http-401' } });
    expect(JSON.stringify(wrong)).not.toMatch(/canary|silmaril install/);
    await keys.remove();
    expect(await keys.verify(server.url, null)).toMatchObject({ ok: false, failure: { code: 'no-key' } });
  });

  it('is never sent to an address that the hooks would refuse', async () => {
    for (const url of ['http://example.org/classify', 'https://user:pass@example.org/', 'ftp://example.org', 'file:///etc/passwd', '', 'classify']) {
      expect(settleApiUrl(url).ok).toBe(false);
      expect(await verifyKey(url, canary)).toMatchObject({ ok: false });
    }
    expect(settleApiUrl(' https://example.org/classify ')).toEqual({ ok: true, value: 'https://example.org/classify' });
  });
});
