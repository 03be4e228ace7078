// The desktop app of a checkout.
//   node scripts/app.mjs build   into out/: main, preload, renderer, tray images
//   node scripts/app.mjs start   builds, finds or fetches an Electron, and opens the app
// Where the libraries that Electron needs are missing, or no Electron can be had, `start` says so with the Debian
// packages, runs the demonstration of the command instead and exits with the demonstration's status.
// Where nobody watches (no display, and the output is no terminal), it runs the demonstration, opens the app on a
// virtual screen until its window is painted, and ends: whoever starts it there wants to know whether it works.
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ensureDependencies } from './bootstrap.mjs';
import { hasDisplay, startVirtualDisplay } from './virtual-display.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/** What a bare Debian 12 lacks to run Electron, and a font to read with. */
export const debianPackages = ['libgtk-3-0', 'libnss3', 'libgbm1', 'libasound2', 'xvfb', 'fonts-dejavu-core'];

const trayColours = { black: '#000000', white: '#ffffff' };
/** Edge of a tray image, pixels, as macOS wants it; with @2x beside it. */
const traySize = 18;
/** Edges of the images in a macOS icon, by the type under which Apple's format keeps a PNG of that size. */
const icnsSizes = { ic07: 128, ic08: 256, ic09: 512, ic10: 1024, ic11: 32, ic12: 64, ic13: 256, ic14: 512 };

/** Apple's icon container: its name and length, then each image behind its type and length. */
function icnsOf(images) {
  const part = (type, body) => {
    const head = Buffer.alloc(8);
    head.write(type, 'latin1');
    head.writeUInt32BE(body.length + 8, 4);
    return Buffer.concat([head, body]);
  };
  return part('icns', Buffer.concat(images.map(([type, png]) => part(type, png))));
}

/**
 * What stands for `import.meta` in the bundle: a place from which `../../hooks` is the hooks' folder, in a
 * checkout (out/main) as in a packaged app, where the hooks lie unpacked in its resources.
 */
const sourcePlace = `const __sourceFolder = require("electron").app.isPackaged ? require("node:path").join(process.resourcesPath, "out", "main") : __dirname, __importMetaUrl = require("node:url").pathToFileURL(__filename).href;`;

/**
 * Builds the app. Nothing here needs Electron itself.
 * @param {string} [out] absolute path of the folder that is written
 */
export async function buildApp(out = path.join(root, 'out')) {
  const { build } = await import('esbuild');
  const shared = { absWorkingDir: root, bundle: true, platform: 'node', format: 'cjs', logLevel: 'silent', legalComments: 'none', charset: 'utf8', minifySyntax: true };
  // Electron 33's Node.js; the newer ones run it, too. Native modules stay outside, as they are.
  await build({ ...shared, entryPoints: ['app/main/main.ts'], outfile: path.join(out, 'main', 'main.cjs'), target: 'node20', minifyWhitespace: true, external: ['electron', 'keytar', '@libsql/client'], define: { 'import.meta.dirname': '__sourceFolder', 'import.meta.url': '__importMetaUrl' }, banner: { js: sourcePlace } });
  // A sandboxed preload can require nothing but electron: one file.
  await build({ ...shared, entryPoints: ['app/preload/preload.ts'], outfile: path.join(out, 'preload', 'preload.cjs'), target: 'chrome130', external: ['electron'], minify: true });
  if (fs.existsSync(path.join(root, 'app', 'renderer', 'index.html'))) {
    const { build: buildPage } = await import('vite');
    const { rendererBuild } = await import('../app/renderer/vite.config.mjs');
    await buildPage({ ...rendererBuild(path.join(out, 'renderer')), configFile: false, logLevel: 'error' });
  }
  await drawImages(out);
}

async function drawImages(out) {
  const { drawSvg } = await import('./draw-svg.mjs');
  const tray = path.join(out, 'tray');
  fs.mkdirSync(tray, { recursive: true });
  for (const file of fs.readdirSync(path.join(root, 'assets', 'tray'))) {
    const svg = fs.readFileSync(path.join(root, 'assets', 'tray', file), 'utf8');
    for (const [name, colour] of Object.entries(trayColours))
      for (const [suffix, scale] of [['', 1], ['@2x', 2]]) fs.writeFileSync(path.join(tray, `${path.basename(file, '.svg')}-${name}${suffix}.png`), drawSvg(svg, traySize * scale, colour));
  }
  const icon = fs.readFileSync(path.join(root, 'assets', 'icon.svg'), 'utf8');
  fs.writeFileSync(path.join(out, 'icon.png'), drawSvg(icon, 512, '#000000'));
  fs.writeFileSync(path.join(out, 'icon.icns'), icnsOf(Object.entries(icnsSizes).map(([type, size]) => [type, drawSvg(icon, size, '#000000')])));
}

/**
 * Shared libraries that this Electron needs and this machine does not have; empty: it can run.
 * @param {string} binary
 * @returns {readonly string[]}
 */
export function missingLibraries(binary) {
  if (process.platform !== 'linux') return [];
  const listed = spawnSync('ldd', [binary], { encoding: 'utf8' });
  if (listed.error || listed.status !== 0) return [];
  return [...listed.stdout.matchAll(/^\s*(\S+) => not found$/gm)].map(([, name]) => name);
}

/** Libraries that Electron loads at start on Linux, one for each Debian package above. */
const libraries = ['libgtk-3.so.0', 'libnss3.so', 'libgbm.so.1', 'libasound.so.2'];

