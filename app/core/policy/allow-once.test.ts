import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { allowedInSession, GRANT_MS, grantOnce, normalCode, offerOnce, rulesWithoutGrant, SESSION_GRANT_MS, takeGrants, type GrantedCall } from '../../../hooks/core/policy-grants.ts';
import { temporaryHome, type TemporaryHome } from '../../../hooks/core/testing/temporary-home.ts';
import type { Machine } from '../../../installers/engine/harness-installer.ts';
import { allowOnce } from './allow-once.ts';
import { ancestorsIn, ancestorsOf, harnessIn, type Ancestor } from './ancestors.ts';

let home: TemporaryHome;
beforeEach(() => {
  home = temporaryHome();
  home.put('Library/Application Support/Silmaril/Receipts/.key', `${'ab'.repeat(32)}\n`);
});
afterEach(() => home.remove());

const call: GrantedCall = { harness: 'claude-code', sessionId: 's-1', cwd: '/w', toolName: 'Bash', input: { command: 'rm -rf /tmp/x', description: 'tidy' } };
const code = (of: GrantedCall = call, rule = 'delete-outside', now?: number): string => {
  const made = offerOnce(home.home, of, rule, now);
  if (made === null) throw new Error('no code');
  return made;
};
const taken = (of: GrantedCall = call, rules: readonly string[] = ['delete-outside'], now?: number): boolean => rulesWithoutGrant(home.home, of, rules).length === 0 && takeGrants(home.home, of, rules, now);
const grants = (): string[] => fs.readdirSync(home.at('Library/Application Support/Silmaril/Grants'));

