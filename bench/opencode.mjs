// What the OpenCode plugin adds to a tool call, inside the process that it is loaded into: `npm run bench -- opencode`.
// The committed dist/opencode-v1.mjs in Node.js 22, and in OpenCode's own runtime where the lab has it (its binary is Bun
// and runs as such under BUN_BE_BUN=1). Milliseconds, p50 and p95. --runs N (default 200). Exit 0 whatever the figures.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const self = fileURLToPath(import.meta.url);
const root = path.dirname(path.dirname(self));
const option = (name, usual) => (process.argv.includes(name) ? process.argv[process.argv.indexOf(name) + 1] : usual);
const runs = Number(option('--runs', '200')) || 200;

const configurations = {
  off: { enabled: false },
  policy: { classifier: 'embedded', localPolicy: 'follow', mode: 'block' },
  embedded: { classifier: 'embedded', localPolicy: 'off', mode: 'block' },
  both: { classifier: 'embedded', localPolicy: 'follow', mode: 'block' },
};
const lines = (bytes) => 'The quick brown fox jumps over the lazy dog, 1234 times; see src/index.ts:42.\n'.repeat(Math.ceil(bytes / 79)).slice(0, bytes);
const call = (command) => ['tool.execute.before', { args: { command, description: 'A step' } }];
const result = (bytes) => ['tool.execute.after', { title: 't', output: lines(bytes), metadata: {} }];
const rows = [
  ['call, switched off', 'off', () => call('npm test')],
  ['call, local policy refuses', 'policy', () => call('rm -rf ../other')],
  ['call, embedded classifier alone', 'embedded', () => call('npm test')],
  ['call, local policy and embedded classifier', 'both', () => call('npm test && git status --short | head -20')],
  ['result of 2 KB, embedded classifier', 'both', () => result(2_048)],
  ['result of 50 KB, embedded classifier', 'both', () => result(51_200)],
];

async function measure(home) {
  const { default: plugin } = await import(pathToFileURL(path.join(root, 'hooks/opencode/dist/opencode-v1.mjs')).href);
  const hooks = await plugin.server({ directory: path.join(home, 'work'), worktree: '/' });
  const config = path.join(home, '.config/opencode/silmaril-firewall.json');
  fs.mkdirSync(path.dirname(config), { recursive: true });
  const figures = {};
  let number = 0;
  for (const [name, configuration, make] of rows) {
    fs.writeFileSync(config, JSON.stringify({ schemaVersion: 1, ...configurations[configuration] }), { mode: 0o600 });
    fs.rmSync(path.join(home, 'Library'), { recursive: true, force: true });
    const times = [];
    for (let i = -50; i < runs; i += 1) {
      const [hook, output] = make();
      const started = performance.now();
      await hooks[hook]({ tool: 'bash', sessionID: 'ses_bench', callID: `call_${String((number += 1))}` }, output).catch((error) => {
        if (error.name !== 'SilmarilFirewallBlockedError') throw error;
      });
      if (i >= 0) times.push(performance.now() - started);
    }
    times.sort((a, b) => a - b);
    figures[name] = { p50: times[Math.floor(times.length * 0.5)], p95: times[Math.floor(times.length * 0.95)] };
  }
  return figures;
}

if (process.argv.includes('--inside')) {
  process.stdout.write(`${JSON.stringify(await measure(process.env.HOME))}\n`);
} else {
  const node = spawnSync(process.execPath, [path.join(root, 'scripts/node22.mjs')], { encoding: 'utf8' }).stdout.trim();
  const { findHarness } = await import('../e2e/lab/install.mjs');
  const found = findHarness('opencode');
  const runtimes = [['Node.js 22', node, {}], ...(found.ok ? [["OpenCode's own (Bun)", found.paths.binary, { BUN_BE_BUN: '1' }]] : [])];
  if (!found.ok) process.stdout.write(`Not in OpenCode's own runtime: ${found.reason}.\n`);
  for (const [name, file, env] of runtimes) {
    const home = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'silmaril-bench-')));
    fs.mkdirSync(path.join(home, 'work'));
    const done = spawnSync(file, [self, '--inside', '--runs', String(runs)], { cwd: home, encoding: 'utf8', env: { HOME: home, PATH: '/usr/bin:/bin', ...env } });
    fs.rmSync(home, { recursive: true, force: true });
    if (done.status !== 0) throw new Error(`${name}: ${done.stderr || done.stdout}`);
    process.stdout.write(`\n${name}, ${String(runs)} calls each, load ${os.loadavg()[0].toFixed(1)}\n`);
    for (const [row, { p50, p95 }] of Object.entries(JSON.parse(done.stdout.trim().split('\n').at(-1)))) process.stdout.write(`  ${row.padEnd(46)} p50 ${p50.toFixed(2).padStart(6)} ms  p95 ${p95.toFixed(2).padStart(6)} ms\n`);
  }
}
