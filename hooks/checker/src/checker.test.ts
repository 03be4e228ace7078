// The committed single file as a process of its own, in an empty environment.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { temporaryHome, type TemporaryHome } from '../../core/testing/temporary-home.ts';
import { MAX_FACTS_BYTES, MAX_MESSAGE_CHARS, MAX_VERDICT_BYTES, type Verdict } from './letter.ts';

const file = path.resolve(import.meta.dirname, '../dist/silmaril-checker');
let home: TemporaryHome;
beforeEach(() => void (home = temporaryHome()));
afterEach(() => home.remove());

interface Ran {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

function run(input: unknown, args: readonly string[] = [], command: readonly string[] = [process.execPath, file]): Ran {
  const [program = '', ...rest] = command;
  const done = spawnSync(program, [...rest, ...args], { env: {}, cwd: '/', input: typeof input === 'string' ? input : JSON.stringify(input), encoding: 'utf8' });
  // A program that ends before it has read its input closes the pipe: that is its right, and its status and output hold.
  if (done.error && (done.error as NodeJS.ErrnoException).code !== 'EPIPE') throw done.error;
  return { status: done.status, out: done.stdout, err: done.stderr };
}

const letter = (...raws: string[]): Record<string, unknown> => ({ version: 1, invocation: { id: 'msg:tool', sessionID: 's', agent: 'build', projectDir: home.work }, action: 'shell', commands: raws.map((raw, index) => ({ index, raw, cwd: home.work })) });
function ask(input: unknown, args: readonly string[] = []): Verdict {
  const ran = run(input, args);
  expect([ran.status, ran.err]).toEqual([0, '']);
  expect(ran.out).toMatch(/^[^\n]+\n$/);
  return JSON.parse(ran.out) as Verdict;
}
const verdictOf = (raw: string, args: readonly string[] = []): string => ask(letter(raw), args).verdict;

test('one verdict covers every command, the strictest wins, and a denial says what to do instead', () => {
  expect(ask(letter('git status', 'npm test', 'rm -rf ~/x'))).toEqual({
    invocationId: 'msg:tool',
    verdict: 'deny',
    message: expect.stringMatching(/^Delete only inside the project folder/) as string,
    commands: [
      { index: 0, verdict: 'allow', classification: 'static', match: 'argv', facts: { ruleId: null, category: null, tiers: ['read'] } },
      { index: 1, verdict: 'ask', classification: 'static', match: 'argv', facts: { ruleId: null, category: null, tiers: ['write'] } },
      { index: 2, verdict: 'deny', classification: 'static', match: 'argv', facts: { ruleId: 'delete-outside', category: 'destructive_change', tiers: ['destructive'] } },
    ],
  });
});

describe('what it confirms', () => {
  test.each(['ls -la', 'git status', 'git log -5 --oneline', 'cat README.md | head -5', 'grep -rn todo src', 'pwd && ls'])('%s', (raw) => {
    expect(verdictOf(raw)).toBe('allow');
  });

  test.each([
    'npm test', 'touch x', 'cat /etc/hostname', 'cat "$FILE"', 'cat $(ls)', 'frobnicate', 'git push', './ls', 'X=1 git status', 'git -c core.pager=evil log', 'rg --pre evil x',
    'sort --compress-program=evil x', 'find . -exec ls {} ;', 'bash -c ls', 'echo x > y', 'git log --output=x', 'git -C .. status', '', '# nothing', 'ssh host ls',
  ])('%s is left to the person', (raw) => {
    expect(verdictOf(raw)).toBe('ask');
  });

  test('a program that the person approves, inside the project, but not its inline code', () => {
    const args = ['--config', home.put('policy.json', '{"autoApprove": ["npm", "python3"]}')];
    expect([verdictOf('npm test', args), verdictOf('python3 build.py', args), verdictOf('python3 -c "print(1)"', args), verdictOf('npm test; rm -rf ~', args)]).toEqual(['allow', 'allow', 'ask', 'deny']);
  });
});

test('a tier that the person wants to be asked about is asked about, not denied', () => {
  expect(verdictOf('git push', ['--config', home.put('policy.json', '{"approvals": {"network": true}}')])).toBe('ask');
});

test('other actions: files are judged, what is not known is left to the person', () => {
  const edit = (raw: string, action: string): string => ask({ ...letter(raw), action }).verdict;
  expect([edit('/etc/hosts', 'edit'), edit(path.join(home.work, 'a.ts'), 'edit'), edit('https://example.com', 'webfetch')]).toEqual(['deny', 'ask', 'ask']);
});

test('symbolic links of the project are seen through', () => {
  fs.symlinkSync(os.tmpdir(), path.join(home.work, 'out'));
  expect(verdictOf('rm -rf out/x')).toBe('deny');
});

test('a configuration that cannot be used denies by the built-in packs and confirms nothing', () => {
  const open = home.put('policy.json', '{"packs": {"base": false}}', 0o644);
  for (const args of [['--config', open], ['--config', home.at('none.json')], ['--config', home.put('broken.json', '{"packs": 1}')]]) {
    const safe = run(letter('ls'), args);
    expect([safe.status, (JSON.parse(safe.out) as Verdict).verdict]).toEqual([0, 'ask']);
    expect(safe.err).not.toBe('');
    expect((JSON.parse(run(letter('sudo ls'), args).out) as Verdict).verdict).toBe('deny');
  }
});

describe('what it cannot answer is a defect, named on standard error', () => {
  test.each<[string, unknown, string]>([
    ['no JSON', 'hello', 'not JSON'],
    ['another version', { ...{}, version: 2 }, 'version must be 1'],
    ['a further field', { version: 1, x: 1 }, 'a field that the protocol does not: x'],
    ['an empty folder', { version: 1, invocation: { id: 'i', sessionID: '', projectDir: '/' }, action: 'shell', commands: [{ index: 0, raw: 'ls', cwd: '' }] }, 'commands[0].cwd must be 1..4096 chars'],
    ['a relative folder', { version: 1, invocation: { id: 'i', sessionID: '', projectDir: '/' }, action: 'shell', commands: [{ index: 0, raw: 'ls', cwd: 'x' }] }, 'commands[0].cwd must be absolute'],
    ['no project', { version: 1, invocation: { id: 'i', sessionID: '' }, action: 'shell', commands: [] }, 'invocation.projectDir'],
    ['an index that is no number', { version: 1, invocation: { id: 'i', sessionID: '', projectDir: '/' }, action: 'shell', commands: [{ index: '0', raw: 'ls', cwd: '/' }] }, 'commands[0].index'],
    ['too many commands', { version: 1, invocation: { id: 'i', sessionID: '', projectDir: '/' }, action: 'shell', commands: Array.from({ length: 65 }, () => 0) }, 'at most 64'],
    ['too large a letter', ' '.repeat(1_048_577), 'larger than'],
  ])('%s', (_what, input, words) => {
    const ran = run(input);
    expect([ran.status, ran.out]).toEqual([1, '']);
    expect(ran.err).toContain(words);
  });

  test('wrong arguments', () => {
    for (const args of [['--config'], ['--config', 'policy.json'], ['serve'], ['--config', '/a', 'b']]) expect(run(letter('ls'), args)).toMatchObject({ status: 2, out: '' });
  });
});

test('every bound of the answer holds, whatever the letter', () => {
  const many = run(letter(...Array.from({ length: 64 }, (_, i) => `rm -rf /tmp/${'x'.repeat(900)}${String(i)}`)));
  expect(many.status).toBe(0);
  expect(Buffer.byteLength(many.out)).toBeLessThanOrEqual(MAX_VERDICT_BYTES);
  const { message, commands } = JSON.parse(many.out) as Verdict;
  expect(message?.length).toBeLessThanOrEqual(MAX_MESSAGE_CHARS);
  expect(commands).toHaveLength(64);
  expect(commands.every((command) => command.verdict === 'deny' && Buffer.byteLength(JSON.stringify(command.facts ?? {})) <= MAX_FACTS_BYTES)).toBe(true);
  const large = ask(letter('x'.repeat(70_000)));
  expect(large).toMatchObject({ verdict: 'deny', commands: [{ classification: 'opaque', match: 'raw' }] });
});

test('it starts by itself: without PATH, and with the Node.js that the file beside it names', () => {
  const copy = home.at('bin/silmaril-checker');
  fs.mkdirSync(path.dirname(copy));
  fs.copyFileSync(file, copy);
  fs.chmodSync(copy, 0o755);
  expect(fs.statSync(file).mode & 0o111).toBe(0o111);
  home.put('bin/silmaril-checker-node-path', `${process.execPath}\n`);
  expect(JSON.parse(run(letter('rm -rf ~'), [], [copy]).out)).toMatchObject({ verdict: 'deny' });
  home.put('bin/silmaril-checker-node-path', `${home.put('node', '#!/bin/sh\necho named $#\n', 0o755)}\n`);
  expect(run(letter('ls'), ['--config', '/x'], [copy]).out).toBe('named 3\n');
});

describe('with the person’s own checkers', () => {
  const provider = (id: string, say: string): object => {
    const program = home.put(`checkers/${id}`, `#!/bin/sh\nletter=$(/bin/cat)\nid=$(printf '%s' "$letter" | /bin/sed 's/.*"invocation":{"id":"\\([^"]*\\)".*/\\1/')\nprintf '{"invocationId":"%s","verdict":"${say}","message":"Not here.","commands":[{"index":0,"verdict":"${say}"}]}' "$id"\n`, 0o755);
    return { id, command: [program], files: { [program]: createHash('sha256').update(fs.readFileSync(program)).digest('hex') } };
  };
  const args = (...providers: object[]): string[] => ['--config', home.put('policy.json', { providers }), '--ask-providers', home.home, '20000'];

  test('one can make it stricter, never milder, and is not asked where nobody told so', () => {
    const strict = args(provider('strict', 'deny'));
    expect(ask(letter('ls'), strict)).toMatchObject({ verdict: 'deny', message: 'The checker "strict" says: Not here.', commands: [{ verdict: 'deny', facts: { ruleId: 'provider:strict' } }] });
    expect(ask(letter('ls'), strict.slice(0, 2)).verdict).toBe('allow');
    const mild = args(provider('mild', 'allow'));
    expect([ask(letter('ls'), mild).verdict, ask(letter('npm test'), mild).verdict, ask(letter('sudo ls'), mild).verdict]).toEqual(['allow', 'ask', 'deny']);
    expect(ask(letter('ls'), args({ ...provider('gone', 'allow'), files: { [home.at('checkers/gone')]: '0'.repeat(64) } }))).toMatchObject({ verdict: 'ask', message: 'The checker "gone" could not be asked (wrong-pin).' });
  });

  test('wrong arguments', () => {
    const config = home.put('policy.json', {});
    for (const rest of [['--ask-providers'], ['--ask-providers', '/h'], ['--ask-providers', 'h', '5'], ['--ask-providers', '/h', '0'], ['--ask-providers', '/h', '5', 'x'], ['--x', '/h', '5']]) expect(run(letter('ls'), ['--config', config, ...rest])).toMatchObject({ status: 2, out: '' });
  });
});
