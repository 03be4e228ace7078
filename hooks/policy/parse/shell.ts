// Shell text to a syntax tree. The one place that knows the parser.
import { parse, type ParsedScript, type Word } from 'unbash';
import { BoundReached, MAX_SEPARATORS } from '../limits.ts';

/**
 * Separators outside heredoc bodies, counted without parsing: the parser's time grows with the number of
 * commands, so an input made of nothing but commands is refused before it costs anything. Quoted text does not
 * count, apart from what opens a substitution. A quote in a comment may throw the count off, which costs a longer
 * parse and nothing else.
 */
function countSeparators(text: string): number {
  let count = 0;
  let i = 0;
  const waiting: string[] = [];
  /** Delimiters that were looked for and do not come: not looked for again, or the search would be quadratic. */
  const missing = new Set<string>();
  let double = false;
  while (i < text.length) {
    const code = text.charCodeAt(i);
    if (code === 92) {
      i += 2;
      continue;
    }
    if (code === 34) {
      double = !double;
      i++;
      continue;
    }
    if (double) {
      if (code === 96 || (code === 36 && text.charCodeAt(i + 1) === 40)) count++;
      i++;
      continue;
    }
    if (code === 39) {
      const end = text.indexOf("'", i + 1);
      i = end < 0 ? text.length : end + 1;
      continue;
    }
    if (code === 10) {
      count++;
      i++;
      while (waiting.length > 0) {
        const delimiter = waiting.shift() ?? '';
        const end = missing.has(delimiter) ? -1 : endOfHeredoc(text, i, delimiter);
        if (end < 0) {
          missing.add(delimiter);
          continue;
        }
        i = end;
      }
      continue;
    }
    if (code === 59 || code === 38 || code === 124 || code === 40 || code === 123 || code === 96 || code === 62) count++;
    else if (code === 60 && text.charCodeAt(i + 1) === 60 && text.charCodeAt(i + 2) !== 60) {
      const match = /^<<-?[ \t]*(['"]?)([^\s'";&|<>()]+)\1/.exec(text.slice(i, i + 80));
      if (match?.[2] !== undefined && waiting.length < 32) waiting.push(match[2].replaceAll('\\', ''));
      i += 2;
      continue;
    }
    i++;
  }
  return count;
}

/** Index after the line that ends the heredoc, or -1 when there is none. */
function endOfHeredoc(text: string, from: number, delimiter: string): number {
  let at = from;
  for (; ;) {
    const found = text.indexOf(delimiter, at);
    if (found < 0) return -1;
    let start = found;
    while (start > from && text.charCodeAt(start - 1) === 9) start--;
    const after = found + delimiter.length;
    const lineStart = start === from || text.charCodeAt(start - 1) === 10;
    const lineEnd = after === text.length || text.charCodeAt(after) === 10;
    if (lineStart && lineEnd) return after;
    at = found + 1;
  }
}

/**
 * Never fails on broken input: the tree holds what could be read, and `errors` says what could not.
 * @throws BoundReached when the text has too many commands to read
 */
export function parseShell(text: string): ParsedScript {
  if (text.length > MAX_SEPARATORS && countSeparators(text) > MAX_SEPARATORS) throw new BoundReached('commands');
  const script = parse(text);
  // The parser stops looking inside when nesting is too deep; what it did not see could be anything.
  if (script.errors?.some((error) => error.message.includes('nesting depth')) === true) throw new BoundReached('depth');
  return script;
}

/** The words of a text that stands where arguments stand. */
export function parseWords(text: string): readonly Word[] {
  const [statement] = parse(`: ${text}`).commands;
  const command = statement?.command;
  if (command?.type !== 'Command') return [];
  return command.suffix.filter((item): item is Word => item.type === 'Word');
}
