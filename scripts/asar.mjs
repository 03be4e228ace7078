// Electron's archive format, as far as a few files without folders need it: four little-endian numbers
// (the sizes of two nested length-prefixed values), the directory as JSON padded to four bytes, the contents.

/**
 * @param {Readonly<Record<string, Buffer>>} files by name
 * @returns {Buffer}
 */
export function asarOf(files) {
  let offset = 0;
  const entries = Object.entries(files).map(([name, content]) => {
    const entry = [name, { size: content.length, offset: String(offset) }];
    offset += content.length;
    return entry;
  });
  const directory = Buffer.from(JSON.stringify({ files: Object.fromEntries(entries) }));
  const padded = Math.ceil(directory.length / 4) * 4;
  const head = Buffer.alloc(16 + padded);
  for (const [index, value] of [4, padded + 8, padded + 4, directory.length].entries()) head.writeUInt32LE(value, index * 4);
  directory.copy(head, 16);
  return Buffer.concat([head, ...Object.values(files)]);
}
