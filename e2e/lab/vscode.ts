// The chat agent of the real VS Code (in code-server, with the chat extension that ships in it,
// signed in nowhere), driven through headless Chromium against the mock model.
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CodeServerPaths } from './install.mjs';
import { listenOnLoopback } from './listen.ts';
import type { Loopback } from './loopback.ts';
import type { MockModel } from './mock-model.ts';
import type { RunFolder } from './run-folder.ts';

export interface VsCodeOptions {
  readonly paths: CodeServerPaths;
  readonly folder: RunFolder;
  readonly loopback: Loopback;
  readonly model: MockModel;
  /** Agent plugin folders, absolute; they go into `chat.pluginLocations`. */
  readonly plugins: readonly string[];
}

export interface ChatTurn {
  /** What the chat showed when it asked for a confirmation, or null when it did not ask. */
  readonly asked: string | null;
  /** The chat's text at the end, whitespace collapsed. */
  readonly shown: string;
}

/** The few calls of playwright-core that are used; the package is the lab's, not the project's. */
interface Locator {
  first(): Locator;
  last(): Locator;
  nth(index: number): Locator;
  locator(selector: string): Locator;
  filter(options: { hasText: RegExp }): Locator;
  waitFor(options: { timeout: number }): Promise<void>;
  click(options?: { timeout: number }): Promise<void>;
  count(): Promise<number>;
  innerText(): Promise<string>;
}
interface Page {
  goto(url: string): Promise<unknown>;
  locator(selector: string): Locator;
  screenshot(options: { path: string }): Promise<unknown>;
  readonly keyboard: { type(text: string): Promise<void>; press(key: string): Promise<void> };
  context(): { close(): Promise<void> };
}
interface Browser {
  newContext(options: { viewport: { width: number; height: number } }): Promise<{ newPage(): Promise<Page> }>;
  close(): Promise<void>;
}

const sleep = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

const inputBox = '.interactive-input-part .monaco-editor';

export class VsCode {
  readonly #server: ChildProcess;
  readonly #browser: Browser;
  readonly #url: string;
  readonly #model: MockModel;
  readonly #logFile: string;
  readonly #settings: string;
  #page: Page | null = null;

  private constructor(server: ChildProcess, browser: Browser, url: string, model: MockModel, logFile: string, settings: string) {
    this.#server = server;
    this.#browser = browser;
    this.#url = url;
    this.#model = model;
    this.#logFile = logFile;
    this.#settings = settings;
  }

