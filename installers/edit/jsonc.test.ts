// The traps that editors of settings files are known to fall into, by name.
import { describe, expect, it } from 'vitest';
import { appendItem, removeMatching, removeProperty, setProperty, upsertItem, upsertProperty } from './jsonc.ts';
import type { JsoncResult, Path } from './jsonc-syntax.ts';
import { MAX_DEPTH, MAX_LENGTH, parseJsonc, STRICT_JSON, valueAt } from './jsonc-syntax.ts';
import { mergeUndo, NO_UNDO, undoFrom } from './jsonc-undo.ts';

function must<T>(result: JsoncResult<T>): T {
  if (!result.ok) throw new Error(`${result.failure.code}: ${result.failure.sentence}`);
  return result.value;
}
function refusal<T>(result: JsoncResult<T>): { code: string; line: number; column: number; sentence: string } {
  if (result.ok) throw new Error('was not refused');
  return result.failure;
}
const set = (text: string, path: Path, key: string, value: unknown): string => must(setProperty(text, path, key, value)).text;
const remove = (text: string, path: Path, key: string): string => must(removeProperty(text, path, key)).text;

describe('deleting', () => {
  it('the last property keeps the comments that belong to others', () => {
    const text = '{\n  "a": 1, // about a\n  // the user says\n  "ours": 2\n  // below\n}\n';
    expect(remove(text, [], 'ours')).toBe('{\n  "a": 1 // about a\n  // the user says\n  // below\n}\n');
  });
  it('the only property of an object with a trailing comma leaves no stray comma', () => {
    expect(remove('{ "ours": 1, }', [], 'ours')).toBe('{ }');
    expect(remove('{\n  "ours": 1,\n}', [], 'ours')).toBe('{\n}');
  });
  it("the last item keeps the user's trailing comma", () => {
    expect(must(removeMatching('{"list": [\n  1,\n  2,\n]}', ['list'], (_, value) => value === 2)).text).toBe('{"list": [\n  1,\n]}');
  });
  it('the only item keeps the comments of the array', () => {
    expect(must(removeMatching('{"list": [ /* a */ 2 /* b */ ]}', ['list'], (_, value) => value === 2)).text).toBe('{"list": [ /* a */ /* b */ ]}');
  });
  it('keeps a comment between the value and its comma', () => {
    expect(remove('{"ours": 1 /* why */, "a": 2}', [], 'ours')).toBe('{ /* why */ "a": 2}');
  });
  it('keeps a remark that the user wrote behind our entry', () => {
    expect(remove('{\n  // above\n  "ours": 1, // added by the firewall\n  "a": 2\n}', [], 'ours')).toBe('{\n  // above\n  // added by the firewall\n  "a": 2\n}');
  });
  it('does not put the closing bracket into a line comment', () => {
    expect(remove('{ // c\n  "ours": 1 }', [], 'ours')).toBe('{ // c\n  }');
    expect(remove('{ // c\n  "ours": 1   \n}', [], 'ours')).toBe('{ // c\n}');
  });
  it('takes every duplicate of ours, whatever its place', () => {
    const text = '{"list": ["ours", 1, "ours", 2, "ours"]}';
    expect(must(removeMatching(text, ['list'], (_, value) => value === 'ours')).text).toBe('{"list": [1, 2]}');
  });
  it('what is not there changes nothing', () => {
    expect(must(removeProperty('{"a": 1}', ['x', 'y'], 'ours'))).toMatchObject({ text: '{"a": 1}', changed: false });
    expect(must(removeProperty('{"x": "text"}', ['x'], 'ours')).changed).toBe(false);
    expect(must(removeProperty('', ['x'], 'ours'))).toMatchObject({ text: '', changed: false });
  });
});

