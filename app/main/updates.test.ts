import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { Updates, fetchFeed, isLater } from './updates.ts';

let server: http.Server | null = null;
afterEach(() => { server?.close(); server?.closeAllConnections(); });

async function feed(answer: (response: http.ServerResponse) => void): Promise<string> {
  server = http.createServer((_request, response) => { answer(response); });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/feed.json`;
}

async function check(answer: (response: http.ServerResponse) => void) {
  const states: string[] = [];
  const updates = new Updates('1.2.3', { url: await feed(answer), fetch: fetchFeed }, (view) => states.push(view.state));
  expect(updates.view).toEqual({ state: 'idle', checkedAt: null });
  const view = await updates.check();
  return { view: view.ok ? view.value : null, states };
}

describe('updates', () => {
  it('tell of a later version in the feed', async () => {
    const { view, states } = await check((response) => response.end('{"version":"1.10.0","notes":"Better."}'));
    expect(view).toMatchObject({ state: 'available', version: '1.10.0', notes: 'Better.' });
    expect(states).toEqual(['checking', 'available']);
  });

  it('say that this one is current', async () => {
    expect((await check((response) => response.end('{"version":"1.2.3","notes":""}'))).view).toMatchObject({ state: 'current' });
    expect((await check((response) => response.end('{"version":"1.2.0","notes":""}'))).view).toMatchObject({ state: 'current' });
  });

  it.each([
    ['nonsense', (response: http.ServerResponse) => response.end('<html>'), 'feed-invalid'],
    ['a version that is none', (response: http.ServerResponse) => response.end('{"version":"9","notes":""}'), 'feed-invalid'],
    ['an error', (response: http.ServerResponse) => { response.statusCode = 500; response.end(); }, 'feed-http'],
    ['a redirect', (response: http.ServerResponse) => { response.writeHead(302, { location: 'http://127.0.0.1:1/' }); response.end(); }, 'feed-unreachable'],
    ['far too much', (response: http.ServerResponse) => response.end('x'.repeat(1_000_000)), 'feed-too-large'],
    ['nothing', (response: http.ServerResponse) => response.destroy(), 'feed-unreachable'],
  ])('fail with a sentence on %s', async (_what, answer, code) => {
    expect((await check(answer)).view).toMatchObject({ state: 'failed', failure: { code } });
  });

  it('are unsupported without a feed, and say so', async () => {
    const updates = new Updates('1.2.3', null, () => undefined);
    expect(await updates.check()).toMatchObject({ ok: true, value: { state: 'unsupported' } });
  });

  it('compare versions by number', () => {
    expect([isLater('1.10.0', '1.9.9'), isLater('2.0.0', '1.99.99'), isLater('1.2.3', '1.2.3'), isLater('0.9.0', '1.0.0')]).toEqual([true, true, false, false]);
  });
});
