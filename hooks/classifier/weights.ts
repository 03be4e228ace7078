// weights.bin: what the trainer learnt, read in place. Layout: "SLMW", u32 format, u32 header length,
// u32 checksum of the tables, header (JSON, padded with spaces to a multiple of 4), then a table for
// each surface (prompt, tool_call, tool_result): 131072 signed bytes.

import type { OriginKind } from './origin.ts';

export interface Tier {
  /** Score from which a text counts as malicious. */
  readonly warn: number;
  /** Score from which it may be blocked; null = never on the model alone. */
  readonly block: number | null;
}

export interface SurfaceWeights {
  readonly table: Int8Array;
  /** What one step of a table's byte is worth. */
  readonly scale: number;
  readonly bias: number;
  /** Log-odds that the gravest rule hit adds, by severity 0 to 3. */
  readonly bonus: readonly number[];
  readonly tier: Tier;
  /** Tiers of the origins that have their own; the others are judged by `tier`. */
  readonly origins: Readonly<Partial<Record<OriginKind, Tier>>>;
}

export interface Weights {
  readonly version: string;
  readonly surfaces: readonly [SurfaceWeights, SurfaceWeights, SurfaceWeights];
}

export const WEIGHTS_FORMAT = 1;
export const TABLE_SIZE = 131_072;

interface Header {
  readonly version: string;
  readonly surfaces: readonly { readonly scale: number; readonly bias: number; readonly bonus: readonly number[]; readonly warn: number; readonly block: number | null; readonly origins?: Readonly<Partial<Record<OriginKind, Tier>>> }[];
}

/** Of every sixteenth word: finds a file that is not ours or was shuffled, for a hook's few microseconds. The whole is named by the manifest's sha256. */
export function checksum(bytes: Uint8Array): number {
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >> 2);
  let sum = 0x811c9dc5;
  for (let i = 0; i < words.length; i += 16) sum = (Math.imul(sum, 31) + (words[i] as number)) | 0;
  return sum >>> 0;
}

/** @throws Error that names what is wrong, when the bytes are not a whole weights file of this format */
export function readWeights(bytes: Uint8Array): Weights {
  // A file read into Node's pool may start anywhere; the checksum needs whole words.
  const file = bytes.byteOffset % 4 === 0 ? bytes : new Uint8Array(bytes);
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  if (file.byteLength < 16 || view.getUint32(0, true) !== 0x574d4c53) throw new Error('weights.bin: not a weights file (it must begin with "SLMW"); build it with scripts/train/train.mjs');
  if (view.getUint32(4, true) !== WEIGHTS_FORMAT) throw new Error(`weights.bin: format ${view.getUint32(4, true)}, this build reads ${WEIGHTS_FORMAT}; replace the file`);
  const start = 16 + view.getUint32(8, true);
  if (start % 4 !== 0 || file.byteLength !== start + 3 * TABLE_SIZE) throw new Error(`weights.bin: ${file.byteLength} bytes, expected ${start + 3 * TABLE_SIZE}; the file is cut`);
  if (checksum(file.subarray(start)) !== view.getUint32(12, true)) throw new Error('weights.bin: checksum mismatch; the file is damaged, replace it');
  const header = JSON.parse(new TextDecoder().decode(file.subarray(16, start))) as Header;
  const surface = (index: number): SurfaceWeights => {
    const own = header.surfaces[index];
    if (!own) throw new Error('weights.bin: header names fewer than three surfaces; replace the file');
    return { table: new Int8Array(file.buffer, file.byteOffset + start + index * TABLE_SIZE, TABLE_SIZE), scale: own.scale, bias: own.bias, bonus: own.bonus, tier: { warn: own.warn, block: own.block }, origins: own.origins ?? {} };
  };
  return { version: header.version, surfaces: [surface(0), surface(1), surface(2)] };
}
