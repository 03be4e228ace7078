// Claude Code's tool results: the text in them that is judged, and what stands in its place when it is blocked.
import { canonicalJson } from '../../core/canonical-json.ts';
import { BLOCK } from '../../core/product.ts';

/** The same bound as canonical JSON's. */
const MAX_VALUES = 500_000;

type Fields = Readonly<Record<string, unknown>>;

/**
 * The strings of a result, each on its own, joined by line feeds: the words that the model will read, without JSON's escapes
 * in between. A key that is itself a sentence counts too. Left out are a file's former content and the patch of an edit,
 * which the model is not shown (and had to read before, where they were judged), and binary data in base64. A result without any string is canonical JSON.
 * @returns null for a result of more than 500,000 parts
 */
export function resultText(result: unknown): string | null {
  if (typeof result === 'string') return result;
  const texts: string[] = [];
  let left = MAX_VALUES;
  // Without recursion: results may be nested as deep as a server likes. Children are pushed in reverse to keep their order.
  const open: unknown[] = [result];
  while (open.length > 0) {
    if (left-- === 0) return null;
    const value = open.pop();
    if (typeof value === 'string') {
      if (value !== '') texts.push(value);
    } else if (Array.isArray(value)) {
      if (value.length > left) return null;
      for (let i = value.length - 1; i >= 0; i--) open.push(value[i]);
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value).reverse()) {
        if (!NOT_SHOWN.has(key) && !isBinary(key, inner)) open.push(inner);
        if (/\s/.test(key)) open.push(key);
      }
    }
  }
  return texts.length > 0 ? texts.join('\n') : canonicalJson(result);
}

const NOT_SHOWN: ReadonlySet<string> = new Set(['originalFile', 'structuredPatch']);

function isBinary(key: string, value: unknown): boolean {
  return (key === 'base64' || key === 'data') && typeof value === 'string' && /^[A-Za-z0-9+/_-]+={0,2}$/.test(value);
}

export interface Replacement {
  /** undefined: no replacement is offered. */
  readonly output: unknown;
  /**
   * Whether Claude Code takes it: it checks a rewritten result against the tool's own schema, and where it does not fit
   * silently keeps the original. Schemas of 2.1.332.
   */
  readonly certain: boolean;
}

/** A result of the same shape that holds the fixed sentence and nothing of the original's text. */
export function replacement(toolName: string | null, result: unknown): Replacement {
  // No schema is checked for the tools of MCP servers.
  if (toolName?.startsWith('mcp__')) return { output: typeof result === 'string' ? BLOCK : [{ type: 'text', text: BLOCK }], certain: true };
  if (typeof result === 'string') return { output: BLOCK, certain: true };
  const fields = isFields(result) ? result : null;
  const known = fields && toolName !== null && Object.hasOwn(SHAPES, toolName) ? SHAPES[toolName]?.(fields) : null;
  if (known) return { output: known, certain: true };
  const guess = blanked(result);
  // A large answer could fill the pipe, and is not worth a guess.
  return { output: JSON.stringify(guess).length > MAX_GUESS_LENGTH ? undefined : guess, certain: false };
}

const MAX_GUESS_LENGTH = 16_384;

/** Only fields that the schema wants: what an optional one holds (a path to the full output, say) would lead to the text again. */
const SHAPES: Readonly<Record<string, (result: Fields) => Fields | null>> = {
  Bash: (result) =>
    typeof result['stdout'] === 'string' ? { stdout: BLOCK, stderr: '', interrupted: result['interrupted'] === true, isImage: false } : null,
  Read: (result) => {
    const file = result['file'];
    const filePath = isFields(file) ? text(file['filePath']) : '';
    // A picture, a PDF or a notebook becomes a line of text, which is one of the tool's own shapes as well.
    return typeof result['type'] === 'string' ? { type: 'text', file: { filePath, content: BLOCK, numLines: 1, startLine: 1, totalLines: 1 } } : null;
  },
  Write: (result) =>
    result['type'] === 'create' || result['type'] === 'update'
      ? { type: result['type'], filePath: text(result['filePath']), content: BLOCK, structuredPatch: [], originalFile: null, userModified: result['userModified'] === true }
      : null,
  Edit: (result) =>
    typeof result['newString'] === 'string'
      ? { filePath: text(result['filePath']), oldString: BLOCK, newString: BLOCK, originalFile: null, structuredPatch: [], userModified: result['userModified'] === true, replaceAll: result['replaceAll'] === true }
      : null,
  WebFetch: (result) =>
    typeof result['result'] === 'string'
      ? { bytes: number(result['bytes']), code: number(result['code']), codeText: '', result: BLOCK, durationMs: number(result['durationMs']), url: text(result['url']) }
      : null,
  WebSearch: (result) =>
    Array.isArray(result['results']) ? { query: text(result['query']), results: [BLOCK], durationSeconds: number(result['durationSeconds']) } : null,
  Glob: (result) =>
    Array.isArray(result['filenames']) ? { durationMs: number(result['durationMs']), numFiles: 1, filenames: [BLOCK], truncated: false } : null,
  Grep: (result) =>
    Array.isArray(result['filenames']) ? { mode: 'content', numFiles: 0, filenames: [], content: BLOCK, numLines: 1 } : null,
  // A sub-agent's report: figures and names of the run stay, its words go.
  Agent: (result) => {
    if (result['status'] !== 'completed' || !Array.isArray(result['content'])) return null;
    const { handbackReport: _report, ...rest } = result;
    return { ...rest, ...(typeof rest['prompt'] === 'string' && { prompt: '' }), content: [{ type: 'text', text: BLOCK }] };
  },
};

/** Levels of a value that are rewritten; what lies deeper is dropped. */
const MAX_DEPTH = 64;

/** An unknown shape with every string that could be read as text replaced; single words, such as a `type`, stay. */
function blanked(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return /^[\w.:/-]{0,40}$/.test(value) ? value : BLOCK;
  if (typeof value !== 'object' || value === null) return value;
  if (depth === MAX_DEPTH) return null;
  if (Array.isArray(value)) return value.map((inner) => blanked(inner, depth + 1));
  return Object.fromEntries(Object.entries(value).filter(([key]) => !/\s/.test(key)).map(([key, inner]) => [key, blanked(inner, depth + 1)]));
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function number(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}
