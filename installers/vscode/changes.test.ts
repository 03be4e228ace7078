// What happens to an installation afterwards: other modes, other versions, other hands in the same files.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, lstatSync, readFileSync, realpathSync, rmSync, statSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { applyPlan } from '../engine/apply.ts';
import { describePlan } from '../engine/describe.ts';
import type { InstallRequest } from '../engine/harness-installer.ts';
import type { Plan, Result } from '../engine/plan.ts';
import type { Receipt } from '../engine/receipt.ts';
import { treeOf } from '../engine/testing/tree.ts';
import { vscodeInstaller } from './installer.ts';
import { LabHome } from './testing/lab-home.ts';

const node22 = path.resolve(import.meta.dirname, '../../.cache/node22/bin/node');
let lab: LabHome;
let settings: string;
let plugin: string;
let config: string;
beforeEach(() => {
  lab = new LabHome('linux');
  lab.application('1.139.1');
  settings = lab.settings('{\n  "a": 1\n}\n');
  plugin = path.join(lab.home, '.vscode/silmaril-firewall');
  config = path.join(lab.home, '.vscode/silmaril-firewall.json');
});
afterEach(() => {
  rmSync(lab.root, { recursive: true, force: true });
});

function must<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`${result.failure.code}: ${result.failure.sentence}`);
  return result.value;
}
function failed<T>(result: Result<T>): { code: string; sentence: string } {
  if (result.ok) throw new Error('was not refused');
  return result.failure;
}
async function apply(plan: Plan): Promise<Receipt> {
  const { receipt } = must(await applyPlan(plan, { home: lab.home }));
  if (!receipt) throw new Error('no receipt');
  return receipt;
}
const planned = async (changes: Partial<InstallRequest> = {}, receipt: Receipt | null = null): Promise<Plan> => must(await vscodeInstaller.planInstall(lab.machine, lab.request(changes), receipt));
const install = async (changes: Partial<InstallRequest> = {}, receipt: Receipt | null = null): Promise<Receipt> => apply(await planned(changes, receipt));
const uninstall = async (receipt: Receipt | null): Promise<Plan> => {
  const plan = must(await vscodeInstaller.planUninstall(lab.machine, receipt));
  must(await applyPlan(plan, { home: lab.home }));
  return plan;
};
const repair = async (receipt: Receipt): Promise<Plan> => must(await vscodeInstaller.planRepair(lab.machine, receipt, lab.hooksRoot));
const codes = async (receipt: Receipt | null): Promise<string[]> => (await vscodeInstaller.health(lab.machine, receipt)).checks.filter((check) => check.status !== 'ok').map((check) => check.code);
const text = (file: string): string => readFileSync(file, 'utf8');
const configuration = (): Record<string, unknown> => JSON.parse(text(config)) as Record<string, unknown>;
const write = (file: string, content: string): void => {
  writeFileSync(file, content);
};

