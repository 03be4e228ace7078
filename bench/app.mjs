// What the app costs, beside a bare Electron window on the same runtime: `npm run bench -- app`.
//   --starts N (default 7)   --events N (default 100000)   --idle SECONDS (default 60)
// Ratios against the bare app of the same run. Needs what Electron needs (scripts/app.mjs); without a display Xvfb is used.
// Exit 0 whatever the figures: a loaded machine is no fault.
import { spawn } from 'node:child_process';
import crypto from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { _electron } from '@playwright/test';
import { buildApp } from '../scripts/app.mjs';
import { ensureElectron } from '../scripts/electron-runtime.mjs';
import { hasDisplay, startVirtualDisplay } from '../scripts/virtual-display.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const option = (name, otherwise) => Number(process.argv[process.argv.indexOf(`--${name}`) + 1]) || otherwise;
const starts = option('starts', 7);
const events = option('events', 100_000);
const idleSeconds = option('idle', 60);

const runtime = await ensureElectron((line) => console.error(line));
if (runtime.development) process.env.ELECTRON_OVERRIDE_DIST_PATH = path.dirname(runtime.binary);
await buildApp();
const screen = hasDisplay() ? null : await startVirtualDisplay();
const scratch = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'silmaril-bench-app-')));
const env = { PATH: '/usr/bin:/bin', LANG: 'en_GB.UTF-8', TMPDIR: os.tmpdir(), DISPLAY: screen?.display ?? process.env.DISPLAY, ...(process.getuid?.() === 0 && { ELECTRON_DISABLE_SANDBOX: '1' }) };
const ours = path.join(root, 'out/main/main.cjs');

// The least that shows a window and lives in the menu bar.
const bare = path.join(scratch, 'bare', 'main.cjs');
fs.mkdirSync(path.dirname(bare));
fs.writeFileSync(bare, `
const { app, BrowserWindow, Tray, Menu } = require('electron');
const trial = app.commandLine.hasSwitch('trial');
const mark = (what) => { if (trial) process.stdout.write('bare: ' + what + '.\\n'); };
mark('the code is loaded');
app.setPath('userData', ${JSON.stringify(path.join(scratch, 'bare-profile'))});
app.whenReady().then(() => {
  const window = new BrowserWindow({ width: 1080, height: 720, show: false, webPreferences: { sandbox: true } });
  window.once('ready-to-show', () => window.show());
  window.on('show', () => { mark('the window is painted'); if (trial) app.quit(); });
  window.loadURL('data:text/html,<h1>bare</h1>');
  global.tray = new Tray(${JSON.stringify(path.join(root, 'out/tray', fs.readdirSync(path.join(root, 'out/tray')).find((name) => name.endsWith('-black.png'))))});
  global.tray.setContextMenu(Menu.buildFromTemplate([{ label: 'Quit', click: () => app.quit() }]));
  mark('the tray is there');
});
app.on('window-all-closed', () => undefined);
`);

const home = () => fs.mkdtempSync(path.join(scratch, 'home-'));
const headless = ['--disable-gpu', '--log-level=3'];

/** @returns milliseconds from the spawn to each mark */
function start(main) {
  return new Promise((resolve, reject) => {
    const begun = performance.now();
    const child = spawn(runtime.binary, [main, ...headless, '--trial'], { env: { ...env, HOME: home() }, stdio: ['ignore', 'pipe', 'ignore'] });
    const marks = {};
    child.stdout.setEncoding('utf8').on('data', (text) => {
      for (const [, what] of text.matchAll(/: (the [\w ]+)\./g)) marks[what] ??= performance.now() - begun;
    });
    child.on('error', reject);
    child.on('exit', () => (marks['the window is painted'] === undefined ? reject(new Error(`${main} showed no window`)) : resolve(marks)));
  });
}

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
const row = (what, value, note = '') => console.log(`${what.padEnd(58)}${value.padStart(14)}  ${note}`);
const ms = (value) => `${value.toFixed(value < 10 ? 2 : 0)} ms`;
const budget = (ratio, limit) => `${ratio.toFixed(2)}x of bare, at most ${limit.toFixed(2)}x${ratio > limit ? '  over' : ''}`;

console.log(`${runtime.about}\nNode.js ${process.version}, ${os.cpus().length} cores, load ${os.loadavg()[0].toFixed(1)}; medians of ${starts}\n`);

