// JSON with comments, as a tree that knows where every byte of it stands. An editor that changes only
// our own lines needs the exact places of commas and comments, which a value parser throws away.
import type { Failure } from '../engine/plan.ts';

/** Longest text that is parsed, in UTF-16 units: far above any settings file, low enough to stay quick. */
export const MAX_LENGTH = 8 * 1024 * 1024;
/** Deepest nesting that is parsed, so that recursion cannot exhaust the stack. */
export const MAX_DEPTH = 256;

/** Which extensions of JSON the file's own reader understands. */
export interface Dialect {
  readonly comments: boolean;
  readonly trailingCommas: boolean;
  /** A text with no value at all reads as `{}` (VS Code does so for an empty settings.json). */
  readonly emptyIsObject: boolean;
}
/** VS Code's settings.json. */
export const JSONC: Dialect = { comments: true, trailingCommas: true, emptyIsObject: true };
/** Plain JSON: a comment is refused and named, since the harness's reader would drop the whole file. */
export const STRICT_JSON: Dialect = { comments: false, trailingCommas: false, emptyIsObject: true };

/** A refusal with its place; both 1-based, columns in UTF-16 units as editors show them (a BOM not counted). */
export interface JsoncFailure extends Failure {
  readonly line: number;
  readonly column: number;
}
export type JsoncResult<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: JsoncFailure };

export interface Scalar {
  readonly kind: 'string' | 'number' | 'boolean' | 'null';
  readonly start: number;
  readonly end: number;
  readonly value: string | number | boolean | null;
}
export interface Container {
  readonly kind: 'object' | 'array';
  /** Offset of the opening bracket, and the offset behind the closing one. */
  readonly start: number;
  readonly end: number;
  readonly children: readonly Child[];
}
export type JsoncNode = Scalar | Container;

/** A property or an item: `start` is where its key (or, in an array, its value) begins. */
export interface Child {
  /** Null in arrays. */
  readonly key: string | null;
  readonly start: number;
  readonly end: number;
  readonly value: JsoncNode;
  /** Offset of the comma behind it, null when there is none. */
  readonly comma: number | null;
}

export interface Comment {
  readonly start: number;
  readonly end: number;
}

export interface JsoncDocument {
  readonly text: string;
  /** Null for a text without any value (empty, blank, or comments only). */
  readonly root: JsoncNode | null;
  /** In the order of the text. */
  readonly comments: readonly Comment[];
}

class Refusal extends Error {
  readonly code: string;
  readonly at: number;
  constructor(code: string, at: number, message: string) {
    super(message);
    this.code = code;
    this.at = at;
  }
}

/**
 * Reads a whole text. Codes: `not-json`, `duplicate-key` (a reader takes the last one, a person reads the
 * first: which one counts must not be guessed), `comment-in-json`, `trailing-comma-in-json`, `too-deep`, `too-large`.
 */
export function parseJsonc(text: string, dialect: Dialect = JSONC): JsoncResult<JsoncDocument> {
  try {
    if (text.length > MAX_LENGTH) throw new Refusal('too-large', 0, `the file is larger than ${String(MAX_LENGTH / 1024 / 1024)} MiB`);
    return { ok: true, value: new Parser(text, dialect).document() };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { line, column } = placeOf(text, error.at);
    const sentence = `Line ${String(line)}, column ${String(column)}: ${error.message}.`;
    return { ok: false, failure: { code: error.code, sentence, line, column } };
  }
}

/** 1-based line and column of an offset. */
export function placeOf(text: string, offset: number): { line: number; column: number } {
  let line = 1;
  let lineStart = text.startsWith('\uFEFF') ? 1 : 0;
  for (const match of text.slice(0, offset).matchAll(/\r\n|\n|\r/g)) {
    line += 1;
    lineStart = match.index + match[0].length;
  }
  return { line, column: Math.max(1, offset - lineStart + 1) };
}

const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const WORD = /[A-Za-z]+/y;

class Parser {
  private at: number;
  private readonly comments: Comment[] = [];
  private readonly text: string;
  private readonly dialect: Dialect;

  constructor(text: string, dialect: Dialect) {
    this.text = text;
    this.dialect = dialect;
    this.at = text.startsWith('\uFEFF') ? 1 : 0;
  }

  document(): JsoncDocument {
    this.skip();
    let root: JsoncNode | null = null;
    if (this.at < this.text.length) root = this.value(0);
    else if (!this.dialect.emptyIsObject) throw this.refuse('the file holds no value');
    this.skip();
    if (this.at < this.text.length) throw this.refuse(`${this.seen()} after the end of the value`);
    return { text: this.text, root, comments: this.comments };
  }

  private refuse(message: string, at = this.at, code = 'not-json'): Refusal {
    return new Refusal(code, at, message);
  }

  /** What stands here, for a message; only one character, so that no content gets into logs. */
  private seen(): string {
    const char = this.text.codePointAt(this.at);
    if (char === undefined) return 'the end of the file';
    return char < 0x20 ? 'a control character' : `"${String.fromCodePoint(char)}"`;
  }

  private skip(): void {
    for (;;) {
      const char = this.text[this.at];
      if (char === ' ' || char === '\t' || char === '\n' || char === '\r') this.at += 1;
      else if (char === '/') this.comment();
      else return;
    }
  }

