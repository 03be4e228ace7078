// Measures the embedded classifier on labelled rows: node bench/classifier.mjs [ROWS.jsonl[.gz] ...]
// Without arguments it takes injection-dev.jsonl from $SILMARIL_CORPORA or ../shared/corpora.
// With SILMARIL_PEERS=FOLDER (a folder in which `npm install @andersmyrmel/vard llm_guardrail
// agent-security-scanner-mcp` was run) the peers judge the same rows, at their default settings.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import zlib from 'node:zlib';
import { build } from 'esbuild';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const corpora = process.env.SILMARIL_CORPORA ?? path.resolve(root, '../shared/corpora');
const files = process.argv.length > 2 ? process.argv.slice(2) : [path.join(corpora, 'injection-dev.jsonl')];
if (!files.every((file) => fs.existsSync(file))) {
  console.log(`classifier: no corpora at ${files.join(', ')}; set SILMARIL_CORPORA to their folder. Nothing measured.`);
  process.exit(0);
}

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'silmaril-bench-'));
const outfile = path.join(folder, 'classify.mjs');
await build({ entryPoints: [path.join(root, 'hooks/classifier/classify.ts')], bundle: true, format: 'esm', target: 'node22', outfile, logLevel: 'error' });
const { classify, createClassifier, MODEL_VERSION } = await import(pathToFileURL(outfile).href);
fs.rmSync(folder, { recursive: true });
const learnt = createClassifier(fs.readFileSync(path.join(root, 'hooks/classifier/weights.bin')));

const malicious = (result) => result.prediction === 'MALICIOUS';
const judges = [
  { name: learnt.version, judge: (row) => malicious(learnt.classify(row)) },
  { name: MODEL_VERSION, judge: (row) => malicious(classify(row)) },
  ...(await peers(process.env.SILMARIL_PEERS)),
];
const read = (file) => (file.endsWith('.gz') ? zlib.gunzipSync(fs.readFileSync(file)) : fs.readFileSync(file)).toString('utf8').trim().split('\n').map((line) => JSON.parse(line));
const rows = files.flatMap(read);
const surfaces = ['prompt', 'tool_call', 'tool_result'];
const percent = (part, whole) => (whole === 0 ? '-' : `${((100 * part) / whole).toFixed(1)} %`).padStart(8);

for (const { name, judge } of judges) {
  const judged = [];
  for (const row of rows) {
    const start = performance.now();
    const flagged = await judge({ surface: row.surface, text: row.text });
    judged.push({ ...row, flagged, ms: performance.now() - start });
  }
  console.log(`\n## ${name}, ${rows.length} rows`);
  for (const surface of surfaces) {
    const here = judged.filter((row) => row.surface === surface);
    const attacks = here.filter((row) => row.label === 'MALICIOUS');
    const benign = here.filter((row) => row.label === 'BENIGN');
    const hit = attacks.filter((row) => row.flagged).length;
    const wrong = benign.filter((row) => row.flagged).length;
    const f1 = (2 * hit) / (2 * hit + wrong + attacks.length - hit || 1);
    console.log(`${surface.padEnd(12)} F1 ${f1.toFixed(3)}  caught ${percent(hit, attacks.length)} of ${attacks.length}  false ${percent(wrong, benign.length)} of ${benign.length}`);
    if (name !== learnt.version) continue;
    for (const key of [...new Set(here.map((row) => `${row.label} ${row.slice}`))].sort()) {
      const part = here.filter((row) => `${row.label} ${row.slice}` === key);
      console.log(`    ${key.startsWith('BENIGN') ? 'false ' : 'caught'} ${percent(part.filter((row) => row.flagged).length, part.length)} of ${String(part.length).padEnd(5)} ${key.split(' ')[1]}`);
    }
  }
  const times = judged.map((row) => row.ms).sort((a, b) => a - b);
  console.log(`time per row: median ${times[times.length >> 1].toFixed(2)} ms, 99 % ${times[Math.floor(times.length * 0.99)].toFixed(2)} ms, longest ${times[times.length - 1].toFixed(2)} ms`);
}

/** Peers found in a folder's node_modules; a peer that is not there is named and left out. */
async function peers(from) {
  if (!from) return [];
  const modules = path.join(from, 'node_modules');
  const load = (file) => import(pathToFileURL(path.join(modules, file)).href);
  const found = [];
  const add = async (name, make) => {
    try {
      found.push({ name, judge: await make() });
    } catch (error) {
      console.log(`${name}: not measured (${String(error.message).split('\n')[0]})`);
    }
  };
  await add('@andersmyrmel/vard', async () => {
    const { vard, default: fallback } = await load('@andersmyrmel/vard/dist/index.js');
    const guard = (vard ?? fallback).moderate();
    return ({ text }) => !guard.safeParse(text).safe;
  });
  await add('llm_guardrail', async () => {
    const { checkAll } = await load('llm_guardrail/index.js');
    return async ({ text }) => {
      const all = await checkAll(text);
      return [all.injection, all.jailbreak, all.malicious].some((part) => part?.detected);
    };
  });
  await add('agent-security-scanner-mcp', async () => {
    const { scanAgentPrompt } = await load('agent-security-scanner-mcp/src/tools/scan-prompt.js');
    const { scanAgentAction } = await load('agent-security-scanner-mcp/src/tools/scan-action.js');
    return async ({ surface, text }) => {
      const answer = surface === 'tool_call' ? await scanAgentAction({ action_type: 'bash', action_value: text.replace(/^\w+\ncommand: /, ''), verbosity: 'minimal' }) : await scanAgentPrompt({ prompt_text: text, verbosity: 'minimal' });
      return JSON.parse(answer.content[0].text).action !== 'ALLOW';
    };
  });
  return found;
}
