// Registered secret values in a text, however they are written down: as they are, escaped for JSON or a URL, in base64 or
// hex, and broken by a terminal over lines or the sides of a box.

export interface Range {
  readonly from: number;
  readonly to: number;
}

/** Characters that may stand between two characters of a value: white space, and what boxes are drawn with. */
const GAP = /[\s|\u2500-\u259f\u00ad\u200b]/;
/** More of them in a row do not belong to a wrapped line. */
const MAX_GAP = 64;

/** Of the registered values, so that no short word of every text is taken for one. UTF-16 units. */
export const MIN_VALUE = 8;
export const MAX_VALUE = 4_096;

/** Every way in which a value is looked for; each without characters of the gap. */
export function spellingsOf(value: string): readonly string[] {
  const bytes = Buffer.from(value, 'utf8');
  const percent = [...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
  const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  const url = encodeURIComponent(value.replace(/\p{Surrogate}/gu, '\ufffd'));
  const spellings = [value, JSON.stringify(value).slice(1, -1), JSON.stringify(JSON.stringify(value)).slice(3, -3), url, url.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()), bytes.toString('hex'), bytes.toString('hex').toUpperCase(), percent, percent.toUpperCase(), encodeURIComponent(url), [...value].map((char) => (char.codePointAt(0) ?? 0) < 0x80 && !/["\\]/.test(char) ? char : JSON.stringify(char).slice(1, -1).replace(/[^\0-\x7f]/g, escaped)).join(''), value.replace(/[\s\S]/g, escaped)];
  // In base64 a text reads differently at each of three offsets; its ends depend on what stands around it.
  for (const shift of [0, 1, 2]) {
    const whole = Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64').replace(/=+$/, '');
    const middle = whole.slice(shift === 0 ? 0 : 4, (shift + bytes.length) % 3 === 0 ? undefined : -1);
    if (middle.length >= MIN_VALUE) spellings.push(middle, middle.replaceAll('+', '-').replaceAll('/', '_'));
  }
  // Looked for in a text without gaps, so they have none themselves: the same rule for both.
  return [...new Set(spellings.map((spelling) => withoutGaps(spelling).dense))].filter((spelling) => spelling.length >= MIN_VALUE).sort((a, b) => b.length - a.length);
}

/**
 * Where the spellings stand, in the text's own positions, in order and without overlaps. Time: linear in the text for each
 * spelling; memory: 4 bytes a character.
 */
export function rangesOf(text: string, spellings: readonly string[]): readonly Range[] {
  if (spellings.length === 0) return [];
  const { dense, positions } = withoutGaps(text);
  const found: Range[] = [];
  for (const spelling of spellings) {
    for (let at = dense.indexOf(spelling); at >= 0;) {
      const end = at + spelling.length - 1;
      const together = isWrapped(positions, at, end);
      if (together) found.push({ from: positions[at] ?? 0, to: (positions[end] ?? 0) + 1 });
      // Past a hit: a value that overlaps itself would otherwise be found at each of its letters.
      at = dense.indexOf(spelling, together ? end + 1 : at + 1);
    }
  }
  return united(found);
}

/** No two neighbours of a value are further apart than a wrapped line makes them. */
function isWrapped(positions: Uint32Array, at: number, end: number): boolean {
  for (let i = at + 1; i <= end; i++) if ((positions[i] ?? 0) - (positions[i - 1] ?? 0) > MAX_GAP + 1) return false;
  return true;
}

export function united(ranges: readonly Range[]): readonly Range[] {
  const out: { from: number; to: number }[] = [];
  for (const { from, to } of [...ranges].sort((a, b) => a.from - b.from || b.to - a.to)) {
    const last = out.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else out.push({ from, to });
  }
  return out;
}

/** The text without characters of the gap, escaped line breaks and colour codes, and where each of its characters stood. */
function withoutGaps(text: string): { readonly dense: string; readonly positions: Uint32Array } {
  const positions = new Uint32Array(text.length);
  const pieces: string[] = [];
  let length = 0;
  let start = -1;
  const flush = (end: number): void => {
    if (start >= 0) pieces.push(text.slice(start, end));
    start = -1;
  };
  for (let at = 0; at < text.length; ) {
    const skip = gapAt(text, at);
    if (skip > 0) {
      flush(at);
      at += skip;
      continue;
    }
    if (start < 0) start = at;
    positions[length++] = at++;
  }
  flush(text.length);
  return { dense: pieces.join(''), positions: positions.subarray(0, length) };
}

/** @returns how many characters of a gap begin here */
function gapAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code === 0x5c) {
    const next = text.charCodeAt(at + 1);
    return next === 0x6e || next === 0x72 || next === 0x74 ? 2 : 0;
  }
  if (code === 0x1b && text.charCodeAt(at + 1) === 0x5b) {
    for (let end = at + 2; end < at + 24; end++) {
      const each = text.charCodeAt(end);
      if (each >= 0x40 && each <= 0x7e) return end + 1 - at;
    }
    return 0;
  }
  if (code > 0x20 && code !== 0x7c && code !== 0xa0 && code !== 0xad && code < 0x2000) return 0;
  return GAP.test(text.charAt(at)) ? 1 : 0;
}
