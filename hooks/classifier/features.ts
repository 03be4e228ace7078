// Text -> hashed features, for the model and its trainer alike. One pass over the words fills one
// buffer; nothing is allocated per feature, because most calls are the first and last of a process.
import { CONCEPTS } from './concepts.ts';
import type { RuleHit } from './scan.ts';

export const BUCKET_BITS = 17;
const MASK = (1 << BUCKET_BITS) - 1;
/** Words in a block; a window of the model is two neighbouring blocks. */
export const BLOCK_WORDS = 24;
/** A line or sentence that ends after this many words of a block ends the block, so that what stands around an attack does not thin it out. */
export const BREAK_AFTER = 6;
/** A quotation counts as one when a word that speaks about attacks or code stood this few words before it. */
const QUOTE_REACH = 16;
/** Words read of one text; what is longer has been cut by select.ts to about that. */
const MAX_WORDS = 20_000;
const MAX_FEATURES = 524_288;

export type SurfaceIndex = 0 | 1 | 2;

export interface Features {
  /** Bucket of each feature, in order of appearance. Lent: the next call overwrites it. */
  readonly ids: Uint32Array;
  /** Where each block of words ends in `ids`. */
  readonly blockEnds: readonly number[];
  /** Character offset of each block's first word, and the end of the text. */
  readonly blockStarts: readonly number[];
  /** Highest severity of a rule hit that is said, not mentioned. */
  readonly said: number;
}

let conceptOf: Map<string, number> | undefined;

function concepts(): Map<string, number> {
  if (conceptOf) return conceptOf;
  const map = new Map<string, number>();
  CONCEPTS.forEach(([, words], index) => {
    for (const word of words.split(' ')) if (!map.has(word)) map.set(word, index + 1);
  });
  conceptOf = map;
  return map;
}

