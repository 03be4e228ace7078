// A YAML text as its reader sees it, with the places of what it holds. Edits are made in the text, never by printing a tree.
import { isDeepStrictEqual } from 'node:util';
import { isAlias, isMap, isNode, LineCounter, parseAllDocuments, type Document, type Pair, type ParsedNode, type YAMLMap } from 'yaml';
import type { Failure } from '../engine/plan.ts';

export type YamlResult<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: Failure };

export function yamlFail(code: string, sentence: string): { readonly ok: false; readonly failure: Failure } {
  return { ok: false, failure: { code, sentence } };
}

export interface YamlText {
  /** Without a byte order mark; offsets of nodes count in this. */
  readonly body: string;
  readonly bom: string;
  readonly eol: '\n' | '\r\n';
  readonly root: ParsedNode | null;
  readonly tree: unknown;
}

/** Fails with `yaml-syntax` (with line and column) or `yaml-documents`. YAML 1.1, which the common Python reader has. */
export function parseYaml(text: string): YamlResult<YamlText> {
  const bom = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  const body = text.slice(bom.length);
  const lines = new LineCounter();
  const documents = parseAllDocuments(body, { version: '1.1', uniqueKeys: true, merge: true, lineCounter: lines, prettyErrors: false, logLevel: 'error' });
  const list = 'empty' in documents ? [] : (documents as Document.Parsed[]);
  const error = list.flatMap((document) => document.errors)[0];
  if (error) {
    const { line, col } = lines.linePos(error.pos[0]);
    return yamlFail('yaml-syntax', `It is not valid YAML at line ${String(line)}, column ${String(col)}: ${error.message}`);
  }
  if (list.length > 1) return yamlFail('yaml-documents', 'It holds more than one YAML document, which its reader refuses.');
  const document = list[0];
  try {
    const tree: unknown = document ? document.toJS({ maxAliasCount: 1000 }) : null;
    return { ok: true, value: { body, bom, eol: /\r\n/.test(body) ? '\r\n' : '\n', root: document?.contents ?? null, tree: tree ?? null } };
  } catch {
    return yamlFail('yaml-syntax', 'It holds references that cannot be resolved.');
  }
}

/** The text with one place replaced. */
export function splice({ body, bom }: YamlText, start: number, end: number, inserted: string): string {
  return bom + body.slice(0, start) + inserted + body.slice(end);
}

/** The pair of a plain key of a map, or null. */
export function pairOf(map: YAMLMap.Parsed, key: string): Pair<ParsedNode, ParsedNode | null> | null {
  const found = map.items.find((pair) => isNode(pair.key) && 'value' in pair.key && pair.key.value === key);
  return found ?? null;
}

/** Whether a node is plainly where it stands: no alias, no anchor that others refer to, no tag of its own. */
export function isPlain(node: ParsedNode | null): boolean {
  return node === null || (!isAlias(node) && node.anchor === undefined && /^(?:tag:yaml\.org,2002:(?:map|seq|str|null))?$/.test(node.tag ?? ''));
}

export const sameTree = (a: unknown, b: unknown): boolean => isDeepStrictEqual(a, b);

export const isBlockMap = (node: ParsedNode | null): node is YAMLMap.Parsed => isMap(node) && node.flow !== true;