describe('the configuration', () => {
  const KEY = 'sk-test-0123456789abcdef';
  const remote = { classifier: { kind: 'remote', apiUrl: 'https://api.example.test/classify', apiKey: KEY } } as const;

  it('says what was chosen, privately', async () => {
    await install({ mode: 'block', endpointId: '3b241101-e2bb-4255-8caf-4136c566a962' });
    expect(configuration()).toEqual({ schemaVersion: 1, enabled: true, mode: 'block', classifier: 'embedded', localPolicy: 'follow', endpointId: '3b241101-e2bb-4255-8caf-4136c566a962' });
    expect(statSync(config).mode & 0o777).toBe(0o600);
  });
  it('holds the key, and nothing else does', async () => {
    const plan = await planned(remote);
    expect(describePlan(plan).join('\n')).not.toContain(KEY);
    const receipt = await apply(plan);
    expect(configuration()).toMatchObject({ apiUrl: 'https://api.example.test/classify', apiKey: KEY, classifier: 'remote' });
    expect(JSON.stringify(receipt)).not.toContain(KEY);
    expect(execFileSync('grep', ['-rl', KEY, lab.home], { encoding: 'utf8' }).trim()).toBe(config);
  });
  it('loses the key with the change to the embedded classifier, and keeps what it does not know', async () => {
    const receipt = await install(remote);
    write(config, text(config).replace('"enabled": true', '"enabled": true, "timeoutMs": 900, "later": {"x": 1}, "blockMalicious": true'));
    await install({}, receipt);
    expect(configuration()).toEqual({ schemaVersion: 1, enabled: true, timeoutMs: 900, later: { x: 1 }, mode: 'shadow', classifier: 'embedded', localPolicy: 'follow' });
  });
  it('is replaced when it is broken, and drops a field that would switch the hook off', async () => {
    lab.write('.vscode/silmaril-firewall.json', '{"schemaVersion": 1, "timeoutMs": "soon", "debug": true', 0o600);
    await install();
    expect(configuration()).not.toHaveProperty('debug');
    lab.write('.vscode/silmaril-firewall.json', '{"schemaVersion": 1, "timeoutMs": "soon", "debug": true, "localPolicy": "enforce"}', 0o600);
    await install();
    expect(configuration()).toEqual({ schemaVersion: 1, debug: true, localPolicy: 'enforce', enabled: true, mode: 'shadow', classifier: 'embedded' });
  });
  it('changes its mode alone, byte for byte', async () => {
    const receipt = await install();
    write(config, '{"schemaVersion":1,  "mode" : "shadow", "classifier":"embedded","x":[1, 2]}');
    const plan = must(await vscodeInstaller.planMode(lab.machine, receipt, 'block'));
    expect(plan.steps.map((step) => step.path)).toEqual([config]);
    const next = await apply(plan);
    expect(text(config)).toBe('{"schemaVersion":1,  "mode" : "block", "classifier":"embedded","x":[1, 2]}');
    expect(next.facts['mode']).toBe('block');
    expect(must(await vscodeInstaller.planMode(lab.machine, next, 'block')).steps).toEqual([]);
    await uninstall(next);
  });
  it('cannot change its mode when it is broken or gone', async () => {
    const receipt = await install();
    write(config, '{');
    expect(failed(await vscodeInstaller.planMode(lab.machine, receipt, 'warn')).code).toBe('config-unusable');
    unlinkSync(config);
    expect(failed(await vscodeInstaller.planMode(lab.machine, receipt, 'warn')).sentence).toContain(config);
  });
  it('is seen by health as the hook sees it', async () => {
    const receipt = await install();
    const states: [string, number, string][] = [
      ['{"schemaVersion": 2}', 0o600, 'config-schema-version'],
      ['{"schemaVersion": 1, "mode": "Block", "classifier": "embedded"}', 0o600, 'config-field-mode'],
      ['{"schemaVersion": 1, "enabled": false, "classifier": "embedded"}', 0o600, 'config-off'],
      ['{"schemaVersion": 1, "mode": "block"}', 0o600, 'config-no-key'],
      ['{"schemaVersion": 1, "classifier": "embedded"}', 0o644, 'config-mode'],
    ];
    for (const [content, mode, code] of states) {
      lab.write('.vscode/silmaril-firewall.json', content, mode);
      expect(await codes(receipt)).toEqual([code]);
    }
    unlinkSync(config);
    expect(await codes(receipt)).toEqual(['config-missing']);
  });
  it('is repaired where that is possible', async () => {
    const receipt = await install({ mode: 'block' });
    lab.write('.vscode/silmaril-firewall.json', '{"schemaVersion": 1, "mode": "Block", "classifier": "embedded", "x": 1}', 0o644);
    const next = await apply(await repair(receipt));
    expect(configuration()).toMatchObject({ mode: 'block', x: 1 });
    expect(await codes(next)).toEqual([]);
    const withKey = await install(remote, next);
    unlinkSync(config);
    expect(failed(await vscodeInstaller.planRepair(lab.machine, withKey, lab.hooksRoot)).code).toBe('config-lost');
  });
});

