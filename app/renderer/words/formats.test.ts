import { describe, expect, it } from 'vitest';
import { formatsOf, localeOf } from './formats.ts';

const now = Date.parse('2026-11-30T12:00:00Z');
const en = formatsOf('en');
const before = (ms: number) => new Date(now - ms).toISOString();

describe('lengths of time', () => {
  it.each([
    [0, 'now'],
    [44_000, 'now'],
    [50_000, '1 minute ago'],
    [59 * 60_000, '1 hour ago'],
    [3 * 3_600_000, '3 hours ago'],
    [86_400_000, 'yesterday'],
    [40 * 86_400_000, 'last month'],
    [-3_600_000, 'now'],
  ])('%i ms before now is %s', (ms, said) => {
    expect(en.ago(before(ms), now)).toBe(said);
  });

  it('shows an unreadable time as it came', () => {
    expect(en.ago('soon', now)).toBe('soon');
    expect(en.full('soon')).toBe('soon');
    expect(en.soon('soon', now)).toBe('soon');
  });
});

describe('sizes and durations', () => {
  it.each([
    [0, '0 B'],
    [1023, '1,023 B'],
    [1024, '1 KiB'],
    [5_000_000, '4.77 MiB'],
  ])('%i bytes are %s', (bytes, said) => {
    expect(en.bytes(bytes)).toBe(said);
  });

  it('uses the separators of the language', () => {
    expect(formatsOf('de').bytes(5_000_000)).toBe('4,77 MiB');
    expect(formatsOf('de').number(12_345)).toBe('12.345');
    expect(en.ms(4.26)).toBe('4.26 ms');
    expect(en.ms(1530)).toBe('1.53 s');
  });
});

describe('days', () => {
  it('names today and yesterday, and the year only of another year', () => {
    expect(en.day(now, now)).toBe('Today');
    expect(en.day(now - 86_400_000, now)).toBe('Yesterday');
    expect(en.day(now - 5 * 86_400_000, now)).not.toMatch(/2026/);
    expect(en.day(now - 400 * 86_400_000, now)).toMatch(/2025/);
    expect(formatsOf('de').day(now, now)).toBe('Heute');
  });
});

describe('the language', () => {
  it.each([
    ['system', 'de-AT', 'de', 'de-AT'],
    ['system', 'fr-FR', 'en', 'en'],
    ['en', 'en-GB', 'en', 'en-GB'],
    ['en', 'de-DE', 'en', 'en'],
    ['de', 'nonsense', 'de', 'de'],
  ] as const)('with the setting %s on a system in %s is %s', (setting, system, language, locale) => {
    expect(localeOf(setting, system)).toEqual({ language, locale });
  });
});
