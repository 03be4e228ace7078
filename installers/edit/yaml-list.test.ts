import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { addToYamlList, readYamlList, removeFromYamlList, type YamlEdit, type YamlUndo } from './yaml-list.ts';
import type { YamlResult } from './yaml-text.ts';

const PLACE = { map: 'plugins', list: 'enabled' };
const ITEM = 'hermes-firewall';

function must<T>(result: YamlResult<T>): T {
  if (!result.ok) throw new Error(`${result.failure.code}: ${result.failure.sentence}`);
  return result.value;
}
const add = (text: string): YamlResult<YamlEdit> => addToYamlList(text, PLACE, ITEM);
const remove = (text: string, undo: YamlUndo | null): YamlResult<YamlEdit> => removeFromYamlList(text, PLACE, ITEM, undo);
const itemsOf = (text: string): unknown => {
  const read = must(readYamlList(text, PLACE));
  return read.state === 'list' ? read.items : read.state;
};

/** What people have, and what an install makes of it. */
const FORMS: readonly (readonly [before: string, after: string])[] = [
  ['', 'plugins:\n  enabled:\n    - hermes-firewall\n'],
  ['# only words\n', '# only words\nplugins:\n  enabled:\n    - hermes-firewall\n'],
  ['model: x', 'model: x\nplugins:\n  enabled:\n    - hermes-firewall\n'],
  ['model: x\r\n', 'model: x\r\nplugins:\r\n  enabled:\r\n    - hermes-firewall\r\n'],
  ['\uFEFFmodel: x\n', '\uFEFFmodel: x\nplugins:\n  enabled:\n    - hermes-firewall\n'],
  ['plugins:\n', 'plugins: {enabled: [hermes-firewall]}\n'],
  ['plugins: ~ # none\nx: 1\n', 'plugins: {enabled: [hermes-firewall]} # none\nx: 1\n'],
  ['plugins: {}\n', 'plugins: {enabled: [hermes-firewall]}\n'],
  ['plugins: {load_timeout_seconds: 5}\n', 'plugins: {load_timeout_seconds: 5, enabled: [hermes-firewall]}\n'],
  ['plugins:\n    # mine\n    scan_on_install: false\n', 'plugins:\n    # mine\n    enabled:\n      - hermes-firewall\n    scan_on_install: false\n'],
  ['plugins:\n  enabled:\n', 'plugins:\n  enabled: [hermes-firewall]\n'],
  ['plugins:\n  enabled: # what I use\n  disabled: []\n', 'plugins:\n  enabled: [hermes-firewall] # what I use\n  disabled: []\n'],
  ['plugins:\n  enabled: null\n', 'plugins:\n  enabled: [hermes-firewall]\n'],
  ['plugins:\n  enabled: [ ]\n', 'plugins:\n  enabled: [hermes-firewall]\n'],
  ['plugins: {enabled: [a, "b"]} # x\n', 'plugins: {enabled: [a, "b", hermes-firewall]} # x\n'],
  ['plugins:\n  enabled: [\n    a,\n    b, # last\n  ]\n', 'plugins:\n  enabled: [\n    a,\n    b, hermes-firewall, # last\n  ]\n'],
  ['plugins:\n  enabled:\n  - a\n  - b # two\n\nx: 1\n', 'plugins:\n  enabled:\n  - a\n  - b # two\n  - hermes-firewall\n\nx: 1\n'],
  ['plugins:\n  enabled:\n    - a', 'plugins:\n  enabled:\n    - a\n    - hermes-firewall'],
  ['plugins:\r\n   enabled:\r\n      # tools\r\n      - a\r\n', 'plugins:\r\n   enabled:\r\n      # tools\r\n      - a\r\n      - hermes-firewall\r\n'],
  ['plugins:\n  enabled:\n    - >-\n      folded\n      name\nx: 1\n', 'plugins:\n  enabled:\n    - hermes-firewall\n    - >-\n      folded\n      name\nx: 1\n'],
  ['other: &a [1]\nagain: *a\nplugins:\n  enabled: ["a"]\n', 'other: &a [1]\nagain: *a\nplugins:\n  enabled: ["a", hermes-firewall]\n'],
];

test.each(FORMS)('%j', (before, after) => {
  const { text, undo } = must(add(before));
  expect(text).toBe(after);
  expect(must(add(text))).toMatchObject({ text, changed: false });
  expect(must(remove(text, undo)).text).toBe(before);
  expect(itemsOf(must(remove(text, null)).text)).not.toContain(ITEM);
});

test.each([
  ['plugins:\n  enabled: a\n', 'wrong-type'],
  ['plugins:\n  enabled: "[a, b]"\n', 'wrong-type'],
  ['plugins:\n  enabled: {a: 1}\n', 'wrong-type'],
  ['plugins: [a]\n', 'wrong-type'],
  ['- a\n', 'wrong-type'],
  ['plugins:\n\tenabled: []\n', 'yaml-syntax'],
  ['plugins: {}\nplugins: {}\n', 'yaml-syntax'],
  ['a: 1\n---\nb: 2\n', 'yaml-documents'],
  ['x: &l [a]\nplugins:\n  enabled: *l\n', 'edit-unsafe'],
  ['plugins:\n  enabled: &l [a]\ny: *l\n', 'edit-unsafe'],
  ['base: &b {enabled: [a]}\nplugins:\n  <<: *b\n  x: 1\n', 'edit-unsafe'],
  ['{a: 1}\n', 'edit-unsafe'],
  ['a: 1\n...\n', 'edit-unsafe'],
  ['plugins:\n  enabled: !mine [a]\n', 'edit-unsafe'],
])('refused: %j is %s', (text, code) => {
  expect(add(text)).toMatchObject({ ok: false, failure: { code } });
});

