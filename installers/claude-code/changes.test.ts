// What happens between an install and an uninstall: other programs rewrite the settings, files go, modes change,
// Node.js moves. And what an installer must refuse.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { applyPlan } from '../engine/apply.ts';
import type { InstallRequest } from '../engine/harness-installer.ts';
import type { Plan, Result } from '../engine/plan.ts';
import type { Receipt } from '../engine/receipt.ts';
import { treeOf } from '../engine/testing/tree.ts';
import { claudeCodeInstaller as installer } from './installer.ts';
import { EVENTS, layoutOf } from './layout.ts';
import { LabHome } from './testing/lab-home.ts';

const usual = '.claude/settings.json';
const root = process.getuid?.() === 0;
let lab: LabHome;

beforeEach(() => {
  lab = new LabHome('linux');
  lab.executable();
});
afterEach(() => {
  lab.remove();
});

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
const problems = async (receipt: Receipt | null): Promise<string[]> => (await installer.health(lab.machine, receipt)).checks.filter((check) => check.status !== 'ok').map((check) => check.code);

type Settings = Record<string, unknown> & { hooks: Record<string, { hooks: Record<string, unknown>[] }[]> };
const settings = (): Settings => JSON.parse(lab.read(usual)) as Settings;
const rewrite = (value: unknown): void => void lab.settings(`${JSON.stringify(value, null, 2)}\n`);

