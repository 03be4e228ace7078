// External checkers behind the installed bundle: registered in the private policy file, asked by a real hook process.
import fs from 'node:fs';
import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Provider } from '../../policy/providers.ts';
import { grantOnce } from '../policy-grants.ts';
import { runBundle } from '../testing/run-bundle.ts';
import { temporaryHome, type TemporaryHome } from '../testing/temporary-home.ts';
import { effectiveTimeoutMs, type ProviderFinding } from './ask-all.ts';
import { askProviders } from './ask-providers.ts';
import { pinOf } from './pinned-copy.ts';
import { letterFor, MAX_RAW_CHARS } from './provider-letter.ts';

let home: TemporaryHome;
beforeEach(() => void (home = temporaryHome()));
afterEach(() => home.remove());

const SUPPORT = 'Library/Application Support/Silmaril';
const sha256 = (file: string): string => createHash('sha256').update(fs.readFileSync(file)).digest('hex');

/** A checker in shell that has read its letter into `$letter`; its id is taken out of it into `$id`. */
const script = (name: string, body: string): string => home.put(`checkers/${name}`, `#!/bin/sh\nPATH=/usr/bin:/bin\nletter=$(cat)\nid=$(printf '%s' "$letter" | sed 's/.*"invocation":{"id":"\\([^"]*\\)".*/\\1/')\nsay() { printf '{"invocationId":"%s","verdict":"%s","message":"%s","commands":[{"index":0,"verdict":"%s"}]}\\n' "$id" "$1" "$2" "$1"; }\n${body}\n`, 0o755);
const registered = (id: string, file: string, over: object = {}): Provider => ({ id, command: [file], files: { [file]: sha256(file) }, timeoutMs: 15_000, harnesses: ['*'], tools: ['*'], mayAllow: null, ...over });
const provider = (id: string, body: string, over: object = {}): Provider => registered(id, script(id, body), over);

const call = { harness: 'claude-code', toolName: 'Bash', input: { command: 'git status' }, sessionId: 's-1' };
const counted: string[] = [];
const ask = (providers: readonly Provider[], over: object = {}, harnessMs = 30_000): Promise<ProviderFinding> => {
  counted.length = 0;
  return askProviders(providers, { ...call, cwd: home.work, root: home.work, ...over }, home.home, { harnessMs, classifierMs: 0 }, (reason) => counted.push(reason));
};

describe('what they say together', () => {
  const allow = (): Provider => provider('allow', 'say allow ""');
  const question = (): Provider => provider('question', 'say ask "who knows"');
  const deny = (): Provider => provider('deny', 'say deny "Not on a Friday."');

  test('any deny wins, else any ask; allow is no objection', async () => {
    expect(await ask([allow(), question(), deny()])).toMatchObject({ verdict: 'deny', provider: 'deny', message: 'Not on a Friday.' });
    expect(await ask([allow(), question()])).toMatchObject({ verdict: 'ask', provider: 'question', failure: null });
    expect(await ask([allow()])).toMatchObject({ verdict: 'none', mayAnswer: false });
    expect(counted).toEqual([]);
  });

  test('an allow answers a pending question only by the person’s word on these very bytes', async () => {
    const file = script('sure', 'say allow ""');
    const plain = registered('sure', file);
    expect((await ask([{ ...plain, mayAllow: pinOf(plain) }])).mayAnswer).toBe(true);
    expect((await ask([{ ...plain, mayAllow: 'a'.repeat(64) }])).mayAnswer).toBe(false);
    expect((await ask([{ ...plain, command: [file, '--lenient'], mayAllow: pinOf(plain) }])).mayAnswer).toBe(false);
    expect(await ask([{ ...plain, mayAllow: pinOf(plain) }, question()])).toMatchObject({ verdict: 'ask', mayAnswer: false });
  });

  test('eight at once, all broken in a way of their own but one that denies: the denial holds and nothing is left running', async () => {
    const pids = home.at('pids');
    const note = `echo $$ >>${pids}`;
    const moved = script('wrong-pin', 'say allow ""');
    const wrongPin = registered('wrong-pin', moved);
    fs.appendFileSync(moved, '# changed\n');
    const eight = [
      provider('hanging', `${note}; sleep 300`), provider('flooding', `${note}; yes xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx`), provider('failing', 'exit 1'), wrongPin,
      provider('mistaken', `id=other; say allow ""`), provider('silent', 'exit 0'), allow(), provider('late-deny', 'sleep 1; say deny "No."'),
    ];
    expect(await ask(eight)).toMatchObject({ verdict: 'deny', provider: 'late-deny', message: 'No.' });
    expect(counted.sort()).toEqual(['provider-empty', 'provider-exit', 'provider-oversize', 'provider-wrong-id', 'provider-wrong-pin']);
    const running = fs.readFileSync(pids, 'utf8').trim().split('\n').filter((pid) => fs.existsSync(`/proc/${pid}`) && !/^State:\s+Z/m.test(fs.readFileSync(`/proc/${pid}/status`, 'utf8')));
    expect(running).toEqual([]);
  });

  test('without the denial it is a question, inside the budget', async () => {
    const started = performance.now();
    expect(await ask([provider('hanging', 'sleep 300'), allow()], {}, 5_000)).toMatchObject({ verdict: 'ask', provider: 'hanging', failure: 'timeout' });
    // Two seconds are left of five; the rest is room for a slow machine, far below what it would have slept.
    expect(performance.now() - started).toBeLessThan(30_000);
  });
});

