// Measures the evidence store on generated events, in a temporary home: node bench/evidence.mjs [--million]
// 100,000 events by default. Prints the time of each question of the timeline (p50, p95 and the longest, and the
// processor time of one, which a busy machine lengthens less; ms), the rate at which a spool is taken in, and the memory that it took.
import { spawnSync } from 'node:child_process';
import crypto from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const million = process.argv.includes('--million');
const total = million ? 1_000_000 : 100_000;
const spooled = million ? 100_000 : 10_000;
const repeats = 25;

const filling = process.argv.indexOf('--fill');

const work = fs.mkdtempSync(path.join(root, '.cache', 'bench-evidence-'));
const home = filling > 0 ? process.argv[filling + 1] : fs.mkdtempSync(path.join(os.tmpdir(), 'silmaril-bench-'));
process.on('exit', () => {
  fs.rmSync(work, { recursive: true, force: true });
  if (filling < 0) fs.rmSync(home, { recursive: true, force: true });
});

const outfile = path.join(work, 'store.mjs');
await build({
  stdin: {
    contents: ['store', 'database', 'places', 'rows'].map((name) => `export * from './app/core/evidence/${name}.ts';`).concat("export { noFilter } from './app/contract/evidence-views.ts';").join('\n'),
    resolveDir: root,
    loader: 'ts',
  },
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  external: ['@libsql/client'],
  outfile,
  logLevel: 'error',
});
const { EvidenceStore, openDatabase, evidencePlaces, insertion, noFilter } = await import(pathToFileURL(outfile).href);

// A fixed generator, so that two runs ask the same of the same.
let state = 42;
const random = () => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return state / 2 ** 32;
};
const pick = (weighted) => {
  let left = random() * weighted.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [value, weight] of weighted) {
    left -= weight;
    if (left < 0) return value;
  }
  return weighted[0][0];
};
const hosts = [['claudeCode', 6], ['vscode', 3], ['openCode', 1], ['hermes', 0.5]];
const tools = [...['Bash', 'Read', 'Edit', 'Grep', 'Write', 'WebFetch', 'Task'].map((tool, i) => [tool, 40 / (i + 1)]), ...Array.from({ length: 40 }, (_, i) => [`mcp__server_${i % 6}__tool_${i}`, 1])];
const hooks = [['pre_tool', 10], ['tool_result', 9], ['user_input', 1]];
const risks = [['other', 80], ['code_execution', 8], ['destructive_change', 4], ['credential_exposure', 3], ['sensitive_data_exposure', 3], ['unsafe_agent_control', 2]];
const decisions = [['allow', 960], ['monitor', 10], ['warn', 10], ['block', 15], ['unavailable', 5]];
const rules = Array.from({ length: 60 }, (_, i) => [`pack${i % 8}.rule-${i}`, 1 / (i + 1)]);
const summaries = Object.fromEntries(risks.map(([risk]) => [risk, `What was about to happen would have been of the kind ${risk.replaceAll('_', ' ')}, so it was looked at.`]));
const now = Date.now();
const days = 90;
const hash = (text) => crypto.createHash('sha256').update(text).digest('hex');
let session = hash('first');

function event(at) {
  if (random() < 0.01) session = hash(String(random()));
  const host = pick(hosts);
  const hook = pick(hooks);
  const decision = pick(decisions);
  const acted = decision !== 'allow' && decision !== 'unavailable';
  const risk = acted ? pick(risks.slice(1)) : pick(risks);
  const occurredAt = new Date(at).toISOString();
  return {
    schemaVersion: 1,
    id: `event-${crypto.randomBytes(32).toString('hex')}`,
    occurredAt,
    host,
    hook,
    mode: host === 'hermes' ? 'shadow' : 'block',
    requestFingerprint: hash(String(at)),
    sessionFingerprint: session,
    ...(hook === 'user_input' ? {} : { toolDisplayName: pick(tools) }),
    riskClass: risk,
    attemptedConsequence: { category: risk, summary: summaries[risk] },
    prediction: acted ? 'malicious' : 'benign',
    modelScore: random(),
    modelThreshold: 0.5,
    policyDecision: decision,
    nativeAction: decision === 'block' ? 'block_returned' : 'none',
    outcome: 'not_observed',
    evidenceTruth: decision === 'block' ? 'native_response_returned' : 'plugin_reported',
    evidenceCompleteness: 'partial',
    provenance: { schemaVersion: 1, producer: `${host}FirewallPlugin`, producerVersion: '0.1.0', pluginVersion: '0.1.0', modelVersion: 'embedded-2026-01', observedAt: occurredAt },
    decisionSource: acted && random() < 0.5 ? 'local_policy' : 'classifier',
    ...(acted && random() < 0.5 ? { ruleId: pick(rules) } : {}),
    timing: { totalMs: Math.round(20 + 30 * random()), classifyMs: Math.round(10 * random()) },
  };
}

