import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import fs from 'node:fs';
import path from 'node:path';
import { Protection } from './protection.ts';
import { smallHarness, someNode } from './testing/small-harness.ts';
import { temporaryMachine } from './testing/temporary-machine.ts';
import { setMode } from './mode-change.ts';
import type { HarnessId } from '../../installers/engine/plan.ts';
import type { Mode } from '../contract/harness-views.ts';
import { Pausing, pauseEnd } from './pause.ts';
import { SettingsStore } from './settings-store.ts';

let machine: ReturnType<typeof temporaryMachine>;
let protection: Protection;
let settings: SettingsStore;
let clock: Date;
let pausing: Pausing;

const ids = ['vscode', 'claude-code'] as const;
const modeOf = (id: HarnessId) => (JSON.parse(fs.readFileSync(path.join(machine.home, `.small-${id}`, 'config.json'), 'utf8')) as { mode: Mode }).mode;
const harnesses = () => ids.map((id) => ({ id, label: id, state: 'working' as const, installed: true, mode: modeOf(id) }));

beforeEach(async () => {
  machine = temporaryMachine();
  protection = new Protection(machine, machine.home, ids.map((id) => smallHarness(id)), someNode);
  settings = new SettingsStore(machine);
  clock = new Date(2026, 2, 1, 12);
  pausing = new Pausing(protection, settings, () => clock);
  for (const [id, mode] of [['vscode', 'block'], ['claude-code', 'warn']] as const) expect((await protection.apply(await protection.planInstall(id, { mode, classifier: null, userDataDirs: [] }))).result.ok).toBe(true);
});
afterEach(() => { machine.remove(); });

describe('a pause', () => {
  it('puts all into shadow and then each back to its own mode', async () => {
    expect(await pausing.begin('15-minutes', harnesses())).toMatchObject({ ok: true });
    expect(ids.map(modeOf)).toEqual(['shadow', 'shadow']);
    expect(pausing.over).toBe(false);
    clock = new Date(clock.getTime() + 15 * 60_000);
    expect(pausing.over).toBe(true);
    expect(await pausing.end(modeOf)).toMatchObject({ ok: true });
    expect(ids.map(modeOf)).toEqual(['block', 'warn']);
    expect(settings.value.pause).toBeNull();
  });

  it('survives a restart', async () => {
    await pausing.begin('1-hour', harnesses());
    const again = new SettingsStore(machine);
    await again.load();
    const later = new Pausing(protection, again, () => new Date(clock.getTime() + 3_600_000));
    expect(later.over).toBe(true);
    await later.end(modeOf);
    expect(ids.map(modeOf)).toEqual(['block', 'warn']);
  });

  it('leaves a harness alone whose mode was changed meanwhile', async () => {
    await pausing.begin('1-hour', harnesses());
    await setMode(protection, ['claude-code'], 'block');
    await pausing.end(modeOf);
    expect(ids.map(modeOf)).toEqual(['block', 'block']);
  });

  it('may be made longer without forgetting what was before', async () => {
    await pausing.begin('15-minutes', harnesses());
    await pausing.begin('1-hour', harnesses());
    expect(Date.parse(settings.value.pause?.until ?? '')).toBe(clock.getTime() + 3_600_000);
    await pausing.end(modeOf);
    expect(ids.map(modeOf)).toEqual(['block', 'warn']);
  });

  it('is refused where there is nothing to pause, and leaves no note', async () => {
    expect(await pausing.begin('1-hour', [])).toMatchObject({ ok: false, failure: { code: 'nothing-installed' } });
    await setMode(protection, [...ids], 'shadow');
    expect(await pausing.begin('1-hour', harnesses())).toMatchObject({ ok: false, failure: { code: 'nothing-to-pause' } });
    expect(settings.value.pause).toBeNull();
  });

  it('is taken back when a harness cannot be changed', async () => {
    fs.rmSync(path.join(machine.home, '.small-claude-code', 'config.json'));
    const before = [{ id: 'vscode' as const, label: '', state: 'working' as const, installed: true, mode: 'block' as const }, { id: 'claude-code' as const, label: '', state: 'working' as const, installed: true, mode: 'warn' as const }];
    expect(await pausing.begin('1-hour', before)).toMatchObject({ ok: false });
    expect(modeOf('vscode')).toBe('block');
    expect(settings.value.pause).toBeNull();
  });

  it('until tomorrow ends at six in the morning, over the end of a month, too', () => {
    expect(new Date(pauseEnd('tomorrow', new Date(2026, 0, 31, 23, 30)))).toEqual(new Date(2026, 1, 1, 6));
    expect(new Date(pauseEnd('tomorrow', new Date(2026, 0, 31, 0, 30)))).toEqual(new Date(2026, 1, 1, 6));
  });
});