test('the budget is what the harness leaves', () => {
  expect([effectiveTimeoutMs({ timeoutMs: 3_000 }, 12_000, 0), effectiveTimeoutMs({ timeoutMs: 60_000 }, 12_000, 2_500), effectiveTimeoutMs({ timeoutMs: 3_000 }, 12_000, 8_000), effectiveTimeoutMs({ timeoutMs: 3_000 }, 3_000, 0)]).toEqual([3_000, 6_500, 1_000, 0]);
});

test('one that does not apply is not asked', async () => {
  const ran = home.at('ran');
  const only = provider('only', `echo >${ran}; say deny "x"`, { harnesses: ['opencode'], tools: ['mcp__*'] });
  expect((await ask([only])).verdict).toBe('none');
  expect((await ask([only], { harness: 'opencode' })).verdict).toBe('none');
  expect(fs.existsSync(ran)).toBe(false);
  expect((await ask([only], { harness: 'opencode', toolName: 'mcp__x__y' })).verdict).toBe('deny');
});

describe('the private copy', () => {
  test('is what runs: bytes that were changed after the pin do not, and a copy that was tampered with is made anew', async () => {
    const own = provider('copy', 'say allow ""');
    const [file = ''] = own.command;
    expect((await ask([own])).verdict).toBe('none');
    const copy = home.at(SUPPORT, 'Providers', own.files[file] ?? '', 'copy');
    expect([fs.statSync(copy).mode & 0o7777, fs.statSync(home.at(SUPPORT, 'Providers')).mode & 0o7777]).toEqual([0o500, 0o700]);
    // The file goes: the pinned bytes are still there.
    const bytes = fs.readFileSync(file);
    fs.rmSync(file);
    expect((await ask([own])).verdict).toBe('none');
    fs.chmodSync(copy, 0o700);
    fs.writeFileSync(copy, '#!/bin/sh\n: tampered\n');
    expect(await ask([own])).toMatchObject({ verdict: 'ask', failure: 'missing' });
    fs.writeFileSync(file, bytes, { mode: 0o755 });
    expect((await ask([own])).verdict).toBe('none');
    fs.writeFileSync(file, '#!/bin/sh\n: another version\n');
    fs.rmSync(copy);
    fs.symlinkSync(file, copy);
    expect(await ask([own])).toMatchObject({ verdict: 'ask', failure: 'wrong-pin' });
  });
});

describe('the letter', () => {
  const written = (toolName: string, input: unknown, over: object = {}) => letterFor({ ...call, toolName, input, cwd: home.work, root: home.work, ...over });

  test('says what the tool would do', () => {
    expect(written('Bash', { command: 'ls' })?.letter).toMatchObject({ version: 1, action: 'shell', invocation: { sessionID: 's-1', agent: 'claude-code', projectDir: home.work }, commands: [{ index: 0, raw: 'ls', cwd: home.work }] });
    expect(written('Write', { file_path: '/a', content: 'x' })?.letter).toMatchObject({ action: 'edit', commands: [{ raw: '/a' }] });
    expect(written('mcp__notes__add', { b: 1, a: 'x' })?.letter).toMatchObject({ action: 'mcp__notes__add', commands: [{ raw: '{"a":"x","b":1}' }] });
    expect(written('local_shell', { command: ['ls', "it's"] })?.letter.commands[0]?.raw).toBe(`ls 'it'\\''s'`);
    expect(written('Bash', { command: 'ls' }, { cwd: null, root: null })).toBeNull();
  });

  test('a call that does not fit is never taken as unobjectionable', async () => {
    expect(written('Bash', { command: 'x'.repeat(MAX_RAW_CHARS) })?.cut).toBe(false);
    expect(written('Bash', { command: 'x'.repeat(MAX_RAW_CHARS + 1) })?.cut).toBe(true);
    expect(await ask([provider('fine', 'say allow ""')], { input: { command: `${'x'.repeat(MAX_RAW_CHARS)} ; rm -rf /` } })).toMatchObject({ verdict: 'ask', failure: 'cut' });
    expect(await ask([provider('fine', 'say allow ""')], { cwd: null, root: null })).toMatchObject({ verdict: 'ask', failure: 'no-folder' });
  });
});

