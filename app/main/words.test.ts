import { expect, it } from 'vitest';
import { languageOf, usableLocale } from './words.ts';

it('takes the first language of the system that is one', () => {
  expect(usableLocale(['C', '', 'POSIX', 'en_GB.UTF-8', 'de-AT', 'fr'])).toBe('de-AT');
  expect(usableLocale(['C'])).toBe('en-GB');
  expect(usableLocale([])).toBe('en-GB');
});

it('speaks German to Germans and English to all others, unless told', () => {
  expect([languageOf('system', 'de-CH'), languageOf('system', 'fr-FR'), languageOf('en', 'de-DE'), languageOf('de', 'en-US')]).toEqual(['de', 'en', 'en', 'de']);
});
