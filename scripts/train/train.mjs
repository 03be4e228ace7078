// Trains the embedded classifier: node scripts/train/train.mjs
//   --own N       learn from N generated rows of each kind alone (no corpora, no host texts): what CI repeats byte for byte
//   --out FOLDER  where weights.bin, manifest.json and MODEL_CARD.md go (default hooks/classifier)
//   --without RE  leave generated families out whose name matches, print leave-one-source-out, write nothing (what a family is worth)
//   --no-validate skip leave-one-source-out (thresholds then come from the training rows; for trying things)
// The same inputs give the same bytes on every machine: one thread, fixed order, fixed seed.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import zlib from 'node:zlib';
import { modelCard } from './card.mjs';
import { borrow, corporaFolder, featurise, loadFrontEnd, readRows, root, sha256, SURFACES, weigh } from './data.mjs';
import { generate } from './generate/generate.mjs';
import { hostChunks } from './generate/hosts.mjs';
import { fit } from './learn.mjs';
import { figures, leaveSourcesOut, weighedQuantile } from './validate.mjs';

const { values } = parseArgs({ options: { own: { type: 'string' }, out: { type: 'string', default: path.join(root, 'hooks/classifier') }, without: { type: 'string' }, 'no-validate': { type: 'boolean', default: false } } });
const SEED = 20260801;
const EACH = 9000;
const COMMON = { seed: SEED, epochs: 4, decay: 1e-4, floor: -0.6 };
/** Chosen by leave-one-source-out. Prose learns slower: its sources differ most. */
const OPTIONS = {
  prompt: { ...COMMON, rate: 0.15, bonus: [0, 0, 0.7, 2] },
  tool_call: { ...COMMON, rate: 0.3, bonus: [0, 0, 0.8, 3.5] },
  tool_result: { ...COMMON, rate: 0.15, bonus: [0, 0, 0.7, 2] },
};
/** Shares of held-out benign rows that may reach each tier. A prompt is never blocked on the model alone. */
const TARGETS = { prompt: { warn: 0.03, block: null }, tool_call: { warn: 0.03, block: 0.004 }, tool_result: { warn: 0.025, block: 0.001 } };
/** The same by origin of a tool's result: stricter on what others wrote, milder on the person's own files. No origin blocks more readily than the surface does. */
const ORIGINS = {
  repository: { warn: 0.01, block: 0.0005 },
  command: { warn: 0.02, block: 0.001 },
  ...Object.fromEntries(['web', 'mail', 'issue', 'mcp'].map((origin) => [origin, { warn: 0.035, block: 0.001 }])),
};
const say = (text) => process.stderr.write(`${text}\n`);

const front = await loadFrontEnd();
const corpora = values.own ? null : corporaFolder();
if (!values.own && !corpora) {
  say('train: no corpora (set SILMARIL_CORPORA to the folder that holds injection-train.jsonl.gz, or train on our own rows with --own 600)');
  process.exit(2);
}
const hosts = values.own ? { chunks: [], digest: null } : hostChunks(root);
// Every third chunk is kept from training: ordinary results for calibration.
const training = hosts.chunks.filter((_, i) => i % 3 !== 2);
const spared = hosts.chunks.filter((_, i) => i % 3 === 2);
const left = values.without ? new RegExp(values.without) : null;
const generated = generate({ seed: SEED, each: values.own ? Number(values.own) : EACH, hosts: training }).filter((row) => !left?.test(row.source));
const corpus = corpora ? readRows(path.join(corpora, 'injection-train.jsonl.gz')) : { rows: [], sha256: null };
const all = [...corpus.rows, ...generated];
const rows = featurise(all, front);
say(`train: ${rows.length} distinct rows, ${generated.length} of them generated`);

