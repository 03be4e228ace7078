// PowerShell text cut into statements and the stages of their pipelines.
import { BoundReached, MAX_WORDS } from '../limits.ts';
import type { Text } from '../values.ts';

const PER_ITEM = /^\s*(?:foreach-object|foreach|%|where-object|where|\?)\s*(?:-process\s*|-filterscript\s*)?$/i;

/** Index behind the closing brace of the block that opens at `from`. */
function blockEnd(text: Text, from: number): number {
  let depth = 0;
  let quote = '';
  for (let i = from; i < text.length; i++) {
    const char = text[i] ?? '';
    if (quote !== '') quote = char === quote ? '' : quote;
    else if (char === "'" || char === '"') quote = char;
    else if (char === '{') depth++;
    else if (char === '}' && --depth === 0) return i + 1;
  }
  return text.length;
}

/**
 * Statements, each the list of its pipeline's stages. Blocks are opened: what stands in them runs, whatever the
 * condition. Only the blocks of ForEach-Object and Where-Object stay in their stage, for they need its input.
 */
export function pipelines(text: Text): readonly (readonly Text[])[] {
  const out: Text[][] = [];
  let stages: Text[] = [];
  let now = '';
  const stage = (): void => {
    if (now.trim() !== '') stages.push(now.trim());
    now = '';
  };
  const statement = (): void => {
    stage();
    if (stages.length > 0) out.push(stages);
    stages = [];
  };
  for (let i = 0; i < text.length; i++) {
    const char = text[i] ?? '';
    if (char === '`') {
      now += text[i + 1] === '\n' ? ' ' : char + (text[i + 1] ?? '');
      i++;
    } else if (char === "'" || char === '"') {
      let end = i + 1;
      while (end < text.length && text[end] !== char) end += char === '"' && text[end] === '`' ? 2 : 1;
      now += text.slice(i, end + 1);
      i = end;
    } else if (char === '#' && /(?:^|\s)$/.test(now)) {
      while (i + 1 < text.length && text[i + 1] !== '\n') i++;
    } else if (char === '{' && (/[@$]$/.test(now) || (PER_ITEM.test(now) && stages.length > 0))) {
      const end = blockEnd(text, i);
      now += text.slice(i, end);
      i = end - 1;
    } else if (char === '{' || char === '}' || char === ';' || char === '\n') statement();
    else if ((char === '&' || char === '|') && text[i + 1] === char) {
      statement();
      i++;
    } else if (char === '|') stage();
    else now += char;
  }
  statement();
  return out;
}

function plain(word: Text): Text {
  const bare = word.includes('`') ? word.replace(/`(.)/g, '$1') : word;
  return bare.includes('\\') ? bare.replaceAll('\\', '/') : bare;
}

/** The words of one stage; a quoted word says so, for it is a value and no program. `\` separates folders here. */
export function stageWords(text: Text, value: (word: Text) => readonly Text[]): readonly Text[] {
  const out: Text[] = [];
  let count = 0;
  for (const match of text.matchAll(/'((?:[^']|'')*)'|"((?:`.|[^"`])*)"|([^\s'"]+)/g)) {
    if (++count > MAX_WORDS) throw new BoundReached('words');
    const pieces = match[1] !== undefined ? [plain(match[1])] : value(plain(match[2] ?? match[3] ?? ''));
    // `'a','b'` and `a,'b'` are one list.
    const glued = match.index > 0 && /[,'"]/.test(text[match.index - 1] ?? '') && out.length > 0;
    if (glued) out.push(`${out.pop() ?? ''}${pieces.join(',')}`);
    else out.push(pieces.join(','));
  }
  return out;
}