describe("the person's settings", () => {
  it('keep a false that the person wrote until the person installs again', async () => {
    const receipt = await install();
    write(settings, text(settings).replace(`"${plugin}": true`, `"${plugin}": false`));
    const off = text(settings);
    expect(await codes(receipt)).toEqual(['entry-off']);
    const plan = await repair(receipt);
    expect(plan.steps).toEqual([]);
    expect(plan.notes.join(' ')).toContain('switched off in VS Code, default profile by you');
    const again = await planned({}, receipt);
    expect(again.notes.join(' ')).toContain('this install switches it on');
    const next = await apply(again);
    expect(text(settings)).toBe(off.replace('false', 'true'));
    await uninstall(next);
    expect(text(settings)).toBe('{\n  "a": 1\n}\n');
  });
  it('end with one entry where historic forms and duplicates were', async () => {
    write(settings, `{"chat.pluginLocations": {"~/.vscode/silmaril-firewall": false, "/x": true, "${plugin}/": true, "/old/home/.vscode/silmaril-firewall": true}}`);
    await install();
    expect(text(settings)).toBe(`{"chat.pluginLocations": {"${plugin}": true, "/x": true}}`);
    await uninstall(null);
    expect(text(settings)).toBe('{"chat.pluginLocations": {"/x": true}}');
  });
  it('get their duplicates reported and mended', async () => {
    const receipt = await install();
    write(settings, text(settings).replace(`"${plugin}": true`, `"~/.vscode/silmaril-firewall": true, "${plugin}": true`));
    expect(await codes(receipt)).toEqual(['entry-duplicate']);
    expect(await codes(await apply(await repair(receipt)))).toEqual([]);
    write(settings, text(settings).replace(`"${plugin}": true`, `"${plugin}": "yes"`));
    expect(await codes(receipt)).toEqual(['entry-invalid']);
    write(settings, text(settings).replace(`"${plugin}": "yes"`, `"~/.vscode/silmaril-firewall": true`));
    expect(await codes(receipt)).toEqual(['entry-old-form']);
  });
  it('lose only our lines when others wrote around them', async () => {
    const receipt = await install();
    write(settings, text(settings).replace('"a": 1,', '"a": 2, // mine\n  "b": [],').replace(`"${plugin}": true`, `"${plugin}": true,\n    "/theirs": true`));
    await uninstall(receipt);
    expect(text(settings)).toBe('{\n  "a": 2, // mine\n  "b": [],\n  "chat.pluginLocations": {\n    "/theirs": true\n  }\n}\n');
  });
  it('are put right after VS Code removed the plugin from its list', async () => {
    const receipt = await install();
    write(settings, '{\n  "a": 1,\n  "chat.pluginLocations": {}\n}\n');
    expect(await codes(receipt)).toEqual(['entry-missing']);
    const next = await apply(await repair(receipt));
    expect(await codes(next)).toEqual([]);
    await uninstall(next);
    expect(text(settings)).toBe('{\n  "a": 1\n}\n');
  });
  it('stay when we made the file and the person wrote into it', async () => {
    unlinkSync(settings);
    const receipt = await install();
    expect(statSync(settings).mode & 0o777).toBe(0o600);
    write(settings, text(settings).replace('{', '{\n    "mine": 1,'));
    await uninstall(receipt);
    expect(JSON.parse(text(settings))).toEqual({ mine: 1 });
  });
  it('stay behind their link', async () => {
    unlinkSync(settings);
    lab.write('dotfiles/s.json', '{}\n', 0o640);
    lab.link('.config/Code/User/settings.json', '../../../dotfiles/s.json');
    const plan = await planned();
    expect(describePlan(plan).join('\n')).toContain('the link is kept');
    await apply(plan);
    expect(lstatSync(settings).isSymbolicLink()).toBe(true);
    expect(statSync(settings).mode & 0o777).toBe(0o640);
    expect(text(path.join(lab.home, 'dotfiles/s.json'))).toContain(plugin);
  });
  it('lose the older key once VS Code is known not to read it', async () => {
    lab.write('../system/usr/share/code/resources/app/package.json', '{"version": "1.110.0"}');
    const receipt = await install();
    expect(text(settings)).toContain('chat.plugins.paths');
    lab.write('../system/usr/share/code/resources/app/package.json', '{"version": "1.112.0"}');
    const next = await install({}, receipt);
    expect(text(settings).split(plugin)).toHaveLength(2);
    expect(text(settings)).not.toContain('chat.plugins.paths');
    await uninstall(next);
    expect(text(settings)).toBe('{\n  "a": 1\n}\n');
  });
});

