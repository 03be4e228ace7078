// Homes as people have them: each is installed into, looked at, installed into again, and uninstalled from, and must
// then be byte for byte what it was.
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { parseJsonc, valueAt } from '../edit/jsonc-syntax.ts';
import { applyPlan } from '../engine/apply.ts';
import type { InstallRequest, Machine } from '../engine/harness-installer.ts';
import type { Plan, Result } from '../engine/plan.ts';
import type { Receipt } from '../engine/receipt.ts';
import { treeOf } from '../engine/testing/tree.ts';
import { vscodeInstaller } from './installer.ts';
import { LabHome } from './testing/lab-home.ts';

interface Layout {
  readonly name: string;
  readonly platform?: Machine['platform'];
  readonly homeName?: string;
  readonly build: (lab: LabHome) => void;
  readonly request?: (lab: LabHome) => Partial<InstallRequest>;
  /** Surface ids that get an entry. */
  readonly entered: readonly string[];
  /** Surface ids that are listed with a reason and get none. */
  readonly skipped?: readonly string[];
  readonly health?: 'ok' | 'problem' | 'unknown';
  /** Codes that health must show. */
  readonly codes?: readonly string[];
}

const app = (lab: LabHome): void => {
  lab.application('1.139.1');
};
const dir = (lab: LabHome, folder: string): string => path.join(lab.home, folder);

