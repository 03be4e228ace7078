// The window's page in a plain Chromium, under the content policy that the app serves it with, and with a bridge that
// answers from memory (sample-bridge.ts).
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { chromium, type BrowserContext, type Page } from '@playwright/test';
import { build } from 'esbuild';
import { contentPolicy } from '../../app/main/scheme.ts';
import type { Sample } from './sample-bridge.ts';

/** A Chromium of the system: none is downloaded. */
export const chromiumPath = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'].find((file) => fs.existsSync(file)) ?? null;

export interface Look {
  readonly theme: 'light' | 'dark';
  readonly width?: number;
  readonly height?: number;
  readonly locale?: string;
  readonly reducedMotion?: boolean;
  readonly moreContrast?: boolean;
}

export interface Screens {
  /** Opens the window on this sample. Whatever the content policy or the page complains of lands in `complaints`. */
  open(sample: Sample, look: Look): Promise<{ readonly page: Page; readonly complaints: readonly string[] }>;
  /** Files of the built page, by name, with their bytes. */
  readonly files: ReadonlyMap<string, Buffer>;
  close(): Promise<void>;
}

const types: Readonly<Record<string, string>> = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript; charset=utf-8', '.css': 'text/css; charset=utf-8' };

/** @param root of the project @throws when the page cannot be built or no browser starts */
export async function startScreens(root: string): Promise<Screens> {
  if (chromiumPath === null) throw new Error('No Chromium was found. On Debian or Ubuntu: apt-get install chromium');
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'silmaril-screens-'));
  const out = path.join(folder, 'page');
  // A process of its own: under a test runner React would be built for tests.
  const script = `const { build } = await import('vite'); const { rendererBuild } = await import('./app/renderer/vite.config.mjs'); await build({ ...rendererBuild(process.argv[1]), configFile: false, logLevel: 'error' });`;
  const vite = spawnSync(process.execPath, ['--input-type=module', '-e', script, out], { cwd: root, encoding: 'utf8', env: { ...process.env, NODE_ENV: 'production' } });
  if (vite.status !== 0) throw new Error(`The window's page could not be built.\n${vite.stdout}${vite.stderr}`);
  const bridge = await build({ entryPoints: [path.join(root, 'e2e/screens/sample-bridge.ts')], bundle: true, write: false, format: 'iife', platform: 'browser', target: 'chrome130' });
  const bridgeText = bridge.outputFiles[0]?.text ?? '';
  const files = new Map(listFiles(out).map((file) => [`/${path.relative(out, file).split(path.sep).join('/')}`, fs.readFileSync(file)]));

  const server = http.createServer((request, response) => {
    const name = request.url === '/' ? '/index.html' : (request.url ?? '');
    const bytes = files.get(name);
    response.writeHead(bytes === undefined ? 404 : 200, { 'content-security-policy': contentPolicy, 'content-type': types[path.extname(name)] ?? 'application/octet-stream' });
    response.end(bytes);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The loopback server has no port.');
  const browser = await chromium.launch({ executablePath: chromiumPath, args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--font-render-hinting=none'] });
  const contexts: BrowserContext[] = [];
  return {
    files,
    async open(sample, look) {
      const context = await browser.newContext({
        colorScheme: look.theme,
        locale: look.locale ?? 'en-GB',
        timezoneId: 'Europe/Berlin',
        reducedMotion: look.reducedMotion === false ? 'no-preference' : 'reduce',
        contrast: look.moreContrast === true ? 'more' : 'no-preference',
        viewport: { width: look.width ?? 1180, height: look.height ?? 780 },
        deviceScaleFactor: 2,
      });
      contexts.push(context);
      const page = await context.newPage();
      const complaints: string[] = [];
      page.on('console', (message) => { if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text()); });
      page.on('pageerror', (error) => complaints.push(String(error)));
      // The same clock for the sample's events and for the words around them.
      await page.clock.setFixedTime(sample.now);
      await page.addInitScript({ content: `globalThis.sample = ${JSON.stringify({ ...sample, sent: [] })};\n${bridgeText}` });
      await page.goto(`http://127.0.0.1:${String(address.port)}/`);
      await page.locator('h1').first().waitFor();
      return { page, complaints };
    },
    async close() {
      for (const context of contexts) await context.close();
      await browser.close();
      await new Promise((resolve) => server.close(resolve));
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}

function listFiles(folder: string): string[] {
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? listFiles(path.join(folder, entry.name)) : [path.join(folder, entry.name)]));
}