const surfaces = [];
const report = {};
const chunks = [];
for (const surface of SURFACES) {
  const own = rows.filter((row) => row.surface === surface);
  const borrowed = borrow(all, surface, front);
  const validated = corpora && !values['no-validate'] ? leaveSourcesOut(own, OPTIONS[surface], borrowed) : null;
  if (validated) {
    const f = figures(validated);
    report[surface] = { validation: f };
    say(`${surface}: left out: AUC ${f.auc.toFixed(3)}, recall at 0.1 / 1 / 3 % ${f.at01.toFixed(3)} ${f.at1.toFixed(3)} ${f.at3.toFixed(3)}`);
  }
  if (left) continue;
  const model = fit(weigh([...own, ...borrowed]), OPTIONS[surface]);
  let largest = 0;
  for (const w of model.weights) largest = Math.max(largest, Math.abs(w));
  const scale = Math.fround(Math.min(largest, 4) / 127);
  chunks.push(Buffer.from(Int8Array.from(model.weights, (w) => Math.max(-127, Math.min(127, Math.round(w / scale)))).buffer));
  // Weighed like the rows in training: one large source does not set the bar for all others.
  const benign = validated ? weigh(validated.map(({ row, score }) => ({ ...row, score }))).filter((row) => row.label === 0) : null;
  const sigmoid = (x) => 1 / (1 + Math.exp(-x));
  const bar = (share) => (share === null ? null : benign ? Number(sigmoid(weighedQuantile(benign, share)).toFixed(4)) : 0.5);
  surfaces.push({ scale, bias: Number(model.bias.toFixed(6)), bonus: OPTIONS[surface].bonus, warn: bar(TARGETS[surface].warn), block: bar(TARGETS[surface].block), ...(surface === 'tool_result' ? { origins: Object.fromEntries(Object.entries(ORIGINS).map(([origin, shares]) => [origin, { warn: bar(shares.warn), block: bar(shares.block) }])) } : {}) });
}

if (left) process.exit(0);
const tables = Buffer.concat(chunks);
const version = values.own ? 'silmaril-embedded-own' : `silmaril-embedded-2-${sha256(tables).slice(0, 8)}`;
let header = JSON.stringify({ version, surfaces });
header = header.padEnd(Math.ceil(header.length / 4) * 4);
const head = Buffer.alloc(16);
head.write('SLMW', 0, 'latin1');
head.writeUInt32LE(front.WEIGHTS_FORMAT, 4);
head.writeUInt32LE(header.length, 8);
head.writeUInt32LE(front.checksum(tables), 12);
const file = Buffer.concat([head, Buffer.from(header), tables]);
fs.mkdirSync(values.out, { recursive: true });
fs.writeFileSync(path.join(values.out, 'weights.bin'), file);

const scripts = path.dirname(fileURLToPath(import.meta.url));
const manifest = {
  model: version,
  weightsSha256: sha256(file),
  bytes: file.length,
  gzipBytes: zlib.gzipSync(file, { level: 9 }).length,
  seed: SEED,
  options: OPTIONS,
  data: {
    corpora: corpora ? { file: 'injection-train.jsonl.gz', sha256: corpus.sha256, rows: corpus.rows.length } : null,
    hosts: hosts.digest ? { packages: 'scripts/train/generate/hosts.mjs, versions in package-lock.json', sha256: hosts.digest } : null,
    generated: { rows: generated.length, sha256: sha256(generated.map((row) => JSON.stringify(row)).join('\n')) },
  },
  licences: corpora ? licences(corpus.rows) : {},
  thresholds: Object.fromEntries(SURFACES.map((surface, i) => [surface, { warn: surfaces[i].warn, block: surfaces[i].block, calibratedOn: report[surface] ? `${report[surface].validation.benign} benign rows of held-out sources`: 'nothing: not for use', targets: TARGETS[surface], ...(surfaces[i].origins ? { origins: Object.fromEntries(Object.entries(surfaces[i].origins).map(([origin, bars]) => [origin, { ...bars, targets: ORIGINS[origin] }])) } : {}) }])),
};
if (!values.own) {
  // What CI retrains: our own rows alone. The trainer is its own witness.
  const { ownDigest } = await import('./own-digest.mjs');
  manifest.ownRows = ownDigest(path.join(scripts, 'train.mjs'));
  const classifier = front.createClassifier(file);
  const vectors = generate({ seed: SEED + 2, each: 8, hosts: [] }).map(({ surface, text }) => ({ surface, text, score: classifier.classify({ surface, text }).score }));
  fs.writeFileSync(path.join(values.out, 'vectors.json'), `${JSON.stringify({ model: version, rows: vectors }, null, 1)}\n`);
  fs.writeFileSync(path.join(values.out, 'MODEL_CARD.md'), await modelCard({ manifest, report, classifier, rows: generate({ seed: SEED + 1, each: 3000, hosts: spared }), spared, corpora }));
}
fs.writeFileSync(path.join(values.out, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
say(`train: ${version}, ${file.length} bytes (${manifest.gzipBytes} gzip) in ${values.out}`);

function licences(all) {
  const table = {};
  for (const row of all) {
    const entry = (table[row.licence] ??= {});
    entry[row.source] = (entry[row.source] ?? 0) + 1;
  }
  return table;
}
