import http from 'node:http';
import net from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { classifyResponse } from '../contract/classify.ts';
import { startClassifyServer, type ClassifyServer } from './classify-server.ts';

let server: ClassifyServer;
let port: number;

beforeEach(async () => {
  const started = await startClassifyServer({ port: 0, maxBodyBytes: 4096, bodyDeadline: 600 });
  if (!started.ok) throw new Error(started.failure.sentence);
  server = started.value;
  port = Number(new URL(server.url).port);
});
afterEach(() => server.close());

interface Answer {
  status: number;
  body: { error?: string; message?: string } & Record<string, unknown>;
}

function ask(options: { path?: string; method?: string; headers?: Record<string, string>; body?: string | Buffer; connect?: string }): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = http.request(
      {
        host: options.connect ?? '127.0.0.1',
        port,
        path: options.path ?? '/classify',
        method: options.method ?? 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': server.apiKey, ...options.headers },
        agent: false,
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => { resolve({ status: response.statusCode ?? 0, body: JSON.parse(Buffer.concat(chunks).toString()) as Answer['body'] }); });
        response.on('error', reject);
      },
    );
    request.on('error', reject);
    request.end(options.body ?? '{"text":"hello"}');
  });
}

/** Sends raw bytes and gives back all that comes until the other side closes. */
function raw(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(port, '127.0.0.1', () => socket.write(bytes));
    let got = '';
    socket.on('data', (chunk) => { got += chunk.toString(); });
    socket.on('close', () => { resolve(got); });
    socket.on('error', reject);
  });
}

describe('the contract', () => {
  it('answers a single text as a client expects', async () => {
    const { status, body } = await ask({ body: JSON.stringify({ text: 'hello', mode: 'block', hook: 'tool_call', tool_name: 'bash', metadata: { silmaril: { sdk_version: '0.7.2' } } }) });
    expect(status).toBe(200);
    const parsed = classifyResponse.parse(body);
    expect(parsed.mode).toBe('block');
    expect(parsed.prediction === 'MALICIOUS').toBe(parsed.score >= parsed.threshold);
  });
  it('leaves the mode out when none was asked for', async () => {
    expect((await ask({})).body).not.toHaveProperty('mode');
  });
  it('answers a batch with one prediction a text', async () => {
    const { status, body } = await ask({ body: JSON.stringify({ texts: ['a', 'b'], hooks: ['user_input', 'tool_response'], tool_names: [null, 'web'], metadata: [{}, {}] }) });
    expect(status).toBe(200);
    expect(body['predictions']).toHaveLength(2);
  });
  it.each([
    ['nothing', ''],
    ['no JSON', 'text=hello'],
    ['an array', '[]'],
    ['no text', '{}'],
    ['a number as text', '{"text":1}'],
    ['an unknown mode', '{"text":"a","mode":"BLOCK"}'],
    ['an unknown hook', '{"text":"a","hook":"PreToolUse"}'],
    ['an empty batch', '{"texts":[]}'],
    ['lists of other lengths', '{"texts":["a"],"hooks":["user_input","user_input"]}'],
    ['metadata that is no object', '{"text":"a","metadata":[]}'],
  ])('refuses %s with 400', async (_name, body) => {
    const answer = await ask({ body });
    expect(answer.status).toBe(400);
    expect(answer.body.error).toBe('MalformedInput');
  });
  it('refuses bytes that are not UTF-8', async () => {
    expect((await ask({ body: Buffer.from('{"text":"\xff"}', 'latin1') })).status).toBe(400);
  });
  it('refuses another path, another method and another content type', async () => {
    expect((await ask({ path: '/' })).status).toBe(404);
    expect((await ask({ path: '/classify/../classify' })).status).toBe(404);
    expect((await ask({ method: 'GET', body: '' })).status).toBe(405);
    // What a form or a `no-cors` fetch of a web page can send without a preflight.
    expect((await ask({ headers: { 'content-type': 'text/plain' } })).status).toBe(400);
  });
});

describe('the key', () => {
  it('is new at each start and long', async () => {
    const other = await startClassifyServer({ port: 0 });
    if (!other.ok) throw new Error();
    expect(other.value.apiKey).toMatch(/^[0-9a-f]{64}$/);
    expect(other.value.apiKey).not.toBe(server.apiKey);
    await other.value.close();
  });
  it.each([['', 'empty'], ['wrong', 'short'], ['0'.repeat(64), 'as long'], ['x'.repeat(4000), 'longer']])('%s (%s) is refused with 401', async (key) => {
    const answer = await ask({ headers: { 'x-api-key': key } });
    expect(answer.status).toBe(401);
    expect(JSON.stringify(answer.body)).not.toContain(server.apiKey);
  });
});

