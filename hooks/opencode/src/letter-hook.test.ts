// A permission request against real checkers: every way in which one can fail leaves the question, or answers no.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { node22 } from '../../core/testing/run-bundle.ts';
import { temporaryHome, type TemporaryHome } from '../../core/testing/temporary-home.ts';
import { createLetterHook, letterOf, type Asked, type LetterHook, type LetterParts } from './letter-hook.ts';
import { readLetterOptions, type LetterOptions } from './letter-options.ts';
import { isUnobjectionable, ownChecker } from './own-checker.ts';

let home: TemporaryHome;
let replies: string[];
let counted: string[];
beforeEach(() => {
  home = temporaryHome();
  replies = [];
  counted = [];
});
afterEach(() => home.remove());

let requests = 0;
const asked = (over: Partial<Asked> = {}): Asked => ({ id: `per_${String((requests += 1))}`, sessionID: 'ses_1', action: 'shell', resources: ['ls'], source: { messageID: 'msg_1', id: 'call_1' }, ...over });
const optionsOf = (given: object = {}): LetterOptions => {
  const read = readLetterOptions({ budgets: { checkTimeoutMs: 20_000 }, ...given });
  if (read.state !== 'on') throw new Error('disabled');
  return read.options;
};
const hook = (program: string | readonly string[], given: object = {}, over: Partial<LetterParts> = {}): LetterHook =>
  createLetterHook({
    options: optionsOf(given),
    command: typeof program === 'string' ? [program] : program,
    projectDir: home.work,
    reply: (_asked, answer) => {
      replies.push(answer.reply === 'once' ? 'once' : `reject: ${answer.message}`);
      return Promise.resolve();
    },
    unobjectionable: () => Promise.resolve(true),
    count: (reason) => counted.push(reason),
    ...over,
  });

/** A checker in shell, which reads its letter first. Its runs are counted in `runs`. */
const script = (body: string, name = 'checker'): string => home.put(name, `#!/bin/sh\n/bin/cat >/dev/null\necho x >>${home.at('runs')}\n${body}\n`, 0o755);
const saying = (verdict: string, over: object = {}): string => script(`/bin/cat <<'END'\n${JSON.stringify({ invocationId: 'msg_1:call_1', verdict, message: verdict === 'deny' ? 'Use the project folder.' : undefined, commands: [{ index: 0, verdict }], ...over })}\nEND`);
const runs = (): number => (fs.existsSync(home.at('runs')) ? fs.readFileSync(home.at('runs'), 'utf8').split('\n').length - 1 : 0);

test.each([['allow', ['once']], ['deny', ['reject: Use the project folder.']], ['ask', []]])('%s is answered with %j', async (verdict, expected) => {
  await hook(saying(verdict)).asked(asked());
  expect([replies, counted]).toEqual([expected, []]);
});

describe.each([['ask', []], ['deny', ["reject: Silmaril's checker could not be asked, and the settings say that this is a no."]]] as const)('onCheckerError %s', (onCheckerError, expected) => {
  test.each<[string, () => string, object, Partial<Asked>, string]>([
    ['another status', () => script('exit 3'), {}, {}, 'letter-exit'],
    ['no verdict', () => script('exit 0'), {}, {}, 'letter-empty'],
    ['no JSON', () => script('echo allow'), {}, {}, 'letter-not-json'],
    ['too much', () => script('while :; do echo aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa; done'), {}, {}, 'letter-oversize'],
    ['too late', () => script('exec /bin/sleep 300'), { budgets: { checkTimeoutMs: 400, killGraceMs: 0 } }, {}, 'letter-timeout'],
    ['another letter', () => saying('allow', { invocationId: 'msg_9:call_9' }), {}, {}, 'letter-wrong-id'],
    ['another command', () => saying('allow', { commands: [{ index: 4, verdict: 'allow' }] }), {}, {}, 'letter-wrong-index'],
    ['an allow over a denial', () => saying('allow', { commands: [{ index: 0, verdict: 'deny' }] }), {}, {}, 'letter-shape'],
    ['no program', () => home.at('none'), {}, {}, 'letter-spawn'],
    ['another program than the pinned one', () => saying('allow'), { checker: { sha256: '0'.repeat(64) } }, {}, 'letter-pin'],
    ['a request of nothing', () => saying('allow'), {}, { resources: [] }, 'letter-letter'],
    ['a request of too much', () => saying('allow'), {}, { resources: ['x'.repeat(1_000_001)] }, 'letter-letter'],
  ])('%s', async (_what, program, given, request, code) => {
    await hook(program(), { ...given, onCheckerError }).asked(asked(request));
    expect([replies, counted]).toEqual([expected, [code]]);
  });

  test('no folder to work in', async () => {
    await hook(saying('allow'), { onCheckerError }, { projectDir: '' }).asked(asked());
    expect([replies, counted]).toEqual([expected, ['letter-letter']]);
  });
});

test('a checker that closes its input is judged by what it says', async () => {
  const deaf = home.put('deaf', `#!/bin/sh\nexec <&-\n/bin/cat <<'END'\n${JSON.stringify({ invocationId: 'msg_1:call_1', verdict: 'allow', commands: [{ index: 0, verdict: 'allow' }] })}\nEND\n`, 0o755);
  await hook(deaf).asked(asked({ resources: ['x'.repeat(900_000)] }));
  expect(replies).toEqual(['once']);
});

test('a pinned checker runs while its bytes are the pinned ones, and not after', async () => {
  const program = saying('allow');
  const sha256 = createHash('sha256').update(fs.readFileSync(program)).digest('hex');
  const its = hook(program, { checker: { sha256 } });
  await its.asked(asked());
  expect(replies).toEqual(['once']);
  fs.appendFileSync(program, '\n');
  await its.asked(asked());
  expect([replies, counted]).toEqual([['once'], ['letter-pin']]);
});