describe('adding', () => {
  it('behind a line comment leaves the comment with its own value', () => {
    expect(set('{\n  "a": 1 // about a\n}', [], 'ours', 2)).toBe('{\n  "a": 1, // about a\n  "ours": 2\n}');
  });
  it('keeps the trailing-comma habit of the file', () => {
    expect(set('{\n  "a": 1,\n}', [], 'ours', 2)).toBe('{\n  "a": 1,\n  "ours": 2,\n}');
  });
  it('keeps CRLF, tabs and the missing line break at the end', () => {
    expect(set('{\r\n\t"a": {\r\n\t\t"b": 1\r\n\t}\r\n}', ['a'], 'ours', [1])).toBe('{\r\n\t"a": {\r\n\t\t"b": 1,\r\n\t\t"ours": [\r\n\t\t\t1\r\n\t\t]\r\n\t}\r\n}');
  });
  it('keeps a byte order mark and the first place for it', () => {
    const edited = must(setProperty('\uFEFF', [], 'ours', 1));
    expect(edited.text).toBe('\uFEFF{\n    "ours": 1\n}\n');
    expect(must(removeProperty(edited.text, [], 'ours', edited.undo)).text).toBe('\uFEFF');
  });
  it('keeps a file on one line on one line', () => {
    expect(set('{"a":1}', ['x'], 'ours', true)).toBe('{"a":1,"x":{"ours":true}}');
    expect(set('{ "a": 1 }', ['x'], 'ours', true)).toBe('{ "a": 1, "x": {"ours": true} }');
  });
  it('makes missing parents, and one for an array', () => {
    expect(must(appendItem('{\n  "a": 1\n}', ['hooks', 'Stop'], { x: 1 })).text).toBe('{\n  "a": 1,\n  "hooks": {\n    "Stop": [\n      {\n        "x": 1\n      }\n    ]\n  }\n}');
  });
  it('goes into a group inside an array', () => {
    const text = '{"hooks": {"Stop": [{"matcher": "", "hooks": []}]}}';
    expect(must(appendItem(text, ['hooks', 'Stop', 0, 'hooks'], 'x')).text).toBe('{"hooks": {"Stop": [{"matcher": "", "hooks": ["x"]}]}}');
  });
  it('reads and writes names with escapes as what they mean', () => {
    const text = '{"\\u006furs": 1}';
    expect(set(text, [], 'ours', 2)).toBe('{"\\u006furs": 2}');
    expect(must(upsertProperty(text, [], (key) => key === 'ours', 'new"name', 2)).text).toBe('{"new\\"name": 2}');
  });
});

describe('an upsert', () => {
  const isOurs = (_: string | null, value: unknown): boolean => typeof value === 'string' && value.startsWith('ours');
  it('rewrites the first of ours where it stands and drops the others', () => {
    const text = '{"list": ["first", "ours-v1", "theirs", "ours-v2", "ours-v1"]}';
    expect(must(upsertItem(text, ['list'], isOurs, 'ours-v3')).text).toBe('{"list": ["first", "ours-v3", "theirs"]}');
  });
  it('changes nothing when the one entry is right', () => {
    const text = '{"list": [ "ours-v3" /* here */ , 1]}';
    expect(must(upsertItem(text, ['list'], isOurs, 'ours-v3'))).toMatchObject({ text, changed: false });
  });
  it('keeps comments in front of and behind a rewritten value', () => {
    expect(must(upsertProperty('{"p": { /* a */ "ours" /* b */ : /* c */ false /* d */ }}', ['p'], () => false, 'ours', true)).text).toBe(
      '{"p": { /* a */ "ours" /* b */ : /* c */ true /* d */ }}',
    );
  });
});

describe('undoing', () => {
  const undoes = (before: string, path: Path = ['p']): void => {
    const { text, undo } = must(setProperty(before, path, 'ours', true));
    expect(text).not.toBe(before);
    expect(must(removeProperty(text, path, 'ours', undoFrom(JSON.parse(JSON.stringify(undo))))).text).toBe(before);
  };
  it.each(['', '\n', '   ', '// only a remark', '// only a remark\n', '/* a */\n\n', '\uFEFF// x\r\n', '{}', '{ }', '{\n}', '{\r\n\r\n}\r\n', '{ /* c */ }', '{ // c\n}', '{\n  // c\n}\n'])('an edit of %j', (before) => {
    undoes(before);
    undoes(before, []);
  });
  it.each(['{"p": {}}', '{"p": { } }', '{"p": {\n}, "q": 1}', '{\n  "p": {},\n}', '{ "a": 1,\n  "b": 2 }', '{\n\n  "a": 1\n\n\n}', '{\n  "a": 1   \n}', '{"a": [{\n  "x": 1\n}]}'])('an edit of %j', (before) => {
    undoes(before);
  });
  it('leaves an empty object that the user had', () => {
    const { text, undo } = must(setProperty('{"p": {}}', ['p'], 'ours', true));
    expect(must(removeProperty(text, ['p'], 'ours', undo)).text).toBe('{"p": {}}');
  });
  it('leaves a parent that we made once others use it', () => {
    const made = must(setProperty('{}', ['p'], 'ours', true));
    const theirs = set(made.text, ['p'], 'theirs', true);
    expect(valueAt(must(parseJsonc(must(removeProperty(theirs, ['p'], 'ours', made.undo)).text)), ['p'])).toEqual({ theirs: true });
    const remarked = made.text.replace('"ours": true', '// keep me\n        "ours": true');
    expect(must(removeProperty(remarked, ['p'], 'ours', made.undo)).text).toContain('// keep me');
  });
  it('removes a parent that we made although somebody took our entry out already', () => {
    const made = must(setProperty('{"a": 1}', ['p'], 'ours', true));
    expect(must(removeProperty(remove(made.text, ['p'], 'ours'), ['p'], 'ours', made.undo)).text).toBe('{"a": 1}');
  });
  it('is the same after a second, unneeded install', () => {
    const first = must(setProperty('{}', ['p'], 'ours', true));
    const second = must(setProperty(first.text, ['p'], 'ours', true));
    const undo = mergeUndo(first.undo, second.undo);
    expect(must(removeProperty(second.text, ['p'], 'ours', undo)).text).toBe('{}');
  });
  it('ignores what a damaged receipt says', () => {
    expect(undoFrom('x')).toEqual(NO_UNDO);
    expect(undoFrom({ root: { prefix: 'evil', suffix: '' }, made: [1, ['p']], blank: [{ path: [], inner: ', "x": 1' }] })).toEqual({ root: null, made: [['p']], blank: [] });
  });
});

