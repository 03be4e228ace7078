// One plain form for all the ways to write the same words: JSON escapes, HTML entities, invisible
// and bidirectional characters, tag characters, full-width and look-alike letters, case. What was
// hidden is kept as counts, because hiding is itself a sign. The Python twin is classifier.py:
// both follow the same steps on the same tables, or their scores would part.
import { FOLD_BY, FOLD_LONGER, FOLD_TO, LOOK_ALIKES } from './fold-table.ts';

export interface Normalised {
  /** Lower case, only characters of the basic plane, `\n` as the only line break. */
  readonly text: string;
  /** Zero-width characters dropped. */
  readonly invisible: number;
  /** Bidirectional controls dropped. */
  readonly bidi: number;
  /** Tag characters and variation-selector bytes that were turned into the letters they smuggle. */
  readonly smuggled: number;
  /** Look-alike letters replaced. */
  readonly lookAlikes: number;
}

interface Tables {
  /** One UTF-16 unit per code point below 0x10000; 0 = stays itself. */
  readonly single: Uint16Array;
  /** Longer replacements, and those of code points above 0xffff. */
  readonly multi: Map<number, string>;
  readonly alike: Map<number, number>;
}

let tables: Tables | undefined;

/** Built on the first text that is not plain ASCII: most are, and a hook lives for milliseconds. */
function loadTables(): Tables {
  if (tables) return tables;
  const single = new Uint16Array(65536);
  const multi = new Map<number, string>();
  const alike = new Map<number, number>();
  const runs = (list: readonly number[], far: boolean): void => {
    for (let k = 0; k < list.length; k += 4) {
      const last = list[k + 1] as number;
      const to = list[k + 3] as number;
      for (let point = list[k] as number; point <= last; point += list[k + 2] as number) {
        if (point < 65536) single[point] = far ? point + to : to;
        else multi.set(point, String.fromCharCode(to));
      }
    }
  };
  runs(FOLD_TO, false);
  runs(FOLD_BY, true);
  for (const [to, ...points] of FOLD_LONGER) for (const point of points) multi.set(point, to);
  for (const [to, ...points] of LOOK_ALIKES) for (const point of points) alike.set(point, to as number);
  tables = { single, multi, alike };
  return tables;
}

const isInvisible = (c: number): boolean =>
  (c >= 0x200b && c <= 0x200d) || c === 0x2060 || c === 0xfeff || c === 0xad || c === 0x180e || (c >= 0x2061 && c <= 0x2064) || c === 0x34f || (c >= 0xfe00 && c <= 0xfe0f) || c === 0x115f || c === 0x1160 || c === 0x3164;
const isBidi = (c: number): boolean => c === 0x200e || c === 0x200f || c === 0x61c || (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);

/**
 * Total; time linear in the length.
 * @param json whether the text may be JSON of a tool (its strings are then unescaped, its quotes dropped)
 */
export function normalise(raw: string, json: boolean): Normalised {
  let text = json ? flattenJson(raw) : raw;
  if (text.includes('&')) text = decodeEntities(text);
  if (text.includes('\r')) text = text.replace(/\r\n?/g, '\n');
  if (!/[^\x00-\x7f]/.test(text)) return { text: text.toLowerCase(), invisible: 0, bidi: 0, smuggled: 0, lookAlikes: 0 };
  return fold(text);
}

function fold(text: string): Normalised {
  const { single, multi, alike } = loadTables();
  let out = '';
  let invisible = 0;
  let bidi = 0;
  let smuggled = 0;
  let latin = 0;
  let foreign = 0;
  let kept = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c < 0x80) {
      if ((c | 32) >= 97 && (c | 32) <= 122) latin++;
      continue;
    }
    let piece: string;
    let width = 1;
    if (c >= 0xd800 && c <= 0xdfff) {
      const next = text.charCodeAt(i + 1);
      if (c < 0xdc00 && next >= 0xdc00 && next <= 0xdfff) {
        width = 2;
        const point = (c - 0xd800) * 0x400 + (next - 0xdc00) + 0x10000;
        if (point >= 0xe0020 && point <= 0xe007e) {
          smuggled++;
          piece = String.fromCharCode(point - 0xe0000);
        } else if (point >= 0xe0100 && point <= 0xe01ef) {
          const byte = point - 0xe0100 + 16;
          if (byte >= 32 && byte < 127) smuggled++;
          piece = byte >= 32 && byte < 127 ? String.fromCharCode(byte) : '';
        } else if (point >= 0xe0000 && point <= 0xe0fff) piece = '';
        else piece = multi.get(point) ?? '\u25a1';
      } else piece = '\ufffd';
    } else if (isInvisible(c)) {
      // One joiner between two emoji or after one is ordinary writing.
      const before = text.charCodeAt(i - 1);
      if (c < 0xfe00 || c > 0xfe0f) if (!(before >= 0xd800 && before <= 0xdfff) && !(before >= 0x2190 && before <= 0x2bff) && i > 0) invisible++;
      piece = '';
    } else if (isBidi(c)) {
      bidi++;
      piece = '';
    } else if (c >= 0x300 && c <= 0x36f) piece = '';
    else {
      const to = single[c] as number;
      piece = to ? String.fromCharCode(to) : (multi.get(c) ?? (text[i] as string));
      if (alike.has(to || c)) foreign++;
    }
    out += text.slice(kept, i) + piece;
    i += width - 1;
    kept = i + 1;
  }
  out = (out + text.slice(kept)).toLowerCase();
  if (foreign === 0 || latin === 0) return { text: out, invisible, bidi, smuggled, lookAlikes: 0 };
  return { ...foldLookAlikes(out, alike, latin > 3 * foreign), invisible, bidi, smuggled };
}

