// The real app on the real Electron, driven by Playwright, in a temporary home on a virtual screen.
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { _electron, type ElectronApplication, type Page } from '@playwright/test';
import type { SilmarilBridge } from '../../app/contract/ipc.ts';
import { buildApp } from '../../scripts/app.mjs';
import { ensureElectron } from '../../scripts/electron-runtime.mjs';
import { ensureNode22 } from '../../scripts/node22.mjs';
import { hasDisplay, startVirtualDisplay } from '../../scripts/virtual-display.mjs';

export const root = path.dirname(path.dirname(path.dirname(fileURLToPath(import.meta.url))));

/** One build and one screen for a test file. */
export interface Stage {
  readonly out: string;
  readonly env: Readonly<Record<string, string>>;
  end(): void;
}

export async function setTheStage(): Promise<Stage> {
  const { binary, development } = await ensureElectron();
  // Playwright asks the electron package for its binary, and then has the app wait until it is attached;
  // given a path, it does not, and now and then misses the start.
  if (development) process.env['ELECTRON_OVERRIDE_DIST_PATH'] = path.dirname(binary);
  ensureNode22();
  // Beside the checkout's own `out`, which somebody may be running; `hooks/` is found next to it.
  const out = path.join(root, 'out');
  await buildApp(out);
  const screen = hasDisplay() ? null : await startVirtualDisplay();
  const env = { ...(screen ? { DISPLAY: screen.display } : { DISPLAY: process.env['DISPLAY'] ?? '' }), ...(process.getuid?.() === 0 ? { ELECTRON_DISABLE_SANDBOX: '1' } : {}) };
  return { out, env, end: () => { screen?.stop(); } };
}

export interface RunningApp {
  readonly electron: ElectronApplication;
  readonly home: string;
  /** What the app wrote to standard error. */
  readonly log: () => string;
  window(): Promise<Page>;
  /** Asks the app to quit and waits for its end. @returns its exit status */
  quit(): Promise<number | null>;
}

/** A home with stand-ins for the two harnesses on the PATH, as a person would have them. */
export function makeHome(): string {
  const home = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'silmaril-app-')));
  const program = (place: string) => {
    fs.mkdirSync(path.dirname(place), { recursive: true });
    fs.writeFileSync(place, '#!/bin/sh\n', { mode: 0o755 });
    return place;
  };
  // Claude Code's own installer: the version is a part of the path that the link on the PATH leads to.
  const versioned = program(path.join(home, '.local', 'share', 'claude', 'versions', '2.1.332'));
  program(path.join(home, 'bin', 'code'));
  fs.symlinkSync(versioned, path.join(home, 'bin', 'claude'));
  fs.mkdirSync(path.join(home, '.claude'));
  fs.writeFileSync(path.join(home, '.claude', 'settings.json'), '{\n  "model": "opus"\n}\n');
  fs.mkdirSync(path.join(home, '.config', 'Code', 'User'), { recursive: true });
  fs.writeFileSync(path.join(home, '.config', 'Code', 'User', 'settings.json'), '{\n  // mine\n  "editor.fontSize": 13,\n}\n');
  return home;
}

export async function launch(stage: Stage, home: string, more: { readonly args?: readonly string[]; readonly env?: Readonly<Record<string, string>> } = {}): Promise<RunningApp> {
  const electron = await _electron.launch({
    args: [path.join(stage.out, 'main', 'main.cjs'), '--disable-gpu', ...(more.args ?? [])],
    cwd: home,
    env: { HOME: home, PATH: `${path.join(home, 'bin')}:/usr/bin:/bin`, LANG: 'en_GB.UTF-8', TMPDIR: process.env['TMPDIR'] ?? '/tmp', ...stage.env, ...more.env },
    timeout: 60_000,
  });
  let said = '';
  electron.process().stderr?.on('data', (bytes: Buffer) => { said += bytes.toString(); });
  const ended = new Promise<number | null>((resolve) => { electron.process().on('exit', (code) => { resolve(code); }); });
  return {
    electron,
    home,
    log: () => said,
    window: async () => {
      const page = electron.windows()[0] ?? (await electron.firstWindow({ timeout: 60_000 }));
      await page.waitForLoadState('domcontentloaded');
      return page;
    },
    quit: async () => {
      await electron.evaluate(({ app }) => { app.quit(); }).catch(() => undefined);
      return ended;
    },
  };
}

/** Calls the bridge as the page would. */
export async function ask<T>(page: Page, call: (bridge: SilmarilBridge) => Promise<{ ok: true; value: T } | { ok: false; failure: { code: string; sentence: string } }>): Promise<T> {
  // `call` travels as text: it may name nothing but its argument.
  const answer = await page.evaluate(`(${call.toString()})(window.silmaril)`);
  const got = answer as Awaited<ReturnType<typeof call>>;
  if (!got.ok) throw new Error(`${got.failure.code}: ${got.failure.sentence}`);
  return got.value;
}

export async function until(what: string, condition: () => boolean | Promise<boolean>, time = 30_000): Promise<void> {
  const end = Date.now() + time;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`It did not happen within ${String(time / 1000)} s: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

function listed(folder: string, tries = 5): fs.Dirent[] {
  try {
    return fs.readdirSync(folder, { recursive: true, withFileTypes: true });
  } catch (error) {
    // So are folders.
    if (tries === 0 || (error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return listed(folder, tries - 1);
  }
}

/** Every file below a folder with its bytes. */
export function filesOf(folder: string): ReadonlyMap<string, string> {
  const seen = new Map<string, string>();
  for (const entry of listed(folder)) {
    const place = path.join(entry.parentPath, entry.name);
    try {
      const mode = (fs.lstatSync(place).mode & 0o7777).toString(8);
      seen.set(path.relative(folder, place), entry.isFile() ? `${mode} ${fs.readFileSync(place).toString('base64')}` : mode);
    } catch (error) {
      // A running app takes temporary files away while they are listed.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  return seen;
}

/** Hands an installed launcher an event, as its harness would. */
export function sendEvent(home: string, command: string): string {
  const run = spawnSync(launcherOf(home), ['PreToolUse'], { cwd: home, env: { HOME: home, PATH: '/usr/bin:/bin' }, input: payloadOf(home, command), encoding: 'utf8' });
  if (run.error) throw run.error;
  return run.stdout.trim();
}

/** The same without waiting in this process, where a classifier of the test's own may have to answer. */
export async function sendEventMeanwhile(home: string, command: string): Promise<string> {
  const child = spawn(launcherOf(home), ['PreToolUse'], { cwd: home, env: { HOME: home, PATH: '/usr/bin:/bin' }, stdio: ['pipe', 'pipe', 'ignore'] });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => { said += text; });
  child.stdin.on('error', () => undefined);
  child.stdin.end(payloadOf(home, command));
  await new Promise((resolve, reject) => child.once('close', resolve).once('error', reject));
  return said.trim();
}

const launcherOf = (home: string): string => path.join(home, '.claude', 'silmaril-firewall', 'scripts', 'run-hook.sh');

function payloadOf(home: string, command: string): string {
  return JSON.stringify({ session_id: 's1', transcript_path: path.join(home, 't.jsonl'), cwd: home, permission_mode: 'default', hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command }, tool_use_id: `call-${String(Math.random())}` });
}