describe('refused, with line and column', () => {
  it.each([
    ['{"a": 1', 'not-json', 1, 8],
    ['{\n  "a": 1\n  "b": 2\n}', 'not-json', 3, 3],
    ['{\r\n  "a": 1,,\r\n}', 'not-json', 2, 10],
    ['\uFEFF{x: 1}', 'not-json', 1, 2],
    ['{"a": "x\n"}', 'not-json', 1, 9],
    ['{"a": 01}', 'not-json', 1, 8],
    ['{"a": "\\x"}', 'not-json', 1, 7],
    ['{} {}', 'not-json', 1, 4],
    ['{"a": /* open', 'not-json', 1, 7],
    ['{"a": NaN}', 'not-json', 1, 7],
    ['{"hooks": 1,\n "hooks": 2}', 'duplicate-key', 2, 2],
    ['{"a": {"b": 1, "\\u0062": 2}}', 'duplicate-key', 1, 16],
  ])('%j', (text, code, line, column) => {
    expect(refusal(setProperty(text, [], 'ours', 1))).toMatchObject({ code, line, column });
    expect(refusal(removeProperty(text, [], 'ours'))).toMatchObject({ code, line, column });
  });
  it('a duplicate key is named', () => {
    expect(refusal(parseJsonc('{"hooks": 1, "hooks": 2}')).sentence).toBe('Line 1, column 14: the name "hooks" stands twice in one object.');
  });
  it('a parent of the wrong type is named and not replaced', () => {
    expect(refusal(setProperty('{\n  "hooks": "none"\n}', ['hooks'], 'ours', 1))).toEqual({ code: 'wrong-type', sentence: '"hooks" is not an object (line 2, column 12).', line: 2, column: 12 });
    expect(refusal(appendItem('{"hooks": {"Stop": {}}}', ['hooks', 'Stop'], 1)).sentence).toContain('"hooks.Stop" is not an array');
    expect(refusal(setProperty('[]', [], 'ours', 1)).sentence).toContain('The file is not an object');
    expect(refusal(setProperty('{"p": null}', ['p'], 'ours', 1)).code).toBe('wrong-type');
  });
  it('comments and trailing commas in plain JSON', () => {
    const options = { dialect: STRICT_JSON, unit: '  ' };
    expect(refusal(setProperty('{\n  // c\n}', [], 'ours', 1, options))).toMatchObject({ code: 'comment-in-json', line: 2, column: 3 });
    expect(refusal(setProperty('{"a": 1,}', [], 'ours', 1, options))).toMatchObject({ code: 'trailing-comma-in-json', line: 1, column: 8 });
  });
  it('what is too deep or too large', () => {
    const deep = MAX_DEPTH + 2;
    expect(refusal(parseJsonc('['.repeat(deep) + ']'.repeat(deep))).code).toBe('too-deep');
    expect(refusal(parseJsonc(' '.repeat(MAX_LENGTH + 1))).code).toBe('too-large');
  });
  it('and shows no more than one character of the content', () => {
    expect(refusal(parseJsonc('{"key": sk-secret-value}')).sentence).toBe('Line 1, column 9: expected a value, found "s".');
  });
});