const taken = { bare: [], ours: [] };
for (let i = -1; i < starts; i++) {
  // In turn, so that a busy moment hits both; the first of each warms the disk's cache.
  for (const [name, main] of [['bare', bare], ['ours', ours]]) {
    const marks = await start(main);
    if (i >= 0) taken[name].push(marks);
  }
}
const of = (name, what) => median(taken[name].map((marks) => marks[what]));
for (const [what, limit] of [['the code is loaded', null], ['the tray is there', 1.3], ['the window is painted', 1.6]])
  row(`spawn until ${what}`, ms(of('ours', what)), limit === null ? `bare ${ms(of('bare', what))}` : `bare ${ms(of('bare', what))}, ${budget(of('ours', what) / of('bare', what), limit)}`);
row('main bundle', `${(fs.statSync(ours).size / 1024).toFixed(0)} KiB`, `${ms(of('ours', 'the code is loaded') - of('bare', 'the code is loaded'))} until it runs, more than the bare one`);
const page = fs.readdirSync(path.join(root, 'out/renderer'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).map((entry) => gzipSync(fs.readFileSync(path.join(entry.parentPath, entry.name)), { level: 9 }).length);
row('the window’s page, gzipped', `${(page.reduce((a, b) => a + b, 0) / 1000).toFixed(1)} kB`, 'at most 250 kB');

// --- With the window closed ---

/** Every process of this tree. */
function tree(pid) {
  const children = new Map();
  for (const name of fs.readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = fs.readFileSync(`/proc/${name}/stat`, 'utf8');
      const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
      children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
    } catch {
      // It has ended.
    }
  }
  const found = [];
  for (const queue = [pid]; queue.length > 0; ) {
    const next = queue.shift();
    found.push(next);
    queue.push(...(children.get(next) ?? []));
  }
  return found;
}
const read = (file) => {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return '';
  }
};
/** Ticks of 10 ms, user and system. */
const cpu = (pids) => pids.reduce((sum, pid) => { const fields = read(`/proc/${pid}/stat`).replace(/^.*\) /s, '').split(' '); return sum + Number(fields[11] ?? 0) + Number(fields[12] ?? 0); }, 0);
const pss = (pids) => pids.reduce((sum, pid) => sum + Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0), 0);

async function launch(main, where) {
  const app = await _electron.launch({ args: [main, ...headless], env: { ...env, HOME: where }, timeout: 60_000 });
  const window = app.windows()[0] ?? (await app.firstWindow({ timeout: 60_000 }));
  await window.waitForLoadState('domcontentloaded');
  return { app, window };
}
async function closed(main) {
  const { app } = await launch(main, home());
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  await app.evaluate(({ BrowserWindow }) => { for (const window of BrowserWindow.getAllWindows()) window.destroy(); });
  await new Promise((resolve) => setTimeout(resolve, 5_000));
  const pids = tree(app.process().pid);
  const before = cpu(pids);
  await new Promise((resolve) => setTimeout(resolve, idleSeconds * 1_000));
  const result = { cpu: (cpu(pids) - before) * 10, pss: pss(tree(app.process().pid)) / 1024 };
  await app.evaluate(({ app: electron }) => electron.quit()).catch(() => undefined);
  return result;
}
if (process.platform === 'linux') {
  const [idleBare, idleOurs] = [await closed(bare), await closed(ours)];
  row(`processor time of ${idleSeconds} s with the window closed`, ms(idleOurs.cpu), `bare ${ms(idleBare.cpu)}`);
  row('memory (PSS) with the window closed', `${idleOurs.pss.toFixed(0)} MiB`, `bare ${idleBare.pss.toFixed(0)} MiB, ${budget(idleOurs.pss / idleBare.pss, 1.15)}`);
} else console.log('Processor time and memory are read from /proc, so on Linux only.');

// --- With many events ---

