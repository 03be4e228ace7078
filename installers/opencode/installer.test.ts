// Homes as people have them: each is installed into, looked at, installed into again, and uninstalled from, and must then
// be byte for byte what it was. Then what happens in between, and what is refused.
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseJsonc } from '../edit/jsonc-syntax.ts';
import { applyPlan } from '../engine/apply.ts';
import type { InstallRequest, Machine } from '../engine/harness-installer.ts';
import type { Plan, Result } from '../engine/plan.ts';
import type { Receipt } from '../engine/receipt.ts';
import { treeOf } from '../engine/testing/tree.ts';
import { openCodeInstaller as installer } from './installer.ts';
import { layoutOf, type Major } from './layout.ts';
import { isComplete } from './registration.ts';
import { LabHome } from './testing/lab-home.ts';

const json = '.config/opencode/opencode.json';
const jsonc = '.config/opencode/opencode.jsonc';
let lab: LabHome;
afterEach(() => lab.remove());

function must<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`${result.failure.code}: ${result.failure.sentence}`);
  return result.value;
}
const apply = async (plan: Plan): Promise<Receipt | null> => must(await applyPlan(plan, { home: lab.home })).receipt;
async function install(changes: Partial<InstallRequest> = {}, receipt: Receipt | null = null): Promise<Receipt> {
  const done = await apply(must(await installer.planInstall(lab.machine, lab.request(changes), receipt)));
  if (!done) throw new Error('no receipt');
  return done;
}
const uninstall = async (receipt: Receipt | null): Promise<Receipt | null> => apply(must(await installer.planUninstall(lab.machine, receipt)));
const repair = async (receipt: Receipt): Promise<Receipt> => {
  const done = await apply(must(await installer.planRepair(lab.machine, receipt, lab.hooksRoot)));
  if (!done) throw new Error('no receipt');
  return done;
};
const problems = async (receipt: Receipt | null): Promise<string[]> => (await installer.health(lab.machine, receipt)).checks.filter((check) => check.status !== 'ok').map((check) => check.code);

interface Row {
  readonly name: string;
  readonly platform?: Machine['platform'];
  readonly homeName?: string;
  readonly build: () => void;
  readonly request?: Partial<InstallRequest>;
  /** The files that get our entry, below the home. */
  readonly entered?: readonly string[];
  readonly major?: Major;
  /** Codes other than `ok` that health shows. */
  readonly codes?: readonly string[];
}