describe('refused, with nothing written', () => {
  const cases: readonly (readonly [string, () => void, string])[] = [
    ['settings that do not parse', () => void lab.settings('{ "model": '), 'not-json'],
    ['settings with a comment, which Claude Code drops', () => void lab.settings('{\n  // mine\n  "model": "x"\n}'), 'comment-in-json'],
    ['settings with a trailing comma', () => void lab.settings('{"model": "x",}'), 'trailing-comma-in-json'],
    ['a name that is there twice', () => void lab.settings('{"hooks": {}, "hooks": {}}'), 'duplicate-key'],
    ['settings that are an array', () => void lab.settings('[]'), 'wrong-type'],
    ['hooks that are no object', () => void lab.settings('{"hooks": []}'), 'wrong-type'],
    ['hooks that are null', () => void lab.settings('{"hooks": null}'), 'wrong-type'],
    ['an event that is no array', () => void lab.settings('{"hooks": {"PreToolUse": {}}}'), 'wrong-type'],
    ['settings that are not UTF-8', () => void fs.writeFileSync(lab.settings('{}'), Buffer.from([0x7b, 0xff, 0x7d])), 'not-utf8'],
    ['settings that are a folder', () => fs.mkdirSync(lab.at(usual), { recursive: true }), 'not-a-file'],
    ['read-only settings', () => void lab.settings('{}', 0o400), 'settings-read-only'],
    ['a link that leads back to itself', () => { lab.link('.claude/settings.json', 'settings.json'); }, 'link-loop'],
    ['a link where our folder belongs', () => { fs.mkdirSync(lab.at('elsewhere')); lab.link('.claude/silmaril-firewall', '../elsewhere'); }, 'linked'],
    ['a link where our configuration belongs', () => { lab.write('x', '{}'); lab.link('.claude/silmaril-firewall.json', '../x'); }, 'linked'],
    ['a link where the Node path belongs', () => { lab.write('x', ''); lab.link('.claude/silmaril-firewall-node-path', '../x'); }, 'linked'],
    ['a folder where the launcher belongs', () => fs.mkdirSync(lab.at('.claude/silmaril-firewall/scripts/run-hook.sh'), { recursive: true }), 'linked'],
    ['a hook without its bundle', () => { fs.rmSync(path.join(lab.hooksRoot, 'hooks/claude-code/dist/claude-code-hook.js')); }, 'hook-incomplete'],
    ['a hook with a foreign manifest', () => { fs.writeFileSync(path.join(lab.hooksRoot, 'hooks/claude-code/manifest.json'), '{"name":"x"}'); }, 'hook-invalid'],
    ['no Claude Code', () => { fs.rmSync(lab.at('.local'), { recursive: true }); }, 'harness-absent'],
  ];
  it.each(cases)('%s', async (_name, build, code) => {
    build();
    const before = treeOf(lab.home);
    const result = await installer.planInstall(lab.machine, lab.request(), null);
    expect(result.ok ? 'planned' : result.failure.code).toBe(code);
    expect(result.ok ? '' : result.failure.sentence).toMatch(/\.$|'$/);
    expect(treeOf(lab.home)).toEqual(before);
  });

  it('names the line and column', async () => {
    lab.settings('{\n  "a": 1,\n  // b\n}');
    const result = await installer.planInstall(lab.machine, lab.request(), null);
    expect(result.ok ? '' : result.failure.sentence).toMatch(/settings\.json.*line 3, column 3/i);
  });

  it('a Node.js path of two lines, and a surface that is not there', async () => {
    expect(await installer.planInstall(lab.machine, lab.request({ node: { real: '/a\n/b', alias: null, version: '22.0.0' } }), null)).toMatchObject({ failure: { code: 'node-path-invalid' } });
    expect(await installer.planInstall(lab.machine, lab.request({ skipSurfaces: ['x'] }), null)).toMatchObject({ failure: { code: 'surface-unknown' } });
  });

  it.skipIf(!root)("somebody else's settings (needs root to make them)", async () => {
    fs.chownSync(lab.settings('{}'), 12345, 12345);
    expect(await installer.planInstall(lab.machine, lab.request(), null)).toMatchObject({ failure: { code: 'settings-read-only' } });
  });

  it('a moved configuration folder that cannot be edited is named, and can be left out', async () => {
    lab.settings('{}');
    lab.write('cfg/settings.json', '{');
    lab.env['CLAUDE_CONFIG_DIR'] = lab.at('cfg');
    const refused = await installer.planInstall(lab.machine, lab.request(), null);
    expect(refused.ok ? '' : refused.failure.sentence).toContain('config-dir');
    expect(must(await installer.planInstall(lab.machine, lab.request({ skipSurfaces: ['config-dir'] }), null)).steps.length).toBeGreaterThan(0);
  });
});

describe('between install and uninstall', () => {
  it('Claude Code drops the hooks: health says so, repair puts them back, uninstall leaves the rest', async () => {
    rewrite({ model: 'a', hooks: { Stop: [{ hooks: [{ type: 'command', command: 'x' }] }] } });
    const receipt = await install();
    expect(await problems(receipt)).toEqual([]);
    rewrite({ model: 'b' });
    expect(await problems(receipt)).toEqual(['entry-missing']);
    const repaired = await apply(must(await installer.planRepair(lab.machine, receipt, lab.hooksRoot)));
    expect(Object.keys(settings().hooks)).toEqual([...EVENTS]);
    expect(await problems(repaired)).toEqual([]);
    await uninstall(repaired);
    expect(settings()).toEqual({ model: 'b' });
  });

  it('two programs wrote: one entry twice, one with another time-out, one in a foreign group', async () => {
    const receipt = await install();
    const now = settings();
    const ours = now.hooks['PreToolUse']?.[0];
    if (!ours) throw new Error('no entry');
    now.hooks['PreToolUse'] = [ours, ours];
    now.hooks['Stop'] = [{ hooks: [{ type: 'command', command: 'other' }, ...ours.hooks] }];
    now.hooks['PostToolUse'] = [{ hooks: [{ ...now.hooks['PostToolUse']?.[0]?.hooks[0], timeout: 600 }] }];
    rewrite(now);
    expect(await problems(receipt)).toEqual(['entry-duplicate', 'entry-changed', 'entry-duplicate']);
    const repaired = await apply(must(await installer.planRepair(lab.machine, receipt, lab.hooksRoot)));
    expect(await problems(repaired)).toEqual([]);
    expect(settings().hooks['Stop']).toEqual([{ hooks: [{ type: 'command', command: 'other' }] }]);
    await uninstall(repaired);
    expect(settings()).toEqual({ hooks: { Stop: [{ hooks: [{ type: 'command', command: 'other' }] }] } });
  });

  it('the person adds to a file that we made: what they wrote stays', async () => {
    const receipt = await install();
    rewrite({ ...settings(), model: 'mine' });
    await uninstall(receipt);
    expect(settings()).toEqual({ model: 'mine' });
  });

  it('files of ours change, lose their mode, or go', async () => {
    const receipt = await install({ mode: 'warn' });
    const layout = layoutOf(lab.home);
    fs.appendFileSync(path.join(layout.root, 'dist/claude-code-hook.js'), '// x');
    fs.chmodSync(layout.launcher, 0o644);
    fs.rmSync(layout.nodePath);
    fs.chmodSync(layout.config, 0o644);
    expect((await problems(receipt)).sort()).toEqual(['config-mode', 'file-changed', 'file-missing', 'file-mode']);
    const repaired = await apply(must(await installer.planRepair(lab.machine, receipt, lab.hooksRoot)));
    expect(await problems(repaired)).toEqual([]);
    expect(JSON.parse(fs.readFileSync(layout.config, 'utf8'))).toMatchObject({ mode: 'warn' });
    fs.writeFileSync(path.join(layout.root, 'dist/notes.txt'), 'mine');
    await uninstall(repaired);
    expect(treeOf(lab.at('.claude')).filter((line) => line.startsWith('file')).map((line) => line.split(' ')[1])).toEqual(['silmaril-firewall/dist/notes.txt']);
  });

  it('the key is gone with the configuration: repair says so instead of inventing one', async () => {
    const receipt = await install({ classifier: { kind: 'remote', apiUrl: 'https://x.example/classify', apiKey: 'secret' } });
    fs.rmSync(layoutOf(lab.home).config);
    expect(await problems(receipt)).toEqual(['config-missing']);
    expect(await installer.planRepair(lab.machine, receipt, lab.hooksRoot)).toMatchObject({ failure: { code: 'config-lost' } });
  });

  it('the mode changes, and nothing else', async () => {
    const receipt = await install({ mode: 'shadow', classifier: { kind: 'remote', apiUrl: 'https://x.example/classify', apiKey: 'secret' } });
    const before = treeOf(lab.home, ['Library']);
    const plan = must(await installer.planMode(lab.machine, receipt, 'block'));
    expect(plan.steps.map((step) => [step.kind, step.path])).toEqual([['replace', layoutOf(lab.home).config]]);
    const changed = await apply(plan);
    expect(changed?.facts['mode']).toBe('block');
    expect(JSON.parse(fs.readFileSync(layoutOf(lab.home).config, 'utf8'))).toMatchObject({ mode: 'block', apiKey: 'secret', localPolicy: 'follow' });
    if (!changed) throw new Error('no receipt');
    await apply(must(await installer.planMode(lab.machine, changed, 'shadow')));
    expect(treeOf(lab.home, ['Library'])).toEqual(before);
  });

  it('a new version replaces the files and drops those that it no longer has', async () => {
    lab.settings('{"model": "x"}');
    const before = treeOf(lab.home);
    const receipt = await install();
    const source = path.join(lab.hooksRoot, 'hooks/claude-code');
    fs.writeFileSync(path.join(source, 'manifest.json'), '{"name": "silmaril-claude-code-firewall", "version": "9.0.0"}');
    fs.rmSync(path.join(source, 'dist/weights.bin'));
    fs.writeFileSync(path.join(source, 'dist/model.bin'), 'new');
    const updated = await install({ mode: 'block' }, receipt);
    expect(updated.version).toBe('9.0.0');
    expect(fs.readdirSync(path.join(layoutOf(lab.home).root, 'dist')).sort()).toEqual(['claude-code-hook.js', 'model.bin']);
    expect(await problems(updated)).toEqual([]);
    await uninstall(updated);
    expect(treeOf(lab.home)).toEqual(before);
  });

  it('the settings change after the plan was shown: nothing is overwritten', async () => {
    lab.settings('{}');
    const plan = must(await installer.planInstall(lab.machine, lab.request(), null));
    lab.settings('{"model": "new"}');
    expect(await applyPlan(plan, { home: lab.home })).toMatchObject({ failure: { code: 'changed' } });
    expect(lab.read(usual)).toBe('{"model": "new"}');
    expect(fs.existsSync(layoutOf(lab.home).root)).toBe(false);
  });

  it('the settings stop parsing: uninstall names the line instead of leaving a call of a missing file', async () => {
    const receipt = await install();
    lab.settings(lab.read(usual).replace(/\}\s*$/, ''));
    expect(await problems(receipt)).toEqual(['settings-invalid']);
    expect(await installer.planUninstall(lab.machine, receipt)).toMatchObject({ failure: { code: 'not-json' } });
    const repair = must(await installer.planRepair(lab.machine, receipt, lab.hooksRoot));
    expect(repair.notes.join(' ')).toContain('were not repaired');
  });

  it('CLAUDE_CONFIG_DIR is not set any more: the receipt still knows the file', async () => {
    lab.write('cfg/settings.json', '{}');
    lab.env['CLAUDE_CONFIG_DIR'] = lab.at('cfg');
    const before = treeOf(lab.home);
    const receipt = await install();
    lab.env = {};
    lab.write('cfg/settings.json', '{}');
    expect(await problems(receipt)).toContain('entry-missing');
    await apply(must(await installer.planRepair(lab.machine, receipt, lab.hooksRoot)));
    expect(lab.read('cfg/settings.json')).toContain('run-hook.sh');
    const { readReceipt } = await import('../engine/receipts.ts');
    const read = await readReceipt(lab.home, 'claude-code');
    if (read.state !== 'read') throw new Error('no receipt');
    await uninstall(read.receipt);
    expect(treeOf(lab.home)).toEqual(before);
  });

  it('Node.js moved with an upgrade: health says that the hook is off, repair follows the alias', async () => {
    const node22 = execFileSync(process.execPath, [path.resolve(import.meta.dirname, '../../scripts/node22.mjs')], { encoding: 'utf8' }).trim();
    const alias = path.join(lab.root, 'opt/node');
    const gone = path.join(lab.root, 'Cellar/22.1/node');
    lab.link('../opt/node', node22);
    lab.write('../Cellar/22.1/node', '', 0o755);
    const receipt = await install({ node: { real: gone, alias, version: '22.1.0' } });
    fs.rmSync(gone);
    expect(await problems(receipt)).toEqual(['node-gone']);
    const repaired = await apply(must(await installer.planRepair(lab.machine, receipt, lab.hooksRoot)));
    expect(repaired?.node).toEqual({ real: fs.realpathSync(node22), alias, version: '22.23.2' });
    expect(fs.readFileSync(layoutOf(lab.home).nodePath, 'utf8')).toBe(`${fs.realpathSync(node22)}\n`);
    expect(await problems(repaired)).toEqual([]);
  });
});

describe('the probe', () => {
  it("sends what Claude Code sends, for the installed launcher's events", () => {
    const probe = installer.probe(lab.machine);
    expect(probe.launcher).toBe(layoutOf(lab.home).launcher);
    for (const event of probe.events) {
      const payload = JSON.parse(probe.payload(event, 'TEXT', '/w')) as Record<string, unknown>;
      expect(payload).toMatchObject({ hook_event_name: event, cwd: '/w' });
      expect(payload).not.toHaveProperty('timestamp');
      if (event !== 'SessionStart') expect(JSON.stringify(payload)).toContain('TEXT');
    }
    expect(() => probe.payload('Nope', '', '/')).toThrow(RangeError);
  });
});