/**
 * Which of them this machine does not have, by what `ldconfig -p` printed: known before 200 MB are fetched.
 * @param {string} known
 * @returns {readonly string[]}
 */
export function librariesNotIn(known) {
  return libraries.filter((library) => !known.includes(`\t${library} `));
}

function absentLibraries() {
  // An Electron that somebody names may bring its own: then only it can say (missingLibraries).
  if (process.platform !== 'linux' || process.env.ELECTRON_OVERRIDE_DIST_PATH) return [];
  const listed = spawnSync('/sbin/ldconfig', ['-p'], { encoding: 'utf8' });
  return listed.error || listed.status !== 0 ? [] : librariesNotIn(listed.stdout);
}

const needs = (missing) => `Electron needs libraries that are not installed here (${missing.slice(0, 4).join(', ')}${missing.length > 4 ? ' ...' : ''}).`;

/**
 * Opens the app, and returns when it has ended.
 * @param {(line: string) => void} say progress, one line at a time
 * @returns {Promise<number>} the exit status
 */
export async function startApp(say) {
  ensureDependencies(say);
  const absent = absentLibraries();
  if (absent.length > 0) return demonstrate(say, needs(absent));
  const { ensureElectron } = await import('./electron-runtime.mjs');
  let runtime;
  try {
    runtime = await ensureElectron(say);
  } catch (error) {
    return demonstrate(say, error.message);
  }
  const missing = missingLibraries(runtime.binary);
  if (missing.length > 0) return demonstrate(say, needs(missing));
  const env = { ...process.env };
  let screen = null;
  const unattended = !hasDisplay() && !process.stdout.isTTY;
  if (!hasDisplay()) {
    try {
      screen = await startVirtualDisplay({ forOne: true });
    } catch (error) {
      return demonstrate(say, error.message);
    }
    env.DISPLAY = screen.display;
  }
  try {
    const { ensureNode22 } = await import('./node22.mjs');
    say('Building the app ...');
    const hooks = spawnSync(process.execPath, [path.join(root, 'scripts', 'build.mjs')], { cwd: root, encoding: 'utf8' });
    if (hooks.status !== 0) throw new Error(`The hooks could not be built: ${(hooks.stderr || hooks.error?.message || '').trim()}`);
    await buildApp();
    // The installed hooks run on a Node.js of their own; the app finds a better one where there is one.
    ensureNode22(say);
    say(`This is ${runtime.about}.`);
    if (process.getuid?.() === 0) {
      env.ELECTRON_DISABLE_SANDBOX = '1';
      say('As root Chromium cannot use its sandbox, so it is off: do not work like this every day.');
    }
    if (unattended) return await trial(say, runtime.binary, env);
    say(screen ? `There is no display here: Silmaril runs on a virtual one (${screen.display}), where nobody sees it. End it with Ctrl-C.` : 'Silmaril opens; it lives in the menu bar until you quit it there, or with Ctrl-C here.');
    return await run(runtime.binary, screen ? headless : [], { stdio: 'inherit', env });
  } finally {
    screen?.stop();
  }
}

/** On a virtual screen there is no GPU, and often no D-Bus, of which Chromium complains line by line. */
const headless = ['--disable-gpu', '--log-level=3'];

/** @returns the app's exit status; a signal to this process is passed on, so that the app can end in order */
function run(binary, switches, options) {
  const app = spawn(binary, [path.join(root, 'out', 'main', 'main.cjs'), ...switches], options);
  const forward = (signal) => app.kill(signal);
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, forward);
  return new Promise((resolve) => {
    app.on('error', () => resolve(1));
    app.on('exit', (code, signal) => resolve(code ?? (signal ? 1 : 0)));
  });
}

/** Longest time for the window to be painted, milliseconds: a slow machine's, many times over. */
const trialPatience = 120_000;

async function trial(say, binary, env) {
  say('There is no display and nobody at a terminal: the demonstration of the command runs, then the app opens once on a virtual screen.');
  const { runDemo } = await import('./demo.mjs');
  const shown = runDemo();
  if (shown !== 0) return shown;
  const status = await run(binary, [...headless, '--trial'], { stdio: 'inherit', env, timeout: trialPatience, killSignal: 'SIGKILL' });
  say(status === 0 ? 'The app has opened its window and was closed again. With a display, or in a terminal, npm start keeps it open.' : 'The app did not open its window.');
  return status;
}

async function demonstrate(say, why) {
  say(why);
  if (process.platform === 'linux') say(`On Debian, install: apt-get install --no-install-recommends ${debianPackages.join(' ')}`);
  say('Until then, here is the demonstration of the command (npm run demo).');
  const { runDemo } = await import('./demo.mjs');
  return runDemo();
}

if (process.argv[1] && import.meta.url === pathToFileURL(fs.realpathSync(process.argv[1])).href) {
  const say = (line) => process.stderr.write(`${line}\n`);
  const [task, ...rest] = process.argv.slice(2);
  try {
    if (rest.length > 0 || (task !== 'build' && task !== 'start')) {
      say('Usage: node scripts/app.mjs build|start');
      process.exitCode = 2;
    } else if (task === 'build') {
      ensureDependencies(say);
      await buildApp();
    } else process.exitCode = await startApp(say);
  } catch (error) {
    say(error.message);
    process.exitCode = 1;
  }
}
