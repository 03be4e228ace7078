// Every screen of the window, each in the state in which it has most to show, and its empty and broken states.
import type { Page } from '@playwright/test';
import type { Sample } from './sample-bridge.ts';
import { sampleSnapshot } from './sample-state.ts';

export interface Scene {
  readonly name: string;
  readonly sample: Sample;
  /** What is done before the screen is looked at. */
  readonly act?: (page: Page) => Promise<void>;
}

/** A Monday noon, so that "Today" and "Yesterday" are what they are in every run. */
const now = Date.parse('2026-11-30T11:20:00.000Z');
const base = { now, events: 1400 } as const;
const snapshot = sampleSnapshot(now);
const fresh = { ...snapshot.onboarding, step: 'welcome', classifier: null, harnesses: [], endedAt: null } as const;
const untouched = snapshot.harnesses.map((harness) => ({ ...harness, installed: false, state: harness.id === 'opencode' ? ('absent' as const) : ('not-installed' as const), mode: null, reasons: [], lastEvents: [], checks: [], latency: null, classifier: null }));
const off = { ...snapshot.protection, state: 'off', sentence: 'Off: Silmaril is in no harness', mode: null, mixed: false, classifier: { kind: null, apiUrl: null } } as const;
const calm = { ...snapshot.protection, state: 'block', sentence: 'Blocking malicious content', mode: 'block', mixed: false, classifier: { kind: 'embedded', apiUrl: null } } as const;
const at = (view: typeof snapshot.route.view) => ({ route: { view, eventId: null } });
const onboarding = (step: typeof snapshot.onboarding.step, more: Partial<typeof snapshot.onboarding> = {}) => ({ ...at('onboarding'), harnesses: untouched, protection: off, onboarding: { ...fresh, step, ...more } });

export const scenes: readonly Scene[] = [
  { name: 'timeline', sample: { ...base, over: { protection: calm } } },
  {
    name: 'timeline-event',
    sample: { ...base, over: { protection: calm } },
    act: async (page) => {
      await page.locator('.event[data-decision="block"]').first().click();
      await page.locator('.details .related, .details .details-part').nth(4).waitFor();
    },
  },
  {
    name: 'timeline-report',
    sample: { ...base, over: { protection: calm } },
    act: async (page) => {
      await page.locator('.event[data-decision="block"]').first().click();
      await page.getByRole('button', { name: 'Report a false alarm' }).click();
      await page.getByRole('dialog').locator('textarea').fill('It was the fixture of a test.');
    },
  },
  {
    name: 'timeline-filtered-out',
    sample: base,
    act: async (page) => {
      await page.getByRole('combobox').selectOption('hour');
      await page.locator('#timeline-search').fill('zzz');
      await page.locator('.hiding li').nth(1).waitFor();
    },
  },
  {
    name: 'timeline-facet',
    sample: { ...base, over: { evidence: { ...snapshot.evidence, intake: { state: 'running', waiting: 61_204, done: 38_796 }, quarantined: [{ reason: 'not-json', count: 3 }] } } },
    act: async (page) => { await page.getByRole('button', { name: 'Decision' }).click(); },
  },
  { name: 'timeline-empty', sample: { ...base, events: 0, over: { harnesses: untouched, protection: off } } },
  { name: 'timeline-failed', sample: { ...base, failing: ['evidence/query'] } },
  { name: 'harnesses', sample: { ...base, over: at('harnesses') } },
  {
    name: 'harnesses-details',
    sample: { ...base, over: { ...at('harnesses'), runtimeChecks: [{ harness: 'vscode', line: 'Silmaril runtime check 7f3a-11c0: please answer with the word ready.', startedAt: new Date(now).toISOString(), state: { kind: 'waiting' } }] } },
    act: async (page) => { await page.locator('.harness-more > summary').first().click(); },
  },
  {
    name: 'harnesses-plan',
    sample: { ...base, over: at('harnesses') },
    act: async (page) => {
      await page.getByRole('button', { name: 'Install', exact: true }).click();
      await page.locator('.step > summary').nth(4).waitFor();
      await page.locator('[role="dialog"] .step > summary').last().click();
    },
  },
  { name: 'protection', sample: { ...base, over: at('protection') } },
  {
    name: 'protection-pack-off',
    sample: { ...base, over: at('protection') },
    act: async (page) => {
      // The track is what a mouse hits; the field itself is hidden.
      await page.locator('.packs li', { hasText: 'Reading keys' }).locator('.switch').click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'protection-confirm',
    sample: { ...base, over: { ...at('protection'), protection: { ...calm, mode: 'shadow', state: 'shadow' } } },
    act: async (page) => {
      await page.locator('.card-choice', { hasText: 'Block' }).click();
      await page.locator('[role="dialog"]').waitFor();
    },
  },
  { name: 'settings', sample: { ...base, over: at('settings') } },
  {
    name: 'settings-privacy',
    sample: { ...base, over: at('settings') },
    act: async (page) => { await page.locator('.privacy').evaluate((element) => { element.scrollIntoView({ block: 'center' }); }); },
  },
  { name: 'onboarding-welcome', sample: { ...base, events: 0, over: onboarding('welcome') } },
  { name: 'onboarding-classifier', sample: { ...base, events: 0, over: { ...onboarding('classifier', { classifier: 'remote', apiUrl: 'https://guard.example/v1/classify' }), key: { state: 'none' } } } },
  { name: 'onboarding-harnesses', sample: { ...base, events: 0, over: onboarding('harnesses', { classifier: 'embedded', harnesses: ['claude-code'] }) } },
  {
    name: 'onboarding-plan',
    sample: { ...base, events: 0, over: onboarding('plan', { classifier: 'embedded', harnesses: ['claude-code', 'vscode'] }) },
    act: async (page) => { await page.locator('.step > summary').nth(3).click(); },
  },
  {
    name: 'onboarding-installed',
    sample: { ...base, events: 0, over: onboarding('plan', { classifier: 'embedded', harnesses: ['claude-code', 'vscode'] }) },
    act: async (page) => {
      await page.locator('.onboarding-foot .button-primary').click();
      await page.locator('.plan .badge').first().waitFor();
    },
  },
  { name: 'onboarding-check', sample: { ...base, events: 0, over: { ...onboarding('check', { harnesses: ['claude-code'] }), harnesses: snapshot.harnesses.slice(0, 1) } } },
  { name: 'onboarding-extras', sample: { ...base, events: 0, over: onboarding('extras') } },
  { name: 'onboarding-done', sample: { ...base, events: 0, over: { ...onboarding('done'), harnesses: snapshot.harnesses } } },
  { name: 'uninstall', sample: { ...base, over: at('uninstall') } },
  {
    name: 'uninstall-plan',
    sample: { ...base, over: at('uninstall') },
    act: async (page) => {
      await page.locator('.view-actions .button-primary').click();
      await page.locator('.plan').first().waitFor();
    },
  },
  {
    name: 'uninstall-done',
    sample: { ...base, over: at('uninstall') },
    act: async (page) => {
      await page.locator('.view-actions .button-primary').click();
      await page.locator('.view-actions .button-danger').click();
      await page.locator('.goes').first().waitFor();
    },
  },
  {
    name: 'shortcuts',
    sample: base,
    act: async (page) => {
      await page.locator('.sidebar-foot button').click();
      await page.locator('[role="dialog"]').waitFor();
    },
  },
];
