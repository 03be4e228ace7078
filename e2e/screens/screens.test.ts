// Every screen in a plain Chromium, under the content policy that the app serves it with: nothing serious for axe, no
// complaint of the policy, worked by keyboard, and small enough. Without a Chromium of the system these are skipped, by
// name; the same page is driven in the real Electron by the app's own end-to-end tests.
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath, startScreens, type Screens } from './driver.ts';
import { sampleSnapshot } from './sample-state.ts';
import { scenes } from './scenes.ts';

const root = path.resolve(import.meta.dirname, '..', '..');
const axeSource = fs.readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  readonly id: string;
  readonly impact: string | null;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

async function seriousFaults(page: Page): Promise<readonly string[]> {
  // Through the debugger, since the page's own policy lets no other script in.
  await page.evaluate(axeSource);
  const violations = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run: (options: object) => Promise<{ violations: Violation[] }> } };
    return (await axe.run({ resultTypes: ['violations'] })).violations;
  });
  return violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)} ${node.failureSummary ?? ''}`));
}

const scene = (name: string) => {
  const found = scenes.find((one) => one.name === name);
  if (found === undefined) throw new Error(`There is no scene ${name}.`);
  return found;
};
/** What the window has asked of main. */
const sent = (page: Page) => page.evaluate(() => (globalThis as unknown as { sample: { sent: { call: string; payload: unknown }[] } }).sample.sent);
const focused = (page: Page) => page.evaluate(() => (globalThis as unknown as { document: { activeElement: { id: string; tagName: string; textContent: string } | null } }).document.activeElement?.textContent ?? '');

describe.skipIf(chromiumPath === null)(chromiumPath === null ? 'the window (skipped: no Chromium on this system)' : 'the window', () => {
  let screens: Screens;
  beforeAll(async () => { screens = await startScreens(root); });
  afterAll(async () => { await screens.close(); });

  it.each(scenes.map((one) => [one.name, one] as const))('shows %s, light and dark, without a serious fault or a complaint', async (_name, { sample, act }) => {
    const { page, complaints } = await screens.open(sample, { theme: 'light' });
    await act?.(page);
    expect(await seriousFaults(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.locator('html[data-theme="dark"]').waitFor({ state: 'attached' });
    expect(await seriousFaults(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it.each(['timeline', 'harnesses', 'protection', 'settings', 'onboarding-welcome', 'uninstall'])('shows %s with more contrast, in the largest text, in a small window, without cutting anything off sideways', async (name) => {
    const { sample, act } = scene(name);
    const { page } = await screens.open(sample, { theme: 'light', moreContrast: true, width: 720, height: 480 });
    await page.evaluate(() => { (globalThis as unknown as { document: { documentElement: { dataset: Record<string, string> } } }).document.documentElement.dataset['text'] = 'larger'; });
    await act?.(page);
    expect(await seriousFaults(page)).toEqual([]);
    const overflow = await page.locator('#content').evaluate((element) => element.scrollWidth - element.clientWidth);
    expect(overflow).toBeLessThanOrEqual(1);
    await page.context().close();
  });

  // The field inside a switch or a card is hidden, and a browser scrolls to what gets the focus: it must lie where its label is.
  it.each(['protection', 'settings', 'onboarding-classifier'])('%s scrolls only its content, whatever is clicked', async (name) => {
    const { page } = await screens.open(scene(name).sample, { theme: 'light', height: 500 });
    const controls = page.locator('.switch, .card-choice, .segment');
    for (let i = 0; i < (await controls.count()); i++) {
      await controls.nth(i).click();
      if (await page.getByRole('dialog').isVisible()) await page.keyboard.press('Escape');
      expect(await page.locator('.sidebar, main').first().evaluate((element) => element.getBoundingClientRect().top)).toBe(0);
    }
    expect(await controls.count()).toBeGreaterThan(1);
    await page.context().close();
  });

  it('speaks German throughout', async () => {
    const { sample } = scene('harnesses');
    const { page } = await screens.open({ ...sample, over: { ...sample.over, settings: { settings: { appearance: 'system', textSize: 'normal', motion: 'system', contrast: 'system', locale: 'de', retention: { days: 90, megabytes: 500 }, notifications: { blocks: false, degraded: false, muted: [] }, timeline: { filter: { hosts: [], decisions: [], modes: [], risks: [], hooks: [], tools: [], rules: [], from: null, to: null, session: null, text: null }, grouped: true } }, loginItem: { state: 'off', sentence: null }, notifications: { state: 'available', sentence: null }, problem: null } } }, { theme: 'light' });
    expect(await page.locator('html').getAttribute('lang')).toBe('de');
    expect(await page.locator('h1').textContent()).toBe('Umgebungen');
    await page.keyboard.press('Meta+1');
    expect(await page.locator('h1').textContent()).toBe('Zeitachse');
    expect(await page.locator('.day-head').first().textContent()).toBe('Heute');
    await page.context().close();
  });

  it('is worked by keyboard: views, search, list, event, and back', async () => {
    const { page } = await screens.open(scene('timeline').sample, { theme: 'light' });
    // Each key goes to what the one before has put on the screen, so that is waited for, as a person would.
    await page.keyboard.press('Meta+2');
    await page.locator('h1:focus', { hasText: 'Harnesses' }).waitFor();
    await page.keyboard.press('Meta+1');
    await page.locator('h1:focus', { hasText: 'Timeline' }).waitFor();
    await page.locator('.event').first().waitFor();
    await page.keyboard.press('Meta+f');
    await page.locator('input:focus').waitFor();
    await page.keyboard.type('bash');
    await page.locator('.timeline-title [role="status"]', { hasText: ' of ' }).waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.timeline-title [role="status"]', { hasNotText: ' of ' }).waitFor();
    await page.keyboard.press('Escape');
    await page.locator('#timeline-list:focus').waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('ArrowDown');
    const second = await page.locator('.event').nth(1).getAttribute('id');
    await page.locator(`#timeline-list[aria-activedescendant="${String(second)}"]`).waitFor();
    const active = second;
    await page.keyboard.press('Enter');
    await page.locator('.details').waitFor();
    expect(await page.locator('.event[aria-selected="true"]').getAttribute('id')).toBe(active);
    await page.keyboard.press('c');
    await page.locator('.notice', { hasText: 'Copied' }).waitFor();
    expect((await sent(page)).filter(({ call }) => call === 'system/copy')).toHaveLength(1);
    await page.keyboard.press('Escape');
    await page.locator('.details').waitFor({ state: 'detached' });
    await page.keyboard.press('p');
    await page.getByRole('button', { name: 'Paused' }).waitFor();
    await page.keyboard.press('End');
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await page.keyboard.press('Meta+3');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.context().close();
  });

  it.each([
    ['timeline', ['- status:', '- navigation "Views":', '- button "Timeline" ', '- main:', '- heading "Timeline" [level=1]', '- textbox "Search events"', '- slider "Events over time.', '- combobox "Time range"', '- button "Decision"', '- checkbox "Group by session" [checked]', '- grid "Events, newest first":', '- gridcell "Today"']],
    ['harnesses', ['- heading "Harnesses" [level=1]', '- article "VS Code":', '- heading "VS Code" [level=2]', '- button "Repair"', '- radiogroup "Mode of VS Code":', '- radio "Block" [checked]']],
    ['protection', ['- radiogroup "Mode of all harnesses":', 'region "Coverage: Claude Code"', '- table "Claude Code":', '- columnheader "Block"', '- rowheader "Tool result"']],
    ['settings', ['- textbox "API key"', '- radiogroup "Colours":', '- switch "Open at login" [checked]', '- button "Uninstall …"']],
    ['onboarding-welcome', ['list "Steps of the set-up: Step 1 of 8"', '- heading "A firewall around your coding agents" [level=1]', '- button "Begin"', '- button "Set up later"']],
  ] as const)('gives a screen reader the parts of %s under their names', async (name, parts) => {
    const { page } = await screens.open(scene(name).sample, { theme: 'light' });
    const tree = await page.locator('body').ariaSnapshot();
    for (const part of parts) expect(tree).toContain(part.trimEnd());
    await page.context().close();
  });

  it('chooses a facet by keyboard, and gives the focus back', async () => {
    const { page } = await screens.open(scene('timeline').sample, { theme: 'light' });
    await page.getByRole('button', { name: 'Decision' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Decision' }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await focused(page)).toMatch(/^Decision: /);
    await page.context().close();
  });

  it('zooms into the histogram by keyboard, and by dragging', async () => {
    const { page } = await screens.open(scene('timeline').sample, { theme: 'light' });
    const plot = page.getByRole('slider');
    await plot.focus();
    for (let step = 0; step < 10; step += 1) await page.keyboard.press('ArrowLeft');
    expect(await plot.getAttribute('aria-valuetext')).toMatch(/ to .*: \d+ event/);
    for (let step = 0; step < 20; step += 1) await page.keyboard.press('Shift+ArrowLeft');
    expect(await plot.getAttribute('aria-valuetext')).toMatch(/^Chosen: /);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Zoom out' }).click();
    await page.locator('.timeline-title [role="status"]', { hasText: /^1,400 events$/ }).waitFor();
    const box = await plot.boundingBox();
    if (box === null) throw new Error('The histogram is not drawn.');
    await page.mouse.move(box.x + box.width * 0.5, box.y + 10);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.9, box.y + 10, { steps: 5 });
    await page.mouse.up();
    await page.getByRole('button', { name: 'Zoom out' }).waitFor();
    const changes = (await sent(page)).filter(({ call }) => call === 'evidence/query');
    expect((changes.at(-1)?.payload as { filter: { from: number } }).filter.from).toBeGreaterThan(0);
    await page.context().close();
  });

  it('sends the key once, keeps it nowhere, and clears the field', async () => {
    const canary = 'sk-canary-5f1d2c3b4a';
    const { page } = await screens.open(scene('settings').sample, { theme: 'light' });
    const field = page.locator('input[type="password"]');
    await field.fill(canary);
    await page.getByRole('button', { name: 'Replace the key' }).click();
    await page.locator('.notice', { hasText: 'keychain' }).waitFor();
    expect(await field.inputValue()).toBe('');
    expect((await sent(page)).filter(({ payload }) => JSON.stringify(payload ?? null).includes(canary)).map(({ call }) => call)).toEqual(['secrets/set']);
    expect(await page.content()).not.toContain(canary);
    // React keeps props and state of every element on the elements themselves: none of them may hold it.
    const kept = await page.evaluate((secret) => {
      const seen = new Set<object>();
      const holds = (value: unknown, depth: number): boolean => {
        if (typeof value === 'string') return value.includes(secret);
        if (typeof value !== 'object' || value === null || depth > 40 || seen.has(value)) return false;
        seen.add(value);
        return Object.values(value).some((inner) => holds(inner, depth + 1));
      };
      const page = globalThis as unknown as { document: { querySelectorAll: (selector: string) => Iterable<object> }; sample: unknown };
      seen.add(page.sample as object);
      return [...page.document.querySelectorAll('*')].some((element) => Object.keys(element).filter((key) => key.startsWith('__react')).some((key) => holds((element as Record<string, unknown>)[key], 0)));
    }, canary);
    expect(kept).toBe(false);
    await page.context().close();
  });

  it('verifies a key before it is stored, and stores none that is refused', async () => {
    const { sample } = scene('onboarding-classifier');
    const { page } = await screens.open({ ...sample, failing: ['secrets/verify'] }, { theme: 'light' });
    await page.locator('input[type="password"]').fill('sk-refused');
    await page.getByRole('button', { name: 'Verify and store' }).click();
    await page.getByRole('alert').filter({ hasText: 'could not be read' }).waitFor();
    expect((await sent(page)).map(({ call }) => call)).not.toContain('secrets/set');
    expect(await page.locator('input[type="password"]').inputValue()).toBe('');
    await page.context().close();
  });

  it('goes through the set-up without writing before the plan was confirmed', async () => {
    const { page } = await screens.open(scene('onboarding-welcome').sample, { theme: 'light' });
    const forward = page.locator('.onboarding-foot .button-primary');
    await forward.click();
    await page.locator('.card-choice').first().click();
    await forward.click();
    expect(await forward.isDisabled()).toBe(true);
    await page.locator('.pick label').first().click();
    await forward.click();
    await page.locator('.plan').first().waitFor();
    const writes = ['harnesses/apply', 'harnesses/remove', 'protection/setMode', 'protection/setClassifier', 'secrets/set', 'settings/setLoginItem'];
    expect((await sent(page)).map(({ call }) => call).filter((call) => writes.includes(call))).toEqual([]);
    await forward.click();
    await page.locator('.step-results').first().waitFor();
    expect((await sent(page)).map(({ call }) => call).filter((call) => writes.includes(call))).toEqual(['harnesses/apply']);
    await forward.click();
    await page.getByRole('button', { name: 'Start' }).first().click();
    await page.locator('.paste-line').waitFor();
    await forward.click();
    await forward.click();
    await forward.click();
    await page.locator('.timeline').waitFor();
    await page.context().close();
  });

  it('asks before block, and asks for nothing before shadow and warn', async () => {
    const { page } = await screens.open(scene('protection').sample, { theme: 'light' });
    const modes = async () => (await sent(page)).filter(({ call }) => call === 'protection/setMode').map(({ payload }) => (payload as { mode: string }).mode);
    await page.locator('.card-choice', { hasText: 'Block' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    expect(await modes()).toEqual([]);
    await page.locator('.card-choice', { hasText: 'Warn' }).click();
    await page.locator('.reports').waitFor();
    await page.locator('.card-choice', { hasText: 'Block' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Switch to block' }).click();
    await expect.poll(modes).toEqual(['warn', 'block']);
    await page.context().close();
  });

  it('keeps few rows in the document, however many events there are', async () => {
    const { page } = await screens.open({ ...scene('timeline').sample, events: 20_000 }, { theme: 'light' });
    const list = page.locator('#timeline-list');
    let most = 0;
    // Each time to the end of what is loaded; older events come in meanwhile.
    await expect.poll(async () => {
      most = Math.max(most, await page.locator('.list-row').count());
      await list.evaluate((element) => { element.scrollTop = element.scrollHeight; });
      return page.locator('.list-foot').allTextContents();
    }, { timeout: 60_000, interval: 30 }).toContain('The oldest event');
    expect(most).toBeGreaterThan(5);
    expect(most).toBeLessThan(80);
    expect(Number(await list.getAttribute('aria-rowcount'))).toBeGreaterThan(20_000);
    await page.context().close();
  });

  it('puts a live event on top, and counts those that come while it is paused', async () => {
    const { sample } = scene('timeline');
    const { page } = await screens.open(sample, { theme: 'light' });
    const arrive = (id: string) => page.evaluate(([given, now]) => {
      const page = globalThis as unknown as { push: (name: string, value: unknown) => void };
      page.push('evidence/arrived', { more: 0, events: [{ id: given, at: new Date(Number(now)).toISOString(), host: 'vscode', hook: 'pre_tool', mode: 'block', tool: 'run_in_terminal', risk: 'code_execution', summary: '', prediction: 'malicious', score: 0.9, threshold: 0.5, decision: 'block', nativeAction: 'block_returned', warnDelivery: null, blockUnavailable: false, truth: 'native_response_returned', source: 'classifier', rule: null, policyVersion: null, modelVersion: null, producer: 'p', producerVersion: '1', session: null, request: null, totalMs: 12, classifyMs: 5 }] });
    }, [id, String(sample.now)] as const);
    await arrive('event-live');
    expect(await page.locator('.event').first().getAttribute('id')).toBe('row-event-live');
    await page.getByRole('button', { name: 'Live' }).click();
    await arrive('event-later');
    await page.getByRole('button', { name: '1 new event' }).waitFor();
    expect(await page.locator('.event').first().getAttribute('id')).toBe('row-event-live');
    await page.context().close();
  });

  it('starts with the filter that it was left with, and asks to keep a new one', async () => {
    const { sample } = scene('timeline');
    const base = sampleSnapshot(sample.now).settings;
    const { page } = await screens.open({ ...sample, over: { settings: { ...base, settings: { ...base.settings, timeline: { filter: { ...base.settings.timeline.filter, decisions: ['block'] }, grouped: false } } } } }, { theme: 'light' });
    await page.locator('.facet', { hasText: 'Decision: Refused' }).waitFor();
    expect(await page.locator('.session-head').count()).toBe(0);
    expect(await page.locator('.event:not([data-decision="block"])').count()).toBe(0);
    await page.getByRole('button', { name: 'Clear all filters' }).click();
    await page.clock.runFor(1000);
    await expect.poll(async () => (await sent(page)).filter(({ call }) => call === 'settings/change').map(({ payload }) => (payload as { timeline: { filter: { decisions: string[] } } }).timeline.filter.decisions)).toEqual([[]]);
    await page.context().close();
  });

  it('says so when it cannot start, and when one view breaks the others go on', async () => {
    const failed = await screens.open({ ...scene('timeline').sample, failing: ['system/snapshot'] }, { theme: 'light' });
    expect(await failed.page.locator('h1').textContent()).toBe('Silmaril could not start this window');
    expect(await seriousFaults(failed.page)).toEqual([]);
    await failed.page.context().close();
    const { page } = await screens.open(scene('timeline').sample, { theme: 'light' });
    // Nothing that main sends has this form; it stands for any fault in a view.
    await page.evaluate(() => { (globalThis as unknown as { push: (name: string, value: unknown) => void }).push('evidence/status', { total: 1 }); });
    await page.getByRole('alert').filter({ hasText: 'This view stopped working' }).waitFor();
    await page.keyboard.press('Meta+2');
    expect(await page.locator('h1').textContent()).toBe('Harnesses');
    expect(await page.title()).toBe('Harnesses – Silmaril');
    await page.context().close();
  });

  it('is at most 250 KB, gzipped', () => {
    const sizes = [...screens.files].map(([name, bytes]) => [name, gzipSync(bytes, { level: 9 }).length] as const);
    const total = sizes.reduce((sum, [, size]) => sum + size, 0);
    console.info(`The window's page: ${(total / 1000).toFixed(1)} kB gzipped (${sizes.map(([name, size]) => `${name} ${(size / 1000).toFixed(1)}`).join(', ')})`);
    expect(total).toBeLessThanOrEqual(250_000);
  });

  it('holds no way to run a string, and nothing inline', () => {
    const html = screens.files.get('/index.html')?.toString() ?? '';
    expect(html).not.toMatch(/<script(?![^>]*src=)|<style|style=|\son[a-z]+=/);
    for (const [name, bytes] of screens.files) if (name.endsWith('.js')) expect(bytes.toString()).not.toMatch(/\beval\(|new Function\(|\bdocument\.write\(/);
  });
});
