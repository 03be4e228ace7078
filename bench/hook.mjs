// What a hook costs, as a ratio to `node -e 0` of the same Node.js: `npm run bench -- hook`.
// Real processes with a throw-away home, all rows in turn (so that a busy moment hits each of them), medians.
// --runs N (default 40). Exit 0 whatever the figures: a loaded machine is no fault.
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const runs = Number(process.argv[process.argv.indexOf('--runs') + 1]) || 40;
const node = spawnSync(process.execPath, [path.join(root, 'scripts/node22.mjs')], { encoding: 'utf8' }).stdout.trim();
if (!node) throw new Error('No Node.js 22: run "node scripts/node22.mjs" to see why.');

const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'silmaril-bench-')));
const server = http.createServer((request, response) => {
  request.resume().on('end', () => response.end('{"prediction":"BENIGN","score":0.1,"threshold":0.5,"primary_outcome":"benign"}'));
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));

const harnesses = {
  vscode: { folder: '.vscode', bundle: 'vscode-hook.js', own: { tool_name: 'run_in_terminal', timestamp: '2026-01-01T00:00:00Z' } },
  'claude-code': { folder: '.claude', bundle: 'claude-code-hook.js', own: { tool_name: 'Bash', permission_mode: 'default', prompt_id: 'p' } },
};
const configurations = {
  nothing: { enabled: false },
  loopback: { apiKey: 'bench-key', apiUrl: `http://127.0.0.1:${server.address().port}/classify` },
  embedded: { classifier: 'embedded' },
  // The policy alone, which finds something and records it.
  policy: { localPolicy: 'follow', mode: 'shadow' },
};

// The installers' own way to make what lies beside the hook's parts.
await build({ absWorkingDir: root, entryPoints: ['installers/engine/code-cache.ts'], bundle: true, platform: 'node', format: 'esm', outfile: path.join(folder, 'code-cache.mjs'), logLevel: 'silent' });
const { codeCaches } = await import(pathToFileURL(path.join(folder, 'code-cache.mjs')).href);
const version = spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim();

/** A home with the hook installed as its installer does it. */
async function makeHome(harness, configuration) {
  const home = path.join(folder, `${harness}-${configuration}`);
  const { folder: dot } = harnesses[harness];
  const installed = path.join(home, dot, 'silmaril-firewall');
  for (const part of ['dist', 'scripts']) fs.cpSync(path.join(root, 'hooks', harness, part), path.join(installed, part), { recursive: true });
  fs.chmodSync(path.join(installed, 'scripts/run-hook.sh'), 0o755);
  const source = path.join(root, 'hooks', harness);
  const parts = fs.readdirSync(path.join(source, 'dist')).map((name) => ({ relative: `dist/${name}`, bytes: fs.readFileSync(path.join(source, 'dist', name)) }));
  for (const { relative, bytes } of await codeCaches(parts, source, installed, { real: node, version }, null)) fs.writeFileSync(path.join(installed, relative), bytes, { mode: 0o644 });
  fs.writeFileSync(path.join(home, dot, 'silmaril-firewall.json'), JSON.stringify({ schemaVersion: 1, mode: 'block', ...configurations[configuration] }), { mode: 0o600 });
  fs.writeFileSync(path.join(home, dot, 'silmaril-firewall-node-path'), `${node}\n`, { mode: 0o600 });
  return { home, installed };
}

const rows = [{ name: 'node -e 0', file: node, args: ['-e', '0'], home: folder, input: '' }];
for (const harness of Object.keys(harnesses)) {
  const { bundle, own } = harnesses[harness];
  const event = (name, command = 'npm test') => JSON.stringify({ hook_event_name: name, session_id: 's', cwd: folder, tool_use_id: 't', tool_input: { command, description: 'Run the tests' }, ...own });
  for (const configuration of Object.keys(configurations)) {
    const { home, installed } = await makeHome(harness, configuration);
    const common = { harness, configuration, home, input: event('PreToolUse', configuration === 'policy' ? 'sudo ls' : 'npm test') };
    rows.push({ ...common, name: `${harness} ${configuration}, bundle`, file: node, args: [path.join(installed, 'dist', bundle), 'PreToolUse'], budget: { nothing: 1.25, loopback: 1.5, embedded: 1.8, policy: 1.5 }[configuration] });
    rows.push({ ...common, name: `${harness} ${configuration}, launcher`, file: path.join(installed, 'scripts/run-hook.sh'), args: ['PreToolUse'], budget: { nothing: 1.5, loopback: 1.8, embedded: 2.1, policy: 1.8 }[configuration] });
    if (configuration === 'nothing') rows.push({ ...common, name: `${harness} SessionStart, bundle`, file: node, args: [path.join(installed, 'dist', bundle), 'SessionStart'], input: event('SessionStart') });
  }
}