describe('web pages and rebound names', () => {
  it.each(['http://evil.example', 'null', 'http://127.0.0.1'])('refuses the Origin %s', async (origin) => {
    expect((await ask({ headers: { origin } })).status).toBe(403);
  });
  it('refuses every other Host', async () => {
    for (const host of ['evil.example', `evil.example:${String(port)}`, '127.0.0.1', `[::1]:${String(port)}`, `127.0.0.1.evil.example:${String(port)}`, `0.0.0.0:${String(port)}`])
      expect((await ask({ headers: { host } })).status, host).toBe(403);
  });
  it('refuses no Host and two Hosts', async () => {
    const rest = `x-api-key: ${server.apiKey}\r\ncontent-type: application/json\r\ncontent-length: 12\r\nconnection: close\r\n\r\n{"text":"a"}`;
    expect(await raw(`POST /classify HTTP/1.1\r\n${rest}`)).toMatch(/^HTTP\/1.1 4/);
    expect(await raw(`POST /classify HTTP/1.1\r\nHost: 127.0.0.1:${String(port)}\r\nHost: evil.example\r\n${rest}`)).toMatch(/^HTTP\/1.1 4/);
    expect(await raw(`POST /classify HTTP/1.1\r\nHost: 127.0.0.1:${String(port)}\r\n${rest}`)).toMatch(/^HTTP\/1.1 200/);
  });
  it('does not listen on IPv6 or on another address', async () => {
    await expect(ask({ connect: '::1' })).rejects.toThrow(/ECONNREFUSED|EADDRNOTAVAIL|EAFNOSUPPORT/);
    await expect(ask({ connect: '127.0.0.2' })).rejects.toThrow(/ECONNREFUSED|EADDRNOTAVAIL/);
  });
});

describe('bodies without end', () => {
  it('refuses a body over the cap by its announced length', async () => {
    expect((await ask({ body: `{"text":"${'a'.repeat(5000)}"}` })).status).toBe(413);
  });
  it('refuses a body over the cap that announces nothing, and does not read on', async () => {
    const head = `POST /classify HTTP/1.1\r\nHost: 127.0.0.1:${String(port)}\r\nx-api-key: ${server.apiKey}\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n`;
    const chunk = `1000\r\n${'a'.repeat(4096)}\r\n`;
    expect(await raw(head + chunk + chunk)).toMatch(/^HTTP\/1.1 413/);
  });
  it('takes a body that is exactly as long as the cap', async () => {
    const text = 'a'.repeat(4096 - '{"text":""}'.length);
    expect((await ask({ body: JSON.stringify({ text }) })).status).toBe(200);
  });
  it('ends a connection whose body never comes', async () => {
    const answer = await raw(`POST /classify HTTP/1.1\r\nHost: 127.0.0.1:${String(port)}\r\nx-api-key: ${server.apiKey}\r\ncontent-type: application/json\r\ncontent-length: 20\r\n\r\n{"te`);
    expect(answer).toMatch(/^HTTP\/1.1 408/);
  });
  it('ends a connection whose headers never end', async () => {
    expect(await raw('POST /classify HTTP/1.1\r\nHost: ')).toMatch(/^HTTP\/1.1 408/);
  });
  it('refuses headers over 8 KiB', async () => {
    expect(await raw(`POST /classify HTTP/1.1\r\nHost: ${'a'.repeat(9000)}\r\n\r\n`)).toMatch(/^HTTP\/1.1 431/);
  });
});

it('says when the port is taken', async () => {
  const second = await startClassifyServer({ port });
  expect(second).toMatchObject({ ok: false, failure: { code: 'port-taken' } });
});

it('answers no 33rd connection while 32 are open', async () => {
  await server.close();
  // With its own deadlines, so that the idle ones are not ended before the question.
  const started = await startClassifyServer({ port: 0 });
  if (!started.ok) throw new Error(started.failure.sentence);
  server = started.value;
  port = Number(new URL(server.url).port);
  const open: net.Socket[] = [];
  try {
    for (let i = 0; i < 32; i++) {
      open.push(await new Promise<net.Socket>((resolve, reject) => {
        const socket = net.connect(port, '127.0.0.1', () => { resolve(socket); });
        socket.on('error', reject);
      }));
    }
    await expect(ask({})).rejects.toThrow();
  } finally {
    for (const socket of open) socket.destroy();
  }
});