  static async open({ paths, folder, loopback, model, plugins }: VsCodeOptions): Promise<VsCode> {
    await loopback.expose(model.port);
    writeProfile(folder, model, plugins);
    const port = await freePort();
    const logFile = path.join(folder.root, 'code-server.log');
    const log = fs.openSync(logFile, 'w');
    const argv = loopback.command([
      ...[paths.node, paths.entry, '--bind-addr', `127.0.0.1:${port}`, '--auth', 'none'],
      ...['--disable-telemetry', '--disable-update-check', '--disable-workspace-trust', folder.work],
    ]);
    const server = spawn(argv[0] as string, argv.slice(1), {
      env: { HOME: folder.home, PATH: '/usr/local/bin:/usr/bin:/bin', SHELL: '/bin/bash', LANG: 'C.UTF-8' },
      stdio: ['ignore', log, log],
      detached: true,
    });
    fs.closeSync(log);
    const { chromium } = (await import(pathToFileURL(paths.playwright).href)) as { chromium: { launch(options: Record<string, unknown>): Promise<Browser> } };
    // The browser must stand in the same place as the server; playwright starts one executable, so it gets a script.
    const starter = path.join(folder.root, 'chromium.sh');
    fs.writeFileSync(starter, `#!/bin/sh\nexec ${loopback.command([paths.chromium]).map((word) => `'${word}'`).join(' ')} "$@"\n`, { mode: 0o755 });
    try {
      const browser = await chromium.launch({ executablePath: starter, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
      const code = new VsCode(server, browser, `http://127.0.0.1:${port}/?folder=${encodeURIComponent(folder.work)}`, model, logFile, path.join(dataFolder(folder), 'User', 'settings.json'));
      // The first window of a fresh profile does not start the chat extension; every later one does.
      await (await code.#window()).context().close();
      return code;
    } catch (error) {
      endGroup(server);
      throw error;
    }
  }

  /** Changes one of the person's settings; a new chat has it. */
  set(name: string, value: unknown): void {
    const settings = JSON.parse(fs.readFileSync(this.#settings, 'utf8')) as Record<string, unknown>;
    fs.writeFileSync(this.#settings, JSON.stringify({ ...settings, [name]: value }, null, 2));
  }

  /** A window of its own has a chat of its own, with an empty history. */
  async newChat(): Promise<void> {
    await this.#page?.context().close();
    this.#page = await this.#window();
  }

  /**
   * Types a prompt and waits until the model was asked `requests` times or `limit` milliseconds are
   * over; answers every confirmation on the way.
   */
  async turn(prompt: string, { answer = 'Allow', requests, limit = 30_000 }: { answer?: 'Allow' | 'Skip'; requests: number; limit?: number }): Promise<ChatTurn> {
    const page = this.#page;
    if (!page) throw new Error('open a chat first');
    await page.locator(inputBox).first().click();
    await page.keyboard.type(prompt);
    await page.keyboard.press('Enter');
    const chat = page.locator('.interactive-session').first();
    const shown = async (): Promise<string> => (await chat.innerText()).replace(/\s+/g, ' ');
    let asked: string | null = null;
    for (const end = Date.now() + limit; Date.now() < end; await sleep(300)) {
      const button = page.locator('.interactive-session .monaco-button:visible').filter({ hasText: new RegExp(`^${answer}$`) }).last();
      if ((await button.count()) > 0) {
        // The reason is drawn a moment after the buttons.
        await sleep(500);
        asked ??= await shown();
        await button.click({ timeout: 1500 }).catch(() => undefined);
      }
      if (this.#model.main.length >= requests) break;
    }
    await sleep(1500);
    return { asked, shown: await shown() };
  }

  /** Opens what the chat has folded away, as a person who wants to know would, and returns all that it says then. */
  async unfold(): Promise<string> {
    const page = this.#page;
    if (!page) throw new Error('open a chat first');
    const chat = page.locator('.interactive-session').first();
    for (const label of ['Completed \\d+ step', 'Finished', 'Warning from']) {
      const folded = chat.locator(`text=/${label}/`);
      for (let i = 0; i < (await folded.count()); i++) await folded.nth(i).click({ timeout: 1500 }).catch(() => undefined);
      await sleep(800);
    }
    return (await chat.innerText()).replace(/\s+/g, ' ');
  }

  async screenshot(file: string): Promise<void> {
    await this.#page?.screenshot({ path: file });
  }

  async close(): Promise<void> {
    await this.#browser.close().catch(() => undefined);
    const ended = new Promise((done) => this.#server.once('exit', done));
    if (this.#server.exitCode === null && endGroup(this.#server)) await Promise.race([ended, sleep(5000)]);
  }

  async #window(): Promise<Page> {
    const page = await (await this.#browser.newContext({ viewport: { width: 1400, height: 900 } })).newPage();
    for (const end = Date.now() + 45_000; ; await sleep(300)) {
      try {
        await page.goto(this.#url);
        break;
      } catch (error) {
        if (Date.now() > end || this.#server.exitCode !== null)
          throw new Error(`code-server does not answer: ${(error as Error).message.split('\n')[0]}\n${fs.readFileSync(this.#logFile, 'utf8').slice(-2000)}`);
      }
    }
    await page.locator(inputBox).first().waitFor({ timeout: 60_000 });
    // Nothing on the page says when the extensions and the plugins have loaded.
    await sleep(7000);
    return page;
  }
}

const dataFolder = (folder: RunFolder): string => folder.at('.local', 'share', 'code-server');

function writeProfile(folder: RunFolder, model: MockModel, plugins: readonly string[]): void {
  const data = dataFolder(folder);
  const write = (name: string, value: unknown): void => {
    fs.mkdirSync(path.dirname(path.join(data, name)), { recursive: true });
    fs.writeFileSync(path.join(data, name), JSON.stringify(value, null, 2));
  };
  write('User/settings.json', {
    'telemetry.telemetryLevel': 'off',
    'update.mode': 'none',
    'extensions.autoCheckUpdates': false,
    'workbench.startupEditor': 'none',
    'workbench.secondarySideBar.defaultVisibility': 'visible',
    'chat.plugins.enabled': true,
    'chat.useHooks': true,
    'chat.allowAnonymousAccess': true,
  });
  // A machine-scoped setting: in a remote window, which code-server's always is, only this file counts.
  write('Machine/settings.json', { 'chat.pluginLocations': Object.fromEntries(plugins.map((plugin) => [plugin, true])) });
  write('User/chatLanguageModels.json', [
    {
      name: 'Lab',
      vendor: 'customendpoint',
      apiKey: 'lab-dummy-key',
      apiType: 'chat-completions',
      models: [{ id: 'lab-model', name: 'Lab Model', url: `${model.url}/v1/chat/completions`, toolCalling: true, vision: false, maxInputTokens: 128_000, maxOutputTokens: 16_000 }],
    },
  ]);
}

async function freePort(): Promise<number> {
  const server = net.createServer();
  const port = await listenOnLoopback(server);
  await new Promise((done) => server.close(done));
  return port;
}

/** Ends a process that leads a group, and what it started; false when it is gone already. */
function endGroup(leader: ChildProcess): boolean {
  if (leader.pid === undefined) return false;
  try {
    process.kill(-leader.pid, 'SIGTERM');
    return true;
  } catch {
    return false;
  }
}
