import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

const root = path.dirname(import.meta.dirname);
const bundles = ['hooks/vscode/dist/vscode-hook.js', 'hooks/claude-code/dist/claude-code-hook.js'];
const build = (...args: string[]) => spawnSync(process.execPath, ['scripts/build.mjs', ...args], { cwd: root, encoding: 'utf8' });

describe('the committed hook bundles', () => {
  test('are what a rebuild makes: a harness runs them as they stand', () => {
    const run = build('--check');
    expect(run.stderr).toBe('');
    expect(run.status).toBe(0);
  });

  test.each(bundles)('%s has at most 200 KB, and needs nothing but Node.js', (file) => {
    const text = fs.readFileSync(path.join(root, file), 'utf8');
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(200_000);
    const required = [...text.matchAll(/\brequire\("([^"]+)"\)/g)].map(([, name]) => name);
    expect(required.filter((name) => !name?.startsWith('node:'))).toEqual([]);
    expect(text).not.toMatch(/sourceMappingURL|\bimport\(/);
    // The same bytes on every machine.
    expect(text).not.toContain(root);
  });
});

test('an unknown argument is named', () => {
  const run = build('--chekc');
  expect(run.status).toBe(2);
  expect(run.stderr).toContain('--chekc');
});