const LAYOUTS: readonly Layout[] = [
  { name: 'an editor that never ran', build: app, entered: ['code/default'] },
  { name: 'an editor that never ran, on macOS', platform: 'darwin', build: app, entered: ['code/default'] },
  { name: 'an editor that ran, without a settings file', build: (lab) => (app(lab), void mkdirSync(dir(lab, '.config/Code/User'), { recursive: true })), entered: ['code/default'] },
  { name: 'a data folder without a User folder', build: (lab) => (app(lab), void mkdirSync(dir(lab, '.config/Code'), { recursive: true, mode: 0o755 })), entered: ['code/default'] },
  { name: 'an empty settings file', build: (lab) => (app(lab), void lab.settings('')), entered: ['code/default'] },
  { name: 'an empty object', build: (lab) => (app(lab), void lab.settings('{}')), entered: ['code/default'] },
  { name: 'only a comment', build: (lab) => (app(lab), void lab.settings('// nothing yet\n')), entered: ['code/default'] },
  { name: 'comments, trailing commas and tabs', build: (lab) => (app(lab), void lab.settings('{\n\t// font\n\t"editor.fontSize": 13, // big\n\t/* end */\n}\n')), entered: ['code/default'] },
  { name: 'CRLF and a byte order mark', platform: 'darwin', build: (lab) => (app(lab), void lab.settings('\uFEFF{\r\n    "a": 1\r\n}')), entered: ['code/default'] },
  { name: 'everything on one line', build: (lab) => (app(lab), void lab.settings('{"a":1,"chat.pluginLocations":{"/other/plugin":true}}')), entered: ['code/default'] },
  { name: 'other plugins with comments', build: (lab) => (app(lab), void lab.settings('{\n  "chat.pluginLocations": {\n    // mine\n    "~/plugins/one": false,\n  },\n}\n')), entered: ['code/default'] },
  { name: 'an empty list of plugins', build: (lab) => (app(lab), void lab.settings('{\n  "chat.pluginLocations": { }\n}')), entered: ['code/default'] },
  { name: 'names that look like ours', build: (lab) => (app(lab), void lab.settings('{"chat.pluginLocations": {"/x/silmaril-firewall": true, "/x/.vscode/silmaril-firewall-old": true}}')), entered: ['code/default'] },
  {
    name: 'settings in a dotfiles repository',
    build: (lab) => (app(lab), lab.write('dotfiles/code.json', '{\n  "a": 1\n}\n'), lab.link('.config/Code/User/settings.json', '../../../dotfiles/code.json')),
    entered: ['code/default'],
  },
  { name: 'a link to settings that do not exist yet', build: (lab) => (app(lab), void mkdirSync(dir(lab, 'dotfiles')), lab.link('.config/Code/User/settings.json', dir(lab, 'dotfiles/new.json'))), entered: ['code/default'] },
  { name: 'a data folder that is a link', build: (lab) => (app(lab), lab.write('disk/Code/User/settings.json', '{}'), lab.link('.config/Code', dir(lab, 'disk/Code'))), entered: ['code/default'] },
  { name: 'a dot folder that is a link', build: (lab) => (app(lab), lab.settings('{}'), mkdirSync(dir(lab, 'disk/dot'), { recursive: true }), lab.link('.vscode', 'disk/dot')), entered: ['code/default'] },
  { name: 'a dot folder full of extensions', platform: 'darwin', build: (lab) => (app(lab), lab.settings('{}'), void lab.write('.vscode/extensions/x/package.json', '{}')), entered: ['code/default'] },
  { name: 'a home with a space and a quote', homeName: "Ann's home", build: (lab) => (app(lab), void lab.settings('{}')), entered: ['code/default'] },
  {
    name: 'own, inheriting, system and temporary profiles',
    platform: 'darwin',
    build: (lab) => {
      app(lab);
      lab.settings('{}');
      lab.profile('4f2a', '{ "b": 2 }');
      lab.profiles([
        { name: 'Work', location: '4f2a', icon: 'x' },
        { name: 'Shared', location: '77', useDefaultFlags: { settings: true } },
        { name: 'Keys only', location: '78', useDefaultFlags: { keybindings: true } },
        { name: 'Agents', location: 'builtin/agents', isSystem: true, useDefaultFlags: { keybindings: true } },
        { name: 'Temp 1', location: '79', isTransient: true },
        { location: 'nameless' },
        { name: 'nowhere' },
      ]);
    },
    entered: ['code/default', 'code/profile:4f2a', 'code/profile:78', 'code/profile:builtin/agents'],
    skipped: ['code/profile:77'],
  },
  {
    name: 'profiles of older builds, stored as URIs',
    build: (lab) => {
      app(lab);
      lab.settings('{}');
      const home = dir(lab, '.config/Code/User/profiles');
      lab.profiles([
        { name: 'Object', location: { $mid: 1, fsPath: `${home}/-1a`, external: `file://${home}/-1a`, path: `${home}/-1a`, scheme: 'file' } },
        { name: 'Text', location: `file://${encodeURI(home)}/-2b` },
        { name: 'Remote', location: { path: '/x', scheme: 'vscode-userdata' } },
        { name: 'Outside', location: '../../../..' },
      ]);
    },
    entered: ['code/default', 'code/profile:-1a', 'code/profile:-2b'],
  },
  {
    name: 'two profiles that share one file',
    build: (lab) => {
      app(lab);
      lab.settings('{\n  "a": 1\n}\n');
      lab.link('.config/Code/User/profiles/1/settings.json', '../../settings.json');
      lab.profiles([{ name: 'One', location: '1' }]);
    },
    entered: ['code/default'],
    skipped: ['code/profile:1'],
  },
  { name: 'an index of profiles that does not parse', build: (lab) => (app(lab), lab.settings('{}'), void lab.write('.config/Code/User/globalStorage/storage.json', '{"userDataProfiles": [')), entered: ['code/default'], health: 'unknown', codes: ['profile-list-unreadable'] },
  { name: 'an index of profiles of a wrong shape', build: (lab) => (app(lab), lab.settings('{}'), void lab.write('.config/Code/User/globalStorage/storage.json', '{"userDataProfiles": {"a": 1}}')), entered: ['code/default'], health: 'unknown', codes: ['profile-list-unreadable'] },
  {
    name: 'three products with profiles',
    build: (lab) => {
      app(lab);
      lab.application('1.140.0-insider', 'code-insiders');
      lab.application('1.135.2', 'codium');
      lab.settings('{}');
      lab.settings('{ }', 'Code - Insiders');
      lab.profiles([{ name: 'P', location: 'p' }], 'VSCodium');
    },
    entered: ['code/default', 'code-insiders/default', 'vscodium/default', 'vscodium/profile:p'],
  },
  { name: 'VSCodium alone, on macOS', platform: 'darwin', build: (lab) => (lab.application('1.136.0', 'codium'), void lab.settings('{}', 'VSCodium')), entered: ['vscodium/default'] },
  {
    name: 'a product that was uninstalled, its data left',
    build: (lab) => (app(lab), lab.settings('{}'), lab.settings('{"x": 1}', 'VSCodium'), void mkdirSync(dir(lab, '.config/Code - Insiders/User'), { recursive: true })),
    entered: ['code/default', 'vscodium/default'],
    skipped: ['code-insiders/default'],
  },
  { name: 'an application in the own Applications folder', platform: 'darwin', build: (lab) => void lab.write('Applications/Visual Studio Code.app/Contents/Resources/app/package.json', '{"version": "1.139.0"}'), entered: ['code/default'] },
  { name: 'an executable on the PATH alone', build: (lab) => void lab.write('../bin/code', '#!/bin/sh\n', 0o755), entered: ['code/default'], health: 'unknown', codes: ['version-unknown'] },
  { name: 'XDG_CONFIG_HOME', build: (lab) => (app(lab), (lab.env['XDG_CONFIG_HOME'] = dir(lab, 'xdg')), void lab.write('xdg/Code/User/settings.json', '{"x": 1}')), entered: ['code@*/default'] },
  { name: 'VSCODE_APPDATA beside the default folder', build: (lab) => (app(lab), lab.settings('{}'), (lab.env['VSCODE_APPDATA'] = dir(lab, 'appdata')), void lab.write('appdata/Code/User/settings.json', '{}')), entered: ['code@*/default', 'code/default'] },
  { name: 'VSCODE_PORTABLE', build: (lab) => (app(lab), (lab.env['VSCODE_PORTABLE'] = dir(lab, 'stick')), void lab.write('stick/user-data/User/settings.json', '{\n}')), entered: ['code@*/default'] },
  { name: 'a portable copy on macOS', platform: 'darwin', build: (lab) => (app(lab), void lab.write('../system/Applications/code-portable-data/user-data/User/settings.json', '{}')), entered: ['code@*/default'] },
  { name: 'a portable copy on Linux', build: (lab) => (app(lab), void lab.write('../system/usr/share/code/data/user-data/User/settings.json', '{}')), entered: ['code@*/default'] },
  {
    name: 'a --user-data-dir that was named',
    build: (lab) => (app(lab), lab.settings('{}'), void lab.write('work-data/User/settings.json', '{"w": 1}')),
    request: (lab) => ({ userDataDirs: [`${dir(lab, 'work-data')}/`] }),
    entered: ['code/default', 'folder@*/default'],
  },
  { name: '1.110, which reads the older key', build: (lab) => (lab.application('1.110.1'), void lab.settings('{\n  "chat.plugins.paths": {}\n}\n')), entered: ['code/default'], codes: ['version-old-key'] },
  { name: '1.120, from before Agent Plugins 1.0', build: (lab) => (lab.application('1.120.0'), void lab.settings('{}')), entered: ['code/default'], codes: ['version-old-layout'] },
  { name: '1.108, which has no plugins', build: (lab) => (lab.application('1.108.0'), void lab.settings('{}')), entered: ['code/default'], health: 'problem', codes: ['version-too-old'] },
  { name: 'an application without a version', build: (lab) => (lab.application(null), void lab.settings('{}')), entered: ['code/default'], health: 'unknown', codes: ['version-unknown'] },
  { name: 'plugins and hooks switched off', build: (lab) => (app(lab), void lab.settings('{ "chat.plugins.enabled": false, "chat.useHooks": false }')), entered: ['code/default'], health: 'problem', codes: ['plugins-off', 'hooks-off'] },
  {
    name: 'a broken profile that is left out',
    build: (lab) => (app(lab), lab.settings('{}'), lab.profile('b', '{ "a": '), lab.profiles([{ name: 'Broken', location: 'b' }])),
    request: () => ({ skipSurfaces: ['code/profile:b'] }),
    entered: ['code/default'],
    codes: ['surface-left-out'],
  },
];

