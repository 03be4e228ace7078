// The plugin's own suite, which needs nothing but a Python.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const folder = fileURLToPath(new URL('.', import.meta.url));
const run = (...args: string[]) => spawnSync('python3', ['-B', ...args], { cwd: folder, encoding: 'utf8', timeout: 240_000 });
const available = run('-c', 'import sys; sys.exit(sys.version_info < (3, 9))').status === 0;

test.skipIf(!available)('the Python suite passes (skipped: no python3 of 3.9 or newer on this machine)', { timeout: 300_000 }, () => {
  const suite = run('-m', 'unittest', 'discover', '-s', 'tests', '-p', 'test_*.py');
  expect(suite.stderr).toMatch(/Ran [7-9]\d tests[\s\S]*\nOK\n$/);
});
