import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { HarnessInstaller } from '../../installers/engine/harness-installer.ts';
import { readConfiguration } from './configuration.ts';
import { finishModeChange, modeNotePath, setMode } from './mode-change.ts';
import { Protection } from './protection.ts';
import { smallHarness, someNode } from './testing/small-harness.ts';
import { temporaryMachine } from './testing/temporary-machine.ts';

let machine: ReturnType<typeof temporaryMachine>;
let protection: Protection;
beforeEach(async () => {
  machine = temporaryMachine();
  protection = new Protection(machine, '/nowhere', [smallHarness('vscode'), smallHarness('claude-code')], someNode);
  for (const id of ['vscode', 'claude-code'] as const) await protection.apply(await protection.planInstall(id, { mode: 'shadow', classifier: null, userDataDirs: [] }));
});
afterEach(() => { machine.remove(); });

const both = ['vscode', 'claude-code'] as const;

async function modes(): Promise<(string | null)[]> {
  const found: (string | null)[] = [];
  for (const id of both) {
    const receipt = await protection.receipt(id);
    const configuration = receipt.ok && receipt.value ? readConfiguration(receipt.value) : null;
    found.push(configuration?.state === 'valid' ? configuration.mode : (configuration?.state ?? null));
  }
  return found;
}

it('changes all, reports each, and leaves no note', async () => {
  const reports = await setMode(protection, both, 'block');
  expect(reports.map((r) => [r.harness, r.outcome, r.mode])).toEqual([['vscode', 'set', 'block'], ['claude-code', 'set', 'block']]);
  expect(reports[0]?.notes).toEqual(['Running sessions must be restarted.']);
  expect(await modes()).toEqual(['block', 'block']);
  expect(fs.existsSync(modeNotePath(machine.home))).toBe(false);
  expect((await setMode(protection, both, 'block')).map((r) => r.outcome)).toEqual(['same', 'same']);
});

it('changes one of them when asked for one', async () => {
  await setMode(protection, ['claude-code'], 'warn');
  expect(await modes()).toEqual(['shadow', 'warn']);
});

it('changes none when one cannot be planned', async () => {
  fs.rmSync(path.join(machine.home, '.small-claude-code/config.json'));
  const reports = await setMode(protection, both, 'block');
  expect(reports.map((r) => r.outcome)).toEqual(['not-tried', 'failed']);
  expect(reports[1]?.failure?.sentence).toContain('config.json is missing');
  expect(await modes()).toEqual(['shadow', 'missing']);
});

it('puts the first back when the second cannot be changed any more', async () => {
  // The second one's file is changed between its plan and its turn, as an editor might.
  const second = smallHarness('claude-code');
  const config = path.join(machine.home, '.small-claude-code/config.json');
  const disturbed: HarnessInstaller = {
    ...second,
    planMode: async (...args) => {
      const plan = await second.planMode(...args);
      fs.appendFileSync(config, ' ');
      return plan;
    },
  };
  protection = new Protection(machine, '/nowhere', [smallHarness('vscode'), disturbed], someNode);
  const reports = await setMode(protection, both, 'block');
  expect(reports.map((r) => [r.outcome, r.mode])).toEqual([['undone', 'shadow'], ['failed', 'shadow']]);
  expect(reports[1]?.failure?.code).toBe('changed');
  expect(await modes()).toEqual(['shadow', 'shadow']);
  expect(fs.existsSync(modeNotePath(machine.home))).toBe(false);
});

describe('a kill between two harnesses', () => {
  const note = (changes: Record<string, unknown> = {}) => {
    const by = { pid: 2 ** 22 - 1, start: '1', boot: '', namespace: fs.existsSync('/proc/self/ns/pid') ? fs.readlinkSync('/proc/self/ns/pid') : '' };
    fs.writeFileSync(modeNotePath(machine.home), JSON.stringify({ schemaVersion: 1, to: 'block', before: { vscode: 'shadow', 'claude-code': 'shadow' }, by, ...changes }), { mode: 0o600 });
  };
  it('is finished at the next start', async () => {
    await setMode(protection, ['vscode'], 'block');
    note();
    const reports = await finishModeChange(protection);
    expect(reports.map((r) => [r.harness, r.outcome])).toEqual([['vscode', 'same'], ['claude-code', 'set']]);
    expect(await modes()).toEqual(['block', 'block']);
    expect(fs.existsSync(modeNotePath(machine.home))).toBe(false);
    expect(await finishModeChange(protection)).toEqual([]);
  });
  it('does not meddle with a change whose process still runs', async () => {
    note({ by: { pid: process.pid, start: '', boot: '', namespace: fs.existsSync('/proc/self/ns/pid') ? fs.readlinkSync('/proc/self/ns/pid') : '' } });
    expect(await finishModeChange(protection)).toEqual([]);
    expect(await modes()).toEqual(['shadow', 'shadow']);
    expect(fs.existsSync(modeNotePath(machine.home))).toBe(true);
  });
  it.each([['not JSON', '{'], ['another shape', '{"to":"block"}'], ['an unknown mode', JSON.stringify({ schemaVersion: 1, to: 'allow', before: {} })]])('drops a note that is %s', async (_name, text) => {
    fs.writeFileSync(modeNotePath(machine.home), text, { mode: 0o600 });
    expect(await finishModeChange(protection)).toEqual([]);
    expect(await modes()).toEqual(['shadow', 'shadow']);
    expect(fs.existsSync(modeNotePath(machine.home))).toBe(false);
  });
  it('believes no note that others can write', async () => {
    note();
    fs.chmodSync(modeNotePath(machine.home), 0o666);
    expect(await finishModeChange(protection)).toEqual([]);
    expect(await modes()).toEqual(['shadow', 'shadow']);
  });
});
