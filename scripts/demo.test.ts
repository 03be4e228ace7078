import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const demo = path.join(path.dirname(fileURLToPath(import.meta.url)), 'demo.mjs');

it('shows the whole way on throw-away homes, leaves nothing behind, and touches no other home', () => {
  const base = fs.mkdtempSync(path.join(os.tmpdir(), 'silmaril-demo-test-'));
  const home = path.join(base, 'home');
  const temporary = path.join(base, 'tmp');
  for (const folder of [home, temporary]) fs.mkdirSync(folder);
  try {
    const run = spawnSync(process.execPath, [demo], { env: { PATH: process.env['PATH'], HOME: home, TMPDIR: temporary }, encoding: 'utf8' });
    expect(run.stdout).not.toContain('NOT AS EXPECTED');
    expect(run.stdout.match(/ as expected: /g)?.length).toBe(20);
    expect(run.stdout).toContain('no VS Code and no Claude Code is run');
    expect(run.status).toBe(0);
    expect(fs.readdirSync(home)).toEqual([]);
    expect(fs.readdirSync(temporary)).toEqual([]);
  } finally {
    fs.rmSync(base, { recursive: true, force: true });
  }
}, 180_000);
