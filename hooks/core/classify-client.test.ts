import net from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { classifyRemote, type Clock } from './classify-client.ts';
import { parseClassified } from './classify-response.ts';
import { parseEndpoint } from './endpoint-url.ts';
import { ClassifyServer } from './testing/classify-server.ts';

let server: ClassifyServer;
beforeEach(async () => void (server = await ClassifyServer.start()));
afterEach(() => server.stop());

const ask = (extra: object = {}, clock?: Clock) => classifyRemote({ apiUrl: server.url, apiKey: 'the-key', body: '{"text":"é😀"}', timeoutMs: 5000, ...extra }, clock);

/** Time that passes only while somebody waits. */
function clockOf(): Clock & { readonly waits: number[] } {
  let now = 0;
  const waits: number[] = [];
  return {
    waits,
    now: () => now,
    sleep: (ms) => {
      waits.push(ms);
      now += ms;
      return Promise.resolve();
    },
  };
}

describe('the request', () => {
  test('is one POST of exactly the body, with the key', async () => {
    await ask();
    expect(server.requests).toHaveLength(1);
    const [seen] = server.requests;
    expect(seen).toMatchObject({ method: 'POST', path: '/v1/classify', body: '{"text":"é😀"}' });
    expect(seen?.headers).toMatchObject({ 'content-type': 'application/json', 'x-api-key': 'the-key', 'content-length': '17', connection: 'close' });
  });

  test('goes to the URL with its query', async () => {
    await ask({ apiUrl: `${server.url}?a=b%20c` });
    expect(server.requests[0]?.path).toBe('/v1/classify?a=b%20c');
  });

  test('is not made with a key that would write headers', async () => {
    expect(await ask({ apiKey: 'x\r\nevil: 1' })).toEqual({ ok: false, code: 'api-key-invalid' });
    expect(await ask({ apiKey: 'x→' })).toEqual({ ok: false, code: 'api-key-invalid' });
    expect(server.requests).toEqual([]);
  });
});

describe('429', () => {
  test('is retried with identical bytes, after 1 s, then 2 s ...', async () => {
    server.reply = (n) => (n < 2 ? { status: 429, headers: { 'retry-after': '99' } } : { body: { prediction: 'BENIGN', score: 0, threshold: 1 } });
    const clock = clockOf();
    expect(await ask({ timeoutMs: 8000 }, clock)).toMatchObject({ ok: true });
    expect(clock.waits).toEqual([1000, 2000]);
    expect(new Set(server.requests.map((seen) => seen.body)).size).toBe(1);
  });

  test.each([
    [2500, [1000]], [8000, [1000, 2000, 4000]], [10_000, [1000, 2000, 4000]], [1000, []],
  ])('within %d ms: waits %j', async (timeoutMs, waits) => {
    server.reply = () => ({ status: 429 });
    const clock = clockOf();
    expect(await ask({ timeoutMs }, clock)).toEqual({ ok: false, code: 'classify-timeout' });
    expect(clock.waits).toEqual(waits);
    expect(server.requests).toHaveLength(waits.length + 1);
  });

  test('is given up after five retries, however long the deadline', async () => {
    server.reply = () => ({ status: 429 });
    const waits: number[] = [];
    let now = 0;
    // A clock that runs backwards: the deadline never comes.
    expect(await ask({}, { now: () => (now -= 20_000), sleep: (ms) => (waits.push(ms), Promise.resolve()) })).toEqual({ ok: false, code: 'classify-http-429' });
    expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000]);
  });
});

describe('errors', () => {
  test.each([301, 302, 303, 307, 308, 304, 400, 401, 403, 408, 413, 500, 502, 503, 504])('%d is one, and not retried or followed', async (status) => {
    server.reply = () => ({ status, headers: { location: '/elsewhere' }, body: status === 304 ? '' : '{"prediction":"BENIGN"}' });
    expect(await ask()).toEqual({ ok: false, code: `classify-http-${String(status)}` });
    expect(server.requests).toHaveLength(1);
  });

  test('a service that never answers ends at the deadline', async () => {
    server.reply = () => null;
    const started = performance.now();
    expect(await ask({ timeoutMs: 250 })).toEqual({ ok: false, code: 'classify-timeout' });
    expect(performance.now() - started).toBeGreaterThanOrEqual(240);
  });

  test('a body that drips ends at the deadline too', async () => {
    const dripping = net.createServer((socket) => {
      socket.on('error', () => undefined);
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n');
      const drip = setInterval(() => socket.write(' '), 20);
      socket.on('close', () => clearInterval(drip));
    });
    await new Promise<void>((resolve) => dripping.listen(0, '127.0.0.1', resolve));
    const port = (dripping.address() as AddressInfo).port;
    expect(await ask({ apiUrl: `http://127.0.0.1:${String(port)}/`, timeoutMs: 300 })).toEqual({ ok: false, code: 'classify-timeout' });
    await new Promise((resolve) => dripping.close(resolve));
  });

  test('nobody listening', async () => {
    const { url } = server;
    await server.stop();
    expect(await ask({ apiUrl: url })).toEqual({ ok: false, code: 'classify-network' });
    server = await ClassifyServer.start();
  });

  test('a body over 1 MiB', async () => {
    server.reply = () => ({ body: `{"prediction":"BENIGN","x":"${'x'.repeat(1_048_576)}"}` });
    expect(await ask()).toEqual({ ok: false, code: 'classify-too-large' });
  });

  test('a body that breaks the contract', async () => {
    server.reply = () => ({ body: '{"prediction":"MAYBE"}' });
    expect(await ask()).toEqual({ ok: false, code: 'classify-response' });
  });

  test('TLS to something that does not speak it', async () => {
    expect(await ask({ apiUrl: server.url.replace('http:', 'https:') })).toEqual({ ok: false, code: 'classify-network' });
  });
});

