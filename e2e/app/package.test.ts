// The packed app: the configuration against electron-builder's schema, a Linux build that runs, and a
// macOS build as far as it can be read without a Mac.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { _electron } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeOnElectron } from './electron-suite.ts';
import { node22Path } from '../../scripts/node22.mjs';
import { ensureElectron } from '../../scripts/electron-runtime.mjs';
import { ask, makeHome, root, setTheStage, type Stage } from './silmaril-app.ts';
import { writeMacStandIn } from './mac-stand-in.ts';

const onLinux = process.platform === 'linux' && process.arch === 'x64';
const sentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
let stage: Stage;
let dist: string;
let version: string;
let scratch: string;

beforeAll(async () => {
  stage = await setTheStage();
  const runtime = await ensureElectron();
  dist = path.dirname(runtime.binary);
  version = runtime.version;
  scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'silmaril-package-'));
});
afterAll(() => {
  stage.end();
  fs.rmSync(scratch, { recursive: true, force: true });
});

/** Packs into a folder of its own. @returns what electron-builder said when it failed */
function pack(name: string, args: readonly string[]): string {
  const output = path.join(scratch, name);
  const run = spawnSync(process.execPath, [path.join(root, 'node_modules', 'electron-builder', 'cli.js'), ...args, `-c.electronVersion=${version}`, `-c.directories.output=${output}`], { cwd: root, encoding: 'utf8', env: { ...process.env, CSC_IDENTITY_AUTO_DISCOVERY: 'false' } });
  if (run.status !== 0) throw new Error(`electron-builder ${args.join(' ')} failed:\n${run.stdout}${run.stderr}`);
  return output;
}

/** The fuses in a packed program, one character each: `1` on, `0` off, `r` removed. */
function fuses(file: string): string {
  const bytes = fs.readFileSync(file);
  const at = bytes.indexOf(sentinel, 0, 'latin1');
  expect(at).toBeGreaterThan(0);
  expect(bytes[at + sentinel.length]).toBe(1);
  return bytes.toString('latin1', at + sentinel.length + 2, at + sentinel.length + 2 + (bytes[at + sentinel.length + 1] ?? 0));
}

/** Names in an asar archive, as paths. */
function namesIn(archive: string): readonly string[] {
  const descriptor = fs.openSync(archive, 'r');
  const head = Buffer.alloc(16);
  fs.readSync(descriptor, head, 0, 16, 0);
  const directory = Buffer.alloc(head.readUInt32LE(12));
  fs.readSync(descriptor, directory, 0, directory.length, 16);
  fs.closeSync(descriptor);
  interface Entry { readonly files?: Record<string, Entry> }
  const walk = (entry: Entry, at: string): string[] => Object.entries(entry.files ?? {}).flatMap(([name, inner]) => (inner.files ? walk(inner, `${at}${name}/`) : [`${at}${name}`]));
  return walk(JSON.parse(directory.toString()) as Entry, '');
}

/** The plugin of Hermes is Python as it stands, with the classifier's Python and the checker. */
const pythonFiles = ['hermes', 'classifier'].flatMap((folder) => fs.readdirSync(path.join(root, 'hooks', folder)).filter((name) => name.endsWith('.py')).map((name) => path.join('hooks', folder, name)));
const hermesFiles = [...pythonFiles, 'hooks/hermes/plugin.yaml', 'hooks/hermes/scripts/run-event.sh', 'hooks/hermes/scripts/run_event.py', 'hooks/classifier/python-files.json', 'hooks/classifier/weights.bin', 'hooks/checker/dist/silmaril-checker'];

/** What a harness runs, relative to the root. */
const hookFiles = [...hermesFiles, 'hooks/opencode/manifest.json', ...['vscode', 'claude-code', 'opencode'].flatMap((harness) => fs.readdirSync(path.join(root, 'hooks', harness, 'dist')).map((name) => path.join('hooks', harness, 'dist', name)))];

/** In the order of the wire. */
const shipped = { runAsNode: '0', cookieEncryption: '0', nodeOptions: '0', inspect: '0', asarIntegrity: '1', onlyAsar: '1', ownSnapshot: '0', fileExtra: '0' };
const wire = Object.values(shipped).join('');

describeOnElectron('the configuration', () => {
  const schema = createRequire(import.meta.url)('app-builder-lib/out/util/config/config') as {
    getConfig(folder: string, file: string, more: null): Promise<Record<string, unknown>>;
    validateConfiguration(configuration: object, logger: object): Promise<void>;
  };
  const logger = { isEnabled: false, add: () => undefined };

  it('is what electron-builder understands', async () => {
    const configuration = await schema.getConfig(root, 'electron-builder.yml', null);
    await expect(schema.validateConfiguration(configuration, logger)).resolves.toBeUndefined();
    // And the check can fail.
    await expect(schema.validateConfiguration({ ...configuration, macc: {} }, logger)).rejects.toThrow('macc');
  });

  it('names every processor, the hardened runtime and no identity', async () => {
    const { mac } = (await schema.getConfig(root, 'electron-builder.yml', null)) as { mac: Record<string, unknown> };
    expect(mac['target']).toEqual([{ target: 'dmg', arch: ['arm64', 'x64'] }, { target: 'zip', arch: ['arm64', 'x64'] }]);
    expect(mac).toMatchObject({ hardenedRuntime: true, notarize: true, extendInfo: { LSUIElement: true } });
    expect(mac['identity']).toBeUndefined();
    const entitlements = fs.readFileSync(path.join(root, String(mac['entitlements'])), 'utf8');
    expect([...entitlements.matchAll(/<key>(.*?)<\/key>/g)].map(([, key]) => key)).toEqual(['com.apple.security.cs.allow-jit']);
  });
});

