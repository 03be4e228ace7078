// What must hold for every document that people may have, not only for those that we thought of.
import fc from 'fast-check';
import { parse as foreignParse, type ParseError } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import type { Edit } from './jsonc.ts';
import { appendItem, removeMatching, removeProperty, setProperty, upsertItem, upsertProperty } from './jsonc.ts';
import type { JsoncResult, Path } from './jsonc-syntax.ts';
import { nodeAt, parseJsonc, valueAt, valueOf } from './jsonc-syntax.ts';
import { mergeUndo, NO_UNDO, undoFrom } from './jsonc-undo.ts';
import { jsoncText } from './testing/random-jsonc.ts';

const RUNS = { numRuns: 300 };
const PLUGIN = '/home/dev/.vscode/silmaril-firewall';
const COMMAND = '"/home/dev/.claude/silmaril-firewall/run-hook.sh" PreToolUse';
const GROUP = { hooks: [{ type: 'command', command: COMMAND, timeout: 12 }] };
const isOurGroup = (_key: string | null, value: unknown): boolean => JSON.stringify(value)?.includes('silmaril-firewall/run-hook.sh') ?? false;

function must<T>(result: JsoncResult<T>): T {
  if (!result.ok) throw new Error(`${result.failure.code}: ${result.failure.sentence}`);
  return result.value;
}
const treeOf = (text: string): unknown => {
  const { root } = must(parseJsonc(text));
  return root === null ? {} : valueOf(root);
};
const commentsOf = (text: string): string[] => must(parseJsonc(text)).comments.map((comment) => text.slice(comment.start, comment.end));
const stored = (undo: unknown): ReturnType<typeof undoFrom> => undoFrom(JSON.parse(JSON.stringify(undo)));

const PLACES: readonly { name: string; path: Path; install: (text: string) => JsoncResult<Edit>; uninstall: (text: string, undo: ReturnType<typeof undoFrom>) => JsoncResult<Edit>; ours: (tree: unknown) => number }[] = [
  {
    name: 'a property of a nested object',
    path: ['chat.pluginLocations'],
    install: (text) => setProperty(text, ['chat.pluginLocations'], PLUGIN, true),
    uninstall: (text, undo) => removeProperty(text, ['chat.pluginLocations'], PLUGIN, undo),
    ours: (tree) => Object.keys((tree as Record<string, object>)['chat.pluginLocations'] ?? {}).filter((key) => key === PLUGIN).length,
  },
  {
    name: 'an item of a nested array',
    path: ['hooks', 'list'],
    install: (text) => upsertItem(text, ['hooks', 'list'], isOurGroup, GROUP),
    uninstall: (text, undo) => removeMatching(text, ['hooks', 'list'], isOurGroup, undo),
    ours: (tree) => ((tree as Record<string, Record<string, unknown[]>>)['hooks']?.['list'] ?? []).filter((item) => isOurGroup(null, item)).length,
  },
];

