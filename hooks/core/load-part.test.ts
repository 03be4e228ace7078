import fs from 'node:fs';
import { createRequire } from 'node:module';
import { Script } from 'node:vm';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { cacheFile, cacheParts, loadPart, WRAPPER } from './load-part.ts';
import { temporaryHome, type TemporaryHome } from './testing/temporary-home.ts';

let home: TemporaryHome;
beforeEach(() => void (home = temporaryHome()));
afterEach(() => home.remove());

const load = createRequire(import.meta.url);
const SOURCE = 'module.exports = { answer: () => 42, folder: __dirname };';
/** As the installer makes it: after a run, so that what runs is in it. */
function dataOf(source: string): Buffer {
  const script = new Script(`${WRAPPER[0]}${source}${WRAPPER[1]}`);
  const module = { exports: { answer: (): unknown => null } };
  (script.runInThisContext() as (...all: unknown[]) => void)(module.exports, load, module, '', '');
  module.exports.answer();
  return script.createCachedData();
}
const put = (source: string, cache: Buffer | null, mode = 0o644): void => {
  home.put('part.js', source);
  if (cache === null) return;
  fs.writeFileSync(home.at('part.js.cache'), cache);
  fs.chmodSync(home.at('part.js.cache'), mode);
};
const answer = (): unknown => {
  const part = loadPart('part.js', (id) => { Reflect.deleteProperty(load.cache, load.resolve(id)); return load(id); }, home.home) as { answer: () => unknown; folder: string };
  expect(part.folder).toBe(home.home);
  return part.answer();
};

test('a part is the same with its cache and without', () => {
  put(SOURCE, null);
  expect(answer()).toBe(42);
  put(SOURCE, cacheFile(process, { source: Buffer.from(SOURCE), data: dataOf(SOURCE) }));
  expect(answer()).toBe(42);
});

test('a good cache is really used', () => {
  // Of the same length, so that V8 cannot tell: only its own comparison keeps the loader from running what was cached.
  const other = SOURCE.replace('42', '43');
  put(other, cacheFile(process, { source: Buffer.from(other), data: dataOf(SOURCE) }));
  expect(answer()).toBe(42);
});

describe('a cache that is not what it should be is not used', () => {
  const other = SOURCE.replace('42', '43');
  const good = cacheFile(process, { source: Buffer.from(other), data: dataOf(SOURCE) });
  test.each<[string, () => void]>([
    ['of other source', () => { put(other, cacheFile(process, { source: Buffer.from(SOURCE), data: dataOf(SOURCE) })); }],
    ['of another Node.js', () => { put(other, cacheFile({ version: 'v1.2.3', arch: process.arch }, { source: Buffer.from(other), data: dataOf(SOURCE) })); }],
    ['of another machine', () => { put(other, cacheFile({ version: process.version, arch: 'sparc' }, { source: Buffer.from(other), data: dataOf(SOURCE) })); }],
    ['cut', () => { put(other, good.subarray(0, -1)); }],
    ['longer', () => { put(other, Buffer.concat([good, Buffer.from('x')])); }],
    ['empty', () => { put(other, Buffer.alloc(0)); }],
    ['of others to write', () => { put(other, good, 0o666); }],
    ['a link', () => { put(other, null); fs.writeFileSync(home.at('elsewhere'), good); fs.symlinkSync(home.at('elsewhere'), home.at('part.js.cache')); }],
    ['a folder', () => { put(other, null); fs.mkdirSync(home.at('part.js.cache')); }],
    ['refused by V8', () => { put(other, cacheFile(process, { source: Buffer.from(other), data: Buffer.alloc(64) })); }],
  ])('%s', (_what, lay) => {
    lay();
    expect(answer()).toBe(43);
  });

  test('whatever byte is wrong', () => {
    fc.assert(fc.property(fc.nat(good.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
      const wrong = Buffer.from(good);
      wrong[at] = (wrong[at] ?? 0) ^ change;
      const parts = cacheParts(wrong, process);
      // What is left passes only with other source, which the loader compares with the part's own.
      expect(parts === null || (!parts.source.equals(Buffer.from(other)) && parts.data.equals(dataFrom(good)))).toBe(true);
    }));
  });
});

const dataFrom = (file: Buffer): Buffer => cacheParts(file, process)?.data ?? Buffer.alloc(0);
