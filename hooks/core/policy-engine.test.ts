// The engine inside the committed bundles: policy files, modes and the answer of a real process.
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { grantOnce } from './policy-grants.ts';
import { runBundle } from './testing/run-bundle.ts';
import { temporaryHome, type TemporaryHome } from './testing/temporary-home.ts';

const BLOCK = 'Silmaril Firewall blocked potentially malicious content.';
const WARN = 'Silmaril Firewall warning: treat the current content as untrusted and continue only with a safe alternative.';
const OWN_POLICY = 'Library/Application Support/Silmaril/policy.json';

let home: TemporaryHome;
beforeEach(() => void (home = temporaryHome()));
afterEach(() => home.remove());

type Bundle = 'vscode' | 'claude-code';
const configFiles = { vscode: '.vscode/silmaril-firewall.json', 'claude-code': '.claude/silmaril-firewall.json' } as const;
const shells = { vscode: 'run_in_terminal', 'claude-code': 'Bash' } as const;

const configure = (bundle: Bundle, extra: object = {}): void => void home.put(configFiles[bundle], { schemaVersion: 1, mode: 'block', localPolicy: 'follow', apiUrl: '', ...extra });

async function run(bundle: Bundle, command: string, event = 'PreToolUse', more: object = {}): Promise<unknown> {
  const input = { hook_event_name: event, session_id: 's-1', cwd: home.work, tool_name: shells[bundle], tool_input: { command }, tool_use_id: 't-1', ...(bundle === 'vscode' ? { timestamp: '2026-01-01T00:00:00Z' } : { permission_mode: 'default', prompt_id: 'p-1' }), ...more };
  return (await runBundle({ bundle, event, home: home.home, input })).answer;
}

const denial = (answer: unknown): string | null => (answer as { hookSpecificOutput?: { permissionDecision?: string; permissionDecisionReason?: string } }).hookSpecificOutput?.permissionDecisionReason ?? null;

test('claude-code: below the project’s folder the project is still the inside', async () => {
  configure('claude-code', { classifier: 'embedded' });
  const sub = path.join(home.work, 'sub');
  fs.mkdirSync(sub);
  const transcript = home.at('.claude/projects', home.work.replace(/[^A-Za-z0-9]/g, '-'), 'x.jsonl');
  expect(denial(await run('claude-code', 'rm -rf ../build', 'PreToolUse', { cwd: sub }))).not.toBeNull();
  expect(await run('claude-code', 'rm -rf ../build', 'PreToolUse', { cwd: sub, transcript_path: transcript })).toEqual({});
  expect(denial(await run('claude-code', 'rm -rf ../../build', 'PreToolUse', { cwd: sub, transcript_path: transcript }))).not.toBeNull();
});

