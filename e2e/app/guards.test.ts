// Each guard of the app, attacked on the real Electron: from the page, and by a window that a hostile
// part of the main process might open.
import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOnElectron } from './electron-suite.ts';
import { contentPolicy } from '../../app/main/scheme.ts';
import { launch, makeHome, setTheStage, until, type RunningApp, type Stage } from './silmaril-app.ts';

let stage: Stage;
let app: RunningApp;
let page: Page;
let home: string;
let scratch: string;
/** What an attacker's server was asked for: nothing, if the guards hold. */
const asked: string[] = [];
const server = http.createServer((request, response) => {
  asked.push(request.url ?? '');
  response.setHeader('access-control-allow-origin', '*');
  response.end('attacker');
});
let attacker: string;

beforeAll(async () => {
  stage = await setTheStage();
  home = makeHome();
  scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'silmaril-guards-'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  attacker = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  app = await launch(stage, home);
  page = await app.window();
});
afterAll(async () => {
  // Where the app did not even start, the screen has to go all the same.
  stage.end();
  server.close();
  await (app as RunningApp | undefined)?.quit();
  fs.rmSync(home, { recursive: true, force: true });
  fs.rmSync(scratch, { recursive: true, force: true });
});

const address = () => page.evaluate(() => (globalThis as unknown as { location: { href: string } }).location.href);
const inPage = <T>(script: string) => page.evaluate(script) as Promise<T>;

describeOnElectron('the page', () => {
  it('comes from the app scheme with the content policy', async () => {
    expect(await address()).toBe('silmaril://app/index.html');
    const policy = await app.electron.evaluate(async ({ session }) => (await session.fromPartition('silmaril').fetch('silmaril://app/index.html')).headers.get('content-security-policy'));
    expect(policy).toBe(contentPolicy);
  });

  it('has no Node.js, no Electron, no ipcRenderer', async () => {
    expect(await inPage('[typeof require, typeof process, typeof module, typeof Buffer, typeof ipcRenderer, typeof global]')).toEqual(Array(6).fill('undefined'));
    const exposed = await inPage<string[]>('Object.values(silmaril).flatMap((domain) => Object.keys(domain))');
    expect(exposed).toContain('planInstall');
    expect(exposed.filter((name) => /^(send|invoke|on|emit|ipc)$/.test(name))).toEqual([]);
    expect(await inPage('Object.values(silmaril).flatMap((domain) => Object.values(domain)).every((value) => typeof value === "function")')).toBe(true);
  });

  it('cannot change the bridge', async () => {
    await inPage('try { silmaril.secrets.set = () => "mine" } catch {} try { silmaril.secrets = {} } catch {}');
    expect(await inPage('silmaril.secrets.set.toString()')).not.toContain('mine');
    expect(await inPage('typeof silmaril.secrets.look')).toBe('function');
  });

  it('is sandboxed, isolated, and without webviews', async () => {
    const preferences = await app.electron.evaluate(({ BrowserWindow }) => {
      const [window] = BrowserWindow.getAllWindows();
      return (window?.webContents as unknown as { getLastWebPreferences(): Record<string, unknown> }).getLastWebPreferences();
    });
    expect(preferences).toMatchObject({ sandbox: true, contextIsolation: true, nodeIntegration: false, webSecurity: true, webviewTag: false });
    expect(preferences['nodeIntegrationInSubFrames']).not.toBe(true);
    expect(preferences['nodeIntegrationInWorker']).not.toBe(true);
  });
});

describeOnElectron('the content policy', () => {
  it.each([
    ['an inline script', "const s = document.createElement('script'); try { s.text = 'window.hit = 1' } catch {} document.head.append(s)"],
    // From a task of the page's own: what the debugger evaluates may call eval.
    ['a string as code', "setTimeout(() => { try { eval('window.hit = 1') } catch {} }, 0)"],
    ['a Function', "setTimeout(() => { try { new Function('window.hit = 1')() } catch {} }, 0)"],
    ['a timer with a string', "try { setTimeout('window.hit = 1', 0) } catch {}"],
    ['an event handler in markup', "try { document.body.insertAdjacentHTML('beforeend', '<img src=x onerror=\"window.hit = 1\">') } catch {}"],
    ['markup from a string', "try { const d = document.createElement('div'); d.innerHTML = '<b>hit</b>'; window.hit = d.children.length || undefined } catch {}"],
    ['a policy of the page’s own for Trusted Types', "try { window.hit = trustedTypes.createPolicy('x', { createHTML: (t) => t }) ? 1 : undefined } catch {}"],
    ['a data: script', "const s = document.createElement('script'); try { s.src = 'data:text/javascript,window.hit=1' } catch {} document.head.append(s)"],
  ])('refuses %s', async (_what, script) => {
    await inPage(`delete window.hit; ${script}; undefined`);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await inPage('window.hit')).toBeUndefined();
  });
});

