// Rows to learn from: the corpora (when their folder is there) and what we generate; read, made
// distinct, turned into features, weighted so that no source drowns the others.
import crypto from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import zlib from 'node:zlib';
import { build } from 'esbuild';
import { prepare } from './learn.mjs';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
export const SURFACES = ['prompt', 'tool_call', 'tool_result'];

/** The folder of the corpora, or null: they are not part of the repository. */
export function corporaFolder() {
  const folder = process.env.SILMARIL_CORPORA ?? path.resolve(root, '../shared/corpora');
  return fs.existsSync(path.join(folder, 'injection-train.jsonl.gz')) ? folder : null;
}

export const sha256 = (bytes) => crypto.createHash('sha256').update(bytes).digest('hex');

/** @returns {{ rows: object[], sha256: string }} */
export function readRows(file) {
  const bytes = fs.readFileSync(file);
  const text = (file.endsWith('.gz') ? zlib.gunzipSync(bytes) : bytes).toString('utf8');
  return { rows: text.trim().split('\n').map((line) => JSON.parse(line)), sha256: sha256(bytes) };
}

/** The classifier's own front end, bundled, so that trainer and hook cannot part. */
export async function loadFrontEnd(entry = 'hooks/classifier/front-end.ts') {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'silmaril-train-'));
  const outfile = path.join(folder, 'front-end.mjs');
  await build({ entryPoints: [path.join(root, entry)], bundle: true, format: 'esm', target: 'node20', outfile, logLevel: 'error' });
  const loaded = await import(pathToFileURL(outfile).href);
  fs.rmSync(folder, { recursive: true });
  return loaded;
}

/** Rows with features and a numeric label; the same text is kept once per surface. */
export function featurise(rows, { analyse, featuresOf }) {
  const seen = new Set();
  const out = [];
  for (const row of rows) {
    const key = `${row.surface}\0${row.text}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const surface = SURFACES.indexOf(row.surface);
    // One segment at a time: featuresOf lends its buffer.
    const segments = analyse(row.text, surface).map((segment) => prepare(featuresOf(segment.text, surface, segment.hits, segment.hiding)));
    out.push({ ...row, label: row.label === 'MALICIOUS' ? 1 : 0, segments });
  }
  return out;
}

/** What a surface also learns from: prose is prose, whoever brings it. Chosen by leave-one-source-out. */
const BORROWS = { prompt: { from: 'tool_result', labels: ['MALICIOUS', 'BENIGN'] }, tool_result: { from: 'prompt', labels: ['MALICIOUS'] } };
/** Longer rows are mostly host text, which the surface has enough of. UTF-16 units. */
const BORROWED_LENGTH = 2500;

/** Rows of another surface, read as this one's; none whose text the surface has itself. */
export function borrow(rows, surface, front) {
  const lender = BORROWS[surface];
  if (!lender) return [];
  const own = new Set(rows.filter((row) => row.surface === surface).map((row) => row.text));
  const lent = rows.filter((row) => row.surface === lender.from && lender.labels.includes(row.label) && row.text.length < BORROWED_LENGTH && !own.has(row.text));
  return featurise(lent.map((row) => ({ ...row, surface })), front);
}

/** Attacks placed in hosts by the corpus' builder count as their attack's source. */
export const sourceOf = (row) => row.source.replace(/\+host$/, '');

/** Benign rows that say what attacks say: few, and what a person would notice first when they are flagged. */
const TWINS = /^gen\/benign-(?:twin|tongues|quotes|request)$/;
const TWIN_WEIGHT = 3;

/** Rows of large sources count less each; both labels weigh alike in sum, within a factor of four. */
export function weigh(rows) {
  const counts = new Map();
  const key = (row) => `${row.label}${sourceOf(row)}`;
  for (const row of rows) counts.set(key(row), (counts.get(key(row)) ?? 0) + 1);
  const total = [0, 0];
  const weights = rows.map((row) => {
    const weight = (TWINS.test(row.source) ? TWIN_WEIGHT : 1) / Math.sqrt(counts.get(key(row)) / 200 + 1);
    total[row.label] += weight;
    return weight;
  });
  const sum = total[0] + total[1];
  return rows.map((row, i) => ({ ...row, weight: (weights[i] * Math.min(4, sum / 2 / total[row.label]) * rows.length) / sum }));
}
