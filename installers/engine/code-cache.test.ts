// The code caches as an installer makes them, used by real hooks on the Node.js of the tests.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { node22, root } from '../../hooks/core/testing/run-bundle.ts';
import { temporaryHome, type TemporaryHome } from '../../hooks/core/testing/temporary-home.ts';
import { codeCaches, type PartFile } from './code-cache.ts';

const source = path.join(root, 'hooks/claude-code');
const parts: PartFile[] = fs.readdirSync(path.join(source, 'dist')).map((name) => ({ relative: `dist/${name}`, bytes: fs.readFileSync(path.join(source, 'dist', name)) }));

let node: { readonly real: string; readonly version: string };
let made: readonly PartFile[];
let home: TemporaryHome;
let installed: string;
beforeAll(async () => {
  const real = node22();
  node = { real, version: spawnSync(real, ['--version'], { encoding: 'utf8' }).stdout.trim().slice(1) };
  made = await codeCaches(parts, source, '/nowhere', node, null);
});
beforeEach(() => {
  home = temporaryHome();
  installed = home.at('.claude/silmaril-firewall/dist');
  fs.mkdirSync(installed, { recursive: true });
  for (const { relative, bytes } of [...parts, ...made]) fs.writeFileSync(path.join(installed, path.basename(relative)), bytes);
  home.put('.claude/silmaril-firewall.json', { schemaVersion: 1, mode: 'block', classifier: 'embedded', localPolicy: 'follow' });
});
afterEach(() => home.remove());

interface Ran {
  readonly status: number | null;
  readonly out: string;
}
function hook(command: string): Ran {
  const input = JSON.stringify({ hook_event_name: 'PreToolUse', session_id: 's', prompt_id: 'p', permission_mode: 'default', cwd: home.work, tool_name: 'Bash', tool_input: { command }, tool_use_id: 't' });
  const done = spawnSync(node.real, [path.join(installed, 'claude-code-hook.js'), 'PreToolUse'], { env: { HOME: home.home }, cwd: home.home, input, encoding: 'utf8' });
  return { status: done.status, out: done.stdout };
}
const commands = ['npm test', 'sudo ls', `rm -rf ../elsewhere`, 'git status && ls'];

test('there is one for the policy engine and one for the classifier, and answers are the same with and without', () => {
  expect(made.map(({ relative }) => relative).sort()).toEqual(['dist/embedded-classifier.js.cache', 'dist/policy-engine.js.cache']);
  const withCache = commands.map(hook);
  expect(withCache.map(({ status }) => status)).toEqual([0, 0, 0, 0]);
  expect(withCache.filter(({ out }) => out.includes('deny'))).toHaveLength(2);
  for (const { relative } of made) fs.rmSync(path.join(installed, path.basename(relative)));
  expect(commands.map(hook)).toEqual(withCache);
});

test('V8 takes what was made', () => {
  const trace = spawnSync(node.real, ['-e', `
    const vm = require('node:vm'), fs = require('node:fs');
    const file = fs.readFileSync(process.argv[1]);
    const end = file.indexOf(10), head = JSON.parse(file.subarray(0, end));
    const source = file.subarray(end + 1, end + 1 + head.source), data = file.subarray(end + 1 + head.source, end + 1 + head.source + head.data);
    const script = new vm.Script('(function (exports, require, module, __filename, __dirname) { ' + source.toString('latin1') + '\\n});', { cachedData: data });
    console.log(script.cachedDataRejected);`, path.join(installed, 'policy-engine.js.cache')], { encoding: 'utf8' });
  expect(trace.stdout.trim()).toBe('false');
});

describe('damage', () => {
  test.each([0, 40, 1_000, 200_000, 450_000, 800_000, 1_200_000])('a wrong byte at %i changes no answer and counts no failure', (at) => {
    const file = path.join(installed, 'policy-engine.js.cache');
    const bytes = fs.readFileSync(file);
    bytes[at] = (bytes[at] ?? 0) ^ 0x5a;
    fs.writeFileSync(file, bytes);
    expect(hook('sudo ls').out).toContain('deny');
    expect(home.failures('claude-code')).toEqual([]);
  });
});

test('what the receipt vouches for is kept, so that a second run plans nothing; what it does not is made anew', async () => {
  const target = path.dirname(installed);
  const digest = (bytes: Uint8Array): string => `sha256:${spawnSync('sha256sum', { input: bytes, encoding: 'utf8' }).stdout.slice(0, 64)}`;
  const digests = Object.fromEntries(made.map(({ relative, bytes }) => [path.join(target, relative), digest(bytes)]));
  const again = await codeCaches(parts, source, target, node, { digests } as never);
  expect(again.map(({ bytes }) => Buffer.from(bytes))).toEqual(made.map(({ bytes }) => Buffer.from(bytes)));
  fs.appendFileSync(path.join(installed, 'policy-engine.js.cache'), 'x');
  const mended = await codeCaches(parts, source, target, node, { digests } as never);
  expect(mended.map(({ bytes }) => bytes.length > 100_000)).toEqual([true, true]);
});

test('where no Node.js can make one there is none', async () => {
  for (const real of ['/nonexistent/node', '/bin/false', '/bin/true', '/bin/cat']) expect(await codeCaches(parts, source, '/nowhere', { real, version: '22.0.0' }, null)).toEqual([]);
});
