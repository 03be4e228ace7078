// Reads a zip archive entry by entry from its central directory, without holding the whole file.
// Enough for archives below 4 GiB that are stored or deflated; anything else is refused by name.
import fs from 'node:fs';
import zlib from 'node:zlib';

const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;

/**
 * @param {string} file
 * @returns {Generator<{ name: string, mode: number, read: () => Buffer }>} `read` is valid until the next entry
 */
export function* readZip(file) {
  const descriptor = fs.openSync(file, 'r');
  try {
    const size = fs.fstatSync(descriptor).size;
    const take = (at, length) => {
      const bytes = Buffer.alloc(length);
      if (fs.readSync(descriptor, bytes, 0, length, at) !== length) throw new Error(`${file} is cut short.`);
      return bytes;
    };
    // The end record is 22 bytes and a comment of at most 64 KiB.
    const tailLength = Math.min(size, 22 + 0xffff);
    const tail = take(size - tailLength, tailLength);
    let end = tail.length - 22;
    while (end >= 0 && tail.readUInt32LE(end) !== endSignature) end--;
    if (end < 0) throw new Error(`${file} is not a zip archive.`);
    const directory = take(tail.readUInt32LE(end + 16), tail.readUInt32LE(end + 12));
    let at = 0;
    for (let left = tail.readUInt16LE(end + 10); left > 0; left--) {
      if (directory.readUInt32LE(at) !== entrySignature) throw new Error(`${file} has a broken directory.`);
      const method = directory.readUInt16LE(at + 10);
      const crc = directory.readUInt32LE(at + 16);
      const packed = directory.readUInt32LE(at + 20);
      const length = directory.readUInt32LE(at + 24);
      const nameLength = directory.readUInt16LE(at + 28);
      const mode = directory.readUInt32LE(at + 38) >>> 16;
      const local = directory.readUInt32LE(at + 42);
      const name = directory.toString('utf8', at + 46, at + 46 + nameLength);
      at += 46 + nameLength + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
      if ((mode & 0o170000) === 0o120000) throw new Error(`${file} holds a link: ${name}`);
      const read = () => {
        const head = take(local, 30);
        const bytes = take(local + 30 + head.readUInt16LE(26) + head.readUInt16LE(28), packed);
        if (method !== 0 && method !== 8) throw new Error(`${name} in ${file} is packed by method ${method}, which is not known here.`);
        const content = method === 0 ? bytes : zlib.inflateRawSync(bytes);
        if (content.length !== length || (zlib.crc32 && zlib.crc32(content) !== crc)) throw new Error(`${name} in ${file} is damaged.`);
        return content;
      };
      yield { name, mode, read };
    }
  } finally {
    fs.closeSync(descriptor);
  }
}