const must = (result) => {
  if (!result.ok) throw new Error(result.failure.sentence);
  return result.value;
};
const rss = () => Math.round(process.memoryUsage.rss() / 1024 / 1024);
const uid = process.getuid();
const places = evidencePlaces(home);
fs.mkdirSync(places.incoming, { recursive: true, mode: 0o700 });

async function fill() {
  const start = performance.now();
  const { database } = must(await openDatabase(places, uid));
  for (let done = 0; done < total; done += 1000) {
    const events = Array.from({ length: 1000 }, (_, i) => event(now - days * 86_400_000 + ((done + i) / total) * days * 86_400_000));
    await database.write(insertion(events).statements);
  }
  const [{ kinds, tallies }] = await database.all('SELECT (SELECT count(*) FROM kinds) AS kinds, (SELECT count(*) FROM tallies) + (SELECT count(*) FROM day_tallies) AS tallies');
  database.close();
  const size = fs.readdirSync(places.root).reduce((sum, name) => sum + fs.statSync(path.join(places.root, name)).size, 0);
  const { user, system } = process.cpuUsage();
  console.log(`${total} events in ${((user + system) / 1e6).toFixed(1)} s of processor time, ${((performance.now() - start) / 1000).toFixed(1)} s (generated and written without a spool), ${Math.round(size / 1024 / 1024)} MB, ${kinds} kinds, ${tallies} tallies`);
}
// In a process of its own: what generating them took must not count as the store's memory.
if (filling > 0) {
  await fill();
  process.exit(0);
}
spawnSync(process.execPath, [fileURLToPath(import.meta.url), '--fill', home, ...(million ? ['--million'] : [])], { stdio: 'inherit' });

const store = new EvidenceStore(home, uid);
const rssBefore = rss();
const opening = performance.now();
must(await store.setRetention({ days: 3650, bytes: 1e12 }));
must(await store.page(noFilter, null, 100));
console.log(`opened, first page: ${(performance.now() - opening).toFixed(0)} ms, of which loading the client is the most; rss ${rssBefore} -> ${rss()} MB`);

async function measure(name, ask, times = repeats) {
  const took = [];
  let said = '';
  const cpu = process.cpuUsage();
  for (let i = 0; i < times; i++) {
    const start = performance.now();
    said = ask.length > 0 ? await ask(i) : await ask();
    took.push(performance.now() - start);
  }
  const { user, system } = process.cpuUsage(cpu);
  took.sort((a, b) => a - b);
  const at = (share) => took[Math.max(0, Math.ceil(share * took.length) - 1)].toFixed(1).padStart(7);
  console.log(`${name.padEnd(44)} p50 ${at(0.5)}  p95 ${at(0.95)}  max ${at(1)}  cpu ${((user + system) / 1000 / times).toFixed(1).padStart(6)}   ${said}`);
}
const page = (filter, after = null) => async () => `${must(await store.page({ ...noFilter, ...filter }, after, 100)).events.length} events`;
const histogram = (filter, buckets = 120) => async () => {
  const { range, buckets: filled } = must(await store.histogram({ ...noFilter, ...filter }, buckets));
  return range ? `${filled.length} of ${buckets} buckets of ${range.bucketMs / 60_000} min` : 'nothing';
};
const facets = (filter) => async () => {
  const { matched, total: all } = must(await store.facets({ ...noFilter, ...filter }));
  return `${matched} of ${all}`;
};
const ago = (hours) => now - hours * 3_600_000;
const aSession = must(await store.page(noFilter, { at: ago(24 * 30), id: `event-${'0'.repeat(64)}` }, 1)).events[0].session;

