#!/usr/bin/env node
// The `silmaril` command of a checkout: builds dist/cli/silmaril.cjs when it is missing or older than
// its sources, then runs it in this process. No imports but Node's own: it may be the first thing
// that is run after a clone.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const bundle = path.join(root, 'dist', 'cli', 'silmaril.cjs');
// What the bundle is made of, and what it hands out: the hooks' own bundles.
const sources = ['app/cli', 'app/core', 'app/contract', 'hooks', 'installers', 'scripts/build.mjs', 'package-lock.json'];

/** The newest change below a place; folders count too, since a deleted file changes only its folder. */
function newest(place) {
  let stat;
  try {
    stat = fs.lstatSync(place);
  } catch {
    return 0;
  }
  let latest = stat.isDirectory() && path.basename(place) === 'dist' ? 0 : stat.mtimeMs;
  if (stat.isDirectory()) for (const entry of fs.readdirSync(place)) if (entry !== 'dist' && entry !== 'node_modules') latest = Math.max(latest, newest(path.join(place, entry)));
  return latest;
}

function stale() {
  try {
    const built = fs.statSync(bundle).mtimeMs;
    return sources.some((source) => newest(path.join(root, source)) > built);
  } catch {
    return true;
  }
}

function stop(sentence) {
  process.stderr.write(`silmaril: ${sentence}\n`);
  process.exit(2);
}

if (Number(process.versions.node.split('.')[0]) < 20) stop(`Node.js 20 or newer is needed; this is ${process.version}.`);
if (stale()) {
  if (!fs.existsSync(path.join(root, 'node_modules'))) stop(`the dependencies are not installed. Run: (cd ${JSON.stringify(root)} && npm ci)`);
  // On standard error alone, and only when it fails: the command's own output must stay clean for --json.
  const built = spawnSync(process.execPath, [path.join(root, 'scripts', 'build.mjs')], { cwd: root, encoding: 'utf8' });
  if (built.status !== 0) stop(`the build failed. Run it to see why: (cd ${JSON.stringify(root)} && npm run build)\n${(built.stderr ?? '').trim()}`);
  // A build that changes nothing writes nothing; the time says that it was looked at.
  fs.utimesSync(bundle, new Date(), new Date());
}
createRequire(import.meta.url)(bundle);
