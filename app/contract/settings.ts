// Settings of the app itself. What a hook reads is not here: that is each harness's own configuration.
import * as z from 'zod/mini';
import { evidenceFilter, noFilter } from './evidence-views.ts';
import { harnessId, time } from './harness-views.ts';
import { list } from './ipc-kinds.ts';

/** Bounds of retention, days and MiB. */
export const retentionBounds = { days: { min: 1, max: 3650 }, megabytes: { min: 10, max: 10_000 } } as const;

export const settingsShape = z.object({
  appearance: z.enum(['system', 'light', 'dark']),
  textSize: z.enum(['small', 'normal', 'large', 'larger']),
  /** `system` follows the system's own setting. */
  motion: z.enum(['system', 'reduced']),
  contrast: z.enum(['system', 'more']),
  locale: z.enum(['system', 'en', 'de']),
  retention: z.object({
    days: z.int().check(z.minimum(retentionBounds.days.min), z.maximum(retentionBounds.days.max)),
    megabytes: z.int().check(z.minimum(retentionBounds.megabytes.min), z.maximum(retentionBounds.megabytes.max)),
  }),
  notifications: z.object({ blocks: z.boolean(), degraded: z.boolean(), muted: list(harnessId) }),
  /** The filter of the timeline survives a restart. */
  timeline: z.object({ filter: evidenceFilter, grouped: z.boolean() }),
});
export type Settings = z.infer<typeof settingsShape>;

export const defaultSettings: Settings = {
  appearance: 'system',
  textSize: 'normal',
  motion: 'system',
  contrast: 'system',
  locale: 'system',
  retention: { days: 90, megabytes: 500 },
  // Off until the person says so: the first notification makes macOS ask.
  notifications: { blocks: false, degraded: false, muted: [] },
  timeline: { filter: noFilter, grouped: true },
};

/** A change: what is left out stays as it is. */
export const settingsChange = z.partial(settingsShape);
export type SettingsChange = z.infer<typeof settingsChange>;

/** The system's own answer, not what was asked for. */
export const loginItemView = z.object({
  state: z.enum(['enabled', 'off', 'requires-approval', 'unsupported']),
  /** Why, when it is `unsupported` or waits for approval; else null. */
  sentence: z.nullable(z.string()),
});
export type LoginItemView = z.infer<typeof loginItemView>;

export const notificationView = z.object({
  state: z.enum(['available', 'unsupported', 'failed']),
  sentence: z.nullable(z.string()),
});

/** What is kept where on this computer, and what leaves it. The words are the window's; these are the facts. */
export const privacyFacts = z.object({
  places: list(
    z.object({
      kind: z.enum(['spool', 'database', 'counters', 'context', 'receipts', 'settings', 'hook-configuration', 'keychain']),
      /** A path, or the keychain item's name. */
      where: z.string(),
      exists: z.boolean(),
    }),
  ),
  /** Whoever gets prompts, tool calls and results from the hooks: host names. Empty: nobody. */
  recipients: list(z.object({ host: z.string(), harnesses: list(harnessId) })),
});
export type PrivacyFacts = z.infer<typeof privacyFacts>;

export const settingsView = z.object({
  settings: settingsShape,
  loginItem: loginItemView,
  notifications: notificationView,
  /** Set when the settings file could not be read and defaults are in force; else null. */
  problem: z.nullable(z.string()),
});
export type SettingsView = z.infer<typeof settingsView>;

// --- Secrets ---

/**
 * What the window may know of the key: never the key. `not-asked`: the keychain was not looked at in
 * this run, since some systems ask the person for each look.
 */
export const keyView = z.discriminatedUnion('state', [
  z.object({ state: z.literal('not-asked') }),
  z.object({ state: z.literal('none') }),
  /** `last4` is null for keys so short that four characters would give too much away. */
  z.object({ state: z.literal('set'), last4: z.nullable(z.string()) }),
  z.object({ state: z.literal('unavailable'), sentence: z.string() }),
]);
export type KeyView = z.infer<typeof keyView>;

/** What the classifier said to a benign text under a key. */
export const keyVerdict = z.object({ host: z.string(), ms: z.number() });
export type KeyVerdict = z.infer<typeof keyVerdict>;

// --- Onboarding ---

export const onboardingSteps = ['welcome', 'classifier', 'harnesses', 'plan', 'install', 'check', 'extras', 'done'] as const;
export const onboardingShape = z.object({
  step: z.enum(onboardingSteps),
  /** Null: not chosen yet. */
  classifier: z.nullable(z.enum(['embedded', 'remote'])),
  apiUrl: z.nullable(z.string().check(z.maxLength(2048))),
  harnesses: list(harnessId),
  /** When it was finished or skipped; null: not yet. */
  endedAt: z.nullable(time),
  skipped: z.boolean(),
});
export type Onboarding = z.infer<typeof onboardingShape>;
export const newOnboarding: Onboarding = { step: 'welcome', classifier: null, apiUrl: null, harnesses: [], endedAt: null, skipped: false };
export const onboardingChange = z.partial(z.pick(onboardingShape, { step: true, classifier: true, apiUrl: true, harnesses: true }));