/** FNV-1a over UTF-16 units, of the first 32. */
function hashWord(text: string, start: number, end: number): number {
  let hash = 0x811c9dc5;
  if (end - start > 32) end = start + 32;
  for (let i = start; i < end; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

function mix(salt: number, a: number, b: number, c: number): number {
  let hash = Math.imul(salt ^ a, 0x9e3779b1);
  hash = Math.imul((hash ^ (hash >>> 15)) + b, 0x85ebca6b);
  hash = Math.imul((hash ^ (hash >>> 13)) + c, 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) & MASK;
}

const NUMBER = 0x23;
const LONG = 0x7e;
/** Kinds of words that are mentioned, not said. */
const QUOTED = 0x51;
const HERE = 0x52;
const COMMENT = 0x53;
const META = CONCEPTS.findIndex(([name]) => name === 'meta') + 1;
const CODING = CONCEPTS.findIndex(([name]) => name === 'coding') + 1;
/** Commands whose quoted arguments are text, not orders to the machine. */
export const DATA_COMMANDS: readonly string[] = ['echo', 'printf', 'grep', 'rg', 'egrep', 'fgrep', 'ag', 'ack', 'git', 'gh', 'jq', 'sed', 'cat', 'tee', 'npx', 'pytest', 'vitest', 'jest', 'semgrep', 'shellcheck', 'man', 'which', 'test', 'diff'];
/** Words before a command that are not the command. */
export const PREFIXES: readonly string[] = ['sudo', 'env', 'time', 'nohup', 'exec', 'command', 'nice', 'do', 'then', 'else', 'if', 'while', 'xargs', 'doas'];

interface Shell {
  readonly data: ReadonlySet<number>;
  readonly prefixes: ReadonlySet<number>;
}
let shellWords: Shell | undefined;
const shell = (): Shell => (shellWords ??= { data: new Set(DATA_COMMANDS.map((w) => hashWord(w, 0, w.length))), prefixes: new Set(PREFIXES.map((w) => hashWord(w, 0, w.length))) });

const isLetter = (c: number): boolean => (c >= 97 && c <= 122) || (c >= 48 && c <= 57) || c === 95 || (c >= 0xaa && c < 0x2000 && c !== 0xab && c !== 0xbb && c !== 0xbf && c !== 0xd7) || (c >= 0xa640 && c < 0xac00);
const isSyllable = (c: number): boolean => (c >= 0x3040 && c <= 0x30ff) || (c >= 0x3400 && c <= 0x9fff) || (c >= 0xac00 && c <= 0xd7af);

/** After a pipe: the text before it is not only printed, it is run. */
export const SHELL_READER = String.raw`\s*(?:sudo\s+(?:-\w+\s+)*|env\s+|xargs\s[^|;\n]{0,40}?)?(?:/\S*/)?(?:(?:ba|z|da|k|fi)?sh|python[0-9.]*|perl|ruby|node|php)(?![\w.-])`;
const shellReader = new RegExp(SHELL_READER, 'y');

/** Whether an unquoted pipe of the call leads into a shell. */
function fedToShell(text: string): boolean {
  let quote = 0;
  let ends = false;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (quote !== 0) {
      if (c === quote) quote = 0;
    } else if (c === 34 || c === 39) quote = c;
    else if (c === 60 && text.charCodeAt(i + 1) === 60 && text.charCodeAt(i + 2) !== 60) {
      // A here-document: what its own line pipes on still counts, its body does not.
      i++;
      ends = true;
    } else if (c === 10 && ends) return false;
    else if (c === 124) {
      shellReader.lastIndex = i + 1;
      if (shellReader.test(text)) return true;
    }
  }
  return false;
}

/** Grows with the longest text seen; a hook sees one. */
let buffer = new Uint32Array(32_768);

/**
 * @param text normalised
 * @param extra features of the whole text that do not stand at a word (kinds of hiding), small numbers
 */
export function featuresOf(text: string, surface: SurfaceIndex, hits: readonly RuleHit[], extra: readonly number[]): Features {
  const lexicon = concepts();
  const call = surface === 1;
  const grams = surface !== 2;
  const { data, prefixes } = shell();
  const printed = !call || !text.includes('|') || !fedToShell(text);
  let at = 0;
  const emit = (id: number): void => {
    if (at >= buffer.length) {
      if (at >= MAX_FEATURES) return;
      const larger = new Uint32Array(buffer.length * 2);
      larger.set(buffer);
      buffer = larger;
    }
    buffer[at++] = id;
  };
  const blockEnds: number[] = [];
  const blockStarts: number[] = [0];
  const sorted = [...hits].sort((a, b) => a.start - b.start);
  let nextHit = 0;
  let said = 0;
  let words = 0;
  let inBlock = 0;
  let w1 = 0;
  let w2 = 0;
  let g1 = 0;
  let g2 = 0;
  // The last six concepts and where they stood.
  const seenConcept = [0, 0, 0, 0, 0, 0];
  const seenWord = [0, 0, 0, 0, 0, 0];
  let ring = 0;
  // Shell state of a tool call: the command that the word belongs to, and whether it is quoted text of one.
  let head = 0;
  let lastHead = 0;
  let expectHead = true;
  let p1 = 0;
  let p2 = 0;
  // Words that are mentioned, not said, are features of their own: the quoted text of a command that
  // only prints or searches it, a here-document, a comment, a quotation where attacks are discussed.
  let quote = 0;
  let salt = 0;
  let aboutAt = -QUOTE_REACH - 1;

  for (let start = 0; start < text.length && words < MAX_WORDS; ) {
    const c = text.charCodeAt(start);
    let end = start + 1;
    let hash: number;
    if ((c >= 97 && c <= 122) || isLetter(c)) {
      let digits = c >= 48 && c <= 57;
      while (end < text.length) {
        const d = text.charCodeAt(end);
        if (!((d >= 97 && d <= 122) || isLetter(d))) break;
        if (d > 57 || d < 48) digits = false;
        end++;
      }
      hash = digits && end - start > 3 ? NUMBER : end - start > 32 ? LONG : hashWord(text, start, end);
    } else if (isSyllable(c)) hash = hashWord(text, start, end);
    else {
      if (!call && inBlock >= BREAK_AFTER && (c === 10 || ((c === 46 || c === 33 || c === 63 || c === 0x3002) && text.charCodeAt(start + 1) <= 32))) {
        blockEnds.push(at);
        blockStarts.push(end);
        inBlock = 0;
      }
      if (call) {
        if (c > 32) {
          // Punctuation is half of what a command says.
          emit(mix(0x61, c, p1, salt));
          emit(mix(0x62, c, p1, p2 + salt));
          emit(mix(0x63, c, w1, salt));
          if (salt === COMMENT || salt === HERE) {
            // Goes on to the end of the line, or of the call.
          } else if (quote !== 0) {
            if (c === quote) {
              quote = 0;
              salt = 0;
            } else if (quote === 34 && (c === 96 || (c === 40 && p1 === 36))) salt = 0;
          } else if (c === 34 || c === 39) {
            quote = c;
            if (printed && data.has(head)) salt = QUOTED;
          } else if (c === 60 && p1 === 60 && printed && data.has(head)) salt = HERE;
          else if (c === 35 && (start === 0 || text.charCodeAt(start - 1) === 32 || text.charCodeAt(start - 1) === 10)) salt = COMMENT;
          else if (c === 124 || c === 59 || c === 38 || c === 40 || c === 96) {
            expectHead = true;
            lastHead = c === 124 ? head : 0;
          }
          p2 = p1;
          p1 = c;
        } else if (c === 10) {
          if (salt === COMMENT) salt = 0;
          if (quote === 0) {
            expectHead = true;
            lastHead = 0;
          }
          p1 = 10;
        }
      } else if (c === 34 || c === 96 || c === 0x201c || c === 0x201d) {
        if (salt !== 0) salt = 0;
        else if (words - aboutAt <= QUOTE_REACH && c !== 0x201d) salt = QUOTED;
      } else if (c === 10) salt = 0;
      start++;
      continue;
    }
    while (nextHit < sorted.length && (sorted[nextHit] as RuleHit).start <= start) {
      const hit = sorted[nextHit++] as RuleHit;
      emit(mix(0x71, hashWord(hit.rule.id, 0, hit.rule.id.length), salt, surface));
      emit(mix(0x72, hashWord(hit.rule.category, 0, hit.rule.category.length), salt, surface));
      emit(mix(0x73, hit.rule.severity[surface], salt, surface));
      if (salt === 0 && hit.rule.severity[surface] > said) said = hit.rule.severity[surface];
    }
    emit(mix(1, hash, salt, 0));
    if (w1 !== 0) emit(mix(2, w1, hash, salt));
    if (w2 !== 0) {
      emit(mix(3, w2, hash, salt));
      emit(mix(4, w2, w1, hash + salt));
    }
    const concept = end - start > 32 ? 0 : (lexicon.get(text.slice(start, end)) ?? 0);
    const general = concept === 0 ? hash : concept;
    if (concept !== 0 || (g1 !== 0 && g1 < 64)) emit(mix(5, g1, general, salt));
    if ((concept !== 0 || g1 < 64 || g2 < 64) && g2 !== 0) emit(mix(6, g2, g1, general + salt));
    if (concept !== 0) {
      if (salt === 0 && (concept === META || concept === CODING)) aboutAt = words;
      emit(mix(7, concept, salt, 0));
      for (let k = 0; k < 6; k++) {
        const before = (ring + 5 - k) % 6;
        const other = seenConcept[before] as number;
        const distance = words - (seenWord[before] as number);
        if (other === 0 || distance > 24) break;
        emit(mix(8, other, concept, (distance > 6 ? 1 : 0) + salt));
        if (k > 0) {
          const middle = seenConcept[(ring + 5) % 6] as number;
          if (middle !== concept && middle !== other) emit(mix(9, other, middle, concept + salt));
        }
      }
      seenConcept[ring] = concept;
      seenWord[ring] = words;
      ring = (ring + 1) % 6;
    }
    if (grams && end - start >= 4 && end - start <= 24) {
      for (let i = start; i + 4 <= end; i++) {
        const gram = (text.charCodeAt(i) << 24) ^ (text.charCodeAt(i + 1) << 16) ^ (text.charCodeAt(i + 2) << 8) ^ text.charCodeAt(i + 3);
        emit(mix(10, gram, i === start ? 1 : 0, salt));
      }
    }
    if (call) {
      if (expectHead) {
        if (!prefixes.has(hash) && text.charCodeAt(end) !== 61) {
          head = hash;
          expectHead = false;
          emit(mix(11, hash, 0, 0));
          if (lastHead !== 0) emit(mix(12, lastHead, hash, 0));
        }
      } else {
        emit(mix(13, head, hash, salt));
        emit(mix(14, head, general, p1 + salt));
      }
    }
    w2 = w1;
    w1 = hash;
    g2 = g1;
    g1 = general;
    words++;
    if (++inBlock === BLOCK_WORDS) {
      blockEnds.push(at);
      blockStarts.push(end);
      inBlock = 0;
    }
    start = end;
  }
  for (; nextHit < sorted.length; nextHit++) emit(mix(0x73, (sorted[nextHit] as RuleHit).rule.severity[surface], 0, surface));
  for (const kind of extra) emit(mix(0x74, kind, 0, surface));
  if (blockEnds[blockEnds.length - 1] !== at || blockEnds.length === 0) {
    blockEnds.push(at);
    blockStarts.push(text.length);
  }
  return { ids: buffer.subarray(0, at), blockEnds, blockStarts, said };
}
