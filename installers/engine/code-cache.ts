// What V8 makes of the hook's larger parts, made by the very Node.js that will run them and installed beside them: without
// it most of an event's time goes into compiling. A hook that finds none works as well, only slower (hooks/core/load-part.ts).
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import path from 'node:path';
import { cacheFile, cacheParts, WRAPPER } from '../../hooks/core/load-part.ts';
import type { Receipt } from './receipt.ts';
import { observe } from './read.ts';

/** The parts that are worth it; each exports `warmUp`, which runs what an event runs. */
const PARTS: readonly string[] = ['policy-engine.js', 'embedded-classifier.js'];

/** For a machine under load, many times what it takes. */
const MAKER_MS = 20_000;
const MAX_DATA_BYTES = 8 * 1024 * 1024;

/** Run with `-e`: what a hook runs is compiled by running it. Writes the data to standard output, and nothing else. */
const MAKER = `
const [file] = process.argv.slice(1);
const { readFileSync, writeSync } = require('node:fs');
const { createRequire } = require('node:module');
const { dirname } = require('node:path');
const { Script } = require('node:vm');
const script = new Script(${JSON.stringify(WRAPPER[0])} + readFileSync(file, 'latin1') + ${JSON.stringify(WRAPPER[1])}, { filename: file });
const made = { exports: {} };
script.runInThisContext()(made.exports, createRequire(file), made, file, dirname(file));
Promise.resolve(made.exports.warmUp()).then(() => {
  const data = script.createCachedData();
  for (let at = 0; at < data.length; ) at += writeSync(1, data, at);
  process.exit(0);
}, () => process.exit(1));
`;

export interface PartFile {
  readonly relative: string;
  readonly bytes: Uint8Array;
}

/**
 * The cache files for the parts among `files`. What the receipt's own file already holds for this Node.js and these bytes
 * is kept, since V8 never makes the same bytes twice, and a second run has to plan nothing. A part for which none can be
 * made (no such Node.js, another version than 22) has none.
 * @param source absolute path of the folder that `relative` starts at
 * @param target where it will be installed
 */
export async function codeCaches(files: readonly PartFile[], source: string, target: string, node: { readonly real: string; readonly version: string }, receipt: Receipt | null): Promise<readonly PartFile[]> {
  const made = await Promise.all(
    files.filter(({ relative }) => PARTS.includes(path.basename(relative))).map(async ({ relative, bytes }): Promise<PartFile | null> => {
      const version = node.version.startsWith('v') ? node.version : `v${node.version}`;
      const host = { version, arch: process.arch };
      const kept = await keptCache(path.join(target, `${relative}.cache`), bytes, host, receipt);
      if (kept !== null) return { relative: `${relative}.cache`, bytes: kept };
      const data = await makeData(node.real, path.join(source, relative));
      if (data === null) return null;
      return { relative: `${relative}.cache`, bytes: cacheFile(host, { source: Buffer.from(bytes), data }) };
    }),
  );
  return made.filter((file) => file !== null);
}

async function keptCache(file: string, source: Uint8Array, host: { readonly version: string; readonly arch: string }, receipt: Receipt | null): Promise<Uint8Array | null> {
  const digest = receipt?.digests[file];
  if (digest === undefined) return null;
  const seen = await observe(file);
  if (seen.state !== 'file' || digest !== `sha256:${createHash('sha256').update(seen.bytes).digest('hex')}`) return null;
  const parts = cacheParts(Buffer.from(seen.bytes), host);
  return parts !== null && parts.source.equals(source) ? seen.bytes : null;
}

function makeData(node: string, file: string): Promise<Buffer | null> {
  return new Promise((resolve) => {
    const child = spawn(node, ['-e', MAKER, file], { env: { HOME: '/nonexistent' }, cwd: '/', stdio: ['ignore', 'pipe', 'ignore'] });
    const timer = setTimeout(() => child.kill('SIGKILL'), MAKER_MS);
    const chunks: Buffer[] = [];
    let length = 0;
    child.stdout.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > MAX_DATA_BYTES) child.kill('SIGKILL');
      else chunks.push(chunk);
    });
    const end = (data: Buffer | null): void => {
      clearTimeout(timer);
      resolve(data);
    };
    child.on('error', () => { end(null); });
    child.on('close', (status) => { end(status === 0 && length > 0 ? Buffer.concat(chunks) : null); });
  });
}
