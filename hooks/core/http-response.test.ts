import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HttpResponse, type Reading } from './http-response.ts';

/** Feeds the bytes in pieces of the given sizes, then closes. */
function read(text: string, sizes: readonly number[] = [1_000_000], maxBody = 1000): Reading {
  const bytes = Buffer.from(text, 'latin1');
  const response = new HttpResponse(maxBody);
  let position = 0;
  for (let i = 0; position < bytes.length; i++) {
    const next = position + (sizes[i % sizes.length] ?? 1);
    const reading = response.push(bytes.subarray(position, next));
    if (reading.state !== 'more') return reading;
    position = next;
  }
  return response.end();
}

const done = (status: number, body: string) => ({ state: 'done', status, body: Buffer.from(body) });
const malformed = { state: 'failed', reason: 'malformed' };
const tooLarge = { state: 'failed', reason: 'too-large' };

const wellFormed: [string, string, object][] = [
  ['a length', 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello', done(200, 'hello')],
  ['no reason phrase', 'HTTP/1.1 200\r\ncontent-length:5\r\n\r\nhello', done(200, 'hello')],
  ['the end of the connection', 'HTTP/1.0 200 OK\r\n\r\nhello', done(200, 'hello')],
  ['chunks', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhe\r\n3;ext=1\r\nllo\r\n0\r\n\r\n', done(200, 'hello')],
  ['chunks with a trailer', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: CHUNKED\r\n\r\n5\r\nhello\r\n0\r\nX: y\r\n\r\n', done(200, 'hello')],
  ['no content', 'HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\n', done(204, '')],
  ['an interim response before it', 'HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx', done(200, 'x')],
  ['the same length twice', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\nx', done(200, 'x')],
  ['bytes after its end, which are not its own', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nxyz', done(200, 'x')],
];

describe('a response that ends with', () => {
  test.each(wellFormed)('%s is read, however its bytes arrive', (_name, text, expected) => {
    expect(read(text)).toEqual(expected);
    fc.assert(fc.property(fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 10 }), (sizes) => { expect(read(text, sizes)).toEqual(expected); }), { numRuns: 50 });
  });
});

describe('refused:', () => {
  test.each([
    ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxy'],
    ['a length and chunks', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
    ['another transfer coding', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n'],
    ['compressed content', 'HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 1\r\n\r\nx'],
    ['a negative length', 'HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n'],
    ['a hexadecimal length', 'HTTP/1.1 200 OK\r\nContent-Length: 0x1\r\n\r\nx'],
    ['a space before the colon', 'HTTP/1.1 200 OK\r\nContent-Length : 1\r\n\r\nx'],
    ['a folded header', 'HTTP/1.1 200 OK\r\nX: a\r\n b\r\nContent-Length: 1\r\n\r\nx'],
    ['a bad chunk size', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n'],
    ['a chunk without its line end', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nxyz'],
    ['another protocol', 'HTTP/2 200\r\n\r\n'],
    ['switching protocols', 'HTTP/1.1 101 Switching\r\n\r\n'],
    ['not HTTP', 'SSH-2.0-OpenSSH\r\n\r\n'],
    ['an end before the head is complete', 'HTTP/1.1 200 OK\r\nContent-'],
    ['an end before the body is complete', 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhell'],
    ['an end between chunks', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n'],
  ])('%s', (_name, text) => {
    expect(read(text)).toEqual(malformed);
  });

  test.each([
    ['a long announced body', 'HTTP/1.1 200 OK\r\nContent-Length: 1001\r\n\r\n'],
    ['a long body without a length', `HTTP/1.1 200 OK\r\n\r\n${'x'.repeat(1001)}`],
    ['a long chunk', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffffff\r\n'],
    ['many chunks', `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${`64\r\n${'x'.repeat(100)}\r\n`.repeat(11)}`],
    ['a head without end', `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(70_000)}`],
  ])('%s', (_name, text) => {
    expect(read(text)).toEqual(tooLarge);
  });

  test('a body of exactly the cap is taken', () => {
    expect(read(`HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n${'x'.repeat(1000)}`)).toMatchObject({ state: 'done' });
  });

  test('anything at all, without throwing', () => {
    const part = fc.constantFrom('HTTP/1.1 200 OK\r\n', 'Content-Length: 3\r\n', 'Transfer-Encoding: chunked\r\n', '\r\n', '3\r\n', 'abc', '0\r\n', ':', '\n', '\0', 'x');
    fc.assert(fc.property(fc.array(part, { maxLength: 12 }), (parts) => { expect(['done', 'failed']).toContain(read(parts.join('')).state); }), { numRuns: 300 });
  });
});
