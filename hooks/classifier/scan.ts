// Runs the rules over normalised text: one pass over its words, a pattern only where an anchor stands.
import { RULES, type Rule } from './rules.ts';

export interface RuleHit {
  readonly rule: Rule;
  /** Offsets in the scanned text. */
  readonly start: number;
  readonly end: number;
}

/** Tries of one rule on one text; more anchors than that are a flood, not a sentence. */
const MAX_TRIES = 256;

interface Entry {
  /** Rules tried where the word stands. */
  readonly tried: number[];
  /** Rules that wait for the word to stand anywhere. */
  readonly awaiting: number[];
}

const entries = new Map<string, Entry>();
RULES.forEach((rule, index) => {
  for (const word of rule.anchors.split(' ')) entry(word).tried.push(index);
  if (rule.needs !== undefined) for (const word of rule.needs.split(' ')) entry(word).awaiting.push(index);
});

function entry(word: string): Entry {
  let found = entries.get(word);
  if (!found) entries.set(word, (found = { tried: [], awaiting: [] }));
  return found;
}

/** Compiled when first tried: a hook that meets no anchor compiles none. */
const compiled: (RegExp | undefined)[] = new Array<RegExp | undefined>(RULES.length).fill(undefined);

const isLetter = (c: number): boolean => (c >= 97 && c <= 122) || (c >= 48 && c <= 57) || c === 95 || (c >= 0xaa && c < 0x2000 && c !== 0xab && c !== 0xbb && c !== 0xbf && c !== 0xd7) || (c >= 0xa640 && c < 0xac00);
/** Scripts written without spaces: every character is a word. */
const isSyllable = (c: number): boolean => (c >= 0x3040 && c <= 0x30ff) || (c >= 0x3400 && c <= 0x9fff) || (c >= 0xac00 && c <= 0xd7af);

/** First hit of each rule that counts on this surface. Never throws; bounded by the text's length and MAX_TRIES. */
export function scanRules(plain: string, surface: 0 | 1 | 2): RuleHit[] {
  const text = `${plain}\n`;
  const ready = new Uint8Array(RULES.length);
  const places: number[] = [];
  const lists: (readonly number[])[] = [];
  for (let start = 0; start < text.length; ) {
    const c = text.charCodeAt(start);
    let end = start + 1;
    // Plain letters are told without a call: in a fresh process nothing is inlined.
    if ((c >= 97 && c <= 122) || isLetter(c))
      for (; end < text.length; end++) {
        const d = text.charCodeAt(end);
        if (!((d >= 97 && d <= 122) || isLetter(d))) break;
      }
    else if (!isSyllable(c)) {
      start++;
      continue;
    }
    if (end - start < 32) {
      const found = entries.get(text.slice(start, end));
      if (found) {
        for (const index of found.awaiting) ready[index] = 1;
        if (found.tried.length > 0) {
          places.push(start);
          lists.push(found.tried);
        }
      }
    }
    start = end;
  }
  const hits: (RuleHit | undefined)[] = [];
  const tries = new Uint16Array(RULES.length);
  for (let k = 0; k < places.length; k++) {
    const start = places[k] as number;
    for (const index of lists[k] as readonly number[]) {
      const rule = RULES[index] as Rule;
      if (hits[index] || rule.severity[surface] === 0 || (tries[index] as number) >= MAX_TRIES || (rule.needs !== undefined && ready[index] === 0)) continue;
      tries[index] = (tries[index] as number) + 1;
      const pattern = (compiled[index] ??= new RegExp(rule.pattern, 'y'));
      pattern.lastIndex = start;
      if (pattern.test(text)) hits[index] = { rule, start, end: pattern.lastIndex };
    }
  }
  return hits.filter((hit) => hit !== undefined);
}