describe('profiles that come and go', () => {
  it('a new one is reported and entered by a repair', async () => {
    const receipt = await install();
    lab.profile('n', '{}');
    lab.profiles([{ name: 'New', location: 'n' }]);
    expect(await codes(receipt)).toEqual(['entry-missing']);
    const next = await apply(await repair(receipt));
    expect(next.edited).toHaveLength(2);
    expect(await codes(next)).toEqual([]);
  });
  it('one whose settings VS Code takes from the default profile is judged by those', async () => {
    lab.profile('n', '{}');
    lab.profiles([{ name: 'New', location: 'n' }]);
    const receipt = await install();
    write(settings, text(settings).replace('"a": 1', '"a": 1, "chat.useHooks": false, "workbench.settings.applyToAllProfiles": ["chat.useHooks", "chat.pluginLocations"]').replace('true', 'false'));
    expect(await codes(receipt)).toEqual(['hooks-off', 'entry-off', 'hooks-off', 'entry-off']);
  });
  it('a data folder that was named once stays covered by later installs', async () => {
    const named = lab.write('data/User/settings.json', '{}');
    const receipt = await install({ userDataDirs: [path.join(lab.home, 'data')] });
    const next = await install({ mode: 'block' }, receipt);
    expect(next.facts).toEqual({ ...receipt.facts, mode: 'block' });
    write(named, '{}');
    expect(await codes(next)).toEqual(['entry-missing']);
  });
  it('a deleted one does not stand in the way, and one that is only unlisted is cleaned', async () => {
    const unlisted = lab.profile('u', '{ "u": 1 }');
    const deleted = lab.profile('d', '{}');
    lab.profiles([{ name: 'U', location: 'u' }, { name: 'D', location: 'd' }]);
    const receipt = await install();
    lab.profiles([]);
    rmSync(path.dirname(deleted), { recursive: true });
    expect(await codes(receipt)).toEqual([]);
    const again = await install({}, receipt);
    expect(again.edited.map((entry) => entry.path)).toEqual([settings, unlisted]);
    expect(must(await vscodeInstaller.planUninstall(lab.machine, null)).steps.map((step) => step.path)).toContain(unlisted);
    await uninstall(again);
    expect(text(unlisted)).toBe('{ "u": 1 }');
  });
  it('one that no longer parses stops an uninstall only while our entry is in it', async () => {
    const broken = lab.profile('b', '{}');
    lab.profiles([{ name: 'B', location: 'b' }]);
    const receipt = await install();
    write(broken, text(broken).replace('{', '{,'));
    expect(await codes(receipt)).toEqual(['settings-invalid']);
    expect((await repair(receipt)).notes.join(' ')).toContain('was not repaired');
    expect(failed(await vscodeInstaller.planUninstall(lab.machine, receipt)).sentence).toContain('Line 1, column 2');
    write(broken, '{,}');
    await uninstall(receipt);
    expect(text(broken)).toBe('{,}');
    expect(existsSync(plugin)).toBe(false);
  });
});

