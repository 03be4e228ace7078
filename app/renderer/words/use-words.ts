import { useSettings, useSystem } from '../stores/domains.ts';
import { formatsOf, localeOf, type Formats } from './formats.ts';
import { wordsIn, type Words } from './words.ts';

const made = new Map<string, { readonly words: Words; readonly formats: Formats }>();

function spoken(setting: Parameters<typeof localeOf>[0], system: string) {
  const { language, locale } = localeOf(setting, system);
  const key = `${language} ${locale}`;
  const known = made.get(key);
  if (known) return known;
  // Making a set of Intl formats takes milliseconds: once for each locale.
  const fresh = { words: wordsIn(language), formats: formatsOf(locale) };
  made.set(key, fresh);
  return fresh;
}

/** The string table and the formats in the person's language. */
export function useWords(): { readonly words: Words; readonly formats: Formats } {
  const setting = useSettings((view) => view.settings.locale);
  const system = useSystem((view) => view.locale);
  return spoken(setting, system);
}

/** The same outside a component. */
export function currentWords() {
  return spoken(useSettings.getState().settings.locale, useSystem.getState().locale);
}