const full = home();
const support = path.join(full, 'Library/Application Support/Silmaril');
const incoming = path.join(support, 'Evidence/incoming');
fs.mkdirSync(incoming, { recursive: true, mode: 0o700 });
for (const folder of [path.join(full, 'Library'), path.join(full, 'Library/Application Support'), support, path.join(support, 'Evidence')]) fs.chmodSync(folder, 0o700);
fs.writeFileSync(path.join(support, 'settings.json'), JSON.stringify({ schemaVersion: 1, onboarding: { step: 'done', classifier: 'embedded', apiUrl: null, harnesses: [], endedAt: new Date().toISOString(), skipped: false } }), { mode: 0o600 });
const now = Date.now();
// The oldest first, as hooks write them.
for (let i = events - 1; i >= 0; i--) {
  const id = `event-${crypto.randomBytes(32).toString('hex')}`;
  const at = new Date(now - i * 7_000).toISOString();
  const bad = i % 23 === 0;
  fs.writeFileSync(path.join(incoming, `${id}.json`), JSON.stringify({
    schemaVersion: 1, id, occurredAt: at, host: ['vscode', 'claudeCode', 'hermes'][i % 3], hook: ['user_input', 'pre_tool', 'tool_result'][i % 3], mode: 'shadow', requestFingerprint: crypto.createHash('sha256').update(String(i >> 1)).digest('hex'),
    sessionFingerprint: crypto.createHash('sha256').update(String(i >> 6)).digest('hex'), toolDisplayName: ['Bash', 'Read', 'run_in_terminal', 'mcp__notes__read'][i % 4], riskClass: bad ? 'destructive_change' : 'unknown', attemptedConsequence: { category: bad ? 'destructive_change' : 'unknown', summary: 'x' },
    prediction: bad ? 'malicious' : 'benign', modelScore: bad ? 0.9 : 0.1, modelThreshold: 0.5, policyDecision: bad ? 'monitor' : 'allow', nativeAction: 'allowed', outcome: 'not_observed', evidenceTruth: 'plugin_reported', evidenceCompleteness: 'partial',
    provenance: { schemaVersion: 1, producer: 'Bench', producerVersion: '1', pluginVersion: '1', observedAt: at }, decisionSource: 'classifier', timing: { totalMs: i % 40, classifyMs: i % 9 },
  }), { mode: 0o600 });
}
let begun = performance.now();
let { app, window } = await launch(ours, full);
const total = () => window.evaluate(() => window.silmaril.system.snapshot().then((answer) => answer.value.evidence.total));
await window.locator('.event').first().waitFor({ timeout: 300_000 });
row(`${events.toLocaleString('en')} events wait in the spool: until the newest show`, ms(performance.now() - begun));
while ((await total()) < events) await new Promise((resolve) => setTimeout(resolve, 250));
const seconds = (performance.now() - begun) / 1_000;
row('until all are taken in', `${seconds.toFixed(1)} s`, `${Math.round(events / seconds).toLocaleString('en')} a second, the window open and live`);
await app.evaluate(({ app: electron }) => electron.quit()).catch(() => undefined);

begun = performance.now();
({ app, window } = await launch(ours, full));
await window.locator('.event').first().waitFor();
row('start with them in the store, until the timeline shows', ms(performance.now() - begun));
const filtered = [];
for (let i = 0; i < 5; i++) {
  filtered.push(await window.evaluate(async () => {
    const filter = { hosts: [], decisions: ['monitor'], modes: [], risks: [], hooks: [], tools: [], rules: [], from: null, to: null, session: null, text: null };
    const begun = performance.now();
    await Promise.all([window.silmaril.evidence.query({ filter, after: null, limit: 200 }), window.silmaril.evidence.histogram({ filter, buckets: 60 }), window.silmaril.evidence.facets({ filter })]);
    return performance.now() - begun;
  }));
}
row('apply a filter: page, histogram and facets, through the bridge', ms(median(filtered)));
const scrolled = await window.evaluate(async () => {
  const tasks = [];
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) tasks.push(entry.duration); }).observe({ entryTypes: ['longtask'] });
  const list = [...document.querySelectorAll('*')].filter((element) => element.scrollHeight > element.clientHeight + 100).sort((a, b) => b.scrollHeight - a.scrollHeight)[0];
  const begun = performance.now();
  let most = 0;
  let steps = 0;
  for (let still = 0; still < 20 && steps < 400; steps++) {
    const at = list.scrollTop;
    list.scrollTop += list.clientHeight * 4;
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)));
    // At its end the list waits for the next page.
    still = list.scrollTop > at ? 0 : still + 1;
    if (still > 0) await new Promise((resolve) => setTimeout(resolve, 25));
    most = Math.max(most, document.querySelectorAll('*').length);
  }
  await new Promise((resolve) => setTimeout(resolve, 300));
  return { ms: performance.now() - begun, steps, most, long: tasks.length, longest: Math.max(0, ...tasks) };
});
row(`scroll down ${scrolled.steps} times by four screens`, ms(scrolled.ms), `at most ${scrolled.most} elements, ${scrolled.long} long tasks, the longest ${ms(scrolled.longest)}`);
await app.evaluate(({ app: electron }) => electron.quit()).catch(() => undefined);
screen?.stop();
fs.rmSync(scratch, { recursive: true, force: true });
process.exit(0);
