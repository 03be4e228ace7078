import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import zlib from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
// @ts-expect-error plain JavaScript, since it runs before anything is built
import { readZip } from './zip.mjs';

interface Entry { name: string; mode: number; read(): Buffer }
const read = readZip as (file: string) => Iterable<Entry>;

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'silmaril-zip-'));
afterAll(() => { fs.rmSync(folder, { recursive: true, force: true }); });

/** A zip as other programs write it; `mode` is that of the entry, with its type bits. */
function zip(entries: readonly { name: string; content: Buffer; method: 0 | 8; mode: number }[], comment = ''): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, method, mode } of entries) {
    const packed = method === 8 ? zlib.deflateRawSync(content) : content;
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(method, 10);
    entry.writeUInt32LE(crc(content), 16);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt32LE(content.length, 24);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE((mode << 16) >>> 0, 38);
    entry.writeUInt32LE(offset, 42);
    locals.push(local, Buffer.from(name), packed);
    directory.push(entry, Buffer.from(name));
    offset += 30 + name.length + packed.length;
  }
  const table = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(table.length, 12);
  end.writeUInt32LE(offset, 16);
  end.writeUInt16LE(comment.length, 20);
  return Buffer.concat([...locals, table, end, Buffer.from(comment)]);
}

/** CRC-32 of zip, bit by bit. */
function crc(bytes: Buffer): number {
  let value = 0xffffffff;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit++) value = (value >>> 1) ^ (value & 1 ? 0xedb88320 : 0);
  }
  return (value ^ 0xffffffff) >>> 0;
}

function put(name: string, bytes: Buffer): string {
  const file = path.join(folder, name);
  fs.writeFileSync(file, bytes);
  return file;
}

const hello = { name: 'a/hello', content: Buffer.from('hello '.repeat(100)), method: 8, mode: 0o100755 } as const;

describe('reading a zip archive', () => {
  it('gives names, modes and contents, stored and deflated, behind a comment', () => {
    const file = put('good.zip', zip([hello, { name: 'b', content: Buffer.from([1, 2, 3]), method: 0, mode: 0o100644 }], 'a comment'));
    const seen = [...read(file)].map((entry) => entry.name);
    expect(seen).toEqual(['a/hello', 'b']);
    for (const entry of read(file)) expect(entry.read()).toEqual(entry.name === 'b' ? Buffer.from([1, 2, 3]) : hello.content);
    expect([...read(file)].map((entry) => entry.mode & 0o777)).toEqual([0o755, 0o644]);
  });

  it('refuses links, damaged contents, foreign files and a cut', () => {
    expect(() => [...read(put('link.zip', zip([{ ...hello, mode: 0o120777 }])))]).toThrow('holds a link');
    const damaged = zip([{ name: 'x', content: Buffer.from('abcd'), method: 0, mode: 0o100644 }]);
    damaged.write('abcx', 31);
    const damagedFile = put('damaged.zip', damaged);
    const readAll = (file: string) => { for (const entry of read(file)) entry.read(); };
    expect(() => { readAll(damagedFile); }).toThrow('damaged');
    expect(() => [...read(put('text.zip', Buffer.from('no zip at all, only some text that is long enough')))]).toThrow('not a zip');
    const whole = zip([hello]);
    expect(() => { readAll(put('cut.zip', whole.subarray(20))); }).toThrow();
  });
});