describe.each(PLACES)('$name', ({ path, install, uninstall, ours }) => {
  it('goes in once, changes nothing else, and comes out without a trace', () => {
    let edited = 0;
    fc.assert(
      fc.property(jsoncText, (before) => {
        const result = install(before);
        if (!result.ok) {
          expect(result.failure.code).toBe('wrong-type');
          return;
        }
        edited += 1;
        const { text, undo } = result.value;
        expect(ours(treeOf(text))).toBe(1);
        expect(commentsOf(text)).toEqual(commentsOf(before));
        expect(text.startsWith('\uFEFF')).toBe(before.startsWith('\uFEFF'));
        // Every old byte is still there, in order: our entry and one comma were only put between them.
        expect(isSubsequence(before.replace(/\s/g, ''), text.replace(/\s/g, ''))).toBe(true);
        const again = must(install(text));
        expect(again).toMatchObject({ text, changed: false });
        expect(must(uninstall(text, stored(undo))).text).toBe(before);
      }),
      RUNS,
    );
    expect(edited).toBeGreaterThan(150);
  });

  it('comes out alone when others wrote around it', () => {
    fc.assert(
      fc.property(jsoncText, fc.constantFrom('behind', 'root', 'reordered', 'remark'), (before, how) => {
        const installed = install(before);
        if (!installed.ok) return;
        const { text, undo } = installed.value;
        let touched = text;
        const node = nodeAt(must(parseJsonc(text)), path);
        if (how === 'behind') touched = must(node?.kind === 'array' ? appendItem(text, path, 'theirs') : setProperty(text, path, 'theirs', { x: 1 })).text;
        if (how === 'root') touched = must(setProperty(text, [], 'theirs', ['x'])).text;
        if (how === 'reordered' && node && 'children' in node) touched = `${text.slice(0, node.start + 1)}${node.kind === 'array' ? '1' : '"theirs": 1'}, ${text.slice(node.start + 1)}`;
        if (how === 'remark' && node && 'children' in node) {
          const at = node.children.at(-1)?.start ?? 0;
          touched = `${text.slice(0, at)}/* mine */ ${text.slice(at)}`;
        }
        const removed = must(uninstall(touched, stored(undo))).text;
        expect(ours(treeOf(removed))).toBe(0);
        expect(commentsOf(removed)).toEqual(commentsOf(touched));
        if (how !== 'remark') expect(JSON.stringify(treeOf(removed))).toContain(how === 'reordered' && node?.kind === 'array' ? '[1' : 'theirs');
      }),
      RUNS,
    );
  });

  it('is refused, with the place, in a text that a stricter parser refuses', () => {
    fc.assert(
      fc.property(jsoncText, fc.nat(), fc.constantFrom('cut', '}', ',', '"', '\\', '\u0000'), (text, where, what) => {
        const at = text.length === 0 ? 0 : where % text.length;
        const broken = what === 'cut' ? text.slice(0, at) + text.slice(at + 1) : text.slice(0, at) + what + text.slice(at);
        const result = install(broken);
        const errors: ParseError[] = [];
        foreignParse(broken.replace(/^\uFEFF/, ''), errors, { allowTrailingComma: true, allowEmptyContent: true });
        if (result.ok) {
          expect(errors).toEqual([]);
          expect(must(uninstall(result.value.text, result.value.undo)).text).toBe(broken);
        } else {
          expect(result.failure.line).toBeGreaterThan(0);
          expect(result.failure.column).toBeGreaterThan(0);
          if (result.failure.code === 'not-json') expect(result.failure.sentence).toContain(`Line ${String(result.failure.line)}, column`);
          if (errors.length > 0) expect(['not-json', 'duplicate-key']).toContain(result.failure.code);
        }
      }),
      RUNS,
    );
  });
});

it('reads every document as jsonc-parser does', () => {
  fc.assert(
    fc.property(jsoncText, (text) => {
      const errors: ParseError[] = [];
      const theirs: unknown = foreignParse(text.replace(/^\uFEFF/, ''), errors, { allowTrailingComma: true, allowEmptyContent: true });
      expect(errors).toEqual([]);
      const ours = treeOf(text);
      if (!text.includes('__proto__')) expect(ours).toEqual(theirs ?? {});
    }),
    RUNS,
  );
});

it('leaves exactly one of several historic forms', () => {
  const historic = ['~/.vscode/silmaril-firewall', `${PLUGIN}/`, '/old/home/.vscode/silmaril-firewall'];
  const isOurs = (key: string | null): boolean => key !== null && /\.vscode\/silmaril-firewall\/?$/.test(key);
  fc.assert(
    fc.property(jsoncText, fc.subarray([...historic, PLUGIN], { minLength: 1 }), fc.boolean(), (before, keys, on) => {
      let text = before;
      let undo = NO_UNDO;
      for (const key of keys) {
        const added = setProperty(text, ['chat.pluginLocations'], key, on);
        if (!added.ok) return;
        text = added.value.text;
        undo = mergeUndo(undo, added.value.undo);
      }
      const result = must(upsertProperty(text, ['chat.pluginLocations'], isOurs, PLUGIN, true));
      const held = valueAt(must(parseJsonc(result.text)), ['chat.pluginLocations']) as Record<string, unknown>;
      expect(Object.keys(held).filter((key) => isOurs(key))).toEqual([PLUGIN]);
      expect(held[PLUGIN]).toBe(true);
      expect(must(removeMatching(result.text, ['chat.pluginLocations'], isOurs, undo)).text).toBe(before);
    }),
    RUNS,
  );
});

it('takes five entries of one file back in any order', () => {
  const events = ['SessionStart', 'UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'ConfigChange'];
  fc.assert(
    fc.property(jsoncText, fc.shuffledSubarray(events, { minLength: 5 }), (before, order) => {
      let text = before;
      let undo = NO_UNDO;
      for (const event of events) {
        const added = upsertItem(text, ['hooks', event], isOurGroup, GROUP);
        if (!added.ok) return;
        text = added.value.text;
        undo = mergeUndo(undo, added.value.undo);
      }
      for (const event of order) text = must(removeMatching(text, ['hooks', event], isOurGroup, stored(undo))).text;
      expect(text).toBe(before);
    }),
    RUNS,
  );
});

function isSubsequence(part: string, whole: string): boolean {
  let at = 0;
  for (const char of whole) if (char === part[at]) at += 1;
  return at === part.length;
}