  private comment(): void {
    const start = this.at;
    const opener = this.text.slice(start, start + 2);
    if (opener === '//') {
      while (this.at < this.text.length && this.text[this.at] !== '\n' && this.text[this.at] !== '\r') this.at += 1;
    } else if (opener === '/*') {
      const close = this.text.indexOf('*/', start + 2);
      if (close < 0) throw this.refuse('a comment that is never closed');
      this.at = close + 2;
    } else throw this.refuse('unexpected "/"');
    if (!this.dialect.comments) throw this.refuse('a comment, and this file is plain JSON', start, 'comment-in-json');
    this.comments.push({ start, end: this.at });
  }

  private value(depth: number): JsoncNode {
    if (depth > MAX_DEPTH) throw this.refuse(`nested deeper than ${String(MAX_DEPTH)} levels`, this.at, 'too-deep');
    const start = this.at;
    const char = this.text[start];
    if (char === '{') return this.container('object', depth);
    if (char === '[') return this.container('array', depth);
    if (char === '"') return { kind: 'string', start, value: this.string(), end: this.at };
    if (char === '-' || (char !== undefined && char >= '0' && char <= '9')) {
      const raw = this.match(NUMBER);
      if (raw === null) throw this.refuse('a broken number');
      return { kind: 'number', start, value: Number(raw), end: this.at };
    }
    const word = this.match(WORD);
    if (word === 'true' || word === 'false') return { kind: 'boolean', start, value: word === 'true', end: this.at };
    if (word === 'null') return { kind: 'null', start, value: null, end: this.at };
    this.at = start;
    throw this.refuse(`expected a value, found ${this.seen()}`);
  }

  private match(pattern: RegExp): string | null {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (!found) return null;
    this.at += found[0].length;
    return found[0];
  }

  private string(): string {
    const start = this.at;
    for (let at = start + 1; at < this.text.length; at += 1) {
      const code = this.text.charCodeAt(at);
      if (code === 0x5c) at += 1;
      else if (code < 0x20) throw this.refuse('a line break or control character inside a string', at);
      else if (code === 0x22) {
        this.at = at + 1;
        try {
          return JSON.parse(this.text.slice(start, this.at)) as string;
        } catch {
          throw this.refuse('a string with a broken escape', start);
        }
      }
    }
    throw this.refuse('a string that is never closed');
  }

  private container(kind: 'object' | 'array', depth: number): Container {
    const start = this.at;
    const closer = kind === 'object' ? '}' : ']';
    const children: Child[] = [];
    const keys = new Set<string>();
    this.at += 1;
    this.skip();
    while (this.text[this.at] !== closer) {
      const child = kind === 'object' ? this.property(depth, keys) : this.item(depth);
      this.skip();
      const comma = this.text[this.at] === ',' ? this.at : null;
      children.push({ ...child, comma });
      if (comma === null) {
        if (this.text[this.at] !== closer) throw this.refuse(`expected a comma or "${closer}", found ${this.seen()}`);
        break;
      }
      this.at += 1;
      this.skip();
      if (this.text[this.at] === closer && !this.dialect.trailingCommas)
        throw this.refuse('a comma behind the last entry, and this file is plain JSON', comma, 'trailing-comma-in-json');
    }
    this.at += 1;
    return { kind, start, end: this.at, children };
  }

  private property(depth: number, keys: Set<string>): Omit<Child, 'comma'> {
    const start = this.at;
    if (this.text[start] !== '"') throw this.refuse(`expected a name in double quotes, found ${this.seen()}`);
    const key = this.string();
    if (keys.has(key)) throw this.refuse(`the name ${JSON.stringify(key.slice(0, 120))} stands twice in one object`, start, 'duplicate-key');
    keys.add(key);
    this.skip();
    if (this.text[this.at] !== ':') throw this.refuse(`expected ":", found ${this.seen()}`);
    this.at += 1;
    this.skip();
    const value = this.value(depth + 1);
    return { key, start, end: value.end, value };
  }

  private item(depth: number): Omit<Child, 'comma'> {
    const value = this.value(depth + 1);
    return { key: null, start: value.start, end: value.end, value };
  }
}

export type Path = readonly (string | number)[];

export const isContainer = (node: JsoncNode): node is Container => node.kind === 'object' || node.kind === 'array';

/** The child at one step of a path; null when it is not there. */
export function childAt(node: JsoncNode, step: string | number): Child | null {
  if (!isContainer(node)) return null;
  if (typeof step === 'number') return node.kind === 'array' ? (node.children[step] ?? null) : null;
  return node.kind === 'object' ? (node.children.find((child) => child.key === step) ?? null) : null;
}

/** The node at a path; null when it, or a parent, is not there. */
export function nodeAt(document: JsoncDocument, path: Path): JsoncNode | null {
  let node = document.root;
  for (const step of path) {
    if (node === null) return null;
    node = childAt(node, step)?.value ?? null;
  }
  return node;
}

/** The plain value of a node. `__proto__` becomes an ordinary own property. */
export function valueOf(node: JsoncNode): unknown {
  if (!isContainer(node)) return node.value;
  if (node.kind === 'array') return node.children.map((child) => valueOf(child.value));
  const object: Record<string, unknown> = {};
  for (const child of node.children)
    Object.defineProperty(object, child.key ?? '', { value: valueOf(child.value), enumerable: true, writable: true, configurable: true });
  return object;
}

/** The plain value at a path; undefined when it is not there. */
export function valueAt(document: JsoncDocument, path: Path): unknown {
  const node = nodeAt(document, path);
  return node === null ? undefined : valueOf(node);
}
