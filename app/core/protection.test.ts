import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfiguration } from './configuration.ts';
import { Protection, type InstallWish } from './protection.ts';
import { smallHarness, someNode } from './testing/small-harness.ts';
import { filesHolding, snapshot, temporaryMachine } from './testing/temporary-machine.ts';

let machine: ReturnType<typeof temporaryMachine>;
let protection: Protection;
beforeEach(() => {
  machine = temporaryMachine();
  fs.writeFileSync(path.join(machine.home, 'mine.txt'), 'mine');
  protection = new Protection(machine, '/nowhere', [smallHarness('vscode'), smallHarness('claude-code')], someNode);
});
afterEach(() => { machine.remove(); });

const wish = (changes: Partial<InstallWish> = {}): InstallWish => ({ mode: null, classifier: null, userDataDirs: [], ...changes });

async function install(changes: Partial<InstallWish> = {}) {
  const changed = await protection.apply(await protection.planInstall('vscode', wish(changes)));
  if (!changed.result.ok) throw new Error(changed.result.failure.sentence);
  return changed.result.value;
}

async function configuration() {
  const receipt = await protection.receipt('vscode');
  if (!receipt.ok || !receipt.value) throw new Error('not installed');
  return readConfiguration(receipt.value);
}

describe('install', () => {
  it('starts in shadow with the embedded classifier', async () => {
    await install();
    expect(await configuration()).toMatchObject({ state: 'valid', mode: 'shadow', classifier: 'embedded' });
  });
  it('keeps mode, classifier and key of before when it is told nothing', async () => {
    await install({ mode: 'block', classifier: { kind: 'remote', apiUrl: 'https://example.com/classify', apiKey: 'canary-key' } });
    expect((await install()).changed).toBe(false);
    expect(await configuration()).toMatchObject({ mode: 'block', classifier: 'remote', apiUrl: 'https://example.com/classify', hasKey: true });
    await install({ mode: 'warn' });
    expect(await configuration()).toMatchObject({ mode: 'warn', classifier: 'remote', hasKey: true });
  });
  it('leaves the key in the private configuration alone', async () => {
    await install({ classifier: { kind: 'remote', apiUrl: 'https://example.com/classify', apiKey: 'canary-key' } });
    expect(filesHolding(machine.home, 'canary-key')).toEqual(['.small-vscode/config.json']);
    expect(JSON.stringify(await configuration())).not.toContain('canary-key');
  });
  it('writes nothing for a plan', async () => {
    const before = snapshot(machine.home);
    await protection.planInstall('vscode', wish());
    await protection.planUninstall('vscode');
    expect(snapshot(machine.home)).toEqual(before);
  });
  it('replaces a receipt that cannot be read, and says so of it before', async () => {
    await install({ mode: 'block' });
    const receipt = path.join(machine.home, 'Library/Application Support/Silmaril/Receipts/vscode.json');
    fs.writeFileSync(receipt, '{');
    expect(await protection.receipt('vscode')).toMatchObject({ ok: false, failure: { code: 'receipt-invalid' } });
    expect((await protection.installed()).map(({ id }) => id)).toEqual(['vscode']);
    await install();
    expect(await protection.receipt('vscode')).toMatchObject({ ok: true, value: { state: 'installed' } });
  });
});

it('uninstalls to the home of before', async () => {
  const before = snapshot(machine.home);
  await install();
  const changed = await protection.apply(await protection.planUninstall('vscode'));
  expect(changed.result).toMatchObject({ ok: true });
  expect(snapshot(machine.home)).toEqual(before);
  expect(await protection.installed()).toEqual([]);
});

it('repairs what was deleted, and refuses where nothing is installed', async () => {
  await install({ mode: 'block' });
  fs.rmSync(path.join(machine.home, '.small-vscode/run.sh'));
  const changed = await protection.apply(await protection.planRepair('vscode'));
  expect(changed.result).toMatchObject({ ok: true, value: { changed: true } });
  expect(fs.existsSync(path.join(machine.home, '.small-vscode/run.sh'))).toBe(true);
  expect((await protection.planRepair('claude-code')).plan).toMatchObject({ ok: false, failure: { code: 'not-installed' } });
});
