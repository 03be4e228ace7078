import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { defaultSettings } from '../contract/settings.ts';
import { snapshot, temporaryMachine } from './testing/temporary-machine.ts';
import { SettingsStore, parseStored, settingsPath } from './settings-store.ts';

let machine: ReturnType<typeof temporaryMachine>;
beforeEach(() => { machine = temporaryMachine(); });
afterEach(() => { machine.remove(); });

const loaded = async () => {
  const store = new SettingsStore(machine);
  await store.load();
  return store;
};

describe('the settings store', () => {
  it('writes nothing until something is changed', async () => {
    const store = await loaded();
    store.remember({ onboarding: { ...store.value.onboarding, step: 'classifier' } });
    expect(store.value.settings).toEqual(defaultSettings);
    expect(snapshot(machine.home)).toEqual({});
  });

  it('keeps a change over a restart, for the owner only', async () => {
    const store = await loaded();
    expect((await store.change({ settings: { ...store.value.settings, appearance: 'dark' } })).ok).toBe(true);
    expect(fs.statSync(settingsPath(machine.home)).mode & 0o777).toBe(0o600);
    expect(fs.statSync(path.dirname(settingsPath(machine.home))).mode & 0o777).toBe(0o700);
    expect((await loaded()).value.settings.appearance).toBe('dark');
  });

  it('takes changes that come at once, one after the other', async () => {
    const store = await loaded();
    const results = await Promise.all(['small', 'large', 'larger'].map((textSize) => store.change({ settings: { ...defaultSettings, textSize: textSize as 'small' } })));
    expect(results.every((result) => result.ok)).toBe(true);
    expect((await loaded()).value.settings.textSize).toBe('larger');
  });

  it('takes what reads well and names what does not; unknown keys stay', async () => {
    const store = await loaded();
    await store.change({});
    const file = settingsPath(machine.home);
    fs.writeFileSync(file, JSON.stringify({ schemaVersion: 1, future: { a: 1 }, settings: { appearance: 'dark', textSize: 'gigantic' }, pause: 7 }));
    const again = await loaded();
    expect(again.value.settings).toEqual({ ...defaultSettings, appearance: 'dark' });
    expect(again.problem).toContain('textSize, pause');
    await again.change({});
    expect(JSON.parse(fs.readFileSync(file, 'utf8'))).toMatchObject({ future: { a: 1 }, settings: { appearance: 'dark', textSize: 'normal' } });
  });

  it.each([['{"settings":'], ['[]'], ['null'], ['\u0000'.repeat(10)]])('keeps a damaged file (%j) beside the new one', async (text) => {
    await (await loaded()).change({});
    const file = settingsPath(machine.home);
    fs.writeFileSync(file, text);
    const store = await loaded();
    expect(store.value.settings).toEqual(defaultSettings);
    expect(store.problem).toContain('settings.json.damaged');
    expect(fs.readFileSync(file, 'utf8')).toBe(text);
    expect((await store.change({})).ok).toBe(true);
    expect(fs.readFileSync(`${file}.damaged`, 'utf8')).toBe(text);
    expect((await loaded()).problem).toBeNull();
  });

  it('does not change what is in force when it cannot be written', async () => {
    fs.writeFileSync(path.join(machine.home, 'Library'), 'a file in the way');
    const store = await loaded();
    const result = await store.change({ settings: { ...defaultSettings, appearance: 'dark' } });
    expect(result).toMatchObject({ ok: false });
    expect(store.value.settings.appearance).toBe('system');
  });

  it('goes away without a trace of its own', async () => {
    const store = await loaded();
    await store.change({ settings: { ...defaultSettings, appearance: 'dark' } });
    expect(await store.remove()).toEqual({ ok: true, value: true });
    expect(fs.existsSync(settingsPath(machine.home))).toBe(false);
    expect(store.value.settings).toEqual(defaultSettings);
    expect(await store.remove()).toEqual({ ok: true, value: false });
  });

  it('reads nonsense as defaults', () => {
    for (const value of [null, 7, 'x', [], { settings: [] }]) expect(parseStored(value).stored.settings).toEqual(defaultSettings);
  });
});

it('takes over what another program wrote, and only then says that something changed', async () => {
  const machine = temporaryMachine();
  try {
    const [app, command] = [new SettingsStore(machine), new SettingsStore(machine)];
    expect(await app.refresh()).toBe(false);
    const pause = { until: '2026-11-30T12:00:00.000Z', before: [{ harness: 'claude-code', mode: 'block' }] } as const;
    expect((await command.change({ pause })).ok).toBe(true);
    expect([await app.refresh(), app.value.pause]).toEqual([true, pause]);
    expect(await app.refresh()).toBe(false);
    expect((await app.change({ pause: null })).ok).toBe(true);
    expect(await app.refresh()).toBe(false);
  } finally {
    machine.remove();
  }
});
