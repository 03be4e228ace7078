// The app as a whole: first start, the menu's switch, a second start, a crashed page, the end.
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { describeOnElectron } from './electron-suite.ts';
import { ask, filesOf, launch, makeHome, sendEvent, setTheStage, until, type RunningApp, type Stage } from './silmaril-app.ts';

let stage: Stage;
let home: string;
const running: RunningApp[] = [];
beforeAll(async () => { stage = await setTheStage(); });
afterAll(() => { stage.end(); });
beforeEach(() => { home = makeHome(); });
afterEach(async () => {
  for (const app of running.splice(0)) await app.quit();
  fs.rmSync(home, { recursive: true, force: true });
});

async function start(more: Parameters<typeof launch>[2] = {}): Promise<RunningApp> {
  const app = await launch(stage, home, more);
  running.push(app);
  return app;
}

const configs = () => [path.join(home, '.claude', 'silmaril-firewall.json'), path.join(home, '.vscode', 'silmaril-firewall.json')];
const modes = () => configs().map((file) => (JSON.parse(fs.readFileSync(file, 'utf8')) as { mode: string }).mode);

describeOnElectron('the first start', () => {
  it('shows onboarding and writes nothing into the home, not even after quitting', async () => {
    const before = filesOf(home);
    const app = await start();
    const page = await app.window();
    const snapshot = await ask(page, (silmaril) => silmaril.system.snapshot());
    expect(snapshot.route.view).toBe('onboarding');
    expect(snapshot.protection.state).toBe('off');
    expect(snapshot.key).toEqual({ state: 'not-asked' });
    expect(snapshot.harnesses.filter((harness) => harness.detection.state === 'present').map((harness) => harness.id).sort()).toEqual(['claude-code', 'vscode']);
    expect(snapshot.system.electron).toMatch(/^\d+\./);
    expect(await app.quit()).toBe(0);
    expect(filesOf(home)).toEqual(before);
  });
});

describeOnElectron('a system without a language', () => {
  it('has the app start all the same', async () => {
    const app = await start({ env: { LANG: 'C', LC_ALL: 'C' } });
    const page = await app.window();
    expect((await ask(page, (silmaril) => silmaril.system.snapshot())).system.locale).not.toBe('C');
    expect(app.log()).not.toContain('silmaril bug');
  });
});

