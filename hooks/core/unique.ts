// Names that no other process picks. Nothing secret hangs on them (files are created exclusively in
// private folders), so V8's own generator, seeded from the system at start, does: node:crypto costs 3 ms.

/** @returns a random UUID, version 4 */
export function randomUuid(): string {
  const bytes = Buffer.alloc(16);
  for (let i = 0; i < 16; i += 4) bytes.writeUInt32BE(Math.floor(Math.random() * 4_294_967_296), i);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
