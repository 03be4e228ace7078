import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DEFAULT_POLICY } from '../policy/judge.ts';
import { fileSystemProbe } from './policy-probe.ts';
import { judgeCall } from './policy-scripts.ts';
import { temporaryHome, type TemporaryHome } from './testing/temporary-home.ts';

let home: TemporaryHome;
beforeEach(() => void (home = temporaryHome()));
afterEach(() => home.remove());

const put = (name: string, text: string): void => {
  fs.mkdirSync(path.dirname(path.join(home.work, name)), { recursive: true });
  fs.writeFileSync(path.join(home.work, name), text, { mode: 0o755 });
};
const rule = (command: string): string | null => judgeCall({ harness: 'claude-code', toolName: 'Bash', input: { command }, cwd: home.work, home: home.home }, DEFAULT_POLICY, fileSystemProbe).ruleId;

describe('a script on disk is looked into', () => {
  test.each([
    ['python', 'a.py', 'import shutil\nshutil.rmtree("/srv/other")\n', 'python3 a.py'],
    ['shell', 'a.sh', 'rm -rf /srv/other\n', 'sh a.sh'],
    ['shell, started by itself', 'a', '#!/bin/bash\nrm -rf /srv/other\n', './a'],
    ['without a first line', 'b', 'rm -rf /srv/other\n', './b'],
    ['node by its first line', 'c', '#!/usr/bin/env node\nrequire("fs").rmSync("/srv/other", { recursive: true })\n', './c --now'],
    ['node', 'd.cjs', 'const { unlinkSync } = require("node:fs");\nunlinkSync("/srv/other");\n', 'node d.cjs'],
    ['sourced', 'e.sh', 'rm /srv/other\n', '. ./e.sh'],
    ['below another folder', 'sub/f.sh', 'rm /srv/other\n', 'cd sub && bash f.sh'],
    ['behind a wrapper', 'g.sh', 'rm /srv/other\n', 'nohup timeout 5 sh g.sh'],
  ])('%s', (_what, file, text, command) => {
    put(file, text);
    expect(rule(command)).toBe('delete-outside');
  });

  test('and into those that it runs, without going round in circles', () => {
    put('a.sh', 'sh b.sh\n');
    put('b.sh', 'python3 c.py\nsh a.sh\n');
    put('c.py', 'import os\nos.remove("/srv/x")\n');
    expect(rule('sh a.sh')).toBe('delete-outside');
    put('c.py', 'print(1)\n');
    expect(rule('sh a.sh')).toBeNull();
  });

  test('secrets, the firewall and what starts by itself count', () => {
    put('a.py', `print(open("${home.home}/.ssh/id_rsa").read())\n`);
    put('b.py', `open("${home.home}/.claude/silmaril-firewall.json", "w").write("{}")\n`);
    put('c.sh', 'crontab jobs\n');
    expect([rule('python3 a.py'), rule('python3 b.py'), rule('sh c.sh')]).toEqual(['secret-read', 'firewall-files', 'persistence']);
  });
});

test.each([
  ['its own temporary files', 'a.sh', 'echo x > /tmp/build.log\nT=$(mktemp -d)\ntrap \'rm -rf "$T"\' EXIT\n', 'sh a.sh'],
  ["the project's .env", 'b.py', 'from pathlib import Path\nPath(".env").read_text()\n', 'python3 b.py'],
  ['a name of its own', 'c.sh', 'rm -rf "$OUT/build"\nrm -rf dist\n', './c.sh'],
  ['git', 'd.sh', 'git reset --hard\ngit clean -fdx\n', 'sh d.sh'],
  ['a bundle', 'e.js', `${'x();\n'.repeat(20_000)}require("fs").rmSync("/srv/other")`, 'node e.js'],
  ['a language that is not read', 'f.lua', 'os.remove("/srv/other")', 'frob f.lua'],
])('a project’s script may do what such scripts do: %s', (_what, file, text, command) => {
  put(file, text);
  expect(rule(command)).toBeNull();
});

test('a path that is no script is no trouble', () => {
  fs.mkdirSync(path.join(home.work, 'folder.py'));
  expect([rule('python3 missing.py'), rule('python3 folder.py'), rule('sh /dev/null')]).toEqual([null, null, null]);
});