describe('a grant', () => {
  test('lets exactly one call pass, and leaves nothing', () => {
    expect(taken()).toBe(false);
    expect(grantOnce(home.home, code())).toMatchObject({ ok: true, offer: { ruleId: 'delete-outside', harness: 'claude-code' } });
    expect([taken(), taken()]).toEqual([true, false]);
    expect(grants()).toEqual([]);
  });

  test.each<[string, GrantedCall]>([
    ['another command', { ...call, input: { command: 'rm -rf /tmp/y', description: 'tidy' } }],
    ['another folder', { ...call, cwd: '/w2' }],
    ['another session', { ...call, sessionId: 's-2' }],
    ['another harness', { ...call, harness: 'vscode' }],
    ['another tool', { ...call, toolName: 'PowerShell' }],
    ['the same in the background', { ...call, input: { command: 'rm -rf /tmp/x', run_in_background: true } }],
  ])('is not for %s', (_what, other) => {
    grantOnce(home.home, code());
    expect(taken(other)).toBe(false);
    expect(taken({ ...call, input: { command: 'rm -rf /tmp/x', description: 'other words' } })).toBe(true);
  });

  test('for a kind of calls holds in that session, in that harness, for that kind, and not for ever', () => {
    const now = Date.now();
    const made = offerOnce(home.home, call, 'approval', now, 'network') ?? '';
    expect(grantOnce(home.home, code(call, 'delete-outside', now), now, true)).toEqual({ ok: false, reason: 'no-kind' });
    expect(grantOnce(home.home, made, now, true)).toMatchObject({ ok: true, offer: { kind: { about: 'network' } } });
    const allowed = (of: Partial<GrantedCall> = {}, at = now): readonly string[] => allowedInSession(home.home, { ...call, ...of }, ['network', 'write'], at);
    expect([allowed(), allowed(), allowed({ sessionId: 's-2' }), allowed({ harness: 'vscode' }), allowed({}, now + SESSION_GRANT_MS + 1)]).toEqual([['network'], ['network'], [], [], []]);
    // Another denial sweeps what has expired, and leaves this.
    code(call, 'secret-read', now + GRANT_MS + 5);
    expect(allowed()).toEqual(['network']);
    // A word on the kind is none on a call: a rule that denies goes on.
    expect(taken()).toBe(false);
  });

  test('that was asked for wrongly leaves its code good', () => {
    const shown = code();
    expect(grantOnce(home.home, shown, undefined, true).ok).toBe(false);
    expect([grantOnce(home.home, shown).ok, taken()]).toEqual([true, true]);
  });

  test('is for one rule: a call that breaks two needs two', () => {
    grantOnce(home.home, code());
    expect(rulesWithoutGrant(home.home, call, ['delete-outside', 'secret-read'])).toEqual(['secret-read']);
    grantOnce(home.home, code(call, 'secret-read'));
    expect(taken(call, ['delete-outside', 'secret-read'])).toBe(true);
    expect(taken()).toBe(false);
  });

  test('and its code last ten minutes each; a clock that was set back ends them', () => {
    const now = Date.now();
    expect(grantOnce(home.home, code(call, 'delete-outside', now), now + GRANT_MS + 1)).toEqual({ ok: false, reason: 'expired' });
    expect(grantOnce(home.home, code(call, 'delete-outside', now), now - 1)).toEqual({ ok: false, reason: 'expired' });
    expect(grantOnce(home.home, code(call, 'delete-outside', now), now + GRANT_MS).ok).toBe(true);
    expect(taken(call, ['delete-outside'], now + 2 * GRANT_MS + 1)).toBe(false);
  });

  test('a code works once, however it is typed, and a wrong one not at all', () => {
    const shown = code();
    expect(shown).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
    expect(normalCode(' ol1i-wxyz ')).toBe('0111WXYZ');
    expect(grantOnce(home.home, '0000-0000')).toEqual({ ok: false, reason: 'unknown' });
    expect(grantOnce(home.home, '../../etc')).toEqual({ ok: false, reason: 'not-a-code' });
    expect(grantOnce(home.home, shown.toLowerCase().replace('-', ' ')).ok).toBe(true);
    expect(grantOnce(home.home, shown)).toEqual({ ok: false, reason: 'unknown' });
  });

  test('of hooks that run at once exactly one gets it', async () => {
    grantOnce(home.home, code());
    const script = `import { takeGrants } from ${JSON.stringify(path.resolve(import.meta.dirname, '../../../hooks/core/policy-grants.ts'))}; process.stdout.write(String(takeGrants(${JSON.stringify(home.home)}, ${JSON.stringify(call)}, ['delete-outside'])));`;
    const { build } = await import('esbuild');
    const file = home.at('take.mjs');
    await build({ stdin: { contents: script, resolveDir: import.meta.dirname, loader: 'ts' }, bundle: true, platform: 'node', format: 'esm', outfile: file, logLevel: 'silent' });
    const run = (): Promise<string> =>
      new Promise((resolve, reject) => {
        const child = spawn(process.execPath, [file]);
        let out = '';
        child.stdout.on('data', (text: Buffer) => (out += text.toString()));
        child.once('error', reject);
        child.once('close', () => resolve(out));
      });
    expect((await Promise.all(Array.from({ length: 8 }, run))).sort()).toEqual([...Array.from({ length: 7 }, () => 'false'), 'true']);
  });

  test('neither code nor command can be read from the folder, which only the owner can open', () => {
    const shown = code();
    const folder = home.at('Library/Application Support/Silmaril/Grants');
    const text = grants().map((name) => name + fs.readFileSync(path.join(folder, name), 'utf8')).join('');
    for (const word of [shown, shown.replace('-', ''), '/tmp/x', 's-1']) expect(text).not.toContain(word);
    expect(fs.statSync(folder).mode & 0o777).toBe(0o700);
    expect(grants().every((name) => (fs.statSync(path.join(folder, name)).mode & 0o777) === 0o600)).toBe(true);
  });

  test('of very many denials the newest 64 stay, and what has expired goes', () => {
    for (let i = 0; i < 80; i++) code({ ...call, sessionId: `s-${String(i)}` });
    expect(grants()).toHaveLength(64);
    code(call, 'delete-outside', Date.now() + GRANT_MS + 1_000);
    expect(grants()).toHaveLength(1);
  });

  test('without an installation there is no code, and a call of too many parts has none', () => {
    expect(offerOnce(home.home, { ...call, input: Array.from({ length: 500_001 }, () => 0) }, 'delete-outside')).toBeNull();
    fs.rmSync(home.at('Library/Application Support/Silmaril/Receipts/.key'));
    expect(offerOnce(home.home, call, 'delete-outside')).toBeNull();
  });
});