describeOnElectron('the network', () => {
  it.each([
    ['fetch', (url: string) => `fetch('${url}/fetch').then(() => 'through', () => 'refused')`],
    ['XMLHttpRequest', (url: string) => `new Promise((r) => { try { const x = new XMLHttpRequest(); x.onload = () => r('through'); x.onerror = () => r('refused'); x.open('GET', '${url}/xhr'); x.send() } catch { r('refused') } })`],
    ['an image', (url: string) => `new Promise((r) => { const i = new Image(); i.onload = () => r('through'); i.onerror = () => r('refused'); i.src = '${url}/image' })`],
    ['a WebSocket', (url: string) => `new Promise((r) => { try { const w = new WebSocket('${url.replace('http', 'ws')}/ws'); w.onopen = () => r('through'); w.onerror = () => r('refused') } catch { r('refused') } })`],
    ['a beacon', (url: string) => `(() => { try { return navigator.sendBeacon('${url}/beacon') ? 'queued' : 'refused' } catch { return 'refused' } })()`],
    ['a stylesheet', (url: string) => `new Promise((r) => { const l = document.createElement('link'); l.rel = 'stylesheet'; l.href = '${url}/css'; l.onload = () => r('through'); l.onerror = () => r('refused'); document.head.append(l) })`],
    ['a file', () => "fetch('file:///etc/passwd').then(() => 'through', () => 'refused')"],
  ])('is out of reach for %s', async (_what, script) => {
    expect(await inPage(script(attacker))).not.toBe('through');
  });

  it('is out of reach also for a page without a content policy', async () => {
    const outcome = await app.electron.evaluate(async ({ BrowserWindow }, url) => {
      const window = new BrowserWindow({ show: false });
      const loaded = await window.loadURL(`${url}/window`).then(() => 'through', () => 'refused');
      window.destroy();
      return loaded;
    }, attacker);
    expect(outcome).toBe('refused');
  });

  it('was asked for nothing', async () => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(asked).toEqual([]);
    expect(app.log()).toContain('guard: request http://127.0.0.1');
  });
});

describeOnElectron('navigation', () => {
  it.each([
    ['another site', () => `location.href = '${attacker}/'`],
    ['a file', () => "location.href = 'file:///etc/passwd'"],
    ['data:', () => "location.href = 'data:text/html,<h1>x</h1>'"],
    ['about:blank', () => "location.href = 'about:blank'"],
    ['another page of ours', () => "location.href = 'silmaril://app/assets/'"],
    ['a link that is clicked', () => `const a = document.createElement('a'); a.href = '${attacker}/'; document.body.append(a); a.click(); a.remove()`],
    ['a form', () => `const f = document.createElement('form'); f.action = '${attacker}/'; document.body.append(f); f.submit(); f.remove()`],
  ])('to %s does not happen', async (_what, script) => {
    await inPage(`${script()}; undefined`).catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 250));
    // about:blank is undone rather than prevented: the page may be on its way back.
    await until('our page is shown', async () => (await address().catch(() => '')) === 'silmaril://app/index.html');
    expect(await inPage('typeof silmaril.system.snapshot')).toBe('function');
  });

  it('opens no window', async () => {
    await inPage(`window.open('${attacker}/'); window.open('about:blank'); window.open('silmaril://app/index.html'); undefined`);
    const link = `const a = document.createElement('a'); a.href = '${attacker}/'; a.target = '_blank'; document.body.append(a); a.click(); a.remove(); undefined`;
    await inPage(link);
    await new Promise((resolve) => setTimeout(resolve, 250));
    expect(await app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
    expect(app.log()).toContain('guard: window');
  });

  it('gives a frame nothing to show and no bridge', async () => {
    const inner = await inPage<string>(`new Promise((r) => { const f = document.createElement('iframe'); f.src = 'silmaril://app/index.html'; f.onload = () => { let found; try { found = typeof f.contentWindow.silmaril } catch { found = 'out of reach' } r(found); f.remove() }; document.body.append(f); setTimeout(() => r('nothing'), 3000) })`);
    expect(['undefined', 'out of reach', 'nothing']).toContain(inner);
  });
});

describeOnElectron('permissions', () => {
  it.each([
    ['notifications', 'Notification.requestPermission()'],
    ['the clipboard', "navigator.clipboard.readText().then(() => 'granted', () => 'denied')"],
    ['the microphone', "navigator.mediaDevices.getUserMedia({ audio: true }).then(() => 'granted', () => 'denied')"],
    ['the place', "new Promise((r) => navigator.geolocation.getCurrentPosition(() => r('granted'), () => r('denied')))"],
    ['the screen', "navigator.mediaDevices.getDisplayMedia({ video: true }).then(() => 'granted', () => 'denied')"],
    ['USB devices', "navigator.usb.requestDevice({ filters: [] }).then(() => 'granted', () => 'denied')"],
  ])('are refused: %s', async (_what, script) => {
    expect(await inPage(script)).not.toBe('granted');
  });
});

