import { describe, expect, test } from 'vitest';
import { RULES } from './rules.ts';
import { scanRules } from './scan.ts';

describe('rules', () => {
  test('have names of their own', () => {
    expect(new Set(RULES.map((rule) => rule.id)).size).toBe(RULES.length);
  });
  test.each(RULES.map((rule) => [rule.id, rule] as const))('%s: its anchors are words that the scanner meets, its pattern is portable', (_, rule) => {
    for (const anchor of `${rule.anchors} ${rule.needs ?? rule.anchors}`.split(' ')) expect(anchor, 'one word').toMatch(/^[\p{L}\p{M}\p{N}_]+$/u);
    expect(() => new RegExp(rule.pattern, 'y')).not.toThrow();
    // Python's re knows no lookbehind of variable width, and reads `$` and classes of Unicode otherwise.
    expect(rule.pattern).not.toMatch(/\\p\{|\(\?<[^=!]|(?<!\\)\$(?!\{)/);
  });
  test('scanning is linear enough: a flood of anchors ends', () => {
    expect(scanRules('ignore the rules of '.repeat(20_000), 0)).toEqual([]);
  });
});