const once = ({ file, args, home, input }) =>
  new Promise((resolve, reject) => {
    const started = process.hrtime.bigint();
    const child = spawn(file, args, { env: { HOME: home, PATH: '/usr/bin:/bin' }, stdio: ['pipe', 'pipe', 'inherit'] });
    let out = '';
    child.stdout.on('data', (text) => (out += text));
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
    child.on('close', (status) => {
      const ms = Number(process.hrtime.bigint() - started) / 1e6;
      if (status === 0 && out === (input === '' ? '' : '{}\n')) resolve(ms);
      else reject(new Error(`${file} ${args.join(' ')}: status ${status}, ${JSON.stringify(out)}`));
    });
  });

for (const row of rows) row.times = [];
// The first round warms the disk's cache and is not counted.
for (let run = -1; run < runs; run++) {
  for (const row of rows) {
    const ms = await once(row);
    if (run >= 0) row.times.push(ms);
  }
}
server.close();

const at = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
const median = (values) => at([...values].sort((a, b) => a - b), 0.5);
const base = median(rows[0].times);
console.log(`Node.js ${spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim()}, ${os.cpus().length} cores, load ${os.loadavg()[0].toFixed(1)}, median of ${runs}\n`);
console.log(`${'row'.padEnd(34)}${'p50 ms'.padStart(8)}${'p95'.padStart(8)}${'ratio'.padStart(8)}${'budget'.padStart(8)}`);
for (const row of rows) {
  const sorted = [...row.times].sort((a, b) => a - b);
  const ratio = at(sorted, 0.5) / base;
  const verdict = row.budget ? `${row.budget.toFixed(2).padStart(8)}${ratio > row.budget ? '  over' : ''}` : '';
  console.log(`${row.name.padEnd(34)}${at(sorted, 0.5).toFixed(1).padStart(8)}${at(sorted, 0.95).toFixed(1).padStart(8)}${ratio.toFixed(2).padStart(8)}${verdict}`);
}

console.log('\nWhere the milliseconds go (differences of medians; the classifier’s own from the evidence, whole ms):');
const of = (name) => median(rows.find((row) => row.name === name).times);
const spent = (harness, configuration) => {
  const spool = path.join(folder, `${harness}-${configuration}`, 'Library/Application Support/Silmaril/Evidence/incoming');
  return median(fs.readdirSync(spool).map((name) => JSON.parse(fs.readFileSync(path.join(spool, name), 'utf8')).timing.classifyMs));
};
const part = (what, ms) => console.log(`  ${what.padEnd(66)}${ms.toFixed(1).padStart(6)}`);
part('Node.js itself', base);
part('loading the bundle, reading and parsing the input', of('claude-code SessionStart, bundle') - base);
part('VS Code: the workspace registry (one fsync)', of('vscode SessionStart, bundle') - of('claude-code SessionStart, bundle'));
part('reading the configuration', of('claude-code nothing, bundle') - of('claude-code SessionStart, bundle'));
for (const configuration of ['loopback', 'embedded']) {
  const whole = of(`claude-code ${configuration}, bundle`) - of('claude-code nothing, bundle');
  const classifier = spent('claude-code', configuration);
  part(`${configuration}: the classifier${configuration === 'loopback' ? ', with the modules for a socket' : ''}`, classifier);
  part(`${configuration}: ids, decision, evidence (one fsync)`, whole - classifier);
}
for (const harness of Object.keys(harnesses)) part(`${harness}: the launcher`, of(`${harness} nothing, launcher`) - of(`${harness} nothing, bundle`));
fs.rmSync(folder, { recursive: true });
