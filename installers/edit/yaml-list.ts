// One item of ours in a list that lies one map deep in a YAML file (`plugins.enabled`). Only our own characters are put in
// and taken out; each edit is read back, and one that did more than it should is refused.
import { isMap, isScalar, isSeq, type ParsedNode, type YAMLMap, type YAMLSeq } from 'yaml';
import { isBlockMap, isPlain, pairOf, parseYaml, sameTree, splice, yamlFail, type YamlResult, type YamlText } from './yaml-text.ts';

/** What an edit put in, and what stood in its place: enough to take it back byte by byte while nobody changed those bytes. */
export interface YamlUndo {
  readonly inserted: string;
  readonly replaced: string;
}

export interface YamlEdit {
  readonly text: string;
  readonly changed: boolean;
  /** Null when nothing was changed. */
  readonly undo: YamlUndo | null;
}

/** `map` is a key of the root, `list` a key of that map. */
export interface ListPlace {
  readonly map: string;
  readonly list: string;
}

export type ListRead = { readonly state: 'absent' } | { readonly state: 'list'; readonly items: readonly unknown[] } | { readonly state: 'wrong-type'; readonly sentence: string };

/** The list as the file's reader sees it. Fails like `parseYaml`. */
export function readYamlList(text: string, place: ListPlace): YamlResult<ListRead> {
  const parsed = parseYaml(text);
  return parsed.ok ? { ok: true, value: listIn(parsed.value.tree, place) } : parsed;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

function listIn(tree: unknown, { map, list }: ListPlace): ListRead {
  if (tree === null || tree === undefined) return { state: 'absent' };
  if (!isRecord(tree)) return { state: 'wrong-type', sentence: 'The file is not a map.' };
  const outer = tree[map] ?? null;
  if (outer === null) return { state: 'absent' };
  if (!isRecord(outer)) return { state: 'wrong-type', sentence: `"${map}" is ${kindOf(outer)}, not a map.` };
  const inner = outer[list] ?? null;
  if (inner === null) return { state: 'absent' };
  return Array.isArray(inner) ? { state: 'list', items: inner } : { state: 'wrong-type', sentence: `"${map}.${list}" is ${kindOf(inner)}, not a list.` };
}

function kindOf(value: unknown): string {
  if (typeof value === 'string') return 'a text';
  if (Array.isArray(value)) return 'a list';
  return isRecord(value) ? 'a map' : `a ${typeof value}`;
}

/**
 * Adds a plain word to the list, and what is missing to hold it. Fails with `wrong-type`, `edit-unsafe` (an alias, an anchor
 * or a form that an edit could not keep) or like `parseYaml`.
 */
export function addToYamlList(text: string, place: ListPlace, item: string): YamlResult<YamlEdit> {
  const parsed = parseYaml(text);
  if (!parsed.ok) return parsed;
  const yaml = parsed.value;
  const found = listIn(yaml.tree, place);
  if (found.state === 'wrong-type') return yamlFail('wrong-type', found.sentence);
  if (found.state === 'list' && found.items.includes(item)) return { ok: true, value: { text, changed: false, undo: null } };
  const change = insertion(yaml, place, item);
  if (change === null) return yamlFail('edit-unsafe', `"${place.map}.${place.list}" is written in a form (a reference, a tag, an unusual layout) that cannot be edited without changing more than our own line.`);
  const { start, end, inserted } = change;
  const after = splice(yaml, start, end, inserted);
  const again = parseYaml(after);
  if (!again.ok || ![true, false].some((last) => sameTree(again.value.tree, withItem(yaml.tree, place, item, last)))) return yamlFail('edit-unsafe', `Adding "${item}" to "${place.map}.${place.list}" would change something else in the file.`);
  return { ok: true, value: { text: after, changed: true, undo: { inserted, replaced: yaml.body.slice(start, end) } } };
}

interface Insertion {
  readonly start: number;
  readonly end: number;
  readonly inserted: string;
}

function insertion(yaml: YamlText, place: ListPlace, item: string): Insertion | null {
  const { root, body, eol } = yaml;
  if (root === null || (isScalar(root) && root.value === null)) return body.trim() === '' || onlyComments(body) ? appended(body, eol, place, item) : null;
  if (!isMap(root) || !isPlain(root)) return null;
  const outer = pairOf(root, place.map);
  if (outer === null) return isBlockMap(root) && columnOf(body, startOf(root)) === 0 && !/^\.\.\.\s*$/m.test(body) ? appended(body, eol, place, item) : null;
  const map = outer.value;
  if (map === null || (isScalar(map) && map.value === null)) return overNull(body, outer.key, map, `{${place.list}: [${item}]}`);
  if (!isMap(map) || !isPlain(map)) return null;
  const inner = pairOf(map, place.list);
  if (inner === null) return map.flow === true ? intoFlow(body, map, `${place.list}: [${item}]`) : intoBlockMap(body, eol, map, place, item);
  const list = inner.value;
  if (list === null || (isScalar(list) && list.value === null)) return overNull(body, inner.key, list, `[${item}]`);
  if (!isSeq(list) || !isPlain(list)) return null;
  return list.flow === true ? intoFlow(body, list, item) : intoBlockList(body, eol, list, item);
}

const onlyComments = (body: string): boolean => body.split(/\r\n|\n/).every((line) => /^\s*(?:#.*)?$/.test(line));
const startOf = (node: ParsedNode): number => node.range[0];
const lineStart = (body: string, at: number): number => body.lastIndexOf('\n', at - 1) + 1;
const columnOf = (body: string, at: number): number => at - lineStart(body, at);
/** The end of the line, before its line end. */
function lineEnd(body: string, at: number): number {
  const end = body.indexOf('\n', at);
  if (end < 0) return body.length;
  return body[end - 1] === '\r' ? end - 1 : end;
}

function appended(body: string, eol: string, { map, list }: ListPlace, item: string): Insertion {
  const join = body === '' || body.endsWith('\n') ? '' : eol;
  return { start: body.length, end: body.length, inserted: `${join}${map}:${eol}  ${list}:${eol}    - ${item}${eol}` };
}

/** In place of a null, on the key's own line: what is written for it (`~`, `null`) or nothing. */
function overNull(body: string, key: ParsedNode, value: ParsedNode | null, inserted: string): Insertion | null {
  const written = value === null ? '' : body.slice(value.range[0], value.range[1]);
  if (value !== null && !isPlain(value)) return null;
  if (written !== '' && value !== null) return { start: value.range[0], end: value.range[1], inserted };
  const colon = /^\s*:/.exec(body.slice(key.range[1]))?.[0];
  if (colon === undefined) return null;
  const at = key.range[1] + colon.length;
  return { start: at, end: at, inserted: ` ${inserted}` };
}

/** Into `[...]` or `{...}`: after the last member, or in place of the blanks of an empty one. */
function intoFlow(body: string, node: YAMLMap.Parsed | YAMLSeq.Parsed, inserted: string): Insertion | null {
  const [open, close] = node.range;
  if (node.items.length === 0) return /^[[{]\s*[\]}]$/.test(body.slice(open, close)) ? { start: open + 1, end: close - 1, inserted } : null;
  const last = node.items.at(-1);
  const end = last === undefined ? null : endOf(last);
  return end === null ? null : { start: end, end, inserted: `, ${inserted}` };
}

function endOf(member: ParsedNode | { readonly key: ParsedNode; readonly value: ParsedNode | null }): number | null {
  if (!('key' in member) || !('value' in member)) return 'range' in member ? (member.range as [number, number, number])[1] : null;
  const { key, value } = member as { key: ParsedNode; value: ParsedNode | null };
  return value === null || value.range[1] === value.range[0] ? key.range[1] : value.range[1];
}

function intoBlockMap(body: string, eol: string, map: YAMLMap.Parsed, { list }: ListPlace, item: string): Insertion | null {
  const first = map.items[0];
  if (first === undefined) return null;
  const at = lineStart(body, startOf(first.key));
  const indent = body.slice(at, startOf(first.key));
  return /^ +$/.test(indent) ? { start: at, end: at, inserted: `${indent}${list}:${eol}${indent}  - ${item}${eol}` } : null;
}

/** After the last item where that ends on its own line, else before the first. */
function intoBlockList(body: string, eol: string, list: YAMLSeq.Parsed, item: string): Insertion | null {
  const first = list.items[0];
  const last = list.items.at(-1);
  if (first === undefined || last === undefined) return null;
  const indent = /^( *)-/.exec(body.slice(lineStart(body, startOf(list))))?.[1];
  if (indent === undefined) return null;
  const [start, end] = last.range;
  if (isScalar(last) && end > start && !body.slice(start, end).includes('\n') && lineStart(body, start) === lineStart(body, end)) {
    const at = lineEnd(body, end);
    return { start: at, end: at, inserted: `${eol}${indent}- ${item}` };
  }
  const at = lineStart(body, startOf(list));
  return { start: at, end: at, inserted: `${indent}- ${item}${eol}` };
}

function withItem(tree: unknown, { map, list }: ListPlace, item: string, last: boolean): unknown {
  const root = isRecord(tree) ? tree : {};
  const outer = isRecord(root[map]) ? root[map] : {};
  const items = Array.isArray(outer[list]) ? (outer[list] as unknown[]) : [];
  return { ...root, [map]: { ...outer, [list]: last ? [...items, item] : [item, ...items] } };
}

/**
 * Takes the item out. With `undo`, and while its bytes are as they were put in, exactly those go and what they replaced comes
 * back; else the item's own line or word. A list that is empty then stays as `[]`.
 */
export function removeFromYamlList(text: string, place: ListPlace, item: string, undo: YamlUndo | null): YamlResult<YamlEdit> {
  const parsed = parseYaml(text);
  if (!parsed.ok) return parsed;
  const yaml = parsed.value;
  const found = listIn(yaml.tree, place);
  if (found.state !== 'list' || !found.items.includes(item)) return { ok: true, value: { text, changed: false, undo: null } };
  const wanted = trimmed(withoutItem(yaml.tree, place, item), place);
  for (const after of candidates(yaml, place, item, undo)) {
    const again = parseYaml(after);
    if (again.ok && sameTree(trimmed(again.value.tree, place), wanted)) return { ok: true, value: { text: after, changed: true, undo: null } };
  }
  return yamlFail('edit-unsafe', `"${item}" stands in "${place.map}.${place.list}" in a form that cannot be taken out without changing something else.`);
}

function* candidates(yaml: YamlText, place: ListPlace, item: string, undo: YamlUndo | null): Generator<string> {
  const { body } = yaml;
  if (undo !== null && undo.inserted !== '') {
    const at = body.indexOf(undo.inserted);
    if (at >= 0 && body.indexOf(undo.inserted, at + 1) < 0) yield splice(yaml, at, at + undo.inserted.length, undo.replaced);
  }
  const map = isMap(yaml.root) ? pairOf(yaml.root as YAMLMap.Parsed, place.map)?.value : null;
  const list = isMap(map) ? pairOf(map as YAMLMap.Parsed, place.list)?.value : null;
  if (!isSeq(list)) return;
  const items = (list as YAMLSeq.Parsed).items;
  const index = items.findIndex((node) => isScalar(node) && node.value === item);
  const node = items[index];
  if (node === undefined) return;
  if (items.length === 1) {
    const [start, end] = (list as YAMLSeq.Parsed).range;
    yield splice(yaml, start, list.flow === true ? end : node.range[1], '[]');
    return;
  }
  if (list.flow === true) {
    const before = items[index - 1];
    const next = items[index + 1];
    if (before !== undefined) yield splice(yaml, before.range[1], node.range[1], '');
    else if (next !== undefined) yield splice(yaml, node.range[0], next.range[0], '');
    return;
  }
  const start = lineStart(body, node.range[0]);
  const end = lineEnd(body, node.range[1]);
  if (end < body.length) yield splice(yaml, start, end + (body[end] === '\r' ? 2 : 1), '');
  else yield splice(yaml, start - (body[start - 2] === '\r' ? 2 : 1), end, '');
}

function withoutItem(tree: unknown, { map, list }: ListPlace, item: string): unknown {
  const root = tree as Record<string, Record<string, unknown[]>>;
  const outer = root[map] ?? {};
  return { ...root, [map]: { ...outer, [list]: (outer[list] ?? []).filter((other) => other !== item) } };
}

/** Without what holds nothing: an empty list, and a map that held nothing else. */
function trimmed(tree: unknown, { map, list }: ListPlace): unknown {
  if (!isRecord(tree)) return {};
  const { [map]: outer, ...rest } = tree;
  if (!isRecord(outer)) return outer === null || outer === undefined ? rest : tree;
  const { [list]: inner, ...others } = outer;
  const kept = Array.isArray(inner) && inner.length > 0 ? outer : others;
  return Object.keys(kept).length === 0 ? rest : { ...rest, [map]: kept };
}