const isWord = (c: number): boolean => (c >= 97 && c <= 122) || (c >= 48 && c <= 57) || c === 95 || (c > 0x7f && c < 0x2000 && c !== 0xa0);

/** In words that mix Latin with look-alikes, and in every word when the text as a whole is Latin. */
function foldLookAlikes(text: string, alike: ReadonlyMap<number, number>, everywhere: boolean): { text: string; lookAlikes: number } {
  let out = '';
  let kept = 0;
  let changed = 0;
  for (let start = 0; start < text.length; ) {
    if (!isWord(text.charCodeAt(start))) {
      start++;
      continue;
    }
    let end = start;
    let plain = false;
    let looks = 0;
    let others = 0;
    for (; end < text.length && isWord(text.charCodeAt(end)); end++) {
      const c = text.charCodeAt(end);
      if (c < 0x80) plain = plain || c >= 97;
      else if (alike.has(c)) looks++;
      else others++;
    }
    if (looks > 0 && (plain || (everywhere && others === 0))) {
      let word = '';
      for (let i = start; i < end; i++) {
        const c = text.charCodeAt(i);
        word += String.fromCharCode(alike.get(c) ?? c);
      }
      out += text.slice(kept, start) + word;
      kept = end;
      changed += looks;
    }
    start = end;
  }
  return { text: out + text.slice(kept), lookAlikes: changed };
}

const named: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'", nbsp: ' ', newline: '\n', tab: '\t', colon: ':', sol: '/', lpar: '(', rpar: ')', excl: '!', period: '.', comma: ',' };

function decodeEntities(text: string): string {
  return text.replace(/&(?:#([0-9]{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-zA-Z]{2,7}));/g, (all: string, dec?: string, hex?: string, name?: string) => {
    if (name !== undefined) return Object.hasOwn(named, name.toLowerCase()) ? (named[name.toLowerCase()] as string) : all;
    const point = dec !== undefined ? parseInt(dec, 10) : parseInt(hex ?? '', 16);
    return point > 0 && point <= 0x10ffff && !(point >= 0xd800 && point <= 0xdfff) ? String.fromCodePoint(point) : all;
  });
}

/**
 * Reads JSON tolerantly, so that a cut document is read as well: structure becomes line breaks, keys
 * and string contents are kept unescaped. Text that does not begin like JSON is returned as it is.
 */
function flattenJson(raw: string): string {
  const start = /^[ \t\r\n\ufeff]*(?:[{[][ \t\r\n]*["{[\]}]|")/.exec(raw);
  if (!start) return raw;
  let out = '';
  let inString = false;
  let kept = 0;
  for (let i = 0; i < raw.length; i++) {
    const c = raw.charCodeAt(i);
    if (inString) {
      if (c === 92) {
        const next = raw[i + 1] ?? '';
        const hex = next === 'u' ? raw.slice(i + 2, i + 6) : '';
        let piece = next;
        let width = 2;
        if (next === 'n' || next === 'r') piece = '\n';
        else if (next === 't') piece = '\t';
        else if (next === 'b' || next === 'f') piece = ' ';
        else if (/^[0-9a-fA-F]{4}$/.test(hex)) {
          piece = String.fromCharCode(parseInt(hex, 16));
          width = 6;
        }
        out += raw.slice(kept, i) + piece;
        i += width - 1;
        kept = i + 1;
      } else if (c === 34) {
        out += raw.slice(kept, i);
        kept = i + 1;
        inString = false;
      }
    } else if (c === 34 || c === 58 || c === 123 || c === 125 || c === 91 || c === 93 || c === 44) {
      out += raw.slice(kept, i) + (c === 34 ? '' : c === 58 ? ': ' : '\n');
      kept = i + 1;
      inString = c === 34;
    }
  }
  out += raw.slice(kept);
  // JSON inside JSON (a tool's text that is itself a document) has its escapes one level deeper.
  return out.includes('\\') ? out.replace(/\\{1,8}(?:u([0-9a-fA-F]{4})|([nrt])(?![a-z0-9_.\\-]*[\\:])|")/g, (all: string, hex?: string, letter?: string) => (hex !== undefined ? String.fromCharCode(parseInt(hex, 16)) : letter !== undefined ? '\n' : all.endsWith('"') ? '"' : all)) : out;
}