const labs: LabHome[] = [];
afterEach(() => {
  for (const lab of labs.splice(0)) rmSync(lab.root, { recursive: true, force: true });
});

function must<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`${result.failure.code}: ${result.failure.sentence}`);
  return result.value;
}
const apply = async (lab: LabHome, plan: Plan): Promise<Receipt | null> => must(await applyPlan(plan, { home: lab.home })).receipt;
const pattern = (id: string): RegExp => new RegExp(`^${id.replace('*', '[0-9a-f]{8}')}$`);

describe.each(LAYOUTS)('$name', (layout) => {
  it('is entered once, reported, and left as it was', async () => {
    const lab = new LabHome(layout.platform ?? 'linux', layout.homeName);
    labs.push(lab);
    layout.build(lab);
    const before = treeOf(lab.root);
    const request = lab.request(layout.request?.(lab));

    const plan = must(await vscodeInstaller.planInstall(lab.machine, request, null));
    expect(treeOf(lab.root)).toEqual(before);
    const receipt = await apply(lab, plan);
    if (!receipt) throw new Error('no receipt');
    const surfaces = receipt.edited.map((entry) => (JSON.parse(entry.entry) as { surface: string }).surface);
    expect(surfaces).toHaveLength(layout.entered.length);
    for (const [index, id] of layout.entered.entries()) expect(surfaces[index]).toMatch(pattern(id));
    for (const entry of receipt.edited) {
      const document = parseJsonc(readFileSync(entry.path, 'utf8'));
      if (!document.ok) throw new Error(document.failure.sentence);
      const held = valueAt(document.value, ['chat.pluginLocations']) as Record<string, unknown>;
      expect(held[path.join(lab.home, '.vscode/silmaril-firewall')]).toBe(true);
    }

    const detection = await vscodeInstaller.detect(lab.machine);
    expect(detection.state).toBe('present');
    expect(detection.surfaces.filter((surface) => surface.skipped !== null).map((surface) => surface.id)).toEqual(layout.skipped ?? []);

    const health = await vscodeInstaller.health(lab.machine, receipt);
    expect(health.checks.filter((check) => check.status !== 'ok' && !layout.codes?.includes(check.code))).toEqual([]);
    expect(health.status).toBe(layout.health ?? 'ok');
    expect(health.checks.map((check) => check.code)).toEqual(expect.arrayContaining([...(layout.codes ?? [])]));

    const again = must(await vscodeInstaller.planInstall(lab.machine, request, receipt));
    expect(again.steps).toEqual([]);
    expect(must(await vscodeInstaller.planRepair(lab.machine, receipt, lab.hooksRoot)).steps).toEqual([]);
    const second = await apply(lab, again);
    expect(second?.edited).toEqual(receipt.edited);

    const out = must(await vscodeInstaller.planUninstall(lab.machine, receipt));
    expect(out.receipt).toBeNull();
    await apply(lab, out);
    expect(treeOf(lab.root)).toEqual(before);
    expect(must(await vscodeInstaller.planUninstall(lab.machine, null)).steps).toEqual([]);
  });
});

