// Our entries as text: whatever else stands in the file, they are there once, and gone without a trace.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJsonc, STRICT_JSON, valueOf, type JsoncDocument } from '../edit/jsonc-syntax.ts';
import { NO_UNDO } from '../edit/jsonc-undo.ts';
import { EVENTS, layoutOf } from './layout.ts';
import { commandOf, groupOf, isComplete, isOurHook, ourEntries, register, unregister } from './registration.ts';

const layout = layoutOf('/Users/sam');
const command = commandOf(layout, 'PreToolUse');

function documentOf(text: string): JsoncDocument {
  const parsed = parseJsonc(text, STRICT_JSON);
  if (!parsed.ok) throw new Error(parsed.failure.sentence);
  return parsed.value;
}

const valueIn = (text: string): unknown => {
  const { root } = documentOf(text);
  return root === null ? undefined : valueOf(root);
};

function registered(text: string): { text: string; undo: Parameters<typeof unregister>[1] } {
  const result = register(text, layout);
  if (!result.ok) throw new Error(result.failure.sentence);
  return result.value;
}

function unregistered(text: string, undo = NO_UNDO): string {
  const result = unregister(text, undo);
  if (!result.ok) throw new Error(result.failure.sentence);
  return result.value.text;
}

describe('whose entry it is', () => {
  it.each([
    [`'/Users/sam/.claude/silmaril-firewall/scripts/run-hook.sh' PreToolUse`, true],
    [`"/Users/sam/.claude/silmaril-firewall/scripts/run-hook.sh" PreToolUse`, true],
    [`/home/other/.claude/silmaril-firewall/scripts/run-hook.sh Stop`, true],
    [`~/.claude/silmaril-firewall/scripts/run-hook.sh`, true],
    [`/bin/sh '/Users/sam/.claude/silmaril-firewall/scripts/run-hook.sh' PreToolUse`, true],
    [`"$HOME"/.claude/silmaril-firewall/scripts/run-hook.sh PreToolUse`, true],
    [commandOf(layoutOf(`/Users/Ann's`), 'PreToolUse'), true],
    [`/Users/sam/.claude/silmaril-firewall-old/scripts/run-hook.sh`, false],
    [`/Users/sam/.vscode/silmaril-firewall/scripts/run-hook.sh PreToolUse`, false],
    [`/opt/tool/run-hook.sh PreToolUse`, false],
    [`cat /Users/sam/.claude/silmaril-firewall/scripts/run-hook.sh.bak`, false],
    [``, false],
  ])('%s', (text, ours) => {
    expect(isOurHook({ type: 'command', command: text })).toBe(ours);
  });
});

describe('every form that was ever there becomes one entry', () => {
  const other = { type: 'command', command: '/other/guard' };
  const ours = { type: 'command', command };
  const forms: readonly (readonly [string, unknown, readonly unknown[]])[] = [
    ['an old time-out', [{ hooks: [{ ...ours, timeout: 5 }] }], []],
    ['a matcher', [{ matcher: 'Bash', hooks: [ours] }], []],
    ['three copies', [{ hooks: [ours] }, { hooks: [other] }, { hooks: [ours] }, { matcher: '', hooks: [ours] }], [{ hooks: [other] }]],
    ['two in one group', [{ hooks: [ours, ours] }], []],
    ['one among hooks of others', [{ matcher: 'Bash', hooks: [other, ours, other] }], [{ matcher: 'Bash', hooks: [other, other] }]],
    ['the exec form', [{ hooks: [{ type: 'command', command: layout.launcher, args: ['PreToolUse'] }] }], []],
    ['a hook where a group belongs', [ours, { hooks: [other] }], [{ hooks: [other] }]],
    ['a moved home', [{ hooks: [{ type: 'command', command: command.replace('/Users/sam', '/home/sam') }] }], []],
  ];
  it.each(forms)('%s', (_name, groups, left) => {
    const text = `${JSON.stringify({ model: 'x', hooks: { Stop: [{ hooks: [ours] }, { hooks: [other] }], PreToolUse: groups } }, null, 2)}\n`;
    const once = registered(text);
    expect(isComplete(documentOf(once.text), layout)).toBe(true);
    const value = valueIn(once.text) as { hooks: Record<string, unknown[]> };
    expect(value.hooks['PreToolUse']?.filter((group) => JSON.stringify(group) !== JSON.stringify(groupOf(layout, 'PreToolUse')))).toEqual(left);
    expect(value.hooks['Stop']).toEqual([{ hooks: [other] }]);
    expect(registered(once.text).text).toBe(once.text);
    const gone = unregistered(once.text, once.undo);
    expect(ourEntries(documentOf(gone))).toEqual([]);
    expect(valueIn(gone)).toMatchObject({ model: 'x', hooks: { PreToolUse: left, Stop: [{ hooks: [other] }] } });
    expect(ourEntries(documentOf(unregistered(text)))).toEqual([]);
  });
});

describe('any settings', () => {
  const hook = fc.record({ type: fc.constant('command'), command: fc.string(), timeout: fc.integer({ min: 1, max: 99 }) }, { requiredKeys: ['type', 'command'] });
  const group = fc.record({ matcher: fc.string(), hooks: fc.array(hook, { maxLength: 3 }) }, { requiredKeys: ['hooks'] });
  const events = fc.dictionary(fc.constantFrom(...EVENTS, 'Stop', 'Notification', 'Future'), fc.array(group, { maxLength: 3 }));
  const settings = fc.record({ model: fc.string(), permissions: fc.record({ allow: fc.array(fc.string()) }), hooks: events, other: fc.json().map((text) => JSON.parse(text) as unknown) }, { requiredKeys: [] });
  const layoutText = fc.record({ indent: fc.constantFrom(0, 2, 4, '\t'), eol: fc.constantFrom('\n', '\r\n'), bom: fc.boolean(), end: fc.constantFrom('', '\n', '\n\n') });
  const text = fc.tuple(settings, layoutText).map(([value, { indent, eol, bom, end }]) => (bom ? '\uFEFF' : '') + (JSON.stringify(value, null, indent) + end).replaceAll('\n', eol));

  it('hold our entries exactly once, all else as it was, and are byte-equal afterwards', () => {
    fc.assert(
      fc.property(text, (before) => {
        const { text: after, undo } = registered(before);
        const document = documentOf(after);
        expect(isComplete(document, layout)).toBe(true);
        expect(registered(after).text).toBe(after);
        expect(unregistered(after, undo)).toBe(before);
      }),
      { numRuns: 200 },
    );
  });

  it('lose our entries also after Claude Code wrote the file anew', () => {
    fc.assert(
      fc.property(settings, (value) => {
        const { text: after, undo } = registered(JSON.stringify(value));
        const rewritten = `${JSON.stringify(valueIn(after), null, 2)}\n`;
        const gone = valueIn(unregistered(rewritten, undo));
        const { hooks = {}, ...rest } = value;
        expect(gone).toEqual(value.hooks === undefined ? rest : { ...rest, hooks });
      }),
      { numRuns: 200 },
    );
  });
});
