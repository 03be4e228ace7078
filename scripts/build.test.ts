import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

const root = path.dirname(import.meta.dirname);
const bundles = ['vscode', 'claude-code'].map((harness) => `hooks/${harness}/dist/${harness}-hook.js`);
const build = (...args: string[]) => spawnSync(process.execPath, ['scripts/build.mjs', ...args], { cwd: root, encoding: 'utf8' });

describe('the committed hook bundles', () => {
  test('are what a rebuild makes: a harness runs them as they stand', () => {
    const run = build('--check');
    expect(run.stderr).toBe('');
    expect(run.status).toBe(0);
  });

  const requiredBy = (text: string): string[] => [...text.matchAll(/\brequire\("([^"]+)"\)|\("([\w-]+\.js)",require,__dirname\)/g)].map((found) => found[1] ?? found[2] ?? '');

  test.each([['embedded-classifier.js', []], ['policy-engine.js', ['providers.js']], ['providers.js', []]] as const)('have the same %s beside them, which needs nothing but Node.js and its own parts', (part, parts) => {
    const texts = bundles.map((file) => fs.readFileSync(path.join(root, path.dirname(file), part), 'utf8'));
    expect(texts[0]).toBe(texts[1]);
    expect(requiredBy(texts[0] ?? '').filter((name) => !name.startsWith('node:'))).toEqual(parts);
    expect(texts[0]).not.toMatch(/\bimport\(["'`]/);
    expect(texts[0]).not.toContain(root);
  });

  test.each(bundles)('%s has at most 200 KB, and needs nothing but Node.js and its parts', (file) => {
    const text = fs.readFileSync(path.join(root, file), 'utf8');
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(200_000);
    expect(requiredBy(text).filter((name) => !name.startsWith('node:')).sort()).toEqual(['embedded-classifier.js', 'policy-engine.js']);
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
