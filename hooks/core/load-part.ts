// Loads a part of the hook (policy-engine.js, embedded-classifier.js). Compiling one takes longer than its judgement, so
// the installer puts what V8 made of it beside it (installers/engine/code-cache.ts); without that, or when anything about
// it is not as it should be, the part is loaded like any other module. The answer is the same either way.
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { Script } from 'node:vm';
import { readBounded } from './private-file.ts';

/** What Node.js itself puts around a CommonJS module. Maker and loader must use the same text: V8 compares its length. */
export const WRAPPER = ['(function (exports, require, module, __filename, __dirname) { ', '\n});'] as const;

/** Of a whole cache file; those of today have 1.4 MB. */
const MAX_CACHE_BYTES = 16_777_216;

export interface CacheParts {
  readonly source: Buffer;
  readonly data: Buffer;
}

/**
 * A cache file: one line of JSON, the part's source, V8's data, and the data once more. V8 believes its data blindly, and
 * a single wrong byte in it can end the process: the second copy is the cheapest proof that none is wrong. The source
 * is there because V8 compares nothing but its length.
 */
export function cacheFile(node: { readonly version: string; readonly arch: string }, { source, data }: CacheParts): Buffer {
  const head = `${JSON.stringify({ silmarilCodeCache: 1, node: node.version, arch: node.arch, source: source.length, data: data.length })}\n`;
  return Buffer.concat([Buffer.from(head, 'latin1'), source, data, data]);
}

/** The parts of a cache file that was made by this very Node.js; null when it is another's, or not whole. */
export function cacheParts(file: Buffer, node: { readonly version: string; readonly arch: string }): CacheParts | null {
  const end = file.subarray(0, 256).indexOf(10);
  if (end < 0) return null;
  let head: { silmarilCodeCache?: unknown; node?: unknown; arch?: unknown; source?: unknown; data?: unknown };
  try {
    head = JSON.parse(file.toString('latin1', 0, end)) as typeof head;
  } catch {
    return null;
  }
  const { silmarilCodeCache, node: version, arch, source, data } = head;
  if (silmarilCodeCache !== 1 || version !== node.version || arch !== node.arch || !isLength(source) || !isLength(data)) return null;
  const [first, second, third] = [end + 1 + source, end + 1 + source + data, end + 1 + source + data + data];
  if (file.length !== third || !file.subarray(first, second).equals(file.subarray(second, third))) return null;
  return { source: file.subarray(end + 1, first), data: file.subarray(first, second) };
}

const isLength = (value: unknown): value is number => typeof value === 'number' && Number.isInteger(value) && value > 0 && value < MAX_CACHE_BYTES;

/**
 * @param name of a file beside the bundle
 * @param load the bundle's own `require`
 * @param folder the bundle's
 * @returns the part's exports
 */
export function loadPart(name: string, load: (id: string) => unknown, folder: string): unknown {
  const file = `${folder}/${name}`;
  const script = compiled(file);
  if (script === null) return load(file);
  const module = { exports: {} };
  (script.runInThisContext() as (...all: unknown[]) => void)(module.exports, load, module, file, folder);
  return module.exports;
}

function compiled(file: string): Script | null {
  const cache = readOwn(`${file}.cache`);
  const parts = cache === null ? null : cacheParts(cache, process);
  if (parts === null) return null;
  try {
    if (!readFileSync(file).equals(parts.source)) return null;
    const script = new Script(`${WRAPPER[0]}${parts.source.toString('latin1')}${WRAPPER[1]}`, { filename: file, cachedData: parts.data });
    return script.cachedDataRejected === true ? null : script;
  } catch {
    return null;
  }
}

/** A regular file of this user that nobody else may change. */
function readOwn(file: string): Buffer | null {
  let descriptor: number;
  try {
    descriptor = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch {
    return null;
  }
  try {
    const stat = fstatSync(descriptor);
    if (!stat.isFile() || (stat.mode & 0o022) !== 0 || (process.getuid !== undefined && stat.uid !== process.getuid())) return null;
    return readBounded(descriptor, MAX_CACHE_BYTES, stat.size);
  } catch {
    return null;
  } finally {
    closeSync(descriptor);
  }
}
