// One tolerant tokenizer for the languages that agents write one-liners in. It knows what is a string, what
// is a comment and what is a name: enough to tell a call from a sentence that mentions it.
import { BoundReached, MAX_CODE_TOKENS } from '../limits.ts';

export type Language = 'python' | 'javascript' | 'ruby' | 'perl' | 'php' | 'lua' | 'r' | 'julia' | 'osascript' | 'awk' | 'tcl';

/** A piece of a string: literal text, or source of an expression that is put in its place. */
export type Piece = string | { readonly code: string };

export type Token =
  | { readonly type: 'string'; readonly pieces: readonly Piece[]; readonly command: boolean; readonly line: number }
  | { readonly type: 'name'; readonly value: string; readonly line: number }
  | { readonly type: 'number'; readonly value: string; readonly line: number }
  | { readonly type: 'punct'; readonly value: string; readonly line: number }
  /** A list of words: Ruby's `%w[]`, Perl's `qw()`. */
  | { readonly type: 'words'; readonly values: readonly string[]; readonly line: number };

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', 0: '\0', b: '\b', f: '\f', v: '\v', e: '\u001B', a: '\u0007' };

function unescaped(body: string): string {
  if (!body.includes('\\')) return body;
  return body.replace(/\\(?:x([0-9a-fA-F]{2})|u\{([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4})|x\{([0-9a-fA-F]{1,6})\}|([0-7]{3})|([\s\S]))/g, (_, hex?: string, braced?: string, unicode?: string, perlHex?: string, octal?: string, char?: string) => {
    const code = hex ?? braced ?? unicode ?? perlHex;
    if (code !== undefined) {
      const point = parseInt(code, 16);
      return point <= 0x10ffff ? String.fromCodePoint(point) : '';
    }
    if (octal !== undefined) return String.fromCharCode(parseInt(octal, 8));
    return char === '\n' ? '' : (ESCAPES[char ?? ''] ?? char ?? '');
  });
}

/** Where each language puts expressions into strings. */
const INTERPOLATION: Readonly<Partial<Record<Language, RegExp>>> = {
  javascript: /\$\{([^{}]*)\}/g,
  ruby: /#\{([^{}]*)\}/g,
  perl: /\$\{?(\w+)\}?(?:\{['"]?(\w+)['"]?\})?/g,
  php: /\{?\$(\w+)(?:\[['"]?(\w+)['"]?\])?\}?/g,
};

function pieces(body: string, language: Language, raw: boolean, fString: boolean): readonly Piece[] {
  const pattern = fString ? /\{([^{}]*)\}/g : INTERPOLATION[language];
  if (pattern === undefined || (raw && !fString)) return [raw ? body : unescaped(body)];
  const out: Piece[] = [];
  let at = 0;
  for (const match of body.matchAll(pattern)) {
    if (match.index > 0 && body[match.index - 1] === '\\') continue;
    if (match.index > at) out.push(unescaped(body.slice(at, match.index)));
    const inner = match[1] ?? '';
    out.push({ code: match[2] === undefined ? (fString ? inner.replace(/[!:][^'"]*$/, '') : inner) : `${inner}[${JSON.stringify(match[2])}]` });
    at = match.index + match[0].length;
  }
  if (at < body.length || out.length === 0) out.push(unescaped(body.slice(at)));
  return out;
}

const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '<': '>' };

function delimited(source: string, at: number): { readonly body: string; readonly end: number } {
  const open = source[at] ?? '';
  const close = CLOSING[open] ?? open;
  let depth = 0;
  let i = at;
  for (; i < source.length; i++) {
    const char = source[i];
    if (char === '\\') i++;
    else if (char === close && (open === close ? i > at : --depth === 0)) break;
    else if (char === open && open !== close) depth++;
  }
  return { body: source.slice(at + 1, i), end: i + 1 };
}

const HASH_COMMENTS = new Set<Language>(['python', 'ruby', 'perl', 'php', 'r', 'julia', 'awk', 'tcl']);
const SLASH_COMMENTS = new Set<Language>(['javascript', 'php']);
const DASH_COMMENTS = new Set<Language>(['lua', 'osascript']);
const REGEX_LANGUAGES = new Set<Language>(['javascript', 'ruby', 'perl', 'awk']);

/** Whether a slash here starts a regular expression and not a division. */
function startsRegex(last: Token | undefined): boolean {
  if (last === undefined) return true;
  if (last.type === 'punct') return !/^[)\]}]$/.test(last.value);
  if (last.type === 'name') return /^(?:return|typeof|case|in|of|and|or|not|if|unless|while|when|split|grep|map)$/.test(last.value);
  return false;
}

/** @throws BoundReached past MAX_CODE_TOKENS */
export function tokenize(source: string, language: Language): readonly Token[] {
  const out: Token[] = [];
  let line = 1;
  let i = 0;
  const push = (token: Token): void => {
    if (out.length >= MAX_CODE_TOKENS) throw new BoundReached('code');
    out.push(token);
  };
  while (i < source.length) {
    const char = source[i] ?? '';
    if (char === '\n') {
      line++;
      push({ type: 'punct', value: '\n', line });
      i++;
      continue;
    }
    if (char === ' ' || char === '\t' || char === '\r') {
      i++;
      continue;
    }
    const two = source.slice(i, i + 2);
    if ((char === '#' && HASH_COMMENTS.has(language)) || (two === '//' && SLASH_COMMENTS.has(language)) || (two === '--' && DASH_COMMENTS.has(language))) {
      const end = source.indexOf('\n', i);
      i = end < 0 ? source.length : end;
      continue;
    }
    if (two === '/*' && SLASH_COMMENTS.has(language)) {
      const end = source.indexOf('*/', i + 2);
      i = end < 0 ? source.length : end + 2;
      continue;
    }
    if (language === 'python') {
      const prefix = /^([rRbBuUfF]{0,2})('''|"""|'|")/.exec(source.slice(i, i + 5));
      if (prefix !== null) {
        const mark = prefix[2] ?? '"';
        const from = i + prefix[0].length;
        let end = from;
        while (end < source.length && !source.startsWith(mark, end)) {
          if (mark.length === 1 && source[end] === '\n') break;
          end += source[end] === '\\' ? 2 : 1;
        }
        const flags = (prefix[1] ?? '').toLowerCase();
        push({ type: 'string', pieces: pieces(source.slice(from, end), language, flags.includes('r'), flags.includes('f')), command: false, line });
        i = end + mark.length;
        continue;
      }
    }
    if (char === '"' || char === "'" || char === '`') {
      const { body, end } = delimited(source, i);
      const raw = char === "'" && (language === 'ruby' || language === 'perl' || language === 'php');
      // JavaScript puts values into backticks only: `"${HOME}"` reaches a shell as it stands.
      const plain = language === 'javascript' && char !== '`';
      push({ type: 'string', pieces: raw ? [body.replace(/\\(['\\])/g, '$1')] : plain ? [unescaped(body)] : pieces(body, language, false, false), command: char === '`' && language !== 'javascript', line });
      for (const each of body) if (each === '\n') line++;
      i = end;
      continue;
    }
    const quoteLike = language === 'ruby' ? /^%([wWiIqQx])?([([{<|!/])/.exec(source.slice(i, i + 3)) : language === 'perl' ? /^(q|qq|qx|qw)\s*([([{<|!/#~])/.exec(source.slice(i, i + 4)) : null;
    const lastToken = out.at(-1);
    if (quoteLike !== null && !(language === 'ruby' && quoteLike[1] === undefined && !startsRegex(lastToken)) && !(lastToken?.type === 'punct' && /^(?:\$|@|%|->|\.)$/.test(lastToken.value))) {
      const { body, end } = delimited(source, i + quoteLike[0].length - 1);
      const kind = (quoteLike[1] ?? 'Q').toLowerCase();
      if (kind === 'w' || kind === 'i' || kind === 'qw') push({ type: 'words', values: body.split(/\s+/).filter((word) => word !== ''), line });
      else push({ type: 'string', pieces: quoteLike[1] === 'q' ? [body] : pieces(body, language, false, false), command: kind === 'x' || kind === 'qx', line });
      i = end;
      continue;
    }
    if (char === '/' && REGEX_LANGUAGES.has(language) && startsRegex(out.at(-1))) {
      let end = i + 1;
      let bracket = false;
      while (end < source.length && (bracket || source[end] !== '/') && source[end] !== '\n') {
        if (source[end] === '\\') end++;
        else if (source[end] === '[') bracket = true;
        else if (source[end] === ']') bracket = false;
        end++;
      }
      push({ type: 'punct', value: 'regex', line });
      i = end + 1;
      continue;
    }
    const name = /^[A-Za-z_$@\u0080-\uFFFF][\w$?!\u0080-\uFFFF]*/.exec(source.slice(i, i + 200));
    if (name !== null && !(char === '$' && name[0].length === 1 && !(language === 'javascript' && source[i + 1] === '`'))) {
      let value = name[0];
      if (language !== 'ruby' && language !== 'perl') value = value.replace(/[?!].*$/, '');
      if (value === '@' || value === '') {
        push({ type: 'punct', value: char, line });
        i++;
        continue;
      }
      push({ type: 'name', value: value.replace(/^[$@]+(?=\w)/, language === 'javascript' ? '$&' : ''), line });
      i += value.length;
      continue;
    }
    const number = /^\d[\w.]*/.exec(source.slice(i, i + 64));
    if (number !== null) {
      push({ type: 'number', value: number[0], line });
      i += number[0].length;
      continue;
    }
    const operator = /^(?:=>|->|::|\*\*|===|!==|==|!=|<=|>=|&&|\|\||\.\.\.|\+=|-=|\.=|:=|\?\.|\?\?|<<)/.exec(source.slice(i, i + 3));
    const value = operator?.[0] ?? char;
    push({ type: 'punct', value, line });
    i += value.length;
  }
  return out;
}