test('an action that is not named is left to the person without asking', async () => {
  await hook(saying('deny')).asked(asked({ action: 'edit' }));
  await hook(saying('deny')).asked(asked({ id: '' }));
  expect([replies, counted, runs()]).toEqual([[], [], 0]);
});

test('an event that comes twice is answered once', async () => {
  const its = hook(saying('allow'));
  const one = asked();
  await Promise.all([its.asked(one), its.asked(one)]);
  expect([replies, runs()]).toEqual([['once'], 1]);
});

test('an allow is remembered for its time and for exactly that request; a denial never is', async () => {
  let now = 1_000;
  const its = hook(saying('allow'), { cache: { ttlMs: 5_000 } }, { now: () => now });
  await its.asked(asked());
  await its.asked(asked());
  expect([replies, runs()]).toEqual([['once', 'once'], 1]);
  await its.asked(asked({ resources: ['ls -l'] }));
  expect(runs()).toBe(2);
  now = 7_000;
  await its.asked(asked());
  expect(runs()).toBe(3);
  const other = hook(saying('deny'), { cache: { ttlMs: 5_000 } });
  await other.asked(asked());
  await other.asked(asked());
  expect(runs()).toBe(5);
});

test('a remembered allow is still subject to our own protection', async () => {
  let objection = false;
  const its = hook(saying('allow'), { cache: { ttlMs: 60_000 } }, { unobjectionable: () => Promise.resolve(!objection) });
  await its.asked(asked());
  objection = true;
  await its.asked(asked());
  expect(replies).toEqual(['once']);
});

test('the reject budget is per rule and session; when it is used up the question is the person’s, never allowed', async () => {
  const program = saying('deny', { commands: [{ index: 0, verdict: 'deny', facts: { ruleId: 'r1' } }] });
  let now = 0;
  const its = hook(program, { rejectBudget: { maxRejections: 2, windowMs: 60_000 } }, { now: () => now });
  for (let i = 0; i < 4; i += 1) await its.asked(asked());
  expect(replies).toHaveLength(2);
  expect(counted).toEqual(['letter-reject-budget', 'letter-reject-budget']);
  await its.asked(asked({ sessionID: 'ses_2' }));
  expect(replies).toHaveLength(3);
  now = 200_000;
  await its.asked(asked());
  expect(replies).toHaveLength(4);
  replies = [];
  await hook(program, { rejectBudget: { maxRejections: 0 } }).asked(asked());
  expect(replies).toEqual([]);
});

test('more at once than there may be degrades, and never waits', async () => {
  const its = hook(saying('allow'), { maxConcurrentSpawns: 1 });
  await Promise.all([its.asked(asked()), its.asked(asked()), its.asked(asked())]);
  expect([replies, counted, runs()]).toEqual([['once'], ['letter-busy', 'letter-busy'], 1]);
});

test('an answer that OpenCode does not take is counted', async () => {
  await hook(saying('allow'), {}, { reply: () => Promise.reject(new Error('gone')) }).asked(asked());
  expect(counted).toEqual(['letter-reply']);
});

test('the letter has exactly the fields of the protocol', () => {
  expect(letterOf(asked({ resources: ['a', 'b'], source: null }), '/srv/p')).toEqual({ version: 1, invocation: { id: 'anon:ses_1:shell', sessionID: 'ses_1', projectDir: '/srv/p' }, action: 'shell', commands: [{ index: 0, raw: 'a', cwd: '/srv/p' }, { index: 1, raw: 'b', cwd: '/srv/p' }] });
});

describe('with our own checker and our own protection', () => {
  const configure = (extra: object = {}): void => void home.put('.config/opencode/silmaril-firewall.json', { schemaVersion: 1, mode: 'block', classifier: 'embedded', localPolicy: 'follow', ...extra });
  const firewall = { home: '', count: (_event: string, reason: string) => void counted.push(reason) };
  const checker = (): readonly string[] => {
    const folder = path.join(path.dirname(home.home), 'plugin');
    fs.mkdirSync(folder, { recursive: true });
    fs.copyFileSync(path.resolve(import.meta.dirname, '../../checker/dist/silmaril-checker'), path.join(folder, 'silmaril-checker'));
    fs.writeFileSync(path.join(folder, 'silmaril-checker-node-path'), `${node22()}\n`, { mode: 0o600 });
    return ownChecker(folder, home.home);
  };

  test('reads are allowed once, what breaks a rule is rejected with what to do instead, all else is asked', async () => {
    configure();
    const its = hook(checker(), {}, { unobjectionable: (request) => isUnobjectionable(request, { ...firewall, home: home.home }, { cwd: home.work, root: home.work }) });
    await its.asked(asked({ resources: ['git status'] }));
    await its.asked(asked({ resources: ['rm -rf ~'] }));
    await its.asked(asked({ resources: ['npm run deploy'] }));
    expect([replies, counted]).toEqual([['once', expect.stringMatching(/^reject: .*project folder/) as string], []]);
  });

  test('a checker of another maker may allow what our own rules are against: then the person is asked', async () => {
    configure();
    const its = hook(saying('allow'), {}, { unobjectionable: (request) => isUnobjectionable(request, { ...firewall, home: home.home }, { cwd: home.work, root: home.work }) });
    await its.asked(asked({ resources: ['rm -rf ~'] }));
    expect(replies).toEqual([]);
    configure({ localPolicy: 'off' });
    await its.asked(asked({ resources: ['rm -rf ~'] }));
    expect(replies).toEqual(['once']);
  });
});
