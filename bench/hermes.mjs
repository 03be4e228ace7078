// What the plugin adds to a tool call of Hermes, in its process: `npm run bench -- hermes`.
// The installed tree in a throw-away home, the hooks called as the host calls them, rows in turn, medians. Needs python3 and
// the Node.js 22 of scripts/node22.mjs. `node bench/hermes.mjs --runs N` (default 60). Exit 0 whatever the figures: a loaded machine is no fault.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const runs = Number(process.argv[process.argv.indexOf('--runs') + 1]) || 60;
const node = spawnSync(process.execPath, [path.join(root, 'scripts/node22.mjs')], { encoding: 'utf8' }).stdout.trim();
if (!node) throw new Error('No Node.js 22: run "node scripts/node22.mjs" to see why.');

const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'silmaril-bench-')));
try {
  const home = path.join(folder, '.hermes');
  const own = path.join(home, 'silmaril-firewall');
  fs.mkdirSync(own, { recursive: true, mode: 0o700 });
  fs.copyFileSync(path.join(root, 'hooks/checker/dist/silmaril-checker'), path.join(own, 'silmaril-checker'));
  fs.chmodSync(path.join(own, 'silmaril-checker'), 0o700);
  fs.writeFileSync(path.join(own, 'silmaril-checker-node-path'), `${node}\n`, { mode: 0o600 });
  const done = spawnSync('python3', ['-B', path.join(root, 'bench/hermes.py'), path.join(root, 'hooks/hermes/tests'), home, String(runs)], { env: { HOME: folder, PATH: process.env.PATH ?? '' }, encoding: 'utf8' });
  if (done.status !== 0) throw new Error(done.stderr || String(done.error));
  const { python, rows } = JSON.parse(done.stdout);
  const at = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  console.log(`Python ${python}, ${os.cpus().length} cores, load ${os.loadavg()[0].toFixed(1)}, median of ${runs}\n`);
  console.log(`${'row'.padEnd(66)}${'p50 ms'.padStart(8)}${'p95'.padStart(8)}`);
  for (const { name, ms } of rows) {
    const sorted = [...ms].sort((a, b) => a - b);
    console.log(`${name.padEnd(66)}${at(sorted, 0.5).toFixed(2).padStart(8)}${at(sorted, 0.95).toFixed(2).padStart(8)}`);
  }
  console.log('\nThe checker is a process of its own for each call: most of its row is the start of Node.js. Evidence is one fsync a record.');
} finally {
  fs.rmSync(folder, { recursive: true });
}
