import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { policyFile, policyInForce } from '../../../hooks/core/policy-files.ts';
import { temporaryHome, type TemporaryHome } from '../../../hooks/core/testing/temporary-home.ts';
import { judge } from '../../../hooks/policy/judge.ts';
import type { Machine } from '../../../installers/engine/harness-installer.ts';
import { changePolicy, readChange, settingNames } from './policy-edit.ts';

let home: TemporaryHome;
beforeEach(() => void (home = temporaryHome()));
afterEach(() => home.remove());

const machine = (): Machine => ({ home: home.home, owner: { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 } }) as unknown as Machine;
const text = (): string => fs.readFileSync(policyFile(home.home), 'utf8');
async function set(name: string, ...words: string[]): Promise<string> {
  const change = readChange(name, words);
  if (!change.ok) return change.failure.sentence;
  const saved = await changePolicy(machine(), null, change.value);
  return saved.ok ? (saved.value.changed ? 'changed' : 'same') : saved.failure.sentence;
}

test('what the person wrote stays as it is, but for the one setting', async () => {
  const file = home.put('Library/Application Support/Silmaril/policy.json', '{\r\n\t// mine\r\n\t"deniedCommands": ["ssh", /* no */ "scp",],\r\n\t"packs": {"infra": true}\r\n}\r\n');
  fs.chmodSync(path.dirname(file), 0o700);
  expect(await set('deniedCommands', 'add', 'curl', 'ssh')).toBe('changed');
  expect(await set('packs.infra', 'off')).toBe('changed');
  expect(await set('deniedCommands', 'remove', 'scp')).toBe('changed');
  expect(text()).toContain('\t// mine\r\n');
  expect(text()).toContain('"packs": {"infra": false}\r\n');
  expect(text()).toMatch(/"deniedCommands": \["ssh",[^\]]*"curl"/);
  expect(text()).not.toContain('scp');
  expect(fs.statSync(file).mode & 0o777).toBe(0o600);
  expect(fs.readdirSync(path.dirname(file)).filter((name) => name.endsWith('.tmp'))).toEqual([]);
});

test('the first setting makes the file, 0600 in a 0700 folder; the same again changes nothing', async () => {
  expect(await set('packs.database', 'on')).toBe('changed');
  const stat = fs.statSync(policyFile(home.home));
  expect([stat.mode & 0o777, fs.statSync(path.dirname(policyFile(home.home))).mode & 0o777]).toEqual([0o600, 0o700]);
  expect(await set('packs.database', 'yes')).toBe('same');
});

test('a list with a default keeps it when something is added', async () => {
  expect(await set('agentFolders', 'add', '~/.codex')).toBe('changed');
  expect(JSON.parse(text())).toEqual({ agentFolders: ['~/.claude', '~/.codex'] });
});

test('an MCP tool may have dots in its name', async () => {
  expect(await set('mcpTools.mcp__a.b__c', 'deny')).toBe('changed');
  expect(JSON.parse(text())).toEqual({ mcpTools: { 'mcp__a.b__c': 'deny' } });
});

test('a file that the hooks refuse is refused here, and left as it is', async () => {
  const file = home.put('Library/Application Support/Silmaril/policy.json', '{"packs": 1}');
  expect(await set('packs.database', 'on')).toMatch(/is not changed: In the policy file, "packs" must be/);
  expect(text()).toBe('{"packs": 1}');
  fs.writeFileSync(file, '{}');
  fs.chmodSync(file, 0o644);
  expect(await set('packs.database', 'on')).toContain('mode 0600');
  expect(text()).toBe('{}');
});

describe('a change is named exactly', () => {
  test.each([
    ['packs.nonsense', ['on'], 'There is no setting'],
    ['packs.base', ['maybe'], 'is on or off'],
    ['packs.base', ['on', 'off'], 'is on or off'],
    ['deniedCommands', ['curl'], 'add NAME'],
    ['deniedCommands', ['add'], 'add NAME'],
    ['mcpTools', ['deny'], 'There is no setting'],
    ['mcpTools.x', ['perhaps'], 'allow, ask or deny'],
    ['__proto__.x', ['on'], 'There is no setting'],
  ])('%s %s', async (name, words, sentence) => {
    expect(await set(name, ...words)).toContain(sentence);
    expect(fs.existsSync(policyFile(home.home))).toBe(false);
  });

  test('every name that the help gives can be set', () => {
    for (const name of settingNames.filter((one) => one !== 'mcpTools.TOOL')) expect([readChange(name, ['on']).ok, readChange(name, ['add', 'x']).ok]).toContain(true);
  });
});

test('a program of one project is approved there and nowhere else, and no pack gives way', async () => {
  const project = (add: boolean, ...items: string[]) => changePolicy(machine(), null, { kind: 'project', root: home.work, add, items });
  expect(await set('approvals.write', 'on')).toBe('changed');
  expect(await project(true, 'npm', 'rm')).toMatchObject({ ok: true, value: { changed: true } });
  expect(await project(true, 'npm')).toMatchObject({ ok: true, value: { changed: false } });
  const verdict = (command: string, root: string): string => judge({ harness: 'claude-code', toolName: 'Bash', input: { command }, cwd: root, root, home: home.home }, policyInForce(home.home, null, root).policy, { realpath: (place) => place, lstat: () => null }).verdict;
  expect([verdict('npm test', home.work), verdict('npm test', '/srv/other'), verdict('touch x', home.work), verdict('rm -rf /srv/other', home.work)]).toEqual(['none', 'ask', 'ask', 'deny']);
  // A project's own file cannot say it.
  fs.mkdirSync(path.join(home.work, '.silmaril'));
  fs.writeFileSync(path.join(home.work, '.silmaril/policy.json'), JSON.stringify({ projects: { [home.work]: { autoApprove: ['touch'] } } }));
  expect(verdict('touch x', home.work)).toBe('ask');
  expect(await project(false, 'npm')).toMatchObject({ ok: true, value: { changed: true } });
  expect(verdict('npm test', home.work)).toBe('ask');
});
