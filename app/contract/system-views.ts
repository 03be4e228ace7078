// The app itself: versions, links, updates, and the snapshot that the window starts from.
import * as z from 'zod/mini';
import { evidenceStatus } from './evidence-views.ts';
import { harnessView, runtimeCheckView, time } from './harness-views.ts';
import { failure, list } from './ipc-kinds.ts';
import { protectionView } from './protection-views.ts';
import { keyView, onboardingShape, settingsView } from './settings.ts';

/** Pages outside the app. The window names one; only main knows the addresses. */
export const linkIds = ['vscode-hooks', 'claude-code-hooks', 'electron-licence'] as const;
export const linkId = z.enum(linkIds);
export type LinkId = z.infer<typeof linkId>;

export const viewNames = ['onboarding', 'timeline', 'harnesses', 'protection', 'settings', 'uninstall'] as const;
/** Where main wants the window to go. */
export const route = z.object({ view: z.enum(viewNames), eventId: z.nullable(z.string()) });
export type Route = z.infer<typeof route>;

export const updatesView = z.discriminatedUnion('state', [
  /** No feed is configured for this build: it says why. */
  z.object({ state: z.literal('unsupported'), sentence: z.string() }),
  z.object({ state: z.literal('idle'), checkedAt: z.nullable(time) }),
  z.object({ state: z.literal('checking') }),
  z.object({ state: z.literal('current'), checkedAt: time }),
  z.object({ state: z.literal('available'), version: z.string(), notes: z.string(), checkedAt: time }),
  z.object({ state: z.literal('failed'), failure, checkedAt: time }),
]);
export type UpdatesView = z.infer<typeof updatesView>;

export const systemView = z.object({
  version: z.string(),
  electron: z.string(),
  chromium: z.string(),
  node: z.string(),
  platform: z.enum(['darwin', 'linux']),
  /** A checkout or a development runtime, not a signed build. */
  development: z.boolean(),
  /** Scope in words that can be shown: only this user of this computer. */
  user: z.string(),
  home: z.string(),
  /** The system's language, BCP 47. */
  locale: z.string(),
  supportFolder: z.string(),
});
export type SystemView = z.infer<typeof systemView>;

/** Everything that the window needs to draw its first frame; from then on it gets pushes, one per domain. */
export const snapshot = z.object({
  system: systemView,
  harnesses: list(harnessView),
  runtimeChecks: list(runtimeCheckView),
  protection: protectionView,
  evidence: evidenceStatus,
  settings: settingsView,
  key: keyView,
  onboarding: onboardingShape,
  updates: updatesView,
  route,
});
export type Snapshot = z.infer<typeof snapshot>;
