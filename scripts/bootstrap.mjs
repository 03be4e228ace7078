// What every entry point needs on a fresh checkout, with nothing but Node.js 20 and npm: the
// dependencies of the lockfile. No imports but Node's own, since this runs before they exist.
import { spawnSync } from 'node:child_process';
import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

const stamp = path.join(root, 'node_modules', '.silmaril-lock');
const lockHash = () => crypto.createHash('sha256').update(fs.readFileSync(path.join(root, 'package-lock.json'))).digest('hex');

function installed() {
  try {
    return fs.readFileSync(stamp, 'utf8') === lockHash();
  } catch {
    return false;
  }
}

/**
 * Installs the dependencies unless node_modules already is what the lockfile says.
 * Ends the process with exit code 2 and one sentence when this machine cannot.
 * @param {(line: string) => void} say
 */
export function ensureDependencies(say = (line) => process.stderr.write(`${line}\n`)) {
  const major = Number(process.versions.node.split('.')[0]);
  if (major < 20) {
    say(`Silmaril needs Node.js 20 or newer; this is ${process.version}. Install a newer one and run this again.`);
    process.exit(2);
  }
  if (installed()) return;
  say('Installing the dependencies of package-lock.json (npm ci) ...');
  const npm = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  if (npm.error || npm.status !== 0) {
    say(`npm ci failed (${npm.error?.message ?? `exit ${npm.status}`}). Check that npm can reach its registry, then run this again.`);
    process.exit(2);
  }
  fs.writeFileSync(stamp, lockHash());
}