describeOnElectron('downloads', () => {
  it('do not start', async () => {
    const before = fs.readdirSync(home);
    await inPage("const a = document.createElement('a'); a.href = URL.createObjectURL(new Blob(['x'])); a.download = 'x.sh'; document.body.append(a); a.click(); a.remove(); undefined");
    await app.electron.evaluate(({ BrowserWindow }) => { BrowserWindow.getAllWindows()[0]?.webContents.downloadURL('silmaril://app/index.html'); });
    await until('the guard has seen it', () => app.log().includes('guard: download'));
    // Chromium opens a file before it asks, and deletes it when it is told no.
    await until('the home is as it was', () => JSON.stringify(fs.readdirSync(home)) === JSON.stringify(before), 10_000);
  });
});

describeOnElectron('the bridge', () => {
  /** A window of somebody else with a preload of their own, calling our channel. */
  const hostileCall = (url: string, name: string, payload: unknown) => {
    const preload = path.join(scratch, 'hostile.js');
    fs.writeFileSync(preload, "const { contextBridge, ipcRenderer } = require('electron'); contextBridge.exposeInMainWorld('attack', (name, payload) => ipcRenderer.invoke('silmaril', name, payload).catch((error) => String(error)));");
    return app.electron.evaluate(
      async ({ BrowserWindow }, given) => {
        const window = new BrowserWindow({ show: false, webPreferences: { partition: 'silmaril', preload: given.preload, sandbox: true } });
        await window.loadURL(given.url);
        const answer = (await window.webContents.executeJavaScript(`attack(${JSON.stringify(given.name)}, ${JSON.stringify(given.payload)})`)) as unknown;
        window.destroy();
        return answer;
      },
      { url, name, payload, preload },
    );
  };

  it('does not answer a window that is not ours, not even under our origin', async () => {
    expect(await hostileCall('silmaril://app/index.html', 'silmaril:system/snapshot', null)).toMatchObject({ ok: false, failure: { code: 'not-our-window' } });
    expect(await hostileCall('about:blank', 'silmaril:system/snapshot', null)).toMatchObject({ ok: false, failure: { code: 'not-our-window' } });
    expect(app.log()).toContain('refused a call from not a window of ours');
  });

  /** What our own window's preload would send if it were taken over: the bound handler, with the real frame. */
  const takenOver = (name: unknown, payload: unknown) =>
    app.electron.evaluate(
      async ({ BrowserWindow, ipcMain }, given) => {
        const contents = BrowserWindow.getAllWindows()[0]?.webContents;
        const handlers = (ipcMain as unknown as { _invokeHandlers: Map<string, (event: unknown, ...rest: unknown[]) => Promise<unknown>> })._invokeHandlers;
        return handlers.get('silmaril')?.({ sender: contents, senderFrame: contents?.mainFrame }, given.name, given.payload);
      },
      { name, payload },
    );

  it('answers our own top frame', async () => {
    expect(await takenOver('silmaril:system/snapshot', null)).toMatchObject({ ok: true });
  });

  it('refuses and logs an unknown channel', async () => {
    expect(await takenOver('silmaril:secrets/read', null)).toMatchObject({ ok: false, failure: { code: 'unknown-channel' } });
    await until('it is logged', () => app.log().includes('unknown channel silmaril:secrets/read'));
  });

  it('refuses a payload that is not in the schema, at both ends', async () => {
    expect(await takenOver('silmaril:harnesses/setMode', { harness: 'vscode', mode: 'allow' })).toMatchObject({ ok: false, failure: { code: 'bad-payload' } });
    expect(await takenOver('silmaril:system/openExternal', { link: 'https://evil.example' })).toMatchObject({ ok: false, failure: { code: 'bad-payload' } });
    expect(await inPage("silmaril.harnesses.setMode({ harness: '../../x', mode: 'block' })")).toMatchObject({ ok: false, failure: { code: 'bad-payload' } });
    expect(await inPage("silmaril.system.openExternal({ link: 'https://evil.example' })")).toMatchObject({ ok: false, failure: { code: 'bad-payload' } });
  });

  it('refuses a frame that is gone', async () => {
    const answer = await app.electron.evaluate(({ BrowserWindow, ipcMain }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents;
      const handlers = (ipcMain as unknown as { _invokeHandlers: Map<string, (event: unknown, ...rest: unknown[]) => Promise<unknown>> })._invokeHandlers;
      return handlers.get('silmaril')?.({ sender: contents, senderFrame: null }, 'silmaril:system/snapshot', null);
    });
    expect(answer).toMatchObject({ ok: false, failure: { code: 'not-our-window' } });
  });
});