const ROWS: readonly Row[] = [
  { name: 'OpenCode that never ran', build: () => undefined },
  { name: 'OpenCode that never ran, on macOS', platform: 'darwin', build: () => undefined },
  { name: 'an empty file', build: () => void lab.config('') },
  { name: 'an empty object', build: () => void lab.config('{ }') },
  { name: 'a configuration as OpenCode writes it', build: () => void lab.config('{\n  "$schema": "https://opencode.ai/config.json",\n  "model": "a/b"\n}\n') },
  { name: 'comments, trailing commas, tabs, CRLF and a byte order mark in a .jsonc', build: () => void lab.config('\uFEFF{\r\n\t// mine\r\n\t"model": "a/b", /* c */\r\n\t"plugin": ["x",],\r\n}', 'opencode.jsonc'), entered: [jsonc] },
  { name: 'both files: the one that is read last', build: () => (void lab.config('{"plugin": ["x"]}'), void lab.config('{"model": "a/b"}', 'opencode.jsonc')), entered: [jsonc] },
  { name: 'the oldest name', build: () => void lab.config('{"model": "a/b"}', 'config.json'), entered: ['.config/opencode/config.json'] },
  { name: "other people's plugins, and one that looks like ours", build: () => void lab.config('{"plugin": ["a", ["b", {"c": 1}], "file:///x/silmaril-firewall/dist/opencode-v1.mjs"]}') },
  { name: 'a configuration in a dotfiles repository', build: () => (lab.write('dotfiles/oc.json', '{\n  "model": "a/b"\n}\n'), lab.link(json, '../../dotfiles/oc.json')) },
  { name: 'a folder that is a link', build: () => (lab.write('disk/oc/opencode.json', '{}'), lab.link('.config/opencode', '../disk/oc')) },
  { name: 'a home with a space, a quote and a hash', homeName: "Ann's home #1", build: () => void lab.config('{}') },
  { name: 'a moved configuration folder', build: () => { lab.env['XDG_CONFIG_HOME'] = lab.at('xdg'); lab.write('xdg/opencode/opencode.json', '{"model": "a/b"}'); }, entered: ['xdg/opencode/opencode.json'] },
  { name: 'a moved configuration folder and the usual one', build: () => { lab.env['XDG_CONFIG_HOME'] = lab.at('xdg'); lab.write('xdg/opencode/opencode.json', '{}'); lab.config('{}'); }, entered: [json, 'xdg/opencode/opencode.json'] },
  { name: 'a remote classifier', build: () => undefined, request: { mode: 'block', classifier: { kind: 'remote', apiUrl: 'https://x.example/classify', apiKey: 'the secret key' } } },
  { name: 'a managed configuration with plugins of its own', build: () => void lab.managed({ plugin: ['x'] }) },
  { name: 'a managed configuration that switches us off by id', build: () => void lab.managed('{ "plugins": ["-opencode-firewall-plugin"], // x\n }', 'opencode.jsonc'), codes: ['managed-disabled'] },
  { name: 'a managed configuration that does not parse', build: () => void lab.managed('{'), codes: ['managed-invalid'] },
  { name: 'OpenCode 2', build: () => { lab.executable('2.0.24'); lab.config('{"plugins": ["x"]}'); }, major: 2, codes: ['never-run'] },
  { name: 'OpenCode 1 with a beta of 2 beside it', build: () => lab.executable('2.0.1-beta.3', 'opencode2'), codes: ['other-major'] },
  { name: 'an executable that does not say its version', build: () => void lab.write('.opencode/bin/opencode', '#!/bin/sh\nexit 1\n', 0o755), codes: ['version-unknown'] },
];

describe('install, look, install again, uninstall', () => {
  it.each(ROWS)('$name', async (row) => {
    lab = new LabHome(row.platform ?? 'linux', row.homeName);
    lab.executable();
    row.build();
    const before = treeOf(lab.home);
    const request = lab.request(row.request);
    const plan = must(await installer.planInstall(lab.machine, request, null));
    expect(JSON.stringify(plan.receipt)).not.toContain('the secret key');
    expect(treeOf(lab.home)).toEqual(before);
    const receipt = await apply(plan);
    if (!receipt) throw new Error('no receipt');
    const entered = row.entered ?? [json];
    expect(receipt.edited.map((entry) => path.relative(lab.home, entry.path)).sort()).toEqual([...entered].sort());
    const major = row.major ?? 1;
    for (const file of entered) {
      const document = parseJsonc(lab.read(file));
      if (!document.ok) throw new Error(document.failure.sentence);
      expect(isComplete(document.value, layoutOf(lab.home), major)).toBe(true);
      expect(lab.read(file)).not.toContain('secret');
    }
    const layout = layoutOf(lab.home);
    for (const [file, mode] of [[layout.launcher, 0o755], [layout.config, 0o600], [layout.nodePath, 0o600], [layout.checkerNodePath, 0o600], [path.join(layout.root, `dist/opencode-v${String(major)}.mjs`), 0o644], [path.join(layout.root, 'dist/silmaril-checker'), 0o755]] as const)
      expect([file, (fs.lstatSync(file).mode & 0o777).toString(8)]).toEqual([file, mode.toString(8)]);
    expect(fs.existsSync(path.join(layout.root, `dist/opencode-v${String(3 - major)}.mjs`))).toBe(false);
    expect(await problems(receipt)).toEqual(row.codes ?? []);

    expect(must(await installer.planInstall(lab.machine, request, receipt)).steps).toEqual([]);
    expect(must(await installer.planMode(lab.machine, receipt, request.mode)).steps).toEqual([]);
    expect(await uninstall(receipt)).toBeNull();
    expect(treeOf(lab.home)).toEqual(before);
    expect((await installer.health(lab.machine, null)).checks.map((check) => check.code)).toEqual(['not-installed']);
  });

  it.each(ROWS.filter((row) => ['an empty object', 'a folder that is a link', "other people's plugins, and one that looks like ours", 'OpenCode 2'].includes(row.name)))('without the receipt: $name', async (row) => {
    lab = new LabHome('linux');
    lab.executable();
    row.build();
    await install();
    fs.rmSync(lab.at('Library/Application Support/Silmaril/Receipts'), { recursive: true });
    expect(await problems(null)).toEqual(['receipt-missing']);
    await uninstall(null);
    expect(treeOf(lab.home).join('\n')).not.toContain('silmaril-firewall');
    expect(lab.read(json)).not.toContain('.config/opencode/silmaril-firewall');
    expect(must(await installer.planUninstall(lab.machine, null)).steps).toEqual([]);
  });
});

