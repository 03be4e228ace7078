// Dates, numbers and lengths of time, by Intl alone.
export type Language = 'en' | 'de';

export interface Formats {
  readonly number: (value: number) => string;
  readonly score: (value: number) => string;
  readonly ms: (value: number) => string;
  readonly bytes: (value: number) => string;
  /** "Monday, 30 November" with the year when it is not this one. */
  readonly day: (at: number, now: number) => string;
  readonly clock: (at: string | number) => string;
  readonly full: (at: string | number) => string;
  /** Day and time without seconds, for ranges. */
  readonly short: (at: number) => string;
  readonly ago: (at: string, now: number) => string;
  /** "until 14:30" or "until tomorrow 08:00" without the "until". */
  readonly soon: (at: string, now: number) => string;
  readonly list: (items: readonly string[]) => string;
}

const steps = [
  { unit: 'year', ms: 31_536_000_000 },
  { unit: 'month', ms: 2_592_000_000 },
  { unit: 'day', ms: 86_400_000 },
  { unit: 'hour', ms: 3_600_000 },
  { unit: 'minute', ms: 60_000 },
] as const;

const sameDay = (a: number, b: number) => new Date(a).toDateString() === new Date(b).toDateString();

/** @param locale BCP 47; its language has words of ours, its region decides how dates look */
export function formatsOf(locale: string): Formats {
  const number = new Intl.NumberFormat(locale);
  const score = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const three = new Intl.NumberFormat(locale, { maximumSignificantDigits: 3 });
  const clock = new Intl.DateTimeFormat(locale, { timeStyle: 'medium' });
  const minutes = new Intl.DateTimeFormat(locale, { timeStyle: 'short' });
  const full = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'medium' });
  const short = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' });
  const day = new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long' });
  const dayOfYear = new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const list = new Intl.ListFormat(locale, { type: 'conjunction' });
  const capital = (text: string) => text.charAt(0).toLocaleUpperCase(locale) + text.slice(1);
  // An unreadable time is shown as it came rather than as "Invalid Date", which would throw here.
  const dated = (format: Intl.DateTimeFormat) => (at: string | number) => {
    const date = new Date(at);
    return Number.isNaN(date.getTime()) ? String(at) : format.format(date);
  };
  return {
    number: (value) => number.format(value),
    score: (value) => score.format(value),
    ms: (value) => (value < 1000 ? `${three.format(value < 100 ? value : Math.round(value))} ms` : `${three.format(value / 1000)} s`),
    bytes: (value) => {
      if (value < 1024) return `${number.format(value)} B`;
      const power = Math.min(Math.floor(Math.log2(value) / 10), 4);
      return `${three.format(value / 1024 ** power)} ${['B', 'KiB', 'MiB', 'GiB', 'TiB'][power] ?? ''}`;
    },
    day: (at, now) => {
      if (sameDay(at, now)) return capital(relative.format(0, 'day'));
      if (sameDay(at, now - 86_400_000)) return capital(relative.format(-1, 'day'));
      return (new Date(at).getFullYear() === new Date(now).getFullYear() ? day : dayOfYear).format(at);
    },
    clock: dated(clock),
    full: dated(full),
    short: dated(short),
    ago: (at, now) => {
      const passed = now - Date.parse(at);
      if (Number.isNaN(passed)) return at;
      // A clock that was set back must not show events of the future.
      if (passed < 45_000) return relative.format(0, 'second');
      const step = steps.find(({ ms }) => passed >= ms * 0.95) ?? steps[steps.length - 1];
      return step ? relative.format(-Math.max(1, Math.round(passed / step.ms)), step.unit) : at;
    },
    soon: (at, now) => {
      const time = Date.parse(at);
      if (Number.isNaN(time)) return at;
      return sameDay(time, now) ? minutes.format(time) : `${relative.format(Math.max(1, Math.round((time - now) / 86_400_000)), 'day')}, ${minutes.format(time)}`;
    },
    list: (items) => list.format(items),
  };
}

/** What the settings and the system say, as a language of ours and a locale for Intl. */
export function localeOf(setting: 'system' | Language, system: string): { readonly language: Language; readonly locale: string } {
  const language: Language = setting === 'system' ? (/^de\b/i.test(system) ? 'de' : 'en') : setting;
  const usable = new RegExp(`^${language}\\b`, 'i').test(system) && Intl.DateTimeFormat.supportedLocalesOf([system]).length > 0;
  return { language, locale: usable ? system : language };
}
