import { describe, expect, it } from 'vitest';
import { wordsIn } from './words.ts';

/** Every string of a table under its path; functions are asked with numbers or texts of their own names. */
function strings(table: unknown, path: string, found = new Map<string, string>()): Map<string, string> {
  if (typeof table === 'string') found.set(path, table);
  else if (typeof table === 'function') {
    const ask = table as (...given: unknown[]) => unknown;
    // Numbers where counts are wanted, texts elsewhere: a table's function takes only these.
    for (const count of [1, 2, 12_345]) found.set(`${path}(${String(count)})`, String(ask(...Array.from({ length: 5 }, () => count))));
  } else for (const [key, value] of Object.entries(table as object)) strings(value, `${path}.${key}`, found);
  return found;
}

const en = strings(wordsIn('en'), '');
const de = strings(wordsIn('de'), '');

/** Names, and words that German took over. */
const same = /^\.common\.(product|hosts\.)|^\.timeline\.live$|^\.settings\.(languages\.|themes\.system|textSizes\.normal|motions\.system|contrasts\.system|versions|runtime|startup$|links\.)|^\.onboarding\.steps\.(plan|extras)|^\.plans\.lines|^\.harnesses\.checkStates\.problem/;

describe('the string table', () => {
  it('has every entry in both languages', () => {
    expect([...de.keys()]).toEqual([...en.keys()]);
  });

  it('has no German entry that is still English', () => {
    const untranslated = [...en].filter(([path, text]) => de.get(path) === text && !same.test(path) && /[a-z]{3}/i.test(text));
    expect(untranslated).toEqual([]);
  });

  it.each([['en', en], ['de', de]] as const)('has nothing empty or undefined in %s', (_language, table) => {
    expect([...table].filter(([, text]) => text.trim() === '' || /undefined|null|\[object|NaN/.test(text))).toEqual([]);
  });

  it('counts one thing in the singular and groups thousands as the language does', () => {
    expect(wordsIn('en').common.events(1)).toBe('1 event');
    expect(wordsIn('en').common.events(12_345)).toBe('12,345 events');
    expect(wordsIn('de').common.events(1)).toBe('1 Ereignis');
    expect(wordsIn('de').common.events(12_345)).toBe('12.345 Ereignisse');
    expect(wordsIn('en').timeline.matched(3, 1400)).toBe('3 events of 1,400');
  });

  it('never says "protected" of a state, and never "prevented" of an event', () => {
    for (const [path, text] of en) {
      if (path.startsWith('.common.states') || path.startsWith('.common.harnessStates')) expect(text).not.toMatch(/protected/i);
      if (path.startsWith('.events')) expect(text).not.toMatch(/prevented|stopped it|blocked it/i);
    }
  });
});