describe('taking it out of what has changed since', () => {
  it('leaves what others added around it', () => {
    const { undo } = must(add(''));
    const grown = 'model: x\nplugins:\n  enabled:\n    - hermes-firewall\n    - theirs\n';
    expect(must(remove(grown, undo)).text).toBe('model: x\nplugins:\n  enabled:\n    - theirs\n');
    expect(must(remove('plugins:\n  enabled: ["hermes-firewall", theirs]\n', undo)).text).toBe('plugins:\n  enabled: [theirs]\n');
    expect(must(remove('plugins:\n  enabled:\n  - theirs\n  - hermes-firewall', undo)).text).toBe('plugins:\n  enabled:\n  - theirs');
  });
  it('leaves an empty list where it does not know what was there', () => {
    expect(must(remove('plugins:\n  enabled:\n    - hermes-firewall\n  x: 1\n', null)).text).toBe('plugins:\n  enabled:\n    []\n  x: 1\n');
  });
  it('does nothing where it is not, and refuses what is no YAML', () => {
    expect(must(remove('plugins:\n  enabled: [a]\n', null))).toMatchObject({ changed: false });
    expect(remove('plugins: [', null).ok).toBe(false);
  });
});

/** Any tree of a few levels, printed in one of the styles of people and programs, with comments. */
const word = fc.stringMatching(/^[a-z][a-z0-9_-]{0,8}$/).filter((key) => key !== 'plugins' && key !== 'enabled' && !['null', 'true', 'false', 'yes', 'no', 'on', 'off', 'y', 'n'].includes(key));
const value = fc.letrec((tie) => ({
  any: fc.oneof({ maxDepth: 3 }, fc.constantFrom<unknown>(null, true, 7, 1.5, '', 'a: b', '# no', 'two\nlines\n', "it's", '"', 'ünï', '- x'), word, fc.array(tie('any'), { maxLength: 3 }), fc.dictionary(word, tie('any'), { maxKeys: 3 })),
})).any;
const plugins = fc.option(fc.record({ enabled: fc.option(fc.array(word, { maxLength: 3 }), { nil: null }), other: fc.option(value, { nil: undefined }) }, { requiredKeys: [] }), { nil: null });
const document = fc
  .record({ before: fc.dictionary(word, value, { maxKeys: 3 }), plugins: fc.option(plugins, { nil: undefined }), after: fc.dictionary(word, value, { maxKeys: 3 }), indent: fc.constantFrom(2, 4), indentSeq: fc.boolean(), flow: fc.constantFrom<'any' | 'flow'>('any', 'flow'), crlf: fc.boolean(), bom: fc.boolean(), comments: fc.boolean(), cut: fc.boolean() })
  .map(({ before, plugins: own, after, indent, indentSeq, flow, crlf, bom, comments, cut }) => {
    const part = (tree: object): string => (Object.keys(tree).length === 0 ? '' : stringify(tree, { indent, indentSeq, lineWidth: 0, version: '1.1' }));
    const middle = own === undefined ? '' : flow === 'flow' ? stringify({ plugins: own }, { collectionStyle: 'flow', lineWidth: 40, version: '1.1' }).replace(/^\{ ?plugins/, 'plugins').replace(/ ?\}\n$/, '\n') : part({ plugins: own });
    const note = comments ? '# a comment: [\n\n' : '';
    const duplicates = new Set(Object.keys(before));
    let text = note + part(before) + note + middle + note + part(Object.fromEntries(Object.entries(after).filter(([key]) => !duplicates.has(key)))) + note;
    if (cut && !text.endsWith('\n\n')) text = text.replace(/\n$/, '');
    return (bom ? '\uFEFF' : '') + (crlf ? text.replaceAll('\n', '\r\n') : text);
  });

it('any document: in once, nothing else changed, and out byte by byte', () => {
  let edited = 0;
  fc.assert(
    fc.property(document, (before) => {
      const result = add(before);
      if (!result.ok) return void expect(['edit-unsafe', 'yaml-syntax', 'wrong-type']).toContain(result.failure.code);
      const { text, undo, changed } = result.value;
      expect(changed).toBe(true);
      edited += 1;
      const treeOf = (source: string) => (parse(source.replace(/^\uFEFF/, ''), { version: '1.1' }) ?? {}) as Record<string, { enabled?: unknown[] | null } | null>;
      const { plugins: own, ...rest } = treeOf(text);
      const { plugins: old, ...restBefore } = treeOf(before);
      expect(rest).toEqual(restBefore);
      expect({ ...own, enabled: (own?.enabled ?? []).filter((name) => name !== ITEM) }).toEqual({ ...old, enabled: old?.enabled ?? [] });
      expect((own?.enabled ?? []).filter((name) => name === ITEM)).toHaveLength(1);
      const stripped = (source: string): string => source.replace(/\s|null|~/g, '');
      let at = 0;
      for (const char of stripped(text)) if (char === stripped(before)[at]) at += 1;
      expect(at).toBe(stripped(before).length);
      expect(must(remove(text, undo)).text).toBe(before);
    }),
    { numRuns: 400 },
  );
  expect(edited).toBeGreaterThan(250);
});
