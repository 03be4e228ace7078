import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { temporaryHome, type TemporaryHome } from './testing/temporary-home.ts';
import { observeWorkspace, registryPath } from './workspaces.ts';

let home: TemporaryHome;
let registry: string;
beforeEach(() => {
  home = temporaryHome();
  registry = registryPath(home.home, {});
});
afterEach(() => home.remove());

interface Entry {
  path: string;
  lastObservedAt: string;
}
const text = (): string => fs.readFileSync(registry, 'utf8');
const entries = (): Entry[] => (JSON.parse(text()) as { workspaces: Entry[] }).workspaces;
const paths = (): string[] => entries().map((entry) => entry.path);
const folder = (name: string): string => {
  const made = path.join(home.work, name);
  fs.mkdirSync(made, { recursive: true });
  return made;
};
const seed = (workspaces: unknown, extra: object = {}): void => {
  fs.mkdirSync(path.dirname(registry), { recursive: true });
  fs.writeFileSync(registry, JSON.stringify({ schemaVersion: 1, workspaces, ...extra }));
};
const old = (name: string, at = '2020-01-01T00:00:00.000Z'): Entry => ({ path: name, lastObservedAt: at });

test('the registry is where the environment says', () => {
  expect(registryPath('/h', {})).toBe('/h/Library/Application Support/Silmaril/VSCode/observed-workspaces.json');
  expect(registryPath('/h', { SILMARIL_VSCODE_WORKSPACE_STATE: ' /x/y.json ' })).toBe('/x/y.json');
});

describe('observing a folder', () => {
  test('writes it, privately and without a line end', () => {
    observeWorkspace(registry, folder('a'));
    expect(text()).toMatch(/^\{"schemaVersion":1,"workspaces":\[\{"path":"[^"]+","lastObservedAt":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"\}\]\}$/);
    expect(paths()).toEqual([folder('a')]);
    expect(fs.statSync(registry).mode & 0o777).toBe(0o600);
    expect(fs.statSync(path.dirname(registry)).mode & 0o777).toBe(0o700);
    expect(fs.readdirSync(path.dirname(registry))).toEqual(['observed-workspaces.json']);
  });

  test('resolves it, and counts it once', () => {
    fs.symlinkSync(folder('a'), path.join(home.work, 'link'));
    observeWorkspace(registry, path.join(home.work, 'link'));
    observeWorkspace(registry, folder('b'));
    observeWorkspace(registry, `${folder('a')}/../a/`);
    expect(paths()).toEqual([folder('a'), folder('b')]);
  });

  test.each([[null], [''], ['relative'], ['~/x'], ['/nowhere/at/all'], ['/dev/null']])('ignores %j', (cwd) => {
    observeWorkspace(registry, cwd);
    expect(fs.existsSync(registry)).toBe(false);
  });

  test('keeps 256, dropping the oldest', () => {
    seed(Array.from({ length: 256 }, (_, i) => old(`/old/${String(i)}`, `2020-01-01T00:00:00.${String(999 - i)}Z`)));
    observeWorkspace(registry, folder('a'));
    expect(paths()).toHaveLength(256);
    expect(paths()[0]).toBe(folder('a'));
    expect(paths().at(-1)).toBe('/old/254');
  });

  test('keeps extra keys of other entries, and an entry from the future in front', () => {
    seed([{ ...old('/future', '2999-01-01T00:00:00.000Z'), colour: 'red' }, old('/past')]);
    observeWorkspace(registry, folder('a'));
    expect(entries()[0]).toEqual({ path: '/future', lastObservedAt: '2999-01-01T00:00:00.000Z', colour: 'red' });
    expect(paths()).toEqual(['/future', folder('a'), '/past']);
  });

  test.each<[string, unknown]>([
    ['a relative path', [old('/ok'), old('relative')]], ['a time that is no string', [old('/ok'), { path: '/x', lastObservedAt: 1 }]], ['null', [old('/ok'), null]], ['no list', { a: 1 }],
  ])('discards the whole old list for %s', (_name, workspaces) => {
    seed(workspaces);
    observeWorkspace(registry, folder('a'));
    expect(paths()).toEqual([folder('a')]);
  });

  test.each([['{'], ['[]'], ['null'], ['{"schemaVersion":2,"workspaces":[]}'], [`{"schemaVersion":1,"workspaces":[{"path":"/x","lastObservedAt":"2"}],"pad":"${'x'.repeat(65_536)}"}`]])('replaces a file that is not one of ours (%#)', (content) => {
    fs.mkdirSync(path.dirname(registry), { recursive: true });
    fs.writeFileSync(registry, content);
    observeWorkspace(registry, folder('a'));
    expect(paths()).toEqual([folder('a')]);
  });

  test('replaces a symlink without following it', () => {
    const victim = home.put('victim.json', { schemaVersion: 1, workspaces: [old('/victim')] });
    fs.mkdirSync(path.dirname(registry), { recursive: true });
    fs.symlinkSync(victim, registry);
    observeWorkspace(registry, folder('a'));
    expect(paths()).toEqual([folder('a')]);
    expect(fs.lstatSync(registry).isFile()).toBe(true);
    expect(fs.readFileSync(victim, 'utf8')).toContain('/victim');
  });

  test('writes nothing when the result would pass 64 KiB', () => {
    seed(Array.from({ length: 64 }, (_, i) => old(`/${String(i)}${'x'.repeat(960)}`)));
    const before = text();
    expect(before.length).toBeLessThanOrEqual(65_536);
    const long = folder(Array.from({ length: 8 }, () => 'y'.repeat(200)).join('/'));
    observeWorkspace(registry, long);
    expect(text()).toBe(before);
  });

  test('refuses a folder that is a symlink', () => {
    fs.mkdirSync(home.at('elsewhere'));
    fs.mkdirSync(path.dirname(path.dirname(registry)), { recursive: true });
    fs.symlinkSync(home.at('elsewhere'), path.dirname(registry));
    observeWorkspace(registry, folder('a'));
    expect(fs.readdirSync(home.at('elsewhere'))).toEqual([]);
  });
});

describe('the lock', () => {
  const hold = (ageSeconds: number, mode = 0o700): string => {
    fs.mkdirSync(path.dirname(registry), { recursive: true });
    const lock = `${registry}.lock`;
    fs.mkdirSync(lock, { mode });
    const then = Date.now() / 1000 - ageSeconds;
    fs.utimesSync(lock, then, then);
    return lock;
  };

  test('that somebody holds means no observation, after a second at most', () => {
    const lock = hold(1);
    const started = performance.now();
    observeWorkspace(registry, folder('a'));
    expect(performance.now() - started).toBeGreaterThan(900);
    expect(fs.existsSync(registry)).toBe(false);
    expect(fs.existsSync(lock)).toBe(true);
  });

  test('that is older than 30 s is taken away', () => {
    const lock = hold(31);
    observeWorkspace(registry, folder('a'));
    expect(paths()).toEqual([folder('a')]);
    expect(fs.existsSync(lock)).toBe(false);
  });

  test('that others could have made is not taken away', () => {
    const lock = hold(31, 0o770);
    fs.chmodSync(lock, 0o770);
    observeWorkspace(registry, folder('a'));
    expect(fs.existsSync(registry)).toBe(false);
    expect(fs.existsSync(lock)).toBe(true);
  });
});
