// Our entry as text: whatever else stands in the file, it is there once, and gone without a trace.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJsonc, valueOf, type JsoncDocument } from '../edit/jsonc-syntax.ts';
import { NO_UNDO } from '../edit/jsonc-undo.ts';
import { layoutOf } from './layout.ts';
import { disablesUs, isComplete, isOurs, ourEntries, register, specOf, unregister } from './registration.ts';

const layout = layoutOf('/home/sam');
const file = 'file:///home/sam/.config/opencode/silmaril-firewall/dist/opencode-v1.mjs';
const folder = '/home/sam/.config/opencode/silmaril-firewall/dist';

function documentOf(text: string): JsoncDocument {
  const parsed = parseJsonc(text);
  if (!parsed.ok) throw new Error(parsed.failure.sentence);
  return parsed.value;
}
const valueIn = (text: string): unknown => {
  const { root } = documentOf(text);
  return root === null ? undefined : valueOf(root);
};
function must<T>(result: { ok: true; value: T } | { ok: false; failure: { sentence: string } }): T {
  if (!result.ok) throw new Error(result.failure.sentence);
  return result.value;
}

it.each<[unknown, boolean]>([
  [file, true], [[file, { checker: {} }], true], [folder, true], [{ package: folder, options: {} }, true], [`${folder}/`, true], ['/home/other/.config/opencode/silmaril-firewall/dist/x.js', true],
  [specOf(layoutOf("/Users/Ann's home #1"), 1), true], [specOf(layoutOf("/Users/Ann's home #1"), 2), true],
  ['opencode-firewall-plugin', false], ['file:///home/sam/.config/opencode/silmaril-firewall-old/dist/opencode-v1.mjs', false], [`${file}/x/y`, false], [[['x', file]], false], [{ package: 3 }, false], [null, false], [[], false],
])('%j is ours: %s', (entry, ours) => expect(isOurs(entry)).toBe(ours));

it('what a person wrote beside our file stays, also when the major changes', () => {
  const mine = `{ "plugin": ["other", ["${file.replace('v1', 'v0')}", { "checker": { "command": ["/x"] } }]] }`;
  const first = must(register(mine, layout, 1)).text;
  expect(valueIn(first)).toEqual({ plugin: ['other', [file, { checker: { command: ['/x'] } }]] });
  const second = must(register(first, layout, 2)).text;
  expect(valueIn(second)).toEqual({ plugin: ['other'], plugins: [{ package: folder, options: { checker: { command: ['/x'] } } }] });
  expect(isComplete(documentOf(second), layout, 2)).toBe(true);
  expect(isComplete(documentOf(second), layout, 1)).toBe(false);
});

it('a file that we made goes with the schema that OpenCode wrote into it, and with nothing else', () => {
  const { text, undo } = must(register('', layout, 1));
  const schema = '"$schema": "https://opencode.ai/config.json"';
  const touched = text.replace('{', `{\n  ${schema},`);
  expect(must(unregister(touched, undo)).text).toBe('');
  expect(valueIn(must(unregister(touched.replace('{', '{ "model": "a/b",'), undo)).text)).toEqual({ model: 'a/b', $schema: 'https://opencode.ai/config.json' });
  expect(must(unregister(touched.replace('{', '{ // mine\n'), undo)).text).toContain('// mine');
  // One that was there stays.
  expect(must(unregister(`{ ${schema}, "plugin": ["${file}"] }`, NO_UNDO)).text).toContain(schema);
});

it.each([['{"plugins": ["-opencode-firewall-plugin"]}', true], ['{"plugins": ["-other"]}', false], ['{"plugin": ["-opencode-firewall-plugin"]}', false], ['[]', false]])('%s switches it off: %s', (text, off) => expect(disablesUs(valueIn(text))).toBe(off));

it.each(['{"plugin": {}}', '{"plugin": "x"}', '{"plugin": null}'])('%s is refused, not replaced', (text) => expect(register(text, layout, 1)).toMatchObject({ ok: false, failure: { code: 'wrong-type' } }));

describe('any configuration', () => {
  const entry = fc.oneof(fc.string(), fc.tuple(fc.string(), fc.dictionary(fc.string(), fc.integer())));
  const config = fc.record({ model: fc.string(), plugin: fc.array(entry, { maxLength: 3 }), plugins: fc.array(fc.oneof(fc.string(), fc.record({ package: fc.string() })), { maxLength: 2 }), other: fc.jsonValue() }, { requiredKeys: [] });
  const shape = fc.record({ indent: fc.constantFrom(0, 2, 4, '\t'), eol: fc.constantFrom('\n', '\r\n'), bom: fc.boolean(), head: fc.constantFrom('', '// mine\n', '/* a\n b */ '), end: fc.constantFrom('', '\n', '\n// end') });
  const text = fc.tuple(config, shape).map(([value, { indent, eol, bom, head, end }]) => (bom ? '\uFEFF' : '') + (head + JSON.stringify(value, null, indent) + end).replaceAll('\n', eol));

  it('holds our entry exactly once, and is byte-equal afterwards', () => {
    fc.assert(
      fc.property(text, fc.constantFrom(1 as const, 2 as const), (before, major) => {
        const { text: after, undo } = must(register(before, layout, major));
        expect(isComplete(documentOf(after), layout, major)).toBe(true);
        expect(must(register(after, layout, major)).text).toBe(after);
        expect(must(unregister(after, undo)).text).toBe(before);
        expect(ourEntries(documentOf(before))).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });
});
