import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_OWNERS, RedactionRegistry } from './registry.ts';

const key = 'Kq7-canary/0123"456\\789+ABCdef~Ü';
const plain = 'sk-canary-0123456789-ABCDEFghij-7Q2f';

const encodings: Readonly<Record<string, (value: string) => string>> = {
  'as it is': (value) => value,
  'escaped for JSON': (value) => JSON.stringify(value).slice(1, -1),
  'escaped for JSON twice': (value) => JSON.stringify(JSON.stringify(value)).slice(3, -3),
  'for a URL': encodeURIComponent,
  'for a URL, in small letters': (value) => encodeURIComponent(value).replace(/%../g, (code) => code.toLowerCase()),
  'every byte for a URL': (value) => [...Buffer.from(value)].map((byte) => `%${byte.toString(16)}`).join(''),
  'every byte for a URL, in capitals': (value) => [...Buffer.from(value)].map((byte) => `%${byte.toString(16).toUpperCase()}`).join(''),
  'for a URL twice': (value) => encodeURIComponent(encodeURIComponent(value)),
  'every letter as an escape': (value) => value.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  'JSON in ASCII': (value) => JSON.stringify(value).slice(1, -1).replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  'base64': (value) => Buffer.from(value).toString('base64'),
  'base64, one in': (value) => Buffer.from(`x${value}`).toString('base64'),
  'base64, two in': (value) => Buffer.from(`xy${value}z`).toString('base64'),
  'base64url': (value) => Buffer.from(value).toString('base64url'),
  'hex': (value) => Buffer.from(value).toString('hex'),
  'HEX': (value) => Buffer.from(value).toString('hex').toUpperCase(),
  'wrapped over lines': (value) => value.replace(/(.{9})/gu, '$1\n'),
  'wrapped with carriage returns': (value) => value.replace(/(.{7})/gu, '$1\r\n    '),
  'in a box': (value) => value.replace(/(.{8})/gu, '$1 │\n│ '),
  'in a box of bars': (value) => value.replace(/(.{8})/gu, '$1 |\n| '),
  'with an escaped line break': (value) => value.replace(/(.{8})/gu, '$1\\n'),
  'with colours': (value) => value.replace(/(.{6})/gu, '$1\u001b[31m'),
  'every letter apart': (value) => [...value].join(' '),
  'base64, wrapped': (value) => Buffer.from(value).toString('base64').replace(/(.{10})/g, '$1\n'),
};
const places: Readonly<Record<string, (secret: string) => string>> = {
  'alone': (secret) => secret,
  'in a sentence': (secret) => `The key ${secret} was refused.`,
  'glued to words': (secret) => `x${secret}y`,
  'in JSON': (secret) => `{"a":1,"note":"${secret}"}`,
  'in a URL': (secret) => `https://example.com/a?b=1&c=${secret}&d=2`,
  'at the end of a long text': (secret) => `${'word '.repeat(5_000)}${secret}`,
  'twice': (secret) => `${secret} and ${secret}`,
  'in a stack': (secret) => `Error: bad ${secret}\n    at main (app/main.ts:1:2)`,
  'between quotes': (secret) => `'${secret}'`,
  'in a header': (secret) => `x-api-key: ${secret}`,
};

