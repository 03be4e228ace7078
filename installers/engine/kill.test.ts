// kill -9 at every point of install, uninstall, change and of the recovery itself; afterwards the home
// is installed or not installed, byte for byte, and nothing else.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applyPlan } from './apply.ts';
import { readReceipt } from './receipts.ts';
import { recover } from './recover.ts';
import { bundleDriver } from './testing/bundle.ts';
import { configurePlan, installPlan, makeHome, newSettings, oldSettings, placesIn, removeHome, uninstallPlan } from './testing/sample.ts';
import { treeOf } from './testing/tree.ts';

type Op = 'install' | 'uninstall' | 'configure' | 'recover';

let folder = '';
let driver = '';

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'silmaril-driver-'));
  driver = bundleDriver('driver', folder);
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

/** The two ends: trees without the support folder's own state. */
async function endsOf({ start, plan }: (typeof cases)[number]): Promise<{ readonly before: readonly string[]; readonly after: readonly string[] }> {
  const twin = makeHome();
  try {
    await applied(twin, ...start);
    const before = outside(twin);
    await applied(twin, plan);
    return { before, after: outside(twin) };
  } finally {
    removeHome(twin);
  }
}

/** A home in the starting state, for one kill. */
async function inHome(start: (typeof cases)[number]['start'], use: (home: string) => Promise<void>): Promise<void> {
  const home = makeHome();
  try {
    await applied(home, ...start);
    await use(home);
  } finally {
    removeHome(home);
  }
}

describe.each(cases)('$op, killed', (one) => {
  const { op, start, receipts } = one;

  it('at every point, then recovered by a new process', { timeout: 300_000 }, async () => {
    const { before, after } = await endsOf(one);
    let points: readonly string[] = [];
    await inHome(start, async (home) => {
      points = drive(op, home).points;
      expect(outside(home)).toEqual(after);
    });
    // Each step has four points at least, and so have the frame and the receipt around them.
    expect(points.length).toBeGreaterThan(10);
    const ways: string[] = [];
    for (const killAt of points.keys()) {
      await inHome(start, async (home) => {
        expect(drive(op, home, killAt).killed, points[killAt]).toBe(true);
        drive('recover', home);
        ways.push(await expectEither(home, before, after, receipts));
        expect(await recover(home), 'a second recovery has nothing to do').toEqual([]);
      });
    }
    // Both ends must have been seen, or the kills did not reach where they should.
    expect(new Set(ways)).toEqual(new Set(['before', 'after']));
  });

  it('and the recovery killed as well, at every point of its own', { timeout: 300_000 }, async () => {
    const { before, after } = await endsOf(one);
    let recoveries = 0;
    let points = 0;
    await inHome(start, (home) => Promise.resolve(void (points = drive(op, home).points.length)));
    for (const killAt of [Math.floor(points / 3), Math.floor((points * 2) / 3)]) {
      for (let second = 0; second < 60; second++) {
        let more = true;
        await inHome(start, async (home) => {
          expect(drive(op, home, killAt).killed).toBe(true);
          more = drive('recover', home, second).killed;
          if (more) recoveries++;
          expect((await recover(home)).filter(({ outcome, left }) => outcome === 'failed' || left.length > 0)).toEqual([]);
          await expectEither(home, before, after, receipts);
        });
        if (!more) break;
      }
    }
    expect(recoveries).toBeGreaterThan(5);
  });
});
