// `silmaril providers` as a person types it, in the built command, over a home of its own.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { refuseAgents } from '../core/policy/providers.ts';

const root = path.resolve(import.meta.dirname, '../..');
const bundle = path.join(root, 'dist/cli/silmaril.cjs');
let base: string;
let checker: string;

beforeAll(() => {
  const built = spawnSync(process.execPath, ['scripts/build.mjs'], { cwd: root, encoding: 'utf8' });
  expect(built.status).toBe(0);
});
beforeEach(() => {
  base = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'silmaril-providers-')));
  fs.mkdirSync(path.join(base, 'home'));
  checker = path.join(base, 'checker');
  answering('case $letter in *force*) say deny "No forced pushes here." ;; *) say allow "" ;; esac');
});
afterEach(() => fs.rmSync(base, { recursive: true, force: true }));

function answering(body: string): void {
  fs.writeFileSync(checker, `#!/bin/sh\nletter=$(/bin/cat)\nid=$(printf '%s' "$letter" | /bin/sed 's/.*"invocation":{"id":"\\([^"]*\\)".*/\\1/')\nsay() { printf '{"invocationId":"%s","verdict":"%s","message":"%s","commands":[{"index":0,"verdict":"%s"}]}\\n' "$id" "$1" "$2" "$1"; }\n${body}\n`, { mode: 0o755 });
}

interface Ran {
  readonly exit: number | null;
  readonly out: string;
  readonly err: string;
  readonly data: Record<string, unknown>;
}
function run(...args: string[]): Ran {
  const done = spawnSync(process.execPath, [bundle, 'providers', ...args], { cwd: base, env: { HOME: path.join(base, 'home'), PATH: '/usr/bin:/bin' }, encoding: 'utf8', input: '' });
  const json = args.includes('--json');
  return { exit: done.status, out: done.stdout, err: done.stderr, data: json ? (JSON.parse(done.stdout) as Record<string, unknown>) : {} };
}
const policy = (): { providers: Record<string, unknown>[] } => JSON.parse(fs.readFileSync(path.join(base, 'home/Library/Application Support/Silmaril/policy.json'), 'utf8')) as { providers: Record<string, unknown>[] };

test('registered, listed, tried, removed', () => {
  expect(run('list').out).toContain('No checker is registered');
  expect(run('add', 'house', '--tool', 'Bash', '--timeout', '9000', '--', checker, '--strict')).toMatchObject({ exit: 0, out: expect.stringMatching(/9 s, of which a harness leaves 6\.5 s[\s\S]*not pinned/) as string });
  expect(policy().providers).toMatchObject([{ id: 'house', command: [checker, '--strict'], timeoutMs: 9_000, appliesTo: { harnesses: ['*'], tools: ['Bash'] } }]);
  expect(run('list', '--json').data).toMatchObject({ providers: [{ id: 'house', mayAllow: false, files: [{ file: checker, state: 'pinned' }] }] });
  expect(run('test', 'house', '--', 'git', 'push', '--force')).toMatchObject({ exit: 0, out: expect.stringContaining('deny in') as string });
  expect(run('test').out).toContain('house: allow in');
  // The bytes that were registered answer on, whatever the file says now.
  answering('say deny "changed"');
  expect(run('list').out).toContain('has changed since');
  expect(run('test').out).toContain('house: allow in');
  expect(run('add', 'house', '--', checker).exit).toBe(0);
  expect(run('test').out).toContain('house: deny in');
  expect(policy().providers).toHaveLength(1);
  expect(run('remove', 'house').exit).toBe(0);
  expect(policy().providers).toEqual([]);
  expect(fs.readdirSync(path.join(base, 'home/Library/Application Support/Silmaril/Providers'))).toEqual([]);
});

test('its allow counts for more only after a yes, and no longer when the file changes', () => {
  expect(run('add', 'house', '--may-allow', '--', checker)).toMatchObject({ exit: 2, err: expect.stringContaining('Nothing was changed') as string });
  expect(run('add', 'house', '--may-allow', '--yes', '--', checker).out).toContain('answers a question that is pending');
  const text = fs.readFileSync(path.join(base, 'home/Library/Application Support/Silmaril/policy.json'), 'utf8');
  answering('say allow ""; # another version');
  run('add', 'house', '--', checker);
  expect(run('list').out).toContain('no objection');
  // The confirmation of the old bytes, put beside the new ones, is worth nothing.
  const pin = (JSON.parse(text) as { providers: { mayAllow: string }[] }).providers[0]?.mayAllow;
  fs.writeFileSync(path.join(base, 'home/Library/Application Support/Silmaril/policy.json'), JSON.stringify({ providers: [{ ...policy().providers[0], mayAllow: pin }] }));
  expect(run('list').out).toContain('what you confirmed was for other files');
});

describe('a mistake is named, and nothing is written', () => {
  test.each<[string[], string]>([
    [['add'], 'Say a name'], [['add', 'house'], 'after two dashes'], [['add', 'house', '--', 'checker'], 'absolute path'], [['add', 'House', '--', '/bin/cat'], 'short name'],
    [['add', 'house', '--', '/nowhere/checker'], 'is not there'], [['add', 'house', '--', '/etc'], 'not a regular file'], [['add', 'house', '--timeout', 'soon', '--', '/bin/cat'], 'milliseconds'],
    [['add', 'house', '--tool', 'a b', '--', '/bin/cat'], 'tools'], [['remove', 'house'], 'No checker of that name'], [['test'], 'No checker is registered'], [['ad'], 'Did you mean "add"'],
  ])('%j', (args, words) => {
    expect(run(...args)).toMatchObject({ exit: 2, err: expect.stringContaining(words) as string });
    expect(fs.existsSync(path.join(base, 'home/Library/Application Support/Silmaril/policy.json'))).toBe(false);
  });

  test('a file that may not run, and a ninth', () => {
    fs.chmodSync(checker, 0o644);
    expect(run('add', 'house', '--', checker).err).toContain('may not be executed');
    fs.chmodSync(checker, 0o755);
    for (let i = 0; i < 8; i++) expect(run('add', `p${String(i)}`, '--', checker).exit).toBe(0);
    expect(run('add', 'p8', '--', checker).err).toContain('8 checkers already');
    expect(run('add', 'p7', '--', checker).exit).toBe(0);
  });

  test('one that fails is said to be taken for a question', () => {
    answering('exit 3');
    run('add', 'house', '--', checker);
    expect(run('test')).toMatchObject({ exit: 1, out: expect.stringContaining('could not be asked (exit: status 3)') as string });
  });
});

test('an agent can neither add nor remove one', async () => {
  expect(await refuseAgents([{ names: ['bash', '/bin/bash'], args: [] }, { names: ['claude', '/usr/local/bin/claude'], args: [] }])).toMatchObject({ ok: false, failure: { code: 'started-by-agent' } });
  expect(await refuseAgents([{ names: ['bash', '/bin/bash'], args: [] }])).toMatchObject({ ok: true });
  expect(await refuseAgents(null)).toMatchObject({ ok: false, failure: { code: 'ancestors-unknown' } });
});
