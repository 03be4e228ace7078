// Our lines in an environment file: one block between two marker lines, at the end, where the last value of a name wins.
// Everything else in the file stays byte for byte, and is not understood any further than needed to be sure of that.
import type { Failure } from '../engine/plan.ts';

export type DotenvResult<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: Failure };

const BEGIN = '# >>> Silmaril Firewall, managed: changed and removed by Silmaril';
const END = '# <<< Silmaril Firewall';
/** Says that the line before ended with the file: its line end is ours too. */
const JOINED = ' (+)';

const fail = (code: string, sentence: string): { readonly ok: false; readonly failure: Failure } => ({ ok: false, failure: { code, sentence } });

interface Block {
  /** Offsets of the whole block, the line end before it included where that is ours. */
  readonly start: number;
  readonly end: number;
  /** Of the first character after the markers' begin line. */
  readonly inner: string;
}

/** Null: there is none. Fails with `env-block-broken` where the markers do not belong together. */
function findBlock(text: string): DotenvResult<Block | null> {
  const begins = [...text.matchAll(/^# >>> Silmaril Firewall[^\r\n]*(?:\r?\n|$)/gm)];
  const ends = [...text.matchAll(/^# <<< Silmaril Firewall[^\r\n]*(?:\r?\n|$)/gm)];
  if (begins.length === 0 && ends.length === 0) return { ok: true, value: null };
  const [begin, end] = [begins[0], ends[0]];
  if (begins.length !== 1 || ends.length !== 1 || begin === undefined || end === undefined || end.index < begin.index) return fail('env-block-broken', 'The marker lines of the Silmaril block do not belong together any more. Delete what is left of the block, then run it again.');
  const joined = /\(\+\)\s*$/.test(begin[0]) ? (/\r?\n$/.exec(text.slice(0, begin.index))?.[0].length ?? 0) : 0;
  return { ok: true, value: { start: begin.index - joined, end: end.index + end[0].length, inner: text.slice(begin.index + begin[0].length, end.index) } };
}

/** What our block sets; null when there is no block. */
export function readEnvBlock(text: string): DotenvResult<ReadonlyMap<string, string> | null> {
  const found = findBlock(text);
  if (!found.ok) return found;
  return { ok: true, value: found.value === null ? null : parseDotenv(found.value.inner) };
}

/**
 * The text with exactly these variables in our block, in this order. Fails with `env-value` (a value that cannot be written),
 * `env-unclosed` (a quote before the block is not closed and would swallow it) or `env-block-broken`.
 */
export function withEnvBlock(text: string, variables: readonly (readonly [name: string, value: string])[]): DotenvResult<string> {
  const lines: string[] = [];
  for (const [name, value] of variables) {
    const written = writtenValue(value);
    if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name) || written === null) return fail('env-value', `The value of ${name} cannot be written into an environment file: it holds a line break, a control character, or a reference ("\${").`);
    lines.push(`${name}=${written}`);
  }
  const found = findBlock(text);
  if (!found.ok) return found;
  const eol = /\r\n/.test(text) ? '\r\n' : '\n';
  const old = found.value;
  const rest = old === null ? text : text.slice(0, old.start) + text.slice(old.end);
  const inner = lines.map((line) => line + eol).join('');
  let after: string;
  if (old !== null && text.slice(old.end).trim() === '') {
    // Where it is, it already wins: only what stands in it changes.
    const begin = text.indexOf('# >>> Silmaril', old.start);
    const innerStart = text.indexOf('\n', begin) + 1;
    after = text.slice(0, innerStart) + inner + text.slice(innerStart + old.inner.length);
  } else {
    const joined = rest !== '' && !/\n$/.test(rest);
    after = `${rest}${joined ? eol : ''}${BEGIN}${joined ? JOINED : ''}${eol}${inner}${END}${eol}`;
  }
  const read = parseDotenv(after);
  if (!variables.every(([name, value]) => read.get(name) === value)) return fail('env-unclosed', 'A quote before our lines is not closed, so they would not be read. Close it, then run it again.');
  return { ok: true, value: after };
}

/** The text without our block, byte by byte as it was before. Fails with `env-block-broken`. */
export function withoutEnvBlock(text: string): DotenvResult<string> {
  const found = findBlock(text);
  if (!found.ok) return found;
  const block = found.value;
  return { ok: true, value: block === null ? text : text.slice(0, block.start) + text.slice(block.end) };
}

/** Bare where every reader agrees on it, else in single quotes; null where no form is safe. */
function writtenValue(value: string): string | null {
  if (/^[A-Za-z0-9_./:@%+=,~?&-]*$/.test(value)) return value;
  if (/[\u0000-\u001f\u007f]|\$\{/.test(value)) return null;
  return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

/** The pieces of the grammar, each tried where the last one ended. */
const GRAMMAR = {
  blanks: /\s*/y,
  space: /[^\S\r\n]*/y,
  exported: /(?:export[^\S\r\n]+)?/y,
  quotedKey: /'([^']+)'/y,
  bareKey: /([^=#\s]+)/y,
  equals: /=[^\S\r\n]*/y,
  single: /'((?:\\'|[^'])*)'/y,
  double: /"((?:\\"|[^"])*)"/y,
  bare: /([^\r\n]*)/y,
  comment: /(?:[^\S\r\n]*#[^\r\n]*)?/y,
  lineEnd: /[^\S\r\n]*(?:\r\n|\n|\r|$)/y,
  restOfLine: /[^\r\n]*(?:\r\n|\n|\r)?/y,
} as const;

/**
 * What the harness's reader (python-dotenv's grammar) makes of a text: quotes may span lines, the last value of a name counts,
 * what is wrong is skipped to the end of its line. References are not resolved.
 */
export function parseDotenv(text: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  let at = text.startsWith('\uFEFF') ? 1 : 0;
  /** The piece's text and its group, or null where it does not stand here. */
  const take = (piece: keyof typeof GRAMMAR): { readonly group: string } | null => {
    const pattern = GRAMMAR[piece];
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match === null) return null;
    at = pattern.lastIndex;
    return { group: match[1] ?? '' };
  };
  const binding = (): readonly [string, string | null] | null => {
    take('exported');
    const key = text[at] === '#' ? { group: '' } : take(text[at] === "'" ? 'quotedKey' : 'bareKey');
    if (key === null) return null;
    take('space');
    let value: string | null = null;
    if (text[at] === '=') {
      take('equals');
      const quote = text[at];
      const found = take(quote === "'" ? 'single' : quote === '"' ? 'double' : 'bare');
      if (found === null) return null;
      value = quote === "'" ? found.group.replace(/\\([\\'])/g, '$1') : quote === '"' ? found.group.replace(/\\([\\'"abfnrtv])/g, (_all, char: string) => ESCAPES[char] ?? char) : found.group.replace(/\s+#.*/, '').trimEnd();
    }
    take('comment');
    return take('lineEnd') === null ? null : [key.group, value];
  };
  for (;;) {
    take('blanks');
    if (at >= text.length) return values;
    const found = binding();
    if (found === null) take('restOfLine');
    else if (found[0] !== '' && found[1] !== null) values.set(found[0], found[1]);
  }
}

const ESCAPES: Readonly<Record<string, string>> = { a: '\u0007', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };

/** Variables that a later line outside our block sets again: that line wins, and ours has no effect. */
export function overriddenAfterBlock(text: string): DotenvResult<readonly string[]> {
  const found = findBlock(text);
  if (!found.ok) return found;
  const block = found.value;
  if (block === null) return { ok: true, value: [] };
  const later = parseDotenv(text.slice(block.end));
  return { ok: true, value: [...parseDotenv(block.inner).keys()].filter((name) => later.has(name)) };
}