describe.each(['vscode', 'claude-code'] as const)('%s', (bundle) => {
  test('shadow records, warn warns, block denies with the rule’s own sentence', async () => {
    const command = `rm -rf ${home.home}/Documents`;
    configure(bundle, { mode: 'shadow' });
    expect(await run(bundle, command)).toEqual({});
    configure(bundle, { mode: 'warn' });
    expect(await run(bundle, command)).toMatchObject({ systemMessage: WARN });
    configure(bundle);
    expect(denial(await run(bundle, command))).toMatch(new RegExp(`^${BLOCK} Delete only inside the project folder`));
    expect(home.evidence().map(({ mode, policyDecision, decisionSource, ruleId, riskClass }) => ({ mode, policyDecision, decisionSource, ruleId, riskClass })).sort((a, b) => String(a.mode).localeCompare(String(b.mode)))).toEqual([
      { mode: 'block', policyDecision: 'block', decisionSource: 'local_policy', ruleId: 'delete-outside', riskClass: 'destructive_change' },
      { mode: 'shadow', policyDecision: 'monitor', decisionSource: 'local_policy', ruleId: 'delete-outside', riskClass: 'destructive_change' },
      { mode: 'warn', policyDecision: 'warn', decisionSource: 'local_policy', ruleId: 'delete-outside', riskClass: 'destructive_change' },
    ]);
    expect(home.failures(bundle)).toEqual([]);
  });

  test('enforce denies in every mode, off leaves it out', async () => {
    for (const mode of ['shadow', 'warn', 'block']) {
      configure(bundle, { mode, localPolicy: 'enforce' });
      expect(denial(await run(bundle, 'sudo ls'))).toContain('without administrator rights');
      configure(bundle, { mode, localPolicy: 'off' });
      expect(await run(bundle, 'sudo ls')).toEqual({});
    }
  });

  test('a denial tells the person, not the model, how to allow it once; then exactly that call passes', async () => {
    home.put('Library/Application Support/Silmaril/Receipts/.key', `${'cd'.repeat(32)}\n`);
    configure(bundle, { classifier: 'embedded' });
    const command = `touch ${home.home}/note`;
    const denied = (await run(bundle, command)) as { systemMessage?: string };
    const [, code = ''] = /silmaril allow-once ([0-9A-Z]{4}-[0-9A-Z]{4})$/.exec(denied.systemMessage ?? '') ?? [];
    expect(code).not.toBe('');
    expect(JSON.stringify({ ...denied, systemMessage: '' })).not.toContain(code);
    expect(grantOnce(home.home, code).ok).toBe(true);
    expect(denial(await run(bundle, `${command} `))).not.toBeNull();
    // Shadow uses nothing up.
    configure(bundle, { classifier: 'embedded', mode: 'shadow' });
    await run(bundle, command);
    configure(bundle, { classifier: 'embedded' });
    expect(await run(bundle, command)).toEqual({});
    expect(denial(await run(bundle, command))).not.toBeNull();
    expect(home.evidence().filter((event) => event['policyDecision'] === 'allow')).toMatchObject([{ decisionSource: 'local_policy', ruleId: 'write-outside', nativeAction: 'allowed' }]);
    const never = (await run(bundle, 'mkfs.ext4 /dev/sda1')) as { systemMessage?: string };
    expect(never.systemMessage).toMatch(/cannot be allowed once\.$/);
  });

  test('asks only where the person wants to be asked, and a classifier may still deny', async () => {
    home.put(OWN_POLICY, '{"approvals": {"network": true}}');
    configure(bundle, { classifier: 'embedded' });
    const asked = (await run(bundle, 'git push')) as { hookSpecificOutput?: { permissionDecision?: string; permissionDecisionReason?: string } };
    expect(asked.hookSpecificOutput).toMatchObject({ permissionDecision: 'ask', permissionDecisionReason: expect.stringContaining('wants to approve') as string });
    expect(await run(bundle, 'npm test')).toEqual({});
  });

  test('a result is never judged by it', async () => {
    configure(bundle, { classifier: 'embedded', localPolicy: 'enforce' });
    expect(await run(bundle, 'sudo ls', 'PostToolUse', { tool_response: 'fine' })).toEqual({});
  });

  test('a question says to the person alone how to have no more of its kind in this session', async () => {
    home.put('Library/Application Support/Silmaril/Receipts/.key', 'b'.repeat(64));
    home.put(OWN_POLICY, { approvals: { network: true } });
    configure(bundle, { classifier: 'embedded' });
    const asked = (await run(bundle, 'git push')) as { systemMessage?: string; hookSpecificOutput: { permissionDecision: string } };
    expect(asked.hookSpecificOutput.permissionDecision).toBe('ask');
    expect(JSON.stringify(asked.hookSpecificOutput)).not.toContain('allow-once');
    const code = /allow-once (\S+) --session$/.exec(asked.systemMessage ?? '')?.[1] ?? '';
    expect(grantOnce(home.home, code, undefined, true).ok).toBe(true);
    expect([await run(bundle, 'git push'), await run(bundle, 'git fetch')]).toEqual([{}, {}]);
    expect(await run(bundle, 'git push', 'PreToolUse', { session_id: 's-2' })).toMatchObject({ hookSpecificOutput: { permissionDecision: 'ask' } });
    expect(denial(await run(bundle, 'sudo git push'))).not.toBeNull();
  });

  test('a private file that cannot be used means the defaults, and is counted', async () => {
    const file = home.put(OWN_POLICY, '{"packs": {"base": false}}');
    configure(bundle, { classifier: 'embedded' });
    expect(await run(bundle, 'sudo ls')).toEqual({});
    for (const [spoil, fault] of [
      [() => fs.chmodSync(file, 0o644), 'policy-mode'],
      [() => home.put(OWN_POLICY, '{"packs": {"base": 0}}'), 'policy-shape'],
      [() => home.put(OWN_POLICY, 'packs'), 'policy-not-json'],
      [() => home.put(OWN_POLICY, ' '.repeat(70_000)), 'policy-too-large'],
      [() => { fs.rmSync(file); fs.symlinkSync(home.put('other.json', '{"packs": {"base": false}}'), file); }, 'policy-symlink'],
    ] as const) {
      spoil();
      expect(denial(await run(bundle, 'sudo ls'))).not.toBeNull();
      expect(home.failures(bundle).at(-1)).toBe(`${bundle} PreToolUse ${fault}`);
    }
    expect(home.failures(bundle)).toHaveLength(5);
  });

  test('a configured policy file counts instead, and is a fault when it is gone', async () => {
    home.put(OWN_POLICY, '{"deniedCommands": ["make"]}');
    configure(bundle, { policyPath: home.put('mine.json', '{"deniedCommands": ["npm"] /* no */}'), classifier: 'embedded' });
    expect(denial(await run(bundle, 'npm test'))).toContain('denied this program');
    expect(await run(bundle, 'make')).toEqual({});
    fs.rmSync(home.at('mine.json'));
    expect(await run(bundle, 'npm test')).toEqual({});
    expect(home.failures(bundle)).toEqual([`${bundle} PreToolUse policy-missing`]);
  });

  test('a workspace file only tightens', async () => {
    home.put(OWN_POLICY, '{"packs": {"git-history": false}}');
    configure(bundle, { classifier: 'embedded' });
    const folder = path.join(home.work, '.silmaril');
    fs.mkdirSync(folder);
    const write = (text: string): void => fs.writeFileSync(path.join(folder, 'policy.json'), text);
    expect(await run(bundle, 'git reset --hard')).toEqual({});
    write('{"packs": {"git-history": true, "base": false}, "deniedCommands": ["make"], "autoApprove": ["sudo"]}');
    expect(denial(await run(bundle, 'git reset --hard'))).toContain('Keep the work first');
    expect(denial(await run(bundle, 'make'))).toContain('denied this program');
    expect(denial(await run(bundle, 'sudo ls'))).not.toBeNull();
    expect(home.failures(bundle)).toEqual([]);
    write('{"packs": 1}');
    expect(await run(bundle, 'make')).toEqual({});
    expect(home.failures(bundle)).toEqual([`${bundle} PreToolUse workspace-policy-shape`]);
    fs.renameSync(folder, path.join(home.home, 'elsewhere'));
    fs.symlinkSync(path.join(home.home, 'elsewhere'), folder);
    expect(await run(bundle, 'make')).toEqual({});
    expect(home.failures(bundle)).toHaveLength(2);
    expect(home.failures(bundle).at(-1)).toContain('workspace-policy-symlink');
  });
});
