import fs from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { askChecker, readVerdict, type Letter, type LetterOutcome } from './letter-client.ts';
import { temporaryHome, type TemporaryHome } from './testing/temporary-home.ts';

let home: TemporaryHome;
beforeEach(() => void (home = temporaryHome()));
afterEach(() => home.remove());

const letter = (...raws: string[]): Letter => ({ version: 1, invocation: { id: 'message:call', sessionID: 's', projectDir: '/srv/p' }, action: 'shell', commands: raws.map((raw, index) => ({ index, raw, cwd: '/srv/p' })) });
const verdict = (over: object = {}): object => ({ invocationId: 'message:call', verdict: 'allow', commands: [{ index: 0, verdict: 'allow' }], ...over });

/** A checker in shell: `$letter` is what it read. */
const script = (body: string): string => home.put('checker', `#!/bin/sh\nletter=$(/bin/cat)\n${body}\n`, 0o755);
const saying = (value: object | string): string => script(`/bin/cat <<'END'\n${typeof value === 'string' ? value : JSON.stringify(value)}\nEND`);
const ask = (program: string, timeoutMs = 20_000, killGraceMs = 50): Promise<LetterOutcome> => askChecker({ command: [program], letter: letter('ls'), timeoutMs, killGraceMs });
const code = async (asked: Promise<LetterOutcome>): Promise<string> => {
  const outcome = await asked;
  return outcome.ok ? outcome.answer.verdict : outcome.code;
};
const alive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    // A zombie still takes signals: what counts is whether it runs.
    return !/^State:\s+Z/m.test(fs.readFileSync(`/proc/${String(pid)}/status`, 'utf8'));
  } catch {
    return false;
  }
};

test('the checker gets exactly the letter, no environment, and its answer comes back whole', async () => {
  const seen = home.at('seen');
  const program = script(`printf '%s' "$letter" >${seen}; /usr/bin/env >>${seen}\n/bin/cat <<'END'\n${JSON.stringify(verdict({ verdict: 'deny', message: 'Use the project folder.', commands: [{ index: 0, verdict: 'deny', classification: 'static', match: 'argv', facts: { ruleId: 'r1' } }] }))}\nEND`);
  expect(await ask(program)).toMatchObject({ ok: true, answer: { verdict: 'deny', message: 'Use the project folder.', ruleId: 'r1' } });
  const [sent, ...variables] = fs.readFileSync(seen, 'utf8').split(/(?<=\})(?=[^\]},])/);
  expect(JSON.parse(sent ?? '')).toEqual(letter('ls'));
  // What a shell sets by itself.
  expect(variables.join('').trim().split('\n').filter((line) => !/^(?:PWD|OLDPWD|SHLVL|_)=/.test(line) && line !== '')).toEqual([]);
});

describe('what deviates is a failure, never a verdict', () => {
  test.each<[string, () => string, string]>([
    ['another status', () => script('echo "{}"; exit 3'), 'exit'],
    ['a signal', () => script('kill -9 $$'), 'exit'],
    ['nothing said', () => script('exit 0'), 'empty'],
    ['no JSON', () => saying('allow'), 'not-json'],
    ['two values', () => saying(`${JSON.stringify(verdict())}\n${JSON.stringify(verdict())}`), 'not-json'],
    ['another letter', () => saying(verdict({ invocationId: 'other' })), 'wrong-id'],
    ['another command', () => saying(verdict({ commands: [{ index: 1, verdict: 'allow' }] })), 'wrong-index'],
    ['a word that is no verdict', () => saying(verdict({ verdict: 'yes' })), 'shape'],
    ['a denial without a word', () => saying(verdict({ verdict: 'deny' })), 'shape'],
    ['a command left out', () => saying(verdict({ commands: [] })), 'shape'],
    ['facts without bound', () => saying(verdict({ commands: [{ index: 0, verdict: 'allow', facts: { x: 'y'.repeat(5_000) } }] })), 'shape'],
    ['an allow over a denial', () => saying(verdict({ commands: [{ index: 0, verdict: 'deny' }] })), 'shape'],
    ['too much', () => script('while :; do echo aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa; done'), 'oversize'],
    ['no program', () => home.at('none'), 'spawn'],
    ['a file that may not run', () => home.put('plain', 'x', 0o644), 'spawn'],
  ])('%s', async (_what, program, expected) => {
    expect(await code(ask(program()))).toBe(expected);
  });

  test('one that reads nothing is judged by what it says', async () => {
    const deaf = home.put('deaf', `#!/bin/sh\nexec <&-\n/bin/cat <<'END'\n${JSON.stringify(verdict())}\nEND\n`, 0o755);
    expect(await code(askChecker({ command: [deaf], letter: letter('x'.repeat(1_000_000)), timeoutMs: 20_000, killGraceMs: 0 }))).toBe('allow');
  });

  test('a late one is killed, with what it started, though it takes no SIGTERM', async () => {
    const pids = home.at('pids');
    const program = script(`trap '' TERM\n/bin/sleep 300 & echo $! $$ >${pids}\nwait; /bin/sleep 300`);
    const outcome = await ask(program, 3_000, 100);
    expect(outcome).toMatchObject({ ok: false, code: 'timeout' });
    const [first, second] = fs.readFileSync(pids, 'utf8').trim().split(' ').map(Number);
    await expect.poll(() => [first, second].some((pid) => pid !== undefined && alive(pid)), { timeout: 20_000 }).toBe(false);
  });
});

test('any text is a verdict on the letter or a failure, and never throws', () => {
  fc.assert(fc.property(fc.oneof(fc.string(), fc.json(), fc.constantFrom(JSON.stringify(verdict()), '[]', 'null')), (text) => {
    const read = readVerdict(letter('ls'), text);
    if (read.ok) expect(read.answer.verdict).toBe((JSON.parse(text) as { verdict: string }).verdict);
    else expect(read.code).not.toBe('');
  }));
});
