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

// FIPS 180-4, 4.2.2 and 5.3.3: the first 32 bits of the fractional parts of the cube roots (K) and square
// roots (H) of the first primes. Written out, since computing them would cost every start a third of a millisecond.
// Typed, since a plain list of numbers this large is kept as doubles, which the interpreter adds slowly.
const K = Int32Array.of(
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
  0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
  0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
  0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
  0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
);
const H = [
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
];

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
