import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalJson } from './canonical-json.ts';
import { compareKeys } from './collation.ts';

describe('canonical JSON', () => {
  const shared = { x: 1 };
  test.each([
    [undefined, ''], [null, ''], ['text', 'text'], ['', ''], [false, 'false'], [0, '0'], [-0, '0'], [Number.NaN, 'null'], [[], '[]'], [{}, '{}'],
    [{ b: 1, B: 2, a: 3 }, '{"a":3,"b":1,"B":2}'],
    [{ b: { d: [3, { z: 1, y: null }], c: '"' } }, '{"b":{"c":"\\"","d":[3,{"y":null,"z":1}]}}'],
    [{ x: 1, 10: 'b', 9: 'a', a: 0 }, '{"9":"a","10":"b","a":0,"x":1}'],
    [{ a: undefined, b: () => 1, c: [undefined] }, '{"c":[null]}'],
    [[shared, shared], '[{"x":1},"[Circular]"]'],
    ['\uD800', '\uD800'],
  ])('%j', (value, expected) => {
    expect(canonicalJson(value)).toBe(expected);
  });

  test('what JSON cannot say is empty', () => {
    expect(canonicalJson({ big: 1n })).toBe('');
  });

  test('a value that contains itself', () => {
    const self: Record<string, unknown> = { a: 1 };
    self['self'] = self;
    expect(canonicalJson(self)).toBe('{"a":1,"self":"[Circular]"}');
  });

  test('says the same as JSON.parse heard, whatever the value', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const value: unknown = JSON.parse(text);
        if (typeof value === 'string' || value === null) return;
        const again: unknown = JSON.parse(canonicalJson(value) ?? '');
        // Through JSON.stringify once: -0 has no other spelling than 0.
        expect(again).toEqual(JSON.parse(JSON.stringify(value)));
      }),
      { numRuns: 300 },
    );
  });

  test('does not depend on the order in which keys came', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.integer()), (object) => {
        expect(canonicalJson(Object.fromEntries(Object.entries(object).reverse()))).toBe(canonicalJson(object));
      }),
      { numRuns: 300 },
    );
  });

  test('a value of too many parts is given up', () => {
    expect(canonicalJson(Array.from({ length: 499_999 }, () => 1))).not.toBe(null);
    expect(canonicalJson(Array.from({ length: 500_000 }, () => 1))).toBe(null);
    expect(canonicalJson(Object.fromEntries(Array.from({ length: 500_001 }, (_, i) => [`k${String(i)}`, 1])))).toBe(null);
  });

  test('survives a depth of 100,000', () => {
    const deep = canonicalJson(JSON.parse('{"a":'.repeat(100_000) + '"poison"' + '}'.repeat(100_000)));
    expect(deep).toContain('poison');
  });
});

describe('the order of keys is localeCompare’s in the root collation', () => {
  const sign = (n: number): number => Math.sign(n);
  const collator = new Intl.Collator('en');

  test('for plain ASCII', () => {
    const key = fc.string({ unit: fc.integer({ min: 32, max: 126 }).map((code) => String.fromCharCode(code)), maxLength: 6 });
    fc.assert(fc.property(key, key, (a, b) => { expect(sign(compareKeys(a, b))).toBe(sign(collator.compare(a, b))); }), { numRuns: 300 });
  });

  test('for near-equal names', () => {
    const key = fc.string({ unit: fc.constantFrom('a', 'A', 'b', 'B', '_', '-', '1', '$'), maxLength: 5 });
    fc.assert(fc.property(key, key, (a, b) => { expect(sign(compareKeys(a, b))).toBe(sign(collator.compare(a, b))); }), { numRuns: 300 });
  });

  test('for everything else', () => {
    const key = fc.string({ unit: fc.constantFrom('a', 'A', 'e\u0301', 'é', 'ß', 'ss', '\u0001', '\u200b', '漢', '😀', '_', ' '), maxLength: 4 });
    fc.assert(fc.property(key, key, (a, b) => { expect(sign(compareKeys(a, b))).toBe(sign(collator.compare(a, b))); }), { numRuns: 300 });
  });
});
