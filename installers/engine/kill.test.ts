// kill -9 at every point of install, uninstall, change and of the recovery itself; afterwards the home
// is installed or not installed, byte for byte, and nothing else.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applyPlan } from './apply.ts';
import { readReceipt } from './receipts.ts';
import { configurePlan, installPlan, makeHome, newSettings, oldSettings, placesIn, removeHome, uninstallPlan } from './testing/sample.ts';
import { treeOf } from './testing/tree.ts';

type Op = 'install' | 'uninstall' | 'configure' | 'recover';

let folder = '';
let driver = '';

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'silmaril-driver-'));
  driver = path.join(folder, 'driver.mjs');
  await build({ entryPoints: [path.join(import.meta.dirname, 'testing/driver.ts')], bundle: true, platform: 'node', format: 'esm', outfile: driver, logLevel: 'error' });
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

function drive(op: Op, home: string, killAt = -1): { readonly killed: boolean; readonly points: readonly string[]; readonly stderr: string } {
  const order = path.join(folder, 'order.json');
  writeFileSync(order, JSON.stringify({ op, home, killAt }));
  const { signal, status, stdout, stderr } = spawnSync(process.execPath, [driver, order], { encoding: 'utf8', env: {}, timeout: 20_000 });
  if (signal === null && status !== 0) throw new Error(`driver failed: ${stderr}`);
  return { killed: signal === 'SIGKILL', points: stdout.split('\n').filter(Boolean), stderr };
}

/** Outside the support folder's own state, which holds times and random ids. */
function outside(home: string): readonly string[] {
  return treeOf(home, ['Library/Application Support/Silmaril']);
}

async function applied(home: string, ...plans: readonly ((home: string) => Parameters<typeof applyPlan>[0])[]): Promise<void> {
  for (const plan of plans) {
    const result = await applyPlan(plan(home), { home });
    if (!result.ok) throw new Error(result.failure.sentence);
  }
}

async function expectEither(home: string, before: readonly string[], after: readonly string[], receipts: { before: string; after: string }): Promise<'before' | 'after'> {
  const now = outside(home);
  const way = JSON.stringify(now) === JSON.stringify(after) ? 'after' : 'before';
  expect(now).toEqual(way === 'after' ? after : before);
  const read = await readReceipt(home, 'vscode');
  expect(read.state === 'read' ? read.receipt.state : read.state).toBe(receipts[way]);
  expect([oldSettings, newSettings]).toContain(readFileSync(placesIn(home).settings, 'utf8'));
  expect(treeOf(home).filter((line) => /silmaril-[0-9a-f]+-|\.pending|jsonl|\.tmp/.test(line))).toEqual([]);
  return way;
}

const cases = [
  { op: 'install', start: [], plan: installPlan, receipts: { before: 'absent', after: 'installed' } },
  { op: 'uninstall', start: [installPlan], plan: uninstallPlan, receipts: { before: 'installed', after: 'absent' } },
  { op: 'configure', start: [installPlan], plan: configurePlan, receipts: { before: 'installed', after: 'installed' } },
] as const;

describe.each(cases)('$op, killed', ({ op, start, plan, receipts }) => {
  it('at every point, then recovered by a new process', { timeout: 300_000 }, async () => {
    const ways: string[] = [];
    let points: readonly string[] = [];
    for (let killAt = 0; killAt === 0 || killAt < points.length; killAt++) {
      const home = makeHome();
      try {
        await applied(home, ...start);
        const before = outside(home);
        if (killAt === 0) {
          points = drive(op, home).points;
          expect(points.length).toBeGreaterThan(10);
          removeHome(home);
          continue;
        }
        expect(drive(op, home, killAt - 1).killed).toBe(true);
        drive('recover', home);
        const twin = makeHome();
        await applied(twin, ...start, plan);
        const after = outside(twin);
        removeHome(twin);
        ways.push(await expectEither(home, before, after, receipts));
        expect(drive('recover', home).points).toEqual([]);
      } finally {
        removeHome(home);
      }
    }
    // Both ends must have been seen, or the kills did not reach where they should.
    expect(new Set(ways)).toEqual(new Set(['before', 'after']));
  });
});