describe('a registered value', () => {
  const registry = new RedactionRegistry();
  registry.register('key', [key, plain]);
  // The key with its letters, from which a piece of eight would give it away.
  const bare = (text: string): string => text.replace(/\u001b\[31m|\\n|[\s│|]/g, '');
  for (const [encoding, encode] of Object.entries(encodings))
    test.each(Object.entries(places))(`${encoding}, %s`, (_place, put) => {
      for (const value of [key, plain]) {
        const written = encode(value);
        const left = registry.redact(put(written));
        expect(left).toContain('<redacted:');
        const letters = bare(written);
        // The ends of a base64 text depend on what stands around it: two letters of each end may stay.
        for (let at = 4; at + 8 < letters.length - 4; at++) expect(bare(left)).not.toContain(letters.slice(at, at + 8));
        expect(registry.redact(left)).toBe(left);
      }
    });

  test('goes and comes with its owner, within bounds', () => {
    const own = new RedactionRegistry();
    expect([own.register('a', ['short', plain]), own.register('b', ['seven77'])]).toEqual([1, 0]);
    expect(own.redactKnown(plain)).toBe('<redacted:secret>');
    own.clear('a');
    expect(own.redactKnown(plain)).toBe(plain);
    const value = (i: number): string => `value-number-${String(i).padStart(4, '0')}`;
    for (let i = 0; i < MAX_OWNERS + 5; i++) own.register(`o${String(i)}`, [value(i)]);
    expect([own.redactKnown(value(1)), own.redactKnown(value(MAX_OWNERS + 2))]).toEqual(['<redacted:secret>', value(MAX_OWNERS + 2)]);
  });

  test('may hold a backslash before a letter, and may overlap itself', () => {
    const own = new RedactionRegistry();
    own.register('a', ['abc\\new\\temp\\run12345', 'a'.repeat(4_000)]);
    expect(own.redactKnown('it is abc\\new\\temp\\run12345 here')).toBe('it is <redacted:secret> here');
    // Each letter looked at a bounded number of times: this would take minutes otherwise.
    expect(own.redactKnown('a'.repeat(4_000_000))).toMatch(/^(?:<redacted:secret>)+$/);
  });

  test('is not seen in letters that are far apart', () => {
    const text = [...plain].join(' '.repeat(80));
    expect(registry.redactKnown(text)).toBe(text);
  });
});

describe('what looks like a secret', () => {
  const registry = new RedactionRegistry();
  // Put together, so that no scanner of sources takes this file for a leak.
  const join = (...parts: string[]): string => parts.join('');
  test.each<[string, string]>([
    ['Anthropic', join('sk-', 'ant-api03-', 'a1B2c3D4e5F6g7H8i9J0')], ['OpenAI', join('sk-', 'proj-', 'A1b2C3d4E5f6G7h8I9j0')], ['GitHub', join('gh', 'p_', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8')], ['Slack', join('xo', 'xb-', '1234567890-abcdefghij')], ['AWS', join('AK', 'IA', 'ABCDEFGHIJKLMNOP')],
    ['Google', join('AI', 'za', 'SyA1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q')], ['a JWT', join('ey', 'JhbGciOiJIUzI1NiJ9.', 'eyJzdWIiOiIxMjM0In0.', 'SflKxwRJSMeKKF2QT4fw')], ['a bearer', 'Authorization: Bearer abcdef0123456789abcdef'],
    ['a URL with a password', 'postgres://app:hunter2hunter2@db.example.com/x'], ['a query', 'https://x.example/?access_token=abc123def456&y=1'], ['a field', '{"clientSecret": "abc123def456"}'], ['a variable', 'export DB_PASSWORD=correct-horse'], ['another', 'STRIPE_API_KEY="abc123def456"'],
    ['a run', 'value Zx9Kq2Lm8Pw4Rt6Yv1Bn3Cd5Fg7Hj0As end'], ['a PEM block', join('-----BEGIN ', 'PRIVATE KEY-----\nMIIB\n', '-----END ', 'PRIVATE KEY-----')],
  ])('%s', (_what, text) => {
    const left = registry.redact(text);
    expect(left).toContain('<redacted:');
    expect(registry.redact(left)).toBe(left);
  });

  const innocent = [
    'e66e894', '57a1bdf6c0d94d1bb21c9a5a0a6f6a1e3b7f5c2d', '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08', '550e8400-e29b-41d4-a716-446655440000', '/usr/local/lib/node_modules/silmaril/dist/cli/index.js', '~/Library/Application Support/Silmaril/Receipts/claude-code.json',
    'max_tokens = 4096', 'the monkey ate the keyboard', 'tokenizer', 'a passwordless login', 'keychain', 'secretary', 'https://example.com/docs/authentication', 'git@github.com:org/repo.git', 'ssh://git@example.com/x', 'sk-learn', 'sha512-Vd0s0Yz4o1q9R1v1e7z8x9A0b1C2d3E4f5G6h7I8j9K0l1M2n3O4p5Q6r7S8t9U0', 'Content-Type: application/json',
    'ThisIsAVeryLongCamelCaseIdentifierNameForATestCase', 'SCREAMING_SNAKE_CASE_CONSTANT_NAME_OF_THE_PROJECT', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', '2026-12-01T10:30:00.000Z', 'event-9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08', 'claude-code PreToolUse classify-timeout', 'npm run bench -- hook --runs 40', 'PASS src/a.test.ts', 'KEY=', 'API_KEY=$API_KEY', 'token: string;', 'const password = readPassword();', 'The API key is in the keychain.',
    'PASS = everything', 'token = undefined', 'auth=required', 'primary_key=customer_id', 'SORT_KEY = created_at', 'Cookie: disabled-by-policy', '"access_token": "missing-in-config"', 'getUserByIdAndTokenV2ForAccountX9Handler',
  ];
  const contexts: readonly ((text: string) => string)[] = [(text) => text, (text) => `Look at ${text}.`, (text) => `"${text}"`, (text) => `\t- ${text}\n`, (text) => `[${text}]`, (text) => `2026-12-01 info ${text}`, (text) => `${text} (${text})`];
  test.each(innocent)('%s is left alone', (text) => {
    registry.register('key', [plain]);
    for (const put of contexts) expect(registry.redact(put(text))).toBe(put(text));
  });

  test('any text once is as twice, and never fails', () => {
    registry.register('key', [plain]);
    fc.assert(fc.property(fc.array(fc.oneof(fc.string(), fc.constantFrom(plain, 'token=', 'Bearer ', '\n', ' │ ', '://a:b@', 'sk-', '"secret": "', 'abcdef0123456789ABCDEF')), { maxLength: 12 }), (parts) => {
      const once = registry.redact(parts.join(''));
      expect(registry.redact(once)).toBe(once);
      expect(once).not.toContain(plain);
    }), { numRuns: 500 });
  });
});