describe('in between', () => {
  beforeEach(() => {
    lab = new LabHome('linux');
    lab.executable();
  });

  it('version 2 takes the place of version 1: health says so, repair changes build and entry, options stay', async () => {
    lab.config('{"model": "a/b"}');
    const receipt = await install({ mode: 'warn' });
    const spec = /"file:[^"]+"/.exec(lab.read(json))?.[0] ?? '';
    fs.writeFileSync(lab.at(json), lab.read(json).replace(spec, `[${spec}, {"onCheckerError": "deny"}]`));
    expect(await problems(receipt)).toEqual([]);
    lab.executable('2.0.24');
    expect((await problems(receipt)).sort()).toEqual(['build-of-other-major', 'entry-changed', 'never-run']);
    const repaired = await repair(receipt);
    expect(await problems(repaired)).toEqual(['never-run']);
    expect(JSON.parse(lab.read(json))).toEqual({ model: 'a/b', plugins: [{ package: path.join(layoutOf(lab.home).root, 'dist'), options: { onCheckerError: 'deny' } }] });
    expect(fs.existsSync(path.join(layoutOf(lab.home).root, 'dist/opencode-v1.mjs'))).toBe(false);
    await uninstall(repaired);
    expect(JSON.parse(lab.read(json))).toEqual({ model: 'a/b' });
  });

  it('another program drops the entry, or doubles it: repair puts it right', async () => {
    lab.config('{"model": "a/b"}');
    const receipt = await install();
    const entry = (JSON.parse(lab.read(json)) as { plugin: string[] }).plugin[0];
    lab.config('{"model": "c/d"}');
    expect(await problems(receipt)).toEqual(['entry-missing']);
    const repaired = await repair(receipt);
    lab.config(JSON.stringify({ plugin: [entry, 'x', entry] }));
    expect(await problems(repaired)).toEqual(['entry-duplicate']);
    const again = await repair(repaired);
    expect(await problems(again)).toEqual([]);
    await uninstall(again);
    expect(JSON.parse(lab.read(json))).toEqual({ plugin: ['x'] });
  });

  it('XDG_CONFIG_HOME is not set any more: the receipt still knows the file, and nothing else is missed', async () => {
    lab.env['XDG_CONFIG_HOME'] = lab.at('xdg');
    lab.write('xdg/opencode/opencode.json', '{}');
    const before = treeOf(lab.home);
    const receipt = await install();
    lab.env = {};
    expect(await problems(receipt)).toEqual([]);
    await uninstall(receipt);
    expect(treeOf(lab.home)).toEqual(before);
  });

  it('a copy in a folder that OpenCode loads by itself is named', async () => {
    const receipt = await install();
    lab.link('.config/opencode/plugins/guard.js', '../silmaril-firewall/dist/opencode-v1.mjs');
    lab.write('.config/opencode/plugin/other.ts', 'export const other = 1;');
    expect(await problems(receipt)).toEqual(['loaded-twice']);
    const notes = must(await installer.planInstall(lab.machine, lab.request(), receipt)).notes.join('\n');
    expect(notes).toContain('plugins/guard.js');
    expect(notes).not.toContain('other.ts');
  });

  it('files of ours change, lose their mode, or go', async () => {
    const receipt = await install({ mode: 'warn' });
    const layout = layoutOf(lab.home);
    fs.appendFileSync(path.join(layout.root, 'dist/opencode-v1.mjs'), '// x');
    fs.chmodSync(layout.launcher, 0o644);
    fs.rmSync(layout.checkerNodePath);
    fs.chmodSync(layout.config, 0o644);
    expect((await problems(receipt)).sort()).toEqual(['config-mode', 'file-changed', 'file-missing', 'file-mode']);
    const repaired = await repair(receipt);
    expect(await problems(repaired)).toEqual([]);
    expect(JSON.parse(fs.readFileSync(layout.config, 'utf8'))).toMatchObject({ mode: 'warn' });
  });

  it('the mode changes, and nothing else', async () => {
    const receipt = await install({ mode: 'shadow' });
    const plan = must(await installer.planMode(lab.machine, receipt, 'block'));
    expect(plan.steps.map((step) => [step.kind, step.path])).toEqual([['replace', layoutOf(lab.home).config]]);
    expect((await apply(plan))?.facts['mode']).toBe('block');
  });

  it('the person adds to a file that we made: what they wrote stays', async () => {
    const receipt = await install();
    lab.config(JSON.stringify({ ...(JSON.parse(lab.read(json)) as object), model: 'mine' }));
    await uninstall(receipt);
    expect(JSON.parse(lab.read(json))).toEqual({ model: 'mine' });
  });

  it('two files, and what OpenCode fetches: both are said before anything is written', async () => {
    lab.config('{}');
    lab.config('{}', 'opencode.jsonc');
    const notes = must(await installer.planInstall(lab.machine, lab.request(), null)).notes.join('\n');
    expect(notes).toMatch(/opencode\.json and opencode\.jsonc are both in/);
    expect(notes).toContain('@opencode-ai/plugin');
    lab.write('.config/opencode/node_modules/@opencode-ai/plugin/package.json', '{}');
    expect(must(await installer.planInstall(lab.machine, lab.request(), null)).notes.join('\n')).not.toContain('@opencode-ai/plugin');
  });
});

