// Fetches the real harnesses that the end-to-end tests run, from their registries, into .cache/lab.
//
//   node e2e/lab/install.mjs claude              Claude Code: under a minute, 400 MB
//   node e2e/lab/install.mjs opencode            OpenCode: under a minute, 200 MB
//   node e2e/lab/install.mjs hermes              Hermes in a virtual environment: under a minute, 230 MB
//   node e2e/lab/install.mjs code-server         VS Code in a browser: compiles for 2 to 3 minutes, 1 GB
//
// Versions and integrities are pinned in versions.json; a package with another integrity is refused
// and removed. Nothing outside the cache folder is written, and running it again does nothing.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { fetchHermes, findHermes } from './install-hermes.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const pins = JSON.parse(fs.readFileSync(path.join(here, 'versions.json'), 'utf8'));
const system = `${process.platform}-${process.arch}`;

/** Where harnesses are kept unless a caller says otherwise; ignored by git. */
export const labCache = path.join(path.dirname(path.dirname(here)), '.cache', 'lab');

/** What each harness is made of, in the order of installing. */
const parts = { claude: ['claude'], opencode: ['opencode'], hermes: ['hermes'], 'code-server': ['node24', 'playwright', 'code-server'] };

const chromium = () => process.env.CHROMIUM ?? '/usr/bin/chromium';

/**
 * @param {'claude' | 'opencode' | 'hermes' | 'code-server'} harness
 * @param {string} cache folder, made when missing
 * @param {(line: string) => void} say progress, one line at a time
 */
export function installHarness(harness, cache = labCache, say = () => {}) {
  const wanted = parts[harness];
  if (!wanted) throw new Error(`Unknown harness "${harness}". Known: ${Object.keys(parts).join(', ')}.`);
  if (harness === 'hermes') fetchHermes(cache, say);
  else for (const part of wanted) fetchPart(part, cache, say);
  return findHarness(harness, cache);
}

/**
 * The paths that a test needs, or the reason why they are not there; looks, never fetches.
 * @returns {{ok: true, paths: Record<string, string>} | {ok: false, reason: string}}
 */
export function findHarness(harness, cache = labCache) {
  if (harness === 'hermes') return findHermes(cache);
  const missing = parts[harness].find((part) => !isInstalled(part, cache));
  if (missing) {
    const { label } = pins[harness];
    if (!pins[missing].packages[system]) return { ok: false, reason: `${label} is not pinned for ${system}` };
    return { ok: false, reason: `${label} is not installed in .cache/lab; run node e2e/lab/install.mjs ${harness}` };
  }
  const inside = (part, ...rest) => path.join(cache, part, 'node_modules', pins[part].packages[system].name, ...rest);
  if (harness === 'claude') return { ok: true, paths: { binary: inside('claude', 'claude') } };
  if (harness === 'opencode') return { ok: true, paths: { binary: inside('opencode', 'bin', 'opencode') } };
  if (!fs.existsSync(chromium())) return { ok: false, reason: `VS Code's browser is missing: install Debian's chromium or set CHROMIUM to one` };
  return {
    ok: true,
    paths: {
      node: inside('node24', 'bin', 'node'),
      entry: inside('code-server', 'out', 'node', 'entry.js'),
      playwright: inside('playwright', 'index.mjs'),
      chromium: chromium(),
    },
  };
}

const marker = (part, cache) => path.join(cache, part, '.lab-installed');

function isInstalled(part, cache) {
  const pin = pins[part].packages[system];
  if (!pin) return false;
  try {
    return fs.readFileSync(marker(part, cache), 'utf8').trim() === `${pin.name}@${pin.version}`;
  } catch {
    return false;
  }
}

function fetchPart(part, cache, say) {
  const { label, packages } = pins[part];
  const pin = packages[system];
  if (!pin) throw new Error(`${label} is not pinned for ${system}: the lab runs on ${Object.keys(packages).join(', ')}.`);
  const spec = `${pin.name}@${pin.version}`;
  if (isInstalled(part, cache)) return say(`${label}: ${spec} is there`);
  say(`${label}: fetching ${spec} ...`);
  const folder = path.join(cache, part);
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true });
  // A package.json of its own: npm would otherwise climb to the checkout and install there.
  fs.writeFileSync(path.join(folder, 'package.json'), '{"private":true}\n');
  const compiles = part === 'code-server';
  const npm = spawnSync('npm', ['install', `--ignore-scripts=${!compiles}`, '--no-audit', '--no-fund', '--save-exact', '--loglevel=error', spec], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: npmEnvironment(compiles ? path.join(cache, 'node24', 'node_modules', pins.node24.packages[system].name) : null),
    maxBuffer: 64 * 1024 * 1024,
  });
  if (npm.status !== 0) throw new Error(`npm could not install ${spec}:\n${(npm.stderr || npm.stdout || npm.error?.message || '').trim().split('\n').slice(-30).join('\n')}`);
  const lock = JSON.parse(fs.readFileSync(path.join(folder, 'node_modules', '.package-lock.json'), 'utf8'));
  const got = lock.packages[`node_modules/${pin.name}`]?.integrity;
  if (got !== pin.integrity) {
    fs.rmSync(folder, { recursive: true, force: true });
    throw new Error(`${spec} has integrity ${got}, expected ${pin.integrity}.`);
  }
  fs.writeFileSync(marker(part, cache), `${pin.name}@${pin.version}\n`);
  say(`${label}: installed ${spec}`);
}

/**
 * The caller's environment without what an outer npm run left in it (its ignore-scripts would keep
 * code-server's native modules from being built). With `node24` the build uses that Node.js and the
 * headers inside it, so that node-gyp downloads none.
 */
function npmEnvironment(node24) {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_(package|lifecycle|config_ignore_scripts|config_local_prefix)/i.test(name)));
  if (node24) {
    env.PATH = `${path.join(node24, 'bin')}:${env.PATH ?? '/usr/local/bin:/usr/bin:/bin'}`;
    env.npm_config_nodedir = node24;
    env.npm_config_ignore_scripts = 'false';
  }
  return env;
}

if (process.argv[1] && import.meta.url === pathToFileURL(fs.realpathSync(process.argv[1])).href) {
  const wanted = process.argv.slice(2);
  if (wanted.length === 0 || wanted.some((w) => !Object.hasOwn(parts, w))) {
    process.stderr.write(`usage: node e2e/lab/install.mjs ${Object.keys(parts).join(' | ')} ...\n`);
    process.exit(2);
  }
  try {
    for (const harness of wanted) {
      const found = installHarness(harness, labCache, (line) => process.stdout.write(`${line}\n`));
      if (!found.ok) throw new Error(found.reason);
    }
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}
