// SHA-256. Short texts are hashed here, since loading node:crypto costs 3 ms of a hook that lives for 30;
// long ones go to node:crypto, which is faster from about 16 KiB on.

const LONG_BYTES = 16_384;

/** @returns 64 lower-case hex digits of the text's UTF-8 bytes */
export function sha256Hex(text: string): string {
  const bytes = Buffer.from(text, 'utf8');
  // Not in Node.js before 22.3: the code below then takes long texts too.
  const crypto = bytes.length > LONG_BYTES ? process.getBuiltinModule?.('node:crypto') : undefined;
  return crypto ? crypto.createHash('sha256').update(bytes).digest('hex') : digestHex(bytes);
}

// The constants are defined by FIPS 180-4: the first 32 bits of the fractional parts of the cube roots
// (K) and square roots (H) of the first primes.
const { K, H } = constants();

function constants(): { K: Int32Array; H: Int32Array } {
  const k = new Int32Array(64);
  const h = new Int32Array(8);
  let count = 0;
  for (let n = 2; count < 64; n++) {
    let prime = true;
    for (let d = 2; d * d <= n; d++) if (n % d === 0) prime = false;
    if (!prime) continue;
    if (count < 8) h[count] = fraction(Math.sqrt(n));
    k[count++] = fraction(Math.cbrt(n));
  }
  return { K: k, H: h };
}

function fraction(x: number): number {
  return ((x - Math.floor(x)) * 4_294_967_296) | 0;
}

function digestHex(message: Buffer): string {
  // Padded to whole blocks of 64 bytes: 0x80, zeros, the length in bits as 64 bits.
  const padded = Buffer.alloc((Math.floor((message.length + 8) / 64) + 1) * 64);
  message.copy(padded);
  padded[message.length] = 0x80;
  padded.writeUInt32BE(Math.floor(message.length / 0x2000_0000), padded.length - 8);
  padded.writeUInt32BE((message.length << 3) >>> 0, padded.length - 4);

  const state = Int32Array.from(H);
  const w = new Int32Array(64);
  for (let block = 0; block < padded.length; block += 64) {
    for (let i = 0; i < 16; i++) w[i] = padded.readInt32BE(block + i * 4);
    for (let i = 16; i < 64; i++) {
      const a = at(w, i - 15);
      const b = at(w, i - 2);
      w[i] = (at(w, i - 16) + (rotate(a, 7) ^ rotate(a, 18) ^ (a >>> 3)) + at(w, i - 7) + (rotate(b, 17) ^ rotate(b, 19) ^ (b >>> 10))) | 0;
    }
    round(state, w);
  }
  const out = Buffer.alloc(32);
  for (let i = 0; i < 8; i++) out.writeInt32BE(at(state, i), i * 4);
  return out.toString('hex');
}

function round(state: Int32Array, w: Int32Array): void {
  let a = at(state, 0), b = at(state, 1), c = at(state, 2), d = at(state, 3);
  let e = at(state, 4), f = at(state, 5), g = at(state, 6), h = at(state, 7);
  for (let i = 0; i < 64; i++) {
    const t1 = (h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + ((e & f) ^ (~e & g)) + at(K, i) + at(w, i)) | 0;
    const t2 = ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  const sums = [a, b, c, d, e, f, g, h];
  for (let i = 0; i < 8; i++) state[i] = (at(state, i) + (sums[i] ?? 0)) | 0;
}

function rotate(x: number, n: number): number {
  return (x >>> n) | (x << (32 - n));
}

/** Typed arrays have no holes; the index is always in range here. */
function at(array: Int32Array, index: number): number {
  return array[index] as number;
}
