import { expect, it } from 'vitest';
import { decodeText, encodeText } from './text-bytes.ts';

it('keeps every byte of UTF-8, the byte order mark included', () => {
  const bytes = new Uint8Array([0xef, 0xbb, 0xbf, 0x7b, 0xc3, 0xa4, 0x0d, 0x0a, 0x7d]);
  const text = decodeText(bytes);
  expect(text.ok && [...encodeText(text.value)]).toEqual([...bytes]);
});

it('refuses what is not UTF-8', () => {
  expect(decodeText(new Uint8Array([0xff, 0xfe, 0x7b, 0x00]))).toMatchObject({ ok: false, failure: { code: 'not-utf8' } });
});