describe('refused, with nothing written', () => {
  it.each<[string, () => void, string]>([
    ['a configuration that does not parse', () => void lab.config('{ "model": '), 'not-json'],
    ['a list of plugins that is none', () => void lab.config('{"plugin": {}}'), 'wrong-type'],
    ['a configuration that is an array', () => void lab.config('[]'), 'wrong-type'],
    ['a name that is there twice', () => void lab.config('{"plugin": [], "plugin": []}'), 'duplicate-key'],
    ['a read-only configuration', () => void lab.config('{}', 'opencode.json', 0o400), 'settings-read-only'],
    ['a link where our folder belongs', () => { fs.mkdirSync(lab.at('elsewhere')); lab.link('.config/opencode/silmaril-firewall', '../../elsewhere'); }, 'linked'],
    ['a link where our configuration belongs', () => { lab.write('x', '{}'); lab.link('.config/opencode/silmaril-firewall.json', '../../x'); }, 'linked'],
    ['a plugin without its build', () => fs.rmSync(path.join(lab.hooksRoot, 'hooks/opencode/dist/opencode-v1.mjs')), 'hook-incomplete'],
    ['a plugin without its checker', () => fs.rmSync(path.join(lab.hooksRoot, 'hooks/checker/dist/silmaril-checker')), 'hook-incomplete'],
    ['a foreign manifest', () => fs.writeFileSync(path.join(lab.hooksRoot, 'hooks/opencode/manifest.json'), '{"name":"x"}'), 'hook-invalid'],
    ['no OpenCode', () => fs.rmSync(lab.at('.opencode'), { recursive: true }), 'harness-absent'],
  ])('%s', async (_name, build, code) => {
    lab = new LabHome('linux');
    lab.executable();
    build();
    const before = treeOf(lab.home);
    const result = await installer.planInstall(lab.machine, lab.request(), null);
    expect(result.ok ? 'planned' : result.failure.code).toBe(code);
    expect(treeOf(lab.home)).toEqual(before);
  });
});