describeOnElectron('an installation', () => {
  it('is planned, applied as shown, proven by an event, switched, and taken out to the byte', async () => {
    const before = filesOf(home);
    const app = await start();
    const page = await app.window();
    const held = await ask(page, (silmaril) => silmaril.harnesses.planInstall({ harnesses: ['claude-code', 'vscode'], mode: 'shadow', classifier: { kind: 'embedded' } }));
    expect(held.plans.flatMap((plan) => (plan.outcome.ok ? [] : [plan.outcome.failure]))).toEqual([]);
    expect(filesOf(home)).toEqual(before);

    const changes = (await page.evaluate(`silmaril.harnesses.apply({ planId: ${JSON.stringify(held.planId)} })`)) as { ok: boolean; value: { outcome: { ok: boolean } }[] };
    expect(changes.ok && changes.value.every((change) => change.outcome.ok)).toBe(true);
    expect(modes()).toEqual(['shadow', 'shadow']);
    // Applied once: the same plan again is refused.
    expect(await page.evaluate(`silmaril.harnesses.apply({ planId: ${JSON.stringify(held.planId)} })`)).toMatchObject({ ok: false, failure: { code: 'plan-gone' } });

    // Configured is not protected: only an event makes it so.
    expect((await ask(page, (silmaril) => silmaril.system.snapshot())).harnesses.find((harness) => harness.id === 'claude-code')?.state).toBe('unproven');
    await page.evaluate('silmaril.evidence.follow({ filter: { hosts: [], decisions: [], modes: [], risks: [], hooks: [], tools: [], rules: [], from: null, to: null, session: null, text: null } }); window.seen = []; silmaril.evidence.onArrived((arrival) => window.seen.push(...arrival.events))');
    sendEvent(home, 'npm test');
    await until('the event arrives in the window', async () => ((await page.evaluate('window.seen.length')) as number) > 0);
    const claudeCode = async () => (await ask(page, (silmaril) => silmaril.system.snapshot())).harnesses.find((harness) => harness.id === 'claude-code');
    await until('the event counts', async () => (await claudeCode())?.lastEvents[0]?.sinceChange === true);
    expect(await claudeCode()).toMatchObject({ state: 'working', reasons: [] });

    // The launcher's self-test, while the app takes the spool in at the same time.
    const tested = await ask(page, (silmaril) => silmaril.harnesses.selfTest({ harness: 'claude-code' }));
    expect(tested.events.filter((event) => !event.ok)).toEqual([]);
    expect(tested.events.some((event) => event.result === 'evidence-seen')).toBe(true);

    // All harnesses or none.
    expect((await ask(page, (silmaril) => silmaril.protection.setMode({ mode: 'block' }))).map((report) => report.outcome)).toEqual(['set', 'set']);
    expect(modes()).toEqual(['block', 'block']);
    expect(sendEvent(home, 'rm -rf ~/ --no-preserve-root')).toContain('deny');
    await ask(page, (silmaril) => silmaril.protection.pause({ length: '15-minutes' }));
    expect(modes()).toEqual(['shadow', 'shadow']);
    await ask(page, (silmaril) => silmaril.protection.resume());
    expect(modes()).toEqual(['block', 'block']);

    const removal = await ask(page, (silmaril) => silmaril.harnesses.planRemoval({ harnesses: ['claude-code', 'vscode'], keepEvidence: false }));
    expect(removal).toMatchObject({ last: true, evidence: { kept: false } });
    const removed = await page.evaluate(`silmaril.harnesses.remove({ planId: ${JSON.stringify(removal.planId)} })`);
    expect(removed).toMatchObject({ ok: true, value: { failures: [], stays: [] } });
    expect(await app.quit()).toBe(0);
    expect(filesOf(home)).toEqual(before);
  });

  it('is switched from the menu bar, and its menu says so', async () => {
    const app = await start();
    const page = await app.window();
    await page.evaluate("silmaril.harnesses.planInstall({ harnesses: ['claude-code', 'vscode'], mode: 'shadow', classifier: null }).then((held) => silmaril.harnesses.apply({ planId: held.value.planId }))");
    expect(modes()).toEqual(['shadow', 'shadow']);
    // The menu of the tray itself is the system's. Its items are found where Electron keeps them: a click is a click.
    await app.electron.evaluate(({ Menu }) => {
      const built = Menu.buildFromTemplate.bind(Menu);
      const state = globalThis as unknown as { menus: Electron.Menu[] };
      state.menus = [];
      Menu.buildFromTemplate = (template) => {
        const menu = built(template);
        state.menus.push(menu);
        return menu;
      };
    });
    const click = (id: string) =>
      until(`the menu has ${id}`, () => app.electron.evaluate((_electron, wanted) => {
        const item = (globalThis as unknown as { menus: Electron.Menu[] }).menus.at(-1)?.getMenuItemById(wanted);
        item?.click();
        return item != null;
      }, id));
    // Any change of text has the menu built anew: an event makes the first line change.
    sendEvent(home, 'npm test');
    await until('the menu is built anew', () => app.electron.evaluate(() => (globalThis as unknown as { menus: unknown[] }).menus.length > 0));
    await click('mode:block');
    await until('both configurations say block', () => modes().every((mode) => mode === 'block'));
    await click('mode:warn');
    await until('both configurations say warn', () => modes().every((mode) => mode === 'warn'));
    await click('pause:1-hour');
    await until('the pause holds', () => modes().every((mode) => mode === 'shadow'));
    await click('resume');
    await until('the pause is over', () => modes().every((mode) => mode === 'warn'));
  });
});

describeOnElectron('the life of the app', () => {
  it('has one instance; a second start shows the window of the first', async () => {
    const app = await start();
    await app.window();
    await app.electron.evaluate(({ BrowserWindow }) => { BrowserWindow.getAllWindows()[0]?.hide(); });
    const second = await launch(stage, home).catch(() => null);
    if (second) expect(await second.quit()).toBe(0);
    await until('the window is shown again', () => app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible() === true));
    expect(await app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
  });

  it('closes the window without quitting, and opens it again', async () => {
    const app = await start();
    await app.window();
    await app.electron.evaluate(({ BrowserWindow }) => { BrowserWindow.getAllWindows()[0]?.close(); });
    await until('the window is hidden', () => app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible() === false));
    await app.electron.evaluate(({ app: electronApp }) => electronApp.emit('activate'));
    await until('the window is shown', () => app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible() === true));
  });

  it('brings the page back after it crashed', async () => {
    const app = await start();
    await app.window();
    const first = await app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.id ?? 0);
    await app.electron.evaluate(({ BrowserWindow }) => { BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer(); });
    await until('another page is there', () => app.electron.evaluate(({ BrowserWindow }, old) => {
      const window = BrowserWindow.getAllWindows()[0];
      return window !== undefined && window.webContents.id !== old && window.isVisible() && !window.webContents.isLoading();
    }, first));
    const page = app.electron.windows().find((candidate) => !candidate.isClosed());
    if (!page) throw new Error('no page');
    expect((await ask(page, (silmaril) => silmaril.system.snapshot())).system.platform).toBe(process.platform);
    expect(app.log()).toContain('the page is gone');
  });

  it('ends on a signal, with its temporary profile gone', async () => {
    const app = await start();
    await app.window();
    const profile = await app.electron.evaluate(({ app: electronApp }) => electronApp.getPath('userData'));
    expect(profile.startsWith(home)).toBe(false);
    const ended = new Promise((resolve) => { app.electron.process().on('exit', resolve); });
    app.electron.process().kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(fs.existsSync(profile)).toBe(false);
  });
});