(onLinux ? describeOnElectron : describe.skip)('the Linux build (made on Linux only)', () => {
  it('is closed as shipped, and runs when only the inspect fuse differs', async () => {
    const closed = path.join(pack('closed', ['--linux', 'dir', `-c.electronDist=${dist}`]), 'linux-unpacked');
    expect(fuses(path.join(closed, 'silmaril'))).toBe(wire);
    const open = path.join(pack('open', ['--linux', 'dir', `-c.electronDist=${dist}`, '-c.electronFuses.enableNodeCliInspectArguments=true']), 'linux-unpacked');
    expect(fuses(path.join(open, 'silmaril'))).toBe(Object.values({ ...shipped, inspect: '1' }).join(''));
    for (const file of ['resources/app.asar', ...hookFiles.map((name) => path.join('resources', name))]) expect(fs.readFileSync(path.join(open, file)).equals(fs.readFileSync(path.join(closed, file)))).toBe(true);

    const names = namesIn(path.join(closed, 'resources', 'app.asar'));
    for (const needed of ['out/main/main.cjs', 'out/preload/preload.cjs', 'out/renderer/index.html', 'out/tray/block-black@2x.png', 'node_modules/keytar/lib/keytar.js']) expect(names).toContain(needed);
    expect(names.filter((name) => /\.(ts|map)$|^(app|e2e|scripts|bench)\/|node_modules\/(react|zod)\//.test(name))).toEqual([]);
    // Hooks are files of their own, whole and executable where the checkout's are.
    for (const file of hookFiles) expect(fs.readFileSync(path.join(closed, 'resources', file)).equals(fs.readFileSync(path.join(root, file)))).toBe(true);
    for (const harness of ['vscode', 'claude-code', 'opencode']) expect(fs.statSync(path.join(closed, 'resources', 'hooks', harness, 'scripts', 'run-hook.sh')).mode & 0o111).not.toBe(0);

    const home = makeHome();
    const node = path.join(home, '.nvm', 'versions', 'node', 'v22.23.2', 'bin', 'node');
    fs.mkdirSync(path.dirname(node), { recursive: true });
    fs.copyFileSync(node22Path(), node);
    fs.chmodSync(node, 0o755);
    const app = await launchPacked(path.join(open, 'silmaril'), home);
    try {
      const page = app.windows()[0] ?? (await app.firstWindow());
      await page.waitForLoadState('domcontentloaded');
      expect((await ask(page, (silmaril) => silmaril.system.snapshot())).system.development).toBe(false);
      // DevTools are off in a packed app.
      expect(await app.evaluate(({ BrowserWindow }) => {
        const contents = BrowserWindow.getAllWindows()[0]?.webContents;
        contents?.openDevTools();
        return contents?.isDevToolsOpened();
      })).toBe(false);
      // The hooks of the resources can be installed, and started by a Node.js of the person's.
      const held = await ask(page, (silmaril) => silmaril.harnesses.planInstall({ harnesses: ['claude-code', 'vscode'], mode: null, classifier: null }));
      expect(held.plans.flatMap((plan) => (plan.outcome.ok ? [] : [plan.outcome.failure]))).toEqual([]);
    } finally {
      await app.evaluate(({ app: electronApp }) => { electronApp.quit(); }).catch(() => undefined);
      await app.close().catch(() => undefined);
      fs.rmSync(home, { recursive: true, force: true });
    }
  });
});

/** A packed app cannot be told to wait for Playwright, which now and then misses its start: tried again then. */
async function launchPacked(executablePath: string, home: string) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await _electron.launch({ executablePath, args: ['--disable-gpu'], cwd: home, timeout: 25_000, env: { HOME: home, PATH: `${path.join(home, 'bin')}:/usr/bin:/bin`, LANG: 'en_GB.UTF-8', ...stage.env } });
    } catch (error) {
      if (attempt === 3) throw error;
    }
  }
}

describeOnElectron('the macOS build, packed around a stand-in', () => {
  it('lives in the menu bar, holds the hooks and its own prebuilt modules alone, and is closed', () => {
    const standIn = path.join(scratch, 'mac-dist');
    writeMacStandIn(standIn, `${sentinel}\u0001\u000810110001`);
    const output = pack('mac', ['--mac', 'dir', '--arm64', `-c.electronDist=${standIn}`]);
    const contents = path.join(output, 'mac-arm64', 'Silmaril.app', 'Contents');
    const information = fs.readFileSync(path.join(contents, 'Info.plist'), 'utf8');
    expect(information).toMatch(/<key>LSUIElement<\/key>\s*<true\/>/);
    expect(information).toMatch(/<key>CFBundleIdentifier<\/key>\s*<string>ai\.silmaril\.desktop<\/string>/);
    expect(information).toMatch(/<key>LSMinimumSystemVersion<\/key>\s*<string>13\.0\.0<\/string>/);
    expect(information).toMatch(/<key>ElectronAsarIntegrity<\/key>/);
    expect(fuses(path.join(contents, 'Frameworks', 'Electron Framework.framework', 'Versions', 'A', 'Electron Framework'))).toBe(wire);
    const prebuilt = namesIn(path.join(contents, 'Resources', 'app.asar')).filter((name) => name.startsWith('node_modules/keytar/prebuilds/'));
    expect([...new Set(prebuilt.map((name) => name.split('/')[3]))].sort()).toEqual(['darwin-arm64', 'darwin-x64']);
    for (const file of hookFiles) expect(fs.existsSync(path.join(contents, 'Resources', file))).toBe(true);
  });
});