describe('the plugin', () => {
  it('has the launcher named absolutely in both manifests, as a command that /bin/sh runs', async () => {
    rmSync(lab.root, { recursive: true });
    lab = new LabHome('linux', 'an "odd" $HOME\'s `name`');
    lab.application('1.139.1');
    const launcher = path.join(lab.home, '.vscode/silmaril-firewall/scripts/run-hook.sh');
    await install({ node: { real: realpathSync(process.execPath), alias: null, version: process.versions.node } });
    for (const manifest of ['hooks.json', 'com.github.copilot/hooks/hooks.json']) {
      const { hooks } = JSON.parse(text(path.join(lab.home, '.vscode/silmaril-firewall', manifest))) as { hooks: Record<string, [Record<string, unknown>]> };
      expect(Object.keys(hooks)).toEqual(['SessionStart', 'UserPromptSubmit', 'PreToolUse', 'PostToolUse']);
      for (const [event, [entry]] of Object.entries(hooks)) {
        expect(entry).toMatchObject({ type: 'command', timeout: 12, linux: entry['osx'] });
        expect(entry['osx']).toBe(`'${launcher.replaceAll("'", "'\\''")}' ${event}`);
      }
      const command = String(hooks['PreToolUse']?.[0]['linux']);
      const probe = vscodeInstaller.probe(lab.machine);
      expect(probe.launcher).toBe(launcher);
      expect(spawnSync('/bin/sh', ['-c', command], { input: probe.payload('PreToolUse', 'ls', lab.home), encoding: 'utf8', env: {} })).toMatchObject({ status: 0, stdout: '{}\n' });
    }
  });
  it('names no Linux command on macOS', async () => {
    rmSync(lab.root, { recursive: true });
    lab = new LabHome('darwin');
    lab.application('1.139.1');
    await install();
    const manifest = text(path.join(lab.home, '.vscode/silmaril-firewall/hooks.json'));
    expect(manifest).toContain('"osx"');
    expect(manifest).not.toContain('"linux"');
  });
  it('is reported and restored when something happened to it', async () => {
    const receipt = await install();
    write(path.join(plugin, 'dist/vscode-hook.js'), 'evil();');
    unlinkSync(path.join(plugin, 'hooks.json'));
    lab.write('.vscode/silmaril-firewall/scripts/run-hook.sh', text(path.join(plugin, 'scripts/run-hook.sh')), 0o644);
    write(path.join(lab.home, '.vscode/silmaril-firewall-node-path'), '/other/node\n');
    expect((await codes(receipt)).sort()).toEqual(['file-changed', 'file-changed', 'file-missing', 'file-mode']);
    const next = await apply(await repair(receipt));
    expect(await codes(next)).toEqual([]);
    unlinkSync(lab.node);
    expect(await codes(next)).toEqual(['node-gone']);
  });
  it.skipIf(!existsSync(node22))('follows the alias of a Node.js that an upgrade moved (needs the cached Node.js 22)', async () => {
    symlinkSync(node22, path.join(lab.root, 'bin-node'));
    const receipt = await install({ node: { real: lab.node, alias: path.join(lab.root, 'bin-node'), version: '22.0.0' } });
    unlinkSync(lab.node);
    const next = await apply(await repair(receipt));
    expect(next.node?.real).toBe(realpathSync(node22));
    expect(text(path.join(lab.home, '.vscode/silmaril-firewall-node-path'))).toBe(`${realpathSync(node22)}\n`);
    expect(await codes(next)).toEqual([]);
  });
  it('loses the files that a new version does not have', async () => {
    const receipt = await install();
    rmSync(path.join(lab.hooksRoot, 'hooks/vscode/dist/weights.bin'));
    const next = await install({}, receipt);
    expect(existsSync(path.join(plugin, 'dist/weights.bin'))).toBe(false);
    expect(next.owned.some((owned) => owned.path.endsWith('weights.bin'))).toBe(false);
  });
});