describe('who may allow', () => {
  const person: readonly Ancestor[] = [{ names: ['-zsh', 'zsh', '/bin/zsh'], args: [] }, { names: ['/Applications/Utilities/Terminal.app/Contents/MacOS/Terminal'], args: [] }, { names: ['/sbin/launchd'], args: [] }];
  const machine = (): Machine => ({ home: home.home }) as unknown as Machine;

  test('a person in a terminal', async () => {
    expect(await allowOnce(machine(), code(), person)).toEqual({ ok: true, value: { harness: 'claude-code', ruleId: 'delete-outside', title: 'Deleting outside the project', forSession: null } });
    expect(taken()).toBe(true);
  });

  test.each<[string, Ancestor]>([
    ['claude', { names: ['claude', 'claude', '/opt/claude-bin/claude'], args: [] }],
    ['claude', { names: ['node', 'claude', '/usr/bin/node'], args: ['/usr/lib/node_modules/@anthropic-ai/claude-code/cli.js'] }],
    ['cli', { names: ['node', 'MainThread', '/usr/bin/node'], args: ['--max-old-space-size=4096', '/usr/lib/node_modules/@anthropic-ai/claude-code/cli.js'] }],
    ['opencode', { names: ['/home/u/.opencode/bin/opencode'], args: [] }],
    ['hermes', { names: ['python3', 'hermes', '/usr/bin/python3.12'], args: ['/home/u/.local/bin/hermes', 'chat'] }],
    ['Code Helper (Plugin)', { names: ['/Applications/Visual Studio Code.app/Contents/Frameworks/Code Helper (Plugin).app/Contents/MacOS/Code Helper (Plugin)'], args: [] }],
    ['code', { names: ['/usr/share/code/code'], args: ['--type=zygote'] }],
    ['node', { names: ['/home/u/.vscode-server/bin/abc/node'], args: ['out/server-main.js'] }],
  ])('nobody below %s', async (name, ancestor) => {
    const shown = code();
    const refused = await allowOnce(machine(), shown, [...person.slice(0, 1), ancestor, ...person.slice(1)]);
    expect(refused).toMatchObject({ ok: false, failure: { code: 'started-by-agent' } });
    expect(refused.ok ? '' : refused.failure.sentence).toContain(name);
    expect(taken()).toBe(false);
    // The code was not used up.
    expect((await allowOnce(machine(), shown, person)).ok).toBe(true);
  });

  test.each<[string, Ancestor]>([
    ['an editor on a file of that name', { names: ['vim', 'vim', '/usr/bin/vim'], args: ['claude'] }],
    ['a shell in such a folder', { names: ['bash', 'bash', '/bin/bash'], args: ['-c', 'cd code && make'] }],
    ['a program with a longer name', { names: ['codespell'], args: [] }],
  ])('%s is no agent', (_what, ancestor) => {
    expect(harnessIn([ancestor])).toBeNull();
  });

  test('an unknown starter is refused', async () => {
    expect(await allowOnce(machine(), code(), null)).toMatchObject({ ok: false, failure: { code: 'ancestors-unknown' } });
  });

  test('what ps of macOS prints', () => {
    const programs = '    1     0 /sbin/launchd\n  501     1 /Applications/Visual Studio Code.app/Contents/MacOS/Electron\n  777   501 /bin/zsh\n  900   777 /usr/local/bin/node\n';
    const commands = '    1 /sbin/launchd\n  501 /Applications/Visual Studio Code.app/Contents/MacOS/Electron .\n  777 -zsh\n  900 /usr/local/bin/node /x/silmaril.mjs allow-once\n';
    const found = ancestorsIn(programs, commands, 900);
    expect(found?.map(({ names, args }) => [names[0], args])).toEqual([['/bin/zsh', []], ['/Applications/Visual Studio Code.app/Contents/MacOS/Electron', ['.']], ['/sbin/launchd', []]]);
    expect(harnessIn(found ?? [])).toBe('Electron');
    expect(ancestorsIn(programs, commands, 12345)).toBeNull();
  });

  test('the real ancestors of a real process', async () => {
    const file = home.at('claude');
    fs.writeFileSync(file, '#!/bin/sh\nsleep 30 & echo $!; wait\n', { mode: 0o755 });
    const child = spawn(file, { stdio: ['ignore', 'pipe', 'ignore'], detached: true });
    try {
      const pid = Number(await new Promise<string>((resolve) => child.stdout.once('data', (text: Buffer) => resolve(text.toString()))));
      const found = await ancestorsOf(pid);
      expect(found?.length).toBeGreaterThan(1);
      expect(harnessIn(found ?? [])).toBe('claude');
    } finally {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    }
  });
});
