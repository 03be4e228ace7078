// The one string table of the window. English defines its shape; German must have every entry (the type
// says so) and differ from it (a test says so).
import { common as commonDe } from './de/common.ts';
import { events as eventsDe } from './de/events.ts';
import { harnesses as harnessesDe } from './de/harnesses.ts';
import { onboarding as onboardingDe } from './de/onboarding.ts';
import { plans as plansDe } from './de/plans.ts';
import { protection as protectionDe } from './de/protection.ts';
import { settings as settingsDe } from './de/settings.ts';
import { timeline as timelineDe } from './de/timeline.ts';
import { common } from './en/common.ts';
import { events } from './en/events.ts';
import { harnesses } from './en/harnesses.ts';
import { onboarding } from './en/onboarding.ts';
import { plans } from './en/plans.ts';
import { protection } from './en/protection.ts';
import { settings } from './en/settings.ts';
import { timeline } from './en/timeline.ts';
import type { Language } from './formats.ts';

const en = { common, events, harnesses, onboarding, plans, protection, settings, timeline };
export type Words = typeof en;
const de: Words = { common: commonDe, events: eventsDe, harnesses: harnessesDe, onboarding: onboardingDe, plans: plansDe, protection: protectionDe, settings: settingsDe, timeline: timelineDe };

const tables: Readonly<Record<Language, Words>> = { en, de };

export function wordsIn(language: Language): Words {
  return tables[language];
}
