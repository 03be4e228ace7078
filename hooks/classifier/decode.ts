// Text hidden by an encoding, decoded so that it can be judged as words: base64, hex, escaped and
// percent-encoded bytes, spaced-out letters, rot13. Decoded once and, where the result is encoded again, once more.

export interface Decoded {
  readonly how: 'base64' | 'hex' | 'percent' | 'spaced' | 'rot13' | 'reversed';
  /** Not yet normalised. */
  readonly text: string;
}

/** Bounds by counts, so that a huge text cannot buy time: segments, and characters of each. */
const MAX_SEGMENTS = 12;
const MAX_RUN = 8192;

/** @param text as it came (base64 is case-sensitive); @param plain the same, normalised */
export function decodeHidden(text: string, plain: string): Decoded[] {
  const found: Decoded[] = [];
  const add = (how: Decoded['how'], decoded: string): void => {
    if (found.length < MAX_SEGMENTS && decoded.length >= 6) found.push({ how, text: decoded });
  };
  for (const match of runs(text, /[A-Za-z0-9+/_-]{16,}={0,2}/g)) {
    if (/^[0-9a-fA-F]+$/.test(match)) {
      if (match.length % 2 === 0) add('hex', bytesToText(hexBytes(match)));
    } else if (/[A-Z]/.test(match) && /[a-z]/.test(match)) add('base64', bytesToText(base64Bytes(match)));
  }
  for (const match of runs(text, /(?:\\x[0-9a-fA-F]{2}){4,}/g)) add('hex', bytesToText(hexBytes(match.replaceAll('\\x', ''))));
  for (const match of runs(text, /(?:(?:0x)?[0-9a-fA-F]{2}[ ,:]){8,}[0-9a-fA-F]{2}/g)) add('hex', bytesToText(hexBytes(match.replace(/0x|[ ,:]/g, ''))));
  if (text.includes('%')) for (const match of runs(text, /(?:[A-Za-z0-9._~/-]{0,24}%[0-9a-fA-F]{2}){4,}[A-Za-z0-9._~-]{0,24}/g)) add('percent', percentText(match));
  for (const match of runs(plain, /(?:[a-z][ .*_-]){5,}[a-z](?![a-z])/g)) add('spaced', match.replace(/([a-z])[ .*_-]/g, '$1'));
  for (const match of runs(plain, /(?:[a-z] ){2,}[a-z](?: {2,3}(?:[a-z] )*[a-z])+/g)) add('spaced', match.replace(/ {2,}/g, '\n').replaceAll(' ', '').replaceAll('\n', ' '));
  // Rot13 and reversal are tried only where words that attacks cannot do without show through.
  if (/\b(?:vtaber|qvfertneq|cerivbhf|vafgehpgvba|vafgehpgvbaf|flfgrz|cebzcg|cnffjbeq|frperg)\b/.test(plain)) add('rot13', rot13(plain.slice(0, MAX_RUN)));
  if (/\b(?:snoitcurtsni|suoiverp|erongi|tpmorp|drowssap|metsys)\b/.test(plain)) add('reversed', [...plain.slice(0, MAX_RUN)].reverse().join(''));
  return found;
}

function* runs(text: string, pattern: RegExp): Generator<string> {
  let left = 64;
  for (const match of text.matchAll(pattern)) {
    if (left-- === 0) return;
    yield match[0].slice(0, MAX_RUN);
  }
}

function hexBytes(hex: string): number[] {
  const bytes: number[] = [];
  for (let i = 0; i + 1 < hex.length; i += 2) bytes.push(parseInt(hex.slice(i, i + 2), 16));
  return bytes;
}

function base64Bytes(run: string): number[] {
  const bytes: number[] = [];
  let bits = 0;
  let held = 0;
  for (let i = 0; i < run.length; i++) {
    const c = run.charCodeAt(i);
    const value = c >= 65 && c <= 90 ? c - 65 : c >= 97 && c <= 122 ? c - 71 : c >= 48 && c <= 57 ? c + 4 : c === 43 || c === 45 ? 62 : c === 47 || c === 95 ? 63 : -1;
    if (value < 0) break;
    bits = ((bits & 0xfff) << 6) | value;
    held += 6;
    if (held >= 8) {
      held -= 8;
      bytes.push((bits >> held) & 0xff);
    }
  }
  return bytes;
}

/** '' unless the bytes read as text: words in UTF-8, or in UTF-16LE as PowerShell's -enc takes it. */
function bytesToText(bytes: readonly number[]): string {
  if (bytes.length < 6) return '';
  const wide = bytes.length >= 8 && bytes.every((byte, i) => i % 2 === 0 || byte === 0);
  const units = wide ? bytes.filter((_, i) => i % 2 === 0) : bytes;
  let readable = 0;
  let letters = 0;
  for (const byte of units) {
    if ((byte >= 32 && byte < 127) || byte === 10 || byte === 13 || byte === 9) readable++;
    if ((byte >= 97 && byte <= 122) || byte === 32) letters++;
  }
  // Random bytes are printable ASCII four times in ten; UTF-8 words of other scripts are checked by decoding.
  if (readable >= units.length * 0.95 && letters >= units.length * 0.5) return String.fromCharCode(...units);
  if (wide || readable >= units.length * 0.95) return '';
  return utf8(units);
}

function utf8(bytes: readonly number[]): string {
  let out = '';
  for (let i = 0; i < bytes.length; ) {
    const first = bytes[i] as number;
    const length = first < 0x80 ? 1 : first >= 0xc2 && first < 0xe0 ? 2 : first >= 0xe0 && first < 0xf0 ? 3 : 0;
    if (length === 0 || i + length > bytes.length || (length === 1 && first < 9)) return '';
    let point = length === 1 ? first : first & (length === 2 ? 0x1f : 0x0f);
    for (let k = 1; k < length; k++) {
      const next = bytes[i + k] as number;
      if ((next & 0xc0) !== 0x80) return '';
      point = (point << 6) | (next & 0x3f);
    }
    if (point >= 0xd800 && point <= 0xdfff) return '';
    out += String.fromCharCode(point);
    i += length;
  }
  return out;
}

function percentText(run: string): string {
  const bytes: number[] = [];
  for (let i = 0; i < run.length; i++) {
    if (run[i] === '%' && /^[0-9a-fA-F]{2}$/.test(run.slice(i + 1, i + 3))) {
      bytes.push(parseInt(run.slice(i + 1, i + 3), 16));
      i += 2;
    } else bytes.push(run.charCodeAt(i));
  }
  return bytes.every((byte) => byte < 0x80) ? String.fromCharCode(...bytes) : utf8(bytes);
}

function rot13(text: string): string {
  return text.replace(/[a-z]/g, (letter) => String.fromCharCode(((letter.charCodeAt(0) - 97 + 13) % 26) + 97));
}
