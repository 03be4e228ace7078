// How long the redactor takes for a large log: `npm run bench -- redaction`. Beside one search for a text that is not there,
// which is the least that any redactor does.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'silmaril-bench-redaction-'));
await build({ absWorkingDir: root, entryPoints: ['app/core/redaction/registry.ts'], bundle: true, platform: 'node', format: 'esm', outfile: path.join(folder, 'registry.mjs'), logLevel: 'silent' });
const { RedactionRegistry } = await import(pathToFileURL(path.join(folder, 'registry.mjs')).href);
const registry = new RedactionRegistry();
registry.register('key', ['sk-canary-0123456789-ABCDEFghij-7Q2f']);
const line = (i) => `2026-12-01T10:${String(i % 60).padStart(2, '0')}:00.000Z info claude-code PreToolUse event-${(i * 2654435761 % 2 ** 32).toString(16)} took ${i % 90} ms in /home/u/src/project-${i % 17}/lib/index.js {"decision":"allow","score":0.${i % 97}}`;
const texts = {
  'a log': Array.from({ length: 60_000 }, (_, i) => line(i)).join('\n').slice(0, 10_000_000),
  'one line of letters': 'aB3'.repeat(3_333_333),
  'spaces': ' '.repeat(10_000_000),
  'nearly keys': 'token="sk-canary-0123456789-ABCDEFghij-7Q2 Bearer eyJ '.repeat(190_000).slice(0, 10_000_000),
};
const best = (run) => Math.min(...Array.from({ length: 3 }, () => { const begun = performance.now(); run(); return performance.now() - begun; }));
console.log(`Node.js ${process.version}, load ${os.loadavg()[0].toFixed(1)}, best of 3\n`);
for (const [name, text] of Object.entries(texts)) {
  const base = best(() => text.indexOf('\u0001not there'));
  console.log(`${name.padEnd(24)}${(text.length / 1e6).toFixed(1).padStart(6)} MB${best(() => registry.redact(text)).toFixed(0).padStart(8)} ms   (one search: ${base.toFixed(1)} ms; aim: under 1000 ms)`);
}
fs.rmSync(folder, { recursive: true });
