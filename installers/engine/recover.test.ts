// What a crash left and somebody else touched afterwards: nobody's bytes are overwritten.
import { appendFileSync, chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { applyPlan } from './apply.ts';
import { supportPaths } from './paths.ts';
import type { Plan } from './plan.ts';
import { readReceipt } from './receipts.ts';
import { recover, tidySupport, type RecoveryReport } from './recover.ts';
import { configurePlan, installPlan, makeHome, newSettings, oldSettings, otherConfig, placesIn, removeHome, secretText, uninstallPlan, type Places } from './testing/sample.ts';
import { treeOf } from './testing/tree.ts';

let home = '';
let at: Places;
beforeEach(() => {
  home = makeHome();
  at = placesIn(home);
});
afterEach(() => {
  removeHome(home);
});

class Crash extends Error {}

/** Stops dead at a point, as far as one process can: only the lock is given back (kill.test.ts kills for real). */
async function crash(plan: Plan, point: string): Promise<void> {
  const { locks, journal } = supportPaths(home);
  let saved: readonly (readonly [string, Buffer])[] = [];
  const faultAt = (now: string): void => {
    if (now !== point) return;
    saved = readdirSync(journal).map((name) => [path.join(journal, name), readFileSync(path.join(journal, name))]);
    throw new Crash();
  };
  await expect(applyPlan(plan, { home, faultAt })).rejects.toThrow(Crash);
  expect(saved).toHaveLength(1);
  expect(readdirSync(journal)).toHaveLength(1);
  expect(readdirSync(locks)).toEqual([]);
}

async function installed(): Promise<void> {
  const result = await applyPlan(installPlan(home), { home });
  if (!result.ok) throw new Error(result.failure.sentence);
}

async function recoverOne(): Promise<RecoveryReport> {
  const reports = await recover(home);
  const [report] = reports;
  if (!report || reports.length !== 1) throw new Error(`${String(reports.length)} reports`);
  return report;
}

const state = async () => {
  const read = await readReceipt(home, 'vscode');
  return read.state === 'read' ? read.receipt.state : read.state;
};
const journalOf = () => path.join(supportPaths(home).journal, readdirSync(supportPaths(home).journal)[0] ?? '');

describe('an interrupted install', () => {
  it('is undone, and a settings file that was changed before its step keeps the change', async () => {
    await crash(installPlan(home), 'step:2:noted');
    writeFileSync(at.target, 'theirs');
    expect(await recoverOne()).toMatchObject({ harness: 'vscode', purpose: 'install', outcome: 'undone', state: 'not-installed', left: [], failure: null });
    expect(readFileSync(at.settings, 'utf8')).toBe('theirs');
    expect([at.folder, at.config, supportPaths(home).root].map((place) => existsSync(place))).toEqual([false, false, false]);
  });

  it('is finished when its last step was done', async () => {
    await crash(installPlan(home), 'verified');
    expect(await recoverOne()).toMatchObject({ outcome: 'finished', state: 'installed', left: [] });
    expect(await state()).toBe('installed');
  });

  it.each(['step:3:acted', 'step:3:noted', 'step:4:noted'])('never leaves an entry without its launcher: settings changed after %s', async (point) => {
    await crash(installPlan(home), point);
    writeFileSync(at.target, `${newSettings}// theirs\n`);
    const report = await recoverOne();
    expect(report).toMatchObject({ outcome: 'finished', state: 'installed' });
    if (point === 'step:3:acted') expect(report.left).toMatchObject([{ code: 'changed', path: at.settings }]);
    expect(readFileSync(at.settings, 'utf8')).toBe(`${newSettings}// theirs\n`);
    expect([at.launcher, at.config].map((place) => existsSync(place))).toEqual([true, true]);
    expect(await state()).toBe('installed');
  });

  it('leaves a file of ours that somebody changed, says so, and undoes the rest', async () => {
    await crash(installPlan(home), 'step:2:noted');
    writeFileSync(at.launcher, 'theirs');
    const report = await recoverOne();
    expect(report).toMatchObject({ outcome: 'undone', state: 'not-installed' });
    expect(report.left.map(({ code, path: place }) => [code, place])).toEqual([['changed', at.launcher], ['kept', at.folder]]);
    expect(readFileSync(at.launcher, 'utf8')).toBe('theirs');
    expect(existsSync(at.config)).toBe(false);
  });

  it('is undone when somebody removed the folder of ours', async () => {
    await crash(installPlan(home), 'step:3:acted');
    rmSync(at.folder, { recursive: true });
    expect(await recoverOne()).toMatchObject({ outcome: 'undone', left: [] });
    expect(readFileSync(at.settings, 'utf8')).toBe(oldSettings);
  });

  it('is settled before the next plan is applied', async () => {
    await crash(installPlan(home), 'step:3:noted');
    const result = await applyPlan(installPlan(home), { home });
    expect(result).toMatchObject({ ok: true, value: { recovered: [{ outcome: 'undone' }] } });
  });

  it('does not mind a line that the crash cut short', async () => {
    await crash(installPlan(home), 'step:3:noted');
    appendFileSync(journalOf(), '\n{"done":4');
    expect(await recoverOne()).toMatchObject({ outcome: 'undone', left: [] });
    expect(readFileSync(at.settings, 'utf8')).toBe(oldSettings);
  });
});

describe('an interrupted uninstall', () => {
  it('is finished', async () => {
    const before = treeOf(home);
    await installed();
    await crash(uninstallPlan(home), 'step:0:noted');
    expect(await state()).toBe('uninstalling');
    expect(await recoverOne()).toMatchObject({ outcome: 'finished', state: 'not-installed', left: [] });
    expect(treeOf(home)).toEqual(before);
  });

  it('is finished although the settings were changed after their step', async () => {
    await installed();
    await crash(uninstallPlan(home), 'step:0:noted');
    writeFileSync(at.target, 'theirs');
    expect(await recoverOne()).toMatchObject({ outcome: 'finished', state: 'not-installed', left: [] });
    expect(readFileSync(at.settings, 'utf8')).toBe('theirs');
  });

  it('is undone when a settings file that still has the entry was changed', async () => {
    await installed();
    await crash(uninstallPlan(home), 'receipt-marked');
    writeFileSync(at.target, `${newSettings}// theirs\n`);
    expect(await recoverOne()).toMatchObject({ outcome: 'undone', state: 'installed' });
    expect(readFileSync(at.settings, 'utf8')).toBe(`${newSettings}// theirs\n`);
    expect(existsSync(at.launcher)).toBe(true);
    expect(await state()).toBe('installed');
  });

  it('is undone when somebody changed a file that was to go, and puts back what is gone', async () => {
    await installed();
    await crash(uninstallPlan(home), 'step:2:noted');
    writeFileSync(at.launcher, 'theirs');
    expect(await recoverOne()).toMatchObject({ outcome: 'undone', state: 'installed' });
    expect(readFileSync(at.launcher, 'utf8')).toBe('theirs');
    expect(readFileSync(at.config, 'utf8')).toBe(secretText);
    expect(readFileSync(at.settings, 'utf8')).toBe(newSettings);
    expect(await state()).toBe('installed');
  });
});

describe('an interrupted change', () => {
  it('is undone, the missing file included', async () => {
    await installed();
    await crash(configurePlan(home), 'step:0:acted');
    expect(readFileSync(at.config, 'utf8')).toBe(otherConfig);
    unlinkSync(at.config);
    expect(await recoverOne()).toMatchObject({ outcome: 'undone', state: 'installed', left: [] });
    expect(readFileSync(at.config, 'utf8')).toBe(secretText);
  });
});

describe('a journal that cannot be followed', () => {
  it.each([
    ['damaged', (file: string) => writeFileSync(file, '{"schemaVersion":1,', { mode: 0o600 }), 'journal-unreadable'],
    ['from a newer version', (file: string) => writeFileSync(file, '{"schemaVersion":2}\n', { mode: 0o600 }), 'journal-newer'],
    ['writable for others', (file: string) => chmodSync(file, 0o666), 'too-open'],
  ])('%s: is kept, blocks further changes, and touches nothing', async (_, spoil, code) => {
    await crash(installPlan(home), 'step:3:noted');
    spoil(journalOf());
    const before = treeOf(home);
    expect(await recoverOne()).toMatchObject({ outcome: 'failed', state: 'unknown', failure: { code } });
    expect(await applyPlan(uninstallPlan(home), { home })).toMatchObject({ ok: false, failure: { code } });
    expect(treeOf(home)).toEqual(before);
  });

  it('is tried again when the disk or the rights allow it', { timeout: 20_000 }, async () => {
    await crash(installPlan(home), 'step:3:noted');
    const { journal } = supportPaths(home);
    expect(readdirSync(journal)).toHaveLength(1);
    // A folder in place of the launcher: neither ours nor removable as a file.
    unlinkSync(at.launcher);
    mkdirSync(at.launcher);
    const report = await recoverOne();
    expect(report).toMatchObject({ outcome: 'undone', state: 'not-installed' });
    expect(report.left.map((failure) => failure.path)).toContain(at.launcher);
  });
});

describe('nothing to recover', () => {
  it('is an empty list, and makes nothing', async () => {
    const before = treeOf(home);
    expect(await recover(home)).toEqual([]);
    expect(await recover(path.join(home, 'no-such-home'))).toEqual([]);
    expect(await tidySupport(home)).toEqual({ ok: true, value: true });
    expect(treeOf(home)).toEqual(before);
    await installed();
    const after = treeOf(home);
    expect(await recover(home)).toEqual([]);
    expect(treeOf(home)).toEqual(after);
  });

  it('takes the folder away once its evidence is gone', async () => {
    const before = treeOf(home);
    await installed();
    const evidence = path.join(supportPaths(home).root, 'Evidence');
    mkdirSync(evidence);
    await applyPlan(uninstallPlan(home), { home });
    expect(readdirSync(supportPaths(home).root).sort()).toEqual(['.made-by-silmaril', 'Evidence']);
    expect(await tidySupport(home)).toEqual({ ok: true, value: false });
    rmSync(evidence, { recursive: true });
    expect(await tidySupport(home)).toEqual({ ok: true, value: true });
    expect(treeOf(home)).toEqual(before);
  });
});

describe('a support folder that was never put up', () => {
  const litter = (pid: number): string => {
    const frame = path.join(home, `.Library.silmaril-${String(pid)}-0123abcd`);
    mkdirSync(path.join(frame, 'Application Support', 'Silmaril', 'Locks'), { recursive: true });
    writeFileSync(path.join(frame, 'Application Support', 'Silmaril', '.made-by-silmaril.tmp'), '{');
    return frame;
  };

  it('is swept when its process is gone, or its number is another program\u2019s by now', async () => {
    const gone = litter(4_194_300);
    const reused = litter(process.pid);
    const minuteAgo = new Date(Date.now() - 61_000);
    utimesSync(reused, minuteAgo, minuteAgo);
    await recover(home);
    expect([gone, reused].map((place) => existsSync(place))).toEqual([false, false]);
  });

  it('is left alone while its process may be about to use it', async () => {
    const frame = litter(process.pid);
    await recover(home);
    expect(existsSync(frame)).toBe(true);
  });
});
