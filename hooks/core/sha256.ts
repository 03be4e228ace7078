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

/**
 * One block after the other, all inline: in a process this young every call of a helper runs in the
 * interpreter and costs more than what it does. The casts say that an index is always in range here.
 */
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
    let a = state[0] as number, b = state[1] as number, c = state[2] as number, d = state[3] as number;
    let e = state[4] as number, f = state[5] as number, g = state[6] as number, h = state[7] as number;
    for (let i = 0; i < 64; i++) {
      let word: number;
      if (i < 16) {
        const p = block + i * 4;
        word = ((padded[p] as number) << 24) | ((padded[p + 1] as number) << 16) | ((padded[p + 2] as number) << 8) | (padded[p + 3] as number);
      } else {
        const x = w[i - 15] as number;
        const y = w[i - 2] as number;
        const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
        const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
        word = ((w[i - 16] as number) + s0 + (w[i - 7] as number) + s1) | 0;
      }
      w[i] = word;
      const t1 = (h + (((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7))) + ((e & f) ^ (~e & g)) + (K[i] as number) + word) | 0;
      const t2 = ((((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10))) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      h = g;
      g = f;
      f = e;
      e = (d + t1) | 0;
      d = c;
      c = b;
      b = a;
      a = (t1 + t2) | 0;
    }
    state[0] = (state[0] as number) + a;
    state[1] = (state[1] as number) + b;
    state[2] = (state[2] as number) + c;
    state[3] = (state[3] as number) + d;
    state[4] = (state[4] as number) + e;
    state[5] = (state[5] as number) + f;
    state[6] = (state[6] as number) + g;
    state[7] = (state[7] as number) + h;
  }
  const out = Buffer.alloc(32);
  state.forEach((word, i) => out.writeInt32BE(word, i * 4));
  return out.toString('hex');
}