describe('detect', () => {
  const detect = async (build: () => void, platform: Machine['platform'] = 'linux') => {
    lab = new LabHome(platform);
    build();
    return installer.detect(lab.machine);
  };
  const npm = (name: string, version: string): void => {
    lab.write(`../lib/node_modules/${name}/package.json`, JSON.stringify({ name, version }));
    lab.write(`../lib/node_modules/${name}/bin/opencode`, '#!/bin/sh\nexit 9\n', 0o755);
    lab.link('../bin/opencode', `../lib/node_modules/${name}/bin/opencode`);
  };

  it('tells present, leftover and absent apart, and another program of that name', async () => {
    expect(await detect(() => undefined)).toMatchObject({ state: 'absent', version: null, notes: [] });
    expect(await detect(() => void lab.write('.local/share/opencode/x', ''))).toMatchObject({ state: 'leftover' });
    expect(await detect(() => void lab.write('.config/opencode/silmaril-firewall/manifest.json', '{}'))).toMatchObject({ state: 'absent' });
    expect(await detect(() => lab.executable())).toMatchObject({ state: 'present', version: '1.18.33' });
    expect(await detect(() => { npm('opencode-ai', '1.18.2'); })).toMatchObject({ state: 'present', version: '1.18.2' });
    expect(await detect(() => { npm('opencode-linux-x64', '1.18.3'); })).toMatchObject({ state: 'present', version: '1.18.3' });
    expect(await detect(() => { npm('other', '1.0.0'); })).toMatchObject({ state: 'absent' });
    expect(await detect(() => void lab.write('.opencode/bin/opencode', '', 0o644))).toMatchObject({ state: 'absent' });
    const brew = await detect(() => {
      lab.write('../system/opt/homebrew/Cellar/opencode/1.18.9/bin/opencode', '', 0o755);
      lab.link('../system/opt/homebrew/bin/opencode', '../Cellar/opencode/1.18.9/bin/opencode');
    }, 'darwin');
    expect(brew).toMatchObject({ state: 'present', version: '1.18.9' });
  });

  it('a binary that is asked for its version leaves nothing in the home, and knows nothing of the person', async () => {
    const found = await detect(() => void lab.write('.opencode/bin/opencode', `#!/bin/sh\ntouch "$HOME/was-here"\n[ "$HOME" != "${lab.home}" ] && [ -z "$SECRET" ] && echo "opencode v2.0.24"\n`, 0o755));
    expect(found).toMatchObject({ version: '2.0.24' });
    expect(fs.existsSync(lab.at('was-here'))).toBe(false);
  });
});

it('a binary is asked once, and again when it was replaced; a receipt remembers what it said', async () => {
  lab = new LabHome('linux');
  const asks = path.join(lab.root, 'asks');
  const binary = (version: string): void => void lab.write('.opencode/bin/opencode', `#!/bin/sh\necho x >>${asks}\necho ${version}\n`, 0o755);
  const asked = (): number => (fs.existsSync(asks) ? fs.readFileSync(asks, 'utf8').length / 2 : 0);
  binary('1.18.33');
  const receipt = await install();
  await problems(receipt);
  expect(asked()).toBe(1);
  expect(receipt.facts['said']).toContain('1.18.33');
  fs.rmSync(lab.at('.opencode/bin/opencode'));
  binary('2.0.24');
  expect(await problems(receipt)).toContain('build-of-other-major');
  expect(asked()).toBe(2);
});

it("the probe sends what OpenCode hands to its plugin", () => {
  lab = new LabHome('linux');
  const probe = installer.probe(lab.machine);
  expect(probe.launcher).toBe(layoutOf(lab.home).launcher);
  for (const event of probe.events) expect(JSON.parse(probe.payload(event, 'TEXT', '/w'))).toMatchObject({ directory: '/w', input: { sessionID: expect.stringMatching(/^ses_/) as string } });
  for (const event of probe.events) expect(probe.payload(event, 'TEXT', '/w')).toContain('TEXT');
  expect(() => probe.payload('Nope', '', '/')).toThrow(RangeError);
});