describe('the address', () => {
  test.each([
    'https://abc.execute-api.eu-west-1.amazonaws.com/prod/classify', 'http://127.0.0.1:8080/classify', 'http://127.9.8.7/', 'http://localhost:1/', 'http://[::1]:8080/classify', 'HTTP://LOCALHOST/', 'http://127.1/',
  ])('%s is taken', (url) => {
    expect(parseEndpoint(url).ok).toBe(true);
  });
  test.each([
    ['http://example.com/classify', 'url-insecure'], ['http://10.0.0.1/', 'url-insecure'], ['http://127.0.0.1.example.com/', 'url-insecure'], ['http://localhost.example/', 'url-insecure'],
    ['http://[::ffff:127.0.0.1]/', 'url-insecure'], ['http://0.0.0.0/', 'url-insecure'], ['http://localhost./', 'url-insecure'],
    ['ftp://localhost/', 'url-invalid'], ['file:///etc/passwd', 'url-invalid'], ['classify', 'url-invalid'], ['', 'url-invalid'], ['https://user:pass@example.com/', 'url-invalid'], ['https://', 'url-invalid'],
  ])('%s is not: %s', (url, code) => {
    expect(parseEndpoint(url)).toEqual({ ok: false, code });
  });
});

describe('the answer', () => {
  const base = { prediction: 'MALICIOUS', score: 0.9, threshold: 0.5 };
  test.each([
    [{}, {}],
    [{ mode: 'block' }, { mode: 'block' }],
    [{ primary_outcome: 'something_new' }, { primaryOutcome: 'something_new' }],
    [{ outcome_scores: null, detector_scores: { a: 1 }, detector_counts: {}, unknown: [] }, {}],
    [{ governance: { action: 'block', policy_version: '1' } }, { governanceBlocks: true }],
    [{ governance: { action: 'allow', policy_version: '1', rule_id: 'r', other: 1 } }, { governanceBlocks: false }],
    [{ score: '0.7', threshold: null }, { score: 0.7, threshold: 0 }],
    [{ score: {} }, { score: Number.NaN }],
  ])('%j is valid', (extra, expected) => {
    expect(parseClassified(JSON.stringify({ ...base, ...extra }))).toMatchObject(expected);
  });
  test('a score that is missing is none', () => {
    expect(parseClassified('{"prediction":"BENIGN"}')).toEqual({ prediction: 'BENIGN', score: Number.NaN, threshold: Number.NaN, mode: null, primaryOutcome: null, governanceBlocks: false });
  });
  test.each([
    { prediction: 'malicious' }, { prediction: null }, { prediction: undefined }, { mode: null }, { mode: 'BLOCK' }, { mode: 1 }, { primary_outcome: null }, { primary_outcome: 1 },
    { outcome_scores: [] }, { outcome_scores: 1 }, { outcome_scores: { benign: 1 } }, { outcome_scores: { a: '1' } }, { detector_scores: { a: null } }, { detector_counts: 'x' }, { detector_counts: { benign: 0 } },
    { governance: null }, { governance: 'block' }, { governance: {} }, { governance: { action: 'block' } }, { governance: { action: 'block', policy_version: '' } }, { governance: { action: 'deny', policy_version: '1' } },
    { governance: { action: 'block', policy_version: 1 } }, { governance: { action: 'block', policy_version: '1', rule_id: null } }, { governance: [] },
  ])('%j is not', (extra) => {
    expect(parseClassified(JSON.stringify({ ...base, ...extra }))).toBe(null);
  });
  test.each(['', 'null', '[]', '"x"', '{', '<html>'])('%j is not', (text) => {
    expect(parseClassified(text)).toBe(null);
  });
});
