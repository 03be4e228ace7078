// Measures the embedded classifier on labelled rows: node bench/classifier.mjs [ROWS.jsonl[.gz] ...]
// Without arguments it takes injection-dev.jsonl from $SILMARIL_CORPORA or ../shared/corpora.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import zlib from 'node:zlib';
import { fileURLToPath, pathToFileURL } from 'node:url';
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
const { classify, MODEL_VERSION } = await import(pathToFileURL(outfile).href);
fs.rmSync(folder, { recursive: true });

const read = (file) => (file.endsWith('.gz') ? zlib.gunzipSync(fs.readFileSync(file)) : fs.readFileSync(file)).toString('utf8').trim().split('\n').map((line) => JSON.parse(line));
const rows = files.flatMap(read);
const judged = rows.map((row) => {
  const start = performance.now();
  const result = classify({ surface: row.surface, text: row.text });
  return { ...row, flagged: result.prediction === 'MALICIOUS', ms: performance.now() - start };
});

const percent = (part, whole) => (whole === 0 ? '-' : `${((100 * part) / whole).toFixed(1)} %`).padStart(8);
console.log(`${MODEL_VERSION} on ${rows.length} rows`);
for (const surface of ['prompt', 'tool_call', 'tool_result']) {
  const here = judged.filter((row) => row.surface === surface);
  const attacks = here.filter((row) => row.label === 'MALICIOUS');
  const benign = here.filter((row) => row.label === 'BENIGN');
  const hit = attacks.filter((row) => row.flagged).length;
  const wrong = benign.filter((row) => row.flagged).length;
  const f1 = (2 * hit) / (2 * hit + wrong + attacks.length - hit || 1);
  console.log(`${surface.padEnd(12)} F1 ${f1.toFixed(3)}  caught ${percent(hit, attacks.length)} of ${attacks.length}  false ${percent(wrong, benign.length)} of ${benign.length}`);
  for (const slice of [...new Set(here.map((row) => row.slice))].sort()) {
    const part = here.filter((row) => row.slice === slice);
    console.log(`    ${part[0].label === 'BENIGN' ? 'false ' : 'caught'} ${percent(part.filter((row) => row.flagged).length, part.length)} of ${String(part.length).padEnd(5)} ${slice}`);
  }
}
const times = judged.map((row) => row.ms).sort((a, b) => a - b);
console.log(`time per row: median ${times[times.length >> 1].toFixed(2)} ms, 99 % ${times[Math.floor(times.length * 0.99)].toFixed(2)} ms, longest ${times[times.length - 1].toFixed(2)} ms`);