await measure('page: first', page({}));
await measure('page: 45 days back', page({}, { at: ago(24 * 45), id: `event-${'0'.repeat(64)}` }));
await measure('page: one harness', page({ hosts: ['vscode'] }));
await measure('page: blocked or warned', page({ decisions: ['block', 'warn'] }));
await measure('page: blocked in one harness', page({ hosts: ['hermes'], decisions: ['block'] }));
await measure('page: a rare tool', page({ tools: ['mcp__server_3__tool_21'] }));
await measure('page: a rule', page({ rules: ['pack1.rule-9'] }));
await measure('page: words', page({ text: 'bash destructive' }));
await measure('page: a rare word', page({ text: 'tool_33' }));
await measure('page: allowed, 80 days ago', page({ decisions: ['allow'], to: ago(24 * 80) }));
await measure('page: allowed, of the first 80 days, words', page({ decisions: ['allow'], to: ago(24 * 10), text: 'read' }));
await measure('page: a session', page({ session: aSession }));
await measure('page: nothing matches', page({ text: 'there is no such thing' }));
await measure('histogram: all', histogram({}));
await measure('histogram: all, 400 buckets', histogram({}, 400));
await measure('histogram: one harness, 400 buckets', histogram({ hosts: ['claudeCode'] }, 400));
await measure('histogram: blocked', histogram({ decisions: ['block'] }));
await measure('histogram: 30 odd days, words', histogram({ from: ago(24 * 41.37), to: ago(24 * 11.11), text: 'bash' }));
await measure('histogram: 8 days, 400 buckets', histogram({ from: ago(24 * 8) }, 400));
await measure('histogram: 1 day', histogram({ from: ago(24) }));
await measure('histogram: 1 day, 400 buckets', histogram({ from: ago(24) }, 400));
await measure('histogram: a session', histogram({ session: aSession }));
await measure('facets: all', facets({}));
await measure('facets: filtered, words', facets({ hosts: ['claudeCode'], decisions: ['allow'], text: 'bash' }));
await measure('facets: 30 odd days', facets({ from: ago(24 * 41.37), to: ago(24 * 11.11), risks: ['code_execution'] }));
await measure('newest of each harness and event type', async () => `${must(await store.newestOfEachKind()).length} events`);
await measure('latency of one harness', async () => JSON.stringify(must(await store.latency('claudeCode'))));
await measure('status', async () => `${(await store.status()).total} events`);
let cursor = null;
await measure('paging through all of it, a page', async () => {
  const got = must(await store.page(noFilter, cursor, 500));
  cursor = got.next;
  return `500 events`;
}, Math.min(400, total / 500 - 1));
console.log(`rss after all questions ${rss()} MB`);

const exported = performance.now();
const file = path.join(home, 'all.jsonl');
const count = must(await store.export(noFilter, 'jsonl', { file, replace: true }, new AbortController().signal));
console.log(`export of ${count} events: ${((performance.now() - exported) / 1000).toFixed(1)} s, ${Math.round(fs.statSync(file).size / 1024 / 1024)} MB; rss ${rss()} MB`);
fs.rmSync(file);

for (let i = 0; i < spooled; i++) {
  const one = event(now - random() * 86_400_000);
  fs.writeFileSync(path.join(places.incoming, `event-${hash(one.id)}.json`), `${JSON.stringify(one)}\n`, { mode: 0o600 });
}
const before = rss();
let highest = 0;
let longest = 0;
let last = performance.now();
const tick = setInterval(() => {
  longest = Math.max(longest, performance.now() - last - 5);
  last = performance.now();
}, 5);
const intake = performance.now();
const taken = must(await store.takeIn(new AbortController().signal, () => { highest = Math.max(highest, rss()); }));
clearInterval(tick);
const seconds = (performance.now() - intake) / 1000;
console.log(`spool: ${taken.stored} files taken in within ${seconds.toFixed(1)} s (${Math.round(taken.stored / seconds)} a second), thread held for ${longest.toFixed(0)} ms at most; rss ${before} -> at most ${highest} MB`);
await store.stop();