describe('an uninstall', () => {
  it('without a receipt takes what is recognisably ours', async () => {
    const before = treeOf(lab.home, ['Library']);
    await install();
    write(settings, text(settings));
    expect(await codes(null)).toEqual(['receipt-missing']);
    await uninstall(null);
    // What made the parent is known to the receipt alone, so an empty object stays.
    expect(text(settings)).toBe('{\n  "a": 1,\n  "chat.pluginLocations": {\n  }\n}\n');
    write(settings, '{\n  "a": 1\n}\n');
    // So does the folder of VS Code's that was not there before.
    rmSync(path.join(lab.home, '.vscode'), { recursive: true });
    expect(treeOf(lab.home, ['Library'])).toEqual(before);
  });
  it('leaves what others put into our folder, and says so', async () => {
    const receipt = await install();
    write(path.join(plugin, 'notes.txt'), 'mine');
    const report = must(await applyPlan(must(await vscodeInstaller.planUninstall(lab.machine, receipt)), { home: lab.home }));
    expect(report.steps.filter((step) => step.outcome === 'kept').map((step) => step.path)).toEqual([plugin]);
    expect(text(path.join(plugin, 'notes.txt'))).toBe('mine');
  });
  it("does not touch a stranger's folder of our name", async () => {
    lab.write('.vscode/silmaril-firewall/readme.txt', 'not yours');
    const plan = await uninstall(null);
    expect(plan.steps).toEqual([]);
    expect(plan.notes.join(' ')).toContain("holds no plugin of Silmaril's");
  });
  it('works when VS Code and half of our files are gone', async () => {
    const receipt = await install();
    rmSync(path.join(lab.system, 'usr'), { recursive: true });
    rmSync(path.join(plugin, 'dist'), { recursive: true });
    rmSync(lab.hooksRoot, { recursive: true });
    await uninstall(receipt);
    expect(text(settings)).toBe('{\n  "a": 1\n}\n');
    expect(existsSync(path.join(lab.home, '.vscode'))).toBe(false);
    expect(existsSync(path.join(lab.home, 'Library'))).toBe(false);
  });
  it('removes registrations before files', async () => {
    const receipt = await install();
    const kinds = must(await vscodeInstaller.planUninstall(lab.machine, receipt)).steps.map((step) => step.kind);
    expect(kinds[0]).toBe('edit');
    expect(kinds.lastIndexOf('edit')).toBeLessThan(kinds.indexOf('remove'));
    expect(kinds.lastIndexOf('remove')).toBeLessThan(kinds.indexOf('rmdir'));
  });
  it('believes a receipt only where it speaks of our own places', async () => {
    const receipt = await install();
    const precious = lab.write('precious.txt', 'x');
    const forged = { ...receipt, owned: [...receipt.owned, { path: precious, kind: 'file' as const, mode: 0o644, secret: false }] };
    expect(must(await vscodeInstaller.planUninstall(lab.machine, forged)).steps.map((step) => step.path)).not.toContain(precious);
  });
});

it('feeds events as VS Code sends them', () => {
  const probe = vscodeInstaller.probe(lab.machine);
  const sent = (event: string): unknown => JSON.parse(probe.payload(event, 'some text', '/work'));
  expect(probe.events).toEqual(['SessionStart', 'UserPromptSubmit', 'PreToolUse', 'PostToolUse']);
  expect(sent('SessionStart')).toMatchObject({ hook_event_name: 'SessionStart', source: 'new', cwd: '/work' });
  expect(sent('UserPromptSubmit')).toMatchObject({ prompt: 'some text' });
  expect(sent('PreToolUse')).toMatchObject({ tool_name: 'run_in_terminal', tool_input: { command: 'some text' } });
  expect(sent('PostToolUse')).toMatchObject({ tool_name: 'run_in_terminal', tool_response: 'some text' });
  expect(() => probe.payload('Stop', '', '')).toThrow(RangeError);
});