describe('in a hook', () => {
  const policy = (...providers: Provider[]): void => void home.put(`${SUPPORT}/policy.json`, { providers: providers.map(({ harnesses, tools, mayAllow, ...rest }) => ({ ...rest, appliesTo: { harnesses, tools }, ...(mayAllow !== null && { mayAllow }) })) });
  const configure = (mode: string, extra: object = {}): void => void home.put('.claude/silmaril-firewall.json', { schemaVersion: 1, mode, localPolicy: 'follow', apiUrl: '', ...extra });
  const run = async (command: string): Promise<unknown> => (await runBundle({ bundle: 'claude-code', event: 'PreToolUse', home: home.home, input: { hook_event_name: 'PreToolUse', session_id: 's-1', prompt_id: 'p', permission_mode: 'default', cwd: home.work, tool_name: 'Bash', tool_input: { command }, tool_use_id: 't' } })).answer;

  test('a denial is the native one in block, recorded in shadow, and can be allowed once', async () => {
    policy(provider('friday', 'case $letter in *"git push"*) say deny "Not on a Friday."; ;; *) say allow ""; ;; esac'));
    home.put(`${SUPPORT}/Receipts/.key`, 'b'.repeat(64));
    configure('shadow');
    expect(await run('git push')).toEqual({});
    configure('block');
    const answer = (await run('git push')) as { systemMessage: string; hookSpecificOutput: object };
    expect(answer).toMatchObject({ hookSpecificOutput: { permissionDecision: 'deny', permissionDecisionReason: expect.stringContaining('the checker "friday" says: Not on a Friday.') as string } });
    expect(JSON.stringify(answer.hookSpecificOutput)).not.toMatch(/allow-once/);
    expect(home.evidence().map(({ mode, policyDecision, decisionSource, ruleId }) => ({ mode, policyDecision, decisionSource, ruleId })).sort((a, b) => String(a.mode).localeCompare(String(b.mode)))).toEqual([
      { mode: 'block', policyDecision: 'block', decisionSource: 'provider', ruleId: 'provider:friday' },
      { mode: 'shadow', policyDecision: 'monitor', decisionSource: 'provider', ruleId: 'provider:friday' },
    ]);
    const code = /allow-once (\S+)$/.exec(answer.systemMessage)?.[1] ?? '';
    expect(grantOnce(home.home, code).ok).toBe(true);
    expect(await run('git push')).toEqual({});
    expect(await run('git push')).toMatchObject({ hookSpecificOutput: { permissionDecision: 'deny' } });
  });

  test('a question is asked where the harness can, and a failure is one and is counted', async () => {
    policy(provider('broken', 'exit 7'));
    configure('block', { classifier: 'embedded' });
    expect(await run('git push')).toMatchObject({ hookSpecificOutput: { permissionDecision: 'ask' } });
    expect(home.failures('claude-code')).toEqual(['claude-code PreToolUse provider-exit']);
  });

  test('what the packs deny is denied without asking anybody', async () => {
    const ran = home.at('ran');
    policy(provider('keen', `echo >${ran}; say allow ""`));
    configure('block');
    expect(await run('sudo ls')).toMatchObject({ hookSpecificOutput: { permissionDecision: 'deny', permissionDecisionReason: expect.stringContaining('administrator') as string } });
    expect(fs.existsSync(ran)).toBe(false);
  });

  test('no objection is no permission: the classifier is asked as ever, and the answer is empty', async () => {
    policy(provider('fine', 'say allow ""'));
    configure('block', { classifier: 'embedded' });
    expect(await run('git status')).toEqual({});
    expect(home.evidence()).toMatchObject([{ decisionSource: 'classifier', policyDecision: 'allow' }]);
  });
});
