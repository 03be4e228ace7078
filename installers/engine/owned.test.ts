import { chmodSync, chownSync, existsSync, mkdirSync, rmSync, statSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { applyPlan } from './apply.ts';
import { overall } from './health.ts';
import { missingFolders, planOwned, planOwnedRemoval, type Wanted } from './owned.ts';
import { checkOwned } from './owned-health.ts';
import { supportPaths } from './paths.ts';
import type { Receipt } from './receipt.ts';
import { readReceipt } from './receipts.ts';
import { content, installPlan, makeHome, ownerOf, placesIn, removeHome, secretText, type Places } from './testing/sample.ts';
import { treeOf } from './testing/tree.ts';

let home = '';
let at: Places;
let receipt: Receipt;
beforeEach(async () => {
  home = makeHome();
  at = placesIn(home);
  const node = path.join(home, 'node');
  writeFileSync(node, '', { mode: 0o755 });
  const plan = installPlan(home);
  const applied = await applyPlan({ ...plan, receipt: plan.receipt && { ...plan.receipt, node: { real: node, alias: null, version: '22.1.0' } } }, { home });
  if (!applied.ok || !applied.value.receipt) throw new Error('not installed');
  receipt = applied.value.receipt;
});
afterEach(() => {
  removeHome(home);
});

const check = (changed: Partial<Receipt> = {}) => checkOwned({ ...receipt, ...changed }, { home, owner: ownerOf(home) });
const wanted = (): readonly Wanted[] => [
  { path: at.folder, kind: 'folder', mode: 0o755, why: 'folder' },
  { path: at.launcher, kind: 'file', mode: 0o755, content: content('#!/bin/sh\necho "{}"\n'), why: 'launcher' },
  { path: at.config, kind: 'file', mode: 0o600, content: content(secretText, true), why: 'configuration' },
];

const damages: readonly (readonly [string, string, () => void])[] = [
  ['a missing file', 'file-missing', () => { unlinkSync(at.launcher); }],
  ['a missing folder', 'file-missing', () => { rmSync(at.folder, { recursive: true }); }],
  ['a changed public file', 'file-changed', () => { writeFileSync(at.launcher, '#!/bin/sh\nevil\n'); }],
  ['a changed secret file', 'file-changed', () => { writeFileSync(at.config, '{}'); }],
  ['a mode that is too open', 'file-mode', () => { chmodSync(at.config, 0o644); }],
  ['a folder that is too open', 'file-mode', () => { chmodSync(at.folder, 0o777); }],
];

describe('health of what is ours', () => {
  it('is ok as installed', async () => {
    const checks = await check();
    expect(checks.map(({ code }) => code)).toEqual(['files-ok', 'node-ok']);
    expect(overall(checks)).toBe('ok');
  });

  it.each(damages)('sees %s, and the repair makes it good', async (_, code, damage) => {
    const before = treeOf(home);
    damage();
    const checks = await check();
    expect(checks.map((one) => one.code)).toContain(code);
    expect(overall(checks)).toBe('problem');
    expect(checks.find((one) => one.code === code)?.sentence).toContain('Run "silmaril repair vscode".');
    const steps = await planOwned(wanted(), ownerOf(home));
    if (!steps.ok) throw new Error(steps.failure.sentence);
    const repaired = await applyPlan({ harness: 'vscode', purpose: 'repair', owner: ownerOf(home), steps: steps.value, receipt: { ...receipt }, notes: [] }, { home });
    expect(repaired.ok ? '' : repaired.failure.sentence).toBe('');
    expect(treeOf(home, ['Library/Application Support/Silmaril/Receipts/vscode.json'])).toEqual(before.filter((line) => !line.includes('vscode.json')));
    expect(overall(await check())).toBe('ok');
    expect(await planOwned(wanted(), ownerOf(home))).toEqual({ ok: true, value: [] });
  });

  it('sees a link in place of a file, which a repair refuses to follow', async () => {
    unlinkSync(at.launcher);
    symlinkSync('/bin/true', at.launcher);
    expect((await check()).map(({ code }) => code)).toContain('file-replaced');
    expect(await planOwned(wanted(), ownerOf(home))).toMatchObject({ ok: false, failure: { code: 'linked', path: at.launcher } });
  });

  it('does not know what it cannot check', async () => {
    unlinkSync(supportPaths(home).key);
    const checks = await check();
    expect(checks).toContainEqual(expect.objectContaining({ code: 'file-unchecked', status: 'unknown', subject: at.config }));
    expect(overall(checks)).toBe('unknown');
  });

  it('names an uninstall that was not ended', async () => {
    expect(await check({ state: 'uninstalling' })).toContainEqual(expect.objectContaining({ code: 'uninstall-unfinished', status: 'problem' }));
  });

  it.each([
    ['gone', 'node-gone', (node: string) => { unlinkSync(node); }],
    ['a link', 'node-not-accepted', (node: string) => { unlinkSync(node); symlinkSync('/bin/true', node); }],
    ['a folder', 'node-not-accepted', (node: string) => { unlinkSync(node); mkdirSync(node); }],
    ['writable for the group', 'node-not-accepted', (node: string) => { chmodSync(node, 0o775); }],
  ])('sees a Node.js that is %s', async (_, code, damage) => {
    damage(receipt.node?.real ?? '');
    expect(await check()).toContainEqual(expect.objectContaining({ code, status: 'problem', fix: 'silmaril repair vscode' }));
  });

  it.runIf(process.getuid?.() === 0)('sees a foreign owner (needs root to make one)', async () => {
    chownSync(at.launcher, 65534, 65534);
    chownSync(receipt.node?.real ?? '', 65534, 65534);
    expect((await check()).map(({ code }) => code)).toEqual(['file-owner', 'node-not-accepted']);
    const steps = await planOwned(wanted(), ownerOf(home));
    expect(steps).toMatchObject({ ok: true, value: [{ kind: 'replace', path: at.launcher }] });
  });
});

describe('planning folders and removals', () => {
  it('lists the missing parents from the outside in, and stops at the home', async () => {
    const steps = await missingFolders(path.join(home, 'a', 'b', 'c', 'file'), home, 0o700, 'parent');
    expect(steps.ok && steps.value.map((step) => step.path)).toEqual([path.join(home, 'a'), path.join(home, 'a', 'b'), path.join(home, 'a', 'b', 'c')]);
    expect(await missingFolders(path.join(home, '.tool', 'x'), home, 0o700, '')).toEqual({ ok: true, value: [] });
  });

  it('removes what is there as it is now, and leaves what is not ours any more', async () => {
    writeFileSync(at.launcher, 'changed since');
    unlinkSync(at.config);
    symlinkSync('/etc/passwd', at.config);
    const removal = await planOwnedRemoval(receipt, 'gone');
    if (!removal.ok) throw new Error(removal.failure.sentence);
    expect(removal.value.left).toEqual([at.config]);
    expect(removal.value.steps.map(({ kind, path: place }) => [kind, place])).toEqual([['remove', at.launcher], ['rmdir', at.folder]]);
    const applied = await applyPlan({ harness: 'vscode', purpose: 'uninstall', owner: ownerOf(home), steps: removal.value.steps, receipt: null, notes: [] }, { home });
    expect(applied.ok).toBe(true);
    expect(existsSync(at.folder)).toBe(false);
  });
});

describe('receipts', () => {
  const file = () => path.join(supportPaths(home).receipts, 'vscode.json');
  it.each([
    ['is not JSON', () => { writeFileSync(file(), '{'); }, 'receipt-invalid'],
    ['has another shape', () => { writeFileSync(file(), JSON.stringify({ ...receipt, owned: [{ path: 'relative', kind: 'file', mode: 1, secret: false }] })); }, 'receipt-invalid'],
    ['is another harness\'s', () => { writeFileSync(file(), JSON.stringify({ ...receipt, harness: 'hermes' })); }, 'receipt-invalid'],
    ['is from a newer version', () => { writeFileSync(file(), '{"schemaVersion":2}'); }, 'receipt-newer'],
    ['can be read by others', () => { chmodSync(file(), 0o644); }, 'too-open'],
    ['is a link', () => { unlinkSync(file()); symlinkSync('/etc/passwd', file()); }, 'not-a-file'],
  ])('that %s is unreadable, not absent', async (_, spoil, code) => {
    spoil();
    expect(await readReceipt(home, 'vscode')).toMatchObject({ state: 'unreadable', failure: { code, path: file() } });
  });
  it('holds a keyed digest for the secret file and a plain one for the public file', () => {
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    expect(receipt.digests[at.config]).toMatch(/^[0-9a-f]{64}$/);
    expect(receipt.digests[at.launcher]).toMatch(/^sha256:[0-9a-f]{64}$/);
  });
});
