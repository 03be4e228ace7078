import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { evidenceId, requestFingerprint, requestId, runtimeCheckMarker, sessionFingerprint } from './identity.ts';
import { sha256Hex } from './sha256.ts';
import { randomUuid } from './unique.ts';

const integration = 'silmaril-vscode-firewall';

describe('SHA-256', () => {
  const reference = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');
  test('of any text is what node:crypto says', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => { expect(sha256Hex(text)).toBe(reference(text)); }), { numRuns: 300 });
  });
  test.each([0, 1, 55, 56, 63, 64, 65, 119, 120, 128, 16_384, 16_385, 100_000])('of %d bytes', (length) => {
    expect(sha256Hex('x'.repeat(length))).toBe(reference('x'.repeat(length)));
  });
  test('takes a lone surrogate as U+FFFD, as UTF-8 does', () => {
    expect(sha256Hex('a\uD800b')).toBe(reference('a\uFFFDb'));
  });
});

describe('identities: vectors computed independently', () => {
  test.each([
    [{ sessionId: 'session-1', event: 'PreToolUse', identity: 'tool-1', text: '{"command":"pwd"}' }, '683fdf15d7b938763d778e511642e01191718cef584128e0f68f7a6c7203b8f7', 'b60d7273ec605359370d72f9747aec9aa3fcd4728fcb0f8b1d812867972a1bbb'],
    [{ sessionId: 'session-1', event: 'UserPromptSubmit', identity: '2026-08-26T00:00:00Z', text: 'user prompt' }, '9e34e8a66cb69fd41f63f10a19b8f35d641565f3ec17ec856e3709956c67851e', '7adb4efb321894004b2c02d433241d1e3b0bb99163dd02fa3373913bb7e0d113'],
    [{ sessionId: null, event: 'UserPromptSubmit', identity: null, text: 'hi' }, '10da3acc2b8723cfac15deacad4087d2895770a8d1c878045da0a41a0224bcc8', 'fda606f94f406ef53daacc60bdb78b1533c0bd263e4e4d492de95821f4ae3c62'],
  ])('%j', (event, suffix, fingerprint) => {
    const id = requestId(integration, event);
    expect(id).toBe(`${integration}-${suffix}`);
    expect(requestFingerprint(id, event.text)).toBe(fingerprint);
  });

  test('session', () => {
    expect(sessionFingerprint('session-1')).toBe('84097828fc31a8c8d29210df48901a85de7fd013f686b17be77d1be29cb7a98b');
    expect(sessionFingerprint(null)).toBe(null);
  });

  test('a runtime-check marker stands for the request', () => {
    const marker = 'silmaril-runtime-check:12345678-1234-4123-8123-123456789abc';
    expect(requestFingerprint('anything', `please say ${marker}.`)).toBe('c6960377d417942397ef5d03b94e099a212d70c0deccc4c3538635f941782eb0');
  });

  test.each([
    ['silmaril-runtime-check:0123456789abcdef', 'silmaril-runtime-check:0123456789abcdef'],
    ['silmaril-runtime-check:0123456789abcde', null],
    [`silmaril-runtime-check:${'a'.repeat(128)}`, `silmaril-runtime-check:${'a'.repeat(128)}`],
    [`silmaril-runtime-check:${'a'.repeat(129)}`, null],
    ['xsilmaril-runtime-check:0123456789abcdef', null],
    ['two silmaril-runtime-check:0123456789abcdef silmaril-runtime-check:fedcba9876543210', 'silmaril-runtime-check:0123456789abcdef'],
  ])('marker in %s', (text, expected) => {
    expect(runtimeCheckMarker(text)).toBe(expected);
  });

  test('two records of one event have two ids', () => {
    const id = evidenceId('s', 'f', '2026-01-01T00:00:00.000Z');
    expect(id).toMatch(/^event-[0-9a-f]{64}$/);
    expect(evidenceId('s', 'f', '2026-01-01T00:00:00.000Z')).not.toBe(id);
  });

  test('the random part is a UUID version 4', () => {
    expect(randomUuid()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(new Set(Array.from({ length: 100 }, randomUuid)).size).toBe(100);
  });
});