describe('is refused, with nothing planned:', () => {
  const refused = async (build: (lab: LabHome) => void, request: Partial<InstallRequest> = {}): Promise<{ code: string; sentence: string; lab: LabHome }> => {
    const lab = new LabHome('linux');
    labs.push(lab);
    app(lab);
    lab.settings('{}');
    build(lab);
    const before = treeOf(lab.root);
    const result = await vscodeInstaller.planInstall(lab.machine, lab.request(request), null);
    expect(treeOf(lab.root)).toEqual(before);
    if (result.ok) throw new Error('was not refused');
    return { ...result.failure, lab };
  };

  it('a settings file that does not parse, with line, column, profile and how to leave it out', async () => {
    const { code, sentence, lab } = await refused((home) => (home.profile('b', '{\n  "a": 1\n  "b": 2\n}'), home.profiles([{ name: 'Work', location: 'b' }])));
    expect(code).toBe('not-json');
    expect(sentence).toContain(path.join(lab.home, '.config/Code/User/profiles/b/settings.json'));
    expect(sentence).toContain('Line 3, column 3');
    expect(sentence).toContain('profile "Work"');
    expect(sentence).toContain('code/profile:b');
  });
  it('a key that stands twice', async () => {
    expect((await refused((lab) => void lab.settings('{"chat.pluginLocations": {},\n"chat.pluginLocations": {}}'))).sentence).toContain('Line 2, column 1: the name "chat.pluginLocations" stands twice');
  });
  it('a setting of the wrong type', async () => {
    expect((await refused((lab) => void lab.settings('{"chat.pluginLocations": ["/a"]}'))).sentence).toContain('"chat.pluginLocations" is not an object');
  });
  it('a settings file that is a list, a folder, or no UTF-8', async () => {
    expect((await refused((lab) => void lab.settings('[]'))).code).toBe('wrong-type');
    expect((await refused((lab) => (rmSync(path.join(lab.home, '.config/Code/User/settings.json')), void mkdirSync(path.join(lab.home, '.config/Code/User/settings.json'))))).code).toBe('not-a-file');
    expect((await refused((lab) => void writeFileSync(lab.settings(''), new Uint8Array([0xff, 0xfe, 0x7b, 0x00])))).code).toBe('not-utf8');
  });
  it('a read-only settings file, with the line to add', async () => {
    const { code, sentence, lab } = await refused((home) => void chmodSync(path.join(home.home, '.config/Code/User/settings.json'), 0o444));
    expect(code).toBe('settings-read-only');
    expect(sentence).toContain(`"chat.pluginLocations": { "${path.join(lab.home, '.vscode/silmaril-firewall')}": true }`);
  });
  it('a link loop', async () => {
    expect((await refused((lab) => (rmSync(path.join(lab.home, '.config/Code/User/settings.json')), lab.link('.config/Code/User/settings.json', 'settings.json')))).code).toBe('link-loop');
  });
  it('a link in place of the plugin folder, the configuration or the node path', async () => {
    for (const name of ['silmaril-firewall', 'silmaril-firewall.json', 'silmaril-firewall-node-path']) expect((await refused((lab) => lab.link(`.vscode/${name}`, lab.home))).code).toBe('linked');
  });
  it('a data folder that is not there, and a profile that is not there', async () => {
    expect((await refused(() => undefined, { userDataDirs: ['/no/such/folder'] })).sentence).toContain('/no/such/folder');
    expect((await refused(() => undefined, { userDataDirs: ['relative'] })).code).toBe('user-data-dir-missing');
    expect((await refused(() => undefined, { skipSurfaces: ['code/profile:x'] })).sentence).toContain('code/default');
  });
  it('a plugin that is not built', async () => {
    expect((await refused((lab) => void rmSync(path.join(lab.hooksRoot, 'hooks/vscode/dist/vscode-hook.js')))).code).toBe('plugin-incomplete');
  });
  it('a Node.js path that does not fit on one line', async () => {
    expect((await refused(() => undefined, { node: { real: '/a\n/b', alias: null, version: '22' } })).code).toBe('node-path-invalid');
  });
});

it('finds nothing on a computer without the editor', async () => {
  const lab = new LabHome('darwin');
  labs.push(lab);
  expect(await vscodeInstaller.detect(lab.machine)).toEqual({ harness: 'vscode', state: 'absent', evidence: [], version: null, surfaces: [], notes: [] });
  expect(await vscodeInstaller.planInstall(lab.machine, lab.request(), null)).toMatchObject({ ok: false, failure: { code: 'harness-absent' } });
  expect(await vscodeInstaller.health(lab.machine, null)).toMatchObject({ status: 'unknown', checks: [{ code: 'not-installed' }] });
});

it("does not take another editor's `code` for VS Code", async () => {
  const lab = new LabHome('linux');
  labs.push(lab);
  lab.write('../system/opt/cursor/bin/code', '#!/bin/sh\n', 0o755);
  lab.write('../system/opt/cursor/resources/app/product.json', '{"applicationName": "cursor"}');
  lab.env['PATH'] = path.join(lab.system, 'opt/cursor/bin');
  expect((await vscodeInstaller.detect(lab.machine)).state).toBe('absent');
  lab.settings('{}');
  expect((await vscodeInstaller.detect(lab.machine)).state).toBe('leftover');
});
