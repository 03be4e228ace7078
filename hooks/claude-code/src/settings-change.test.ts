import fs from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { temporaryHome, type TemporaryHome } from '../../core/testing/temporary-home.ts';
import { judgeSettingsChange } from './settings-change.ts';

let home: TemporaryHome;
beforeEach(() => {
  home = temporaryHome();
  receipt({ state: 'installed' });
});
afterEach(() => home.remove());

const support = 'Library/Application Support/Silmaril';
const receipt = (content: object): void => void home.put(`${support}/Receipts/claude-code.json`, content);
const settings = (content: string | object, file = '.claude/settings.json'): string => home.put(file, content, 0o644);

type Group = { hooks: [Record<string, unknown>]; [key: string]: unknown };

function entries(events = ['SessionStart', 'UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'ConfigChange']): object {
  const command = (event: string): string => `"${home.home}/.claude/silmaril-firewall/scripts/run-hook.sh" ${event}`;
  return { hooks: Object.fromEntries(events.map((event) => [event, [{ hooks: [{ type: 'command', command: command(event), timeout: 12 }] }]])) };
}
const change = (file: string, source = 'user_settings') => judgeSettingsChange({ hook_event_name: 'ConfigChange', source, file_path: file }, home.home, 'block');

describe('refused', () => {
  test.each([
    ['our entries gone', '{}', 'settings-entry-removed'],
    ['not JSON, so that Claude Code drops the file', '{"hooks":', 'settings-entry-removed'],
    ['empty', '', 'settings-entry-removed'],
    ['a list', '[]', 'settings-entry-removed'],
    ['hooks of another form', '{"hooks":{"PreToolUse":{"command":"/.claude/silmaril-firewall/scripts/run-hook.sh"}}}', 'settings-entry-removed'],
  ])('user settings: %s', (_name, text, ruleId) => {
    expect(change(settings(text))).toMatchObject({ output: { decision: 'block' }, ruleId });
  });

  test.each(['UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'ConfigChange'])('user settings without our %s', (event) => {
    const all = ['UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'ConfigChange'];
    expect(change(settings(entries(all.filter((other) => other !== event))))?.ruleId).toBe('settings-entry-removed');
  });

  test.each<[string, (group: Group) => void]>([
    ['a matcher for nothing', (group) => { group['matcher'] = 'Nothing'; }],
    ['a matcher for one tool', (group) => { group['matcher'] = 'Read'; }],
    ['a condition on the group', (group) => { group['if'] = 'Bash(nothing)'; }],
    ['a condition', (group) => { group.hooks[0]['if'] = 'Bash(nothing)'; }],
    ['async', (group) => { group.hooks[0]['async'] = true; }],
    ['asyncRewake', (group) => { group.hooks[0]['asyncRewake'] = true; }],
    ['once', (group) => { group.hooks[0]['once'] = true; }],
    ['another type', (group) => { group.hooks[0]['type'] = 'prompt'; }],
    ['another shell', (group) => { group.hooks[0]['shell'] = 'true'; }],
    ['arguments, so that no shell takes the quotes away', (group) => { group.hooks[0]['args'] = []; }],
    ['a failure rule', (group) => { group.hooks[0]['onFailure'] = 'unheard-of'; }],
    ['no time to answer', (group) => { group.hooks[0]['timeout'] = 0.001; }],
    ['a timeout that is a text', (group) => { group.hooks[0]['timeout'] = '12'; }],
    ['a command in front', (group) => { group.hooks[0]['command'] = `true ${String(group.hooks[0]['command'])}`; }],
    ['a command behind', (group) => { group.hooks[0]['command'] = `${String(group.hooks[0]['command'])}; true`; }],
    ['another home’s launcher', (group) => { group.hooks[0]['command'] = '"/elsewhere/.claude/silmaril-firewall/scripts/run-hook.sh" PreToolUse'; }],
    ['another event’s argument', (group) => { group.hooks[0]['command'] = String(group.hooks[0]['command']).replace('PreToolUse', 'SessionStart'); }],
  ])('user settings with our entry blinded by %s', (_name, blind) => {
    const all = entries() as { hooks: Record<string, [Group]> };
    const [group] = all.hooks['PreToolUse'] ?? [];
    if (group) blind(group);
    expect(change(settings(all))?.ruleId).toBe('settings-entry-removed');
  });

  test.each([{ permissions: 7 }, { model: 7 }, { disableAllHooks: 'no' }])('user settings that Claude Code drops: %j', (more) => {
    expect(change(settings({ ...entries(), ...more }))?.ruleId).toBe('settings-dropped');
  });

  test('user settings that Claude Code drops for another hook', () => {
    const all = entries() as { hooks: Record<string, unknown> };
    expect(change(settings({ hooks: { ...all.hooks, Stop: 7 } }))?.ruleId).toBe('settings-dropped');
  });

  test('a file too large to be checked, whoever’s it is', () => {
    const large = `${' '.repeat(4_194_305)}{"disableAllHooks":true}`;
    expect(change(settings(large))?.ruleId).toBe('settings-too-large');
    expect(change(settings(large, 'project/.claude/settings.json'), 'project_settings')?.ruleId).toBe('settings-too-large');
  });

  test('our entries gone from the settings of a CLAUDE_CONFIG_DIR, which the receipt names', () => {
    const file = settings('{}', 'elsewhere/settings.json');
    expect(change(file, 'other')).toBe(null);
    receipt({ state: 'installed', edited: [{ path: file, target: file }] });
    expect(change(file, 'other')?.ruleId).toBe('settings-entry-removed');
  });

  test('hooks switched off, in whichever settings file', () => {
    expect(change(settings({ ...entries(), disableAllHooks: true }))?.ruleId).toBe('settings-disable-all-hooks');
    expect(change(settings({ disableAllHooks: true }, 'project/.claude/settings.json'), 'project_settings')?.ruleId).toBe('settings-disable-all-hooks');
    expect(change(settings({ disableAllHooks: true }, 'project/.claude/settings.local.json'), 'local_settings')?.ruleId).toBe('settings-disable-all-hooks');
  });

  test('the user settings deleted', () => {
    expect(change(home.at('.claude/settings.json'))?.ruleId).toBe('settings-entry-removed');
  });

  test('with a sentence that names the commands that do it properly', () => {
    expect(change(settings('{}'))?.output).toEqual({ decision: 'block', reason: expect.stringMatching(/`silmaril mode`.*`silmaril uninstall claude-code`/) as string });
  });
});

describe('let through', () => {
  test('user settings that keep our entries, behind a dotfiles symlink too', () => {
    expect(change(settings({ ...entries(), model: 'x', disableAllHooks: false }))).toBe(null);
    const real = home.put('dotfiles/claude.json', entries());
    fs.rmSync(home.at('.claude/settings.json'));
    fs.symlinkSync(real, home.at('.claude/settings.json'));
    expect(change(home.at('.claude/settings.json'))).toBe(null);
  });

  test('a project’s settings without our entries, broken or gone', () => {
    expect(change(settings({}, 'project/.claude/settings.json'), 'project_settings')).toBe(null);
    expect(change(settings('{', 'project/.claude/settings.json'), 'project_settings')).toBe(null);
    expect(change(home.at('project/none.json'), 'project_settings')).toBe(null);
  });

  test('an administrator’s', () => {
    expect(change(settings({ disableAllHooks: true }, 'managed.json'), 'policy_settings')).toBe(null);
  });

  test.each(['shadow', 'warn', null] as const)('anything in mode %s', (mode) => {
    expect(judgeSettingsChange({ source: 'user_settings', file_path: settings('{}') }, home.home, mode)).toBe(null);
  });

  test.each([{}, { source: 'user_settings' }, { file_path: 7 }, { source: [], file_path: {} }])('a payload that says nothing (%j)', (payload) => {
    expect(judgeSettingsChange(payload, home.home, 'block')).toBe(null);
  });

  test('what is no file', () => {
    settings('{}', '.claude/other.json');
    expect(change(home.at('.claude'))).toBe(null);
  });

  test.each([
    ['in single quotes', (launcher: string, event: string) => `'${launcher}' ${event}`],
    ['in double quotes', (launcher: string, event: string) => `"${launcher}" ${event}`],
    ['bare', (launcher: string, event: string) => `${launcher} ${event}`],
  ])('our command %s, with a matcher for everything, among other hooks, with a longer timeout', (_name, command) => {
    const hooks = Object.fromEntries(
      ['UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'ConfigChange'].map((event) => [
        event,
        [{ matcher: '*', hooks: [{ type: 'command', command: 'true' }, { type: 'command', command: command(`${home.home}/.claude/silmaril-firewall/scripts/run-hook.sh`, event), timeout: 60 }] }],
      ]),
    );
    expect(change(settings({ hooks }))).toBe(null);
  });
});

describe('explained by our own installer', () => {
  beforeEach(() => void settings('{}'));
  const attempt = () => change(home.at('.claude/settings.json'));

  test('while nothing of it is the case, the change is refused', () => {
    expect(attempt()).not.toBe(null);
  });
  test('without a receipt, after an uninstall', () => {
    fs.rmSync(home.at(`${support}/Receipts/claude-code.json`));
    expect(attempt()).toBe(null);
  });
  test('with a receipt that says uninstalling, or nothing', () => {
    for (const content of [{ state: 'uninstalling' }, {}, []]) {
      receipt(content);
      expect(attempt()).toBe(null);
    }
  });
  test('while its journal is open', () => {
    home.put(`${support}/Journal/20260101T000000000Z-00.jsonl`, '{"schemaVersion":1,"id":"00","at":"2026-01-01T00:00:00.000Z","harness":"claude-code","purpose":"uninstall"}\n');
    expect(attempt()).toBe(null);
  });
  test('not by another harness’s journal', () => {
    home.put(`${support}/Journal/20260101T000000000Z-00.jsonl`, '{"schemaVersion":1,"id":"00","at":"2026-01-01T00:00:00.000Z","harness":"vscode","purpose":"uninstall"}\n');
    expect(attempt()).not.toBe(null);
  });
});
