// Install, mode, repair and uninstall in throw-away homes, applied by the real engine.
import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { applyPlan } from '../engine/apply.ts';
import { describePlan, viewPlan } from '../engine/describe.ts';
import type { InstallRequest } from '../engine/harness-installer.ts';
import type { Plan, Result } from '../engine/plan.ts';
import type { Receipt } from '../engine/receipt.ts';
import { readReceipt } from '../engine/receipts.ts';
import { hermesInstaller } from './installer.ts';
import { HermesHome } from './testing/hermes-home.ts';

const CONFIG = 'model:\n  default: x # mine\n\nplugins:\n  # tools\n  enabled:\n  - other\n';
const ENV = "OPENAI_API_KEY=sk-theirs\nexport TWO='a\nb'\n";
const PLUGIN = '.hermes/plugins/hermes-firewall';
const KEY = 'key-canary-91';
const remote = { kind: 'remote', apiUrl: 'https://classify.invalid/x', apiKey: KEY } as const;

let lab: HermesHome;
beforeEach(() => {
  lab = new HermesHome();
  lab.executable();
});
afterEach(() => lab.remove());

function must<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`${result.failure.code}: ${result.failure.sentence}`);
  return result.value;
}
async function receipt(): Promise<Receipt | null> {
  const read = await readReceipt(lab.home, 'hermes');
  return read.state === 'read' ? read.receipt : null;
}
const apply = async (plan: Plan) => must(await applyPlan(plan, { home: lab.home }));
async function install(changes: Partial<InstallRequest> = {}): Promise<Plan> {
  const plan = must(await hermesInstaller.planInstall(lab.machine, lab.request(changes), await receipt()));
  await apply(plan);
  return plan;
}
async function uninstall(): Promise<Plan> {
  const plan = must(await hermesInstaller.planUninstall(lab.machine, await receipt()));
  await apply(plan);
  return plan;
}
const codes = async (status = 'problem'): Promise<string[]> => (await hermesInstaller.health(lab.machine, await receipt())).checks.filter((check) => check.status === status).map((check) => check.code);

test('an install: what is there, its modes, the two files of Hermes’, and a second one that plans nothing', async () => {
  lab.write('.hermes/config.yaml', CONFIG, 0o640);
  lab.write('.hermes/.env', ENV);
  await install();
  expect(readdirSync(lab.at(PLUGIN)).filter((name) => !name.endsWith('.py'))).toEqual(['plugin.yaml']);
  expect(readdirSync(lab.at(PLUGIN))).toEqual(expect.arrayContaining(['__init__.py', 'firewall.py']));
  for (const folder of [PLUGIN, '.hermes/silmaril-firewall', '.hermes/silmaril-firewall/classifier']) expect(statSync(lab.at(folder)).mode & 0o777).toBe(0o700);
  for (const name of readdirSync(lab.at(PLUGIN))) expect(statSync(lab.at(`${PLUGIN}/${name}`)).mode & 0o777).toBe(0o600);
  expect(lab.read('.hermes/silmaril-firewall/silmaril-checker-node-path')).toBe(`${lab.node}\n`);
  expect(lab.read('.hermes/silmaril-firewall/python-path')).toBe(`${lab.at('.hermes/hermes-agent/venv/bin/python')}\n`);
  expect(lab.read('.hermes/config.yaml')).toBe(`${CONFIG}  - hermes-firewall\n`);
  expect(statSync(lab.at('.hermes/config.yaml')).mode & 0o777).toBe(0o640);
  expect(lab.read('.hermes/.env')).toBe(`${ENV}# >>> Silmaril Firewall, managed: changed and removed by Silmaril\nSILMARIL_MODE=shadow\nSILMARIL_CLASSIFIER=embedded\nSILMARIL_LOCAL_POLICY=follow\n# <<< Silmaril Firewall\n`);
  expect(await codes()).toEqual([]);
  expect(await codes('unknown')).toEqual([]);
  expect(must(await hermesInstaller.planInstall(lab.machine, lab.request(), await receipt())).steps).toEqual([]);
  expect(must(await hermesInstaller.planRepair(lab.machine, (await receipt()) as Receipt, lab.hooksRoot)).steps).toEqual([]);
});

describe('uninstall after install is as before, byte by byte', () => {
  const cases: readonly (readonly [name: string, prepare: (lab: HermesHome) => void])[] = [
    ['nothing configured yet', () => undefined],
    ['both files there', (l) => void (l.write('.hermes/config.yaml', CONFIG), l.write('.hermes/.env', ENV))],
    ['CRLF, a BOM, no last line end', (l) => void (l.write('.hermes/config.yaml', '\uFEFFplugins:\r\n    enabled: [ ]'), l.write('.hermes/.env', '\uFEFFA=1\r\nB=2'))],
    ['links into dotfiles', (l) => {
      l.write('dotfiles/config.yaml', CONFIG, 0o644);
      l.write('dotfiles/env', ENV);
      l.link('.hermes/config.yaml', '../dotfiles/config.yaml');
      l.link('.hermes/.env', '../dotfiles/env');
    }],
    ['profiles', (l) => void (l.write('.hermes/profiles/coder/config.yaml', 'plugins: {}\n'), l.write('.hermes/profiles/coder/.env', ''), l.write('.hermes/profiles/writer/SOUL.md', 'x'))],
    ['profiles that share files, and one that is a link', (l) => {
      l.write('.hermes/config.yaml', CONFIG);
      l.write('.hermes/.env', ENV);
      l.write('.hermes/profiles/coder/SOUL.md', 'x');
      l.link('.hermes/profiles/coder/config.yaml', '../../config.yaml');
      l.link('.hermes/profiles/coder/.env', '../../.env');
      l.write('elsewhere/writer/config.yaml', 'a: 1\n');
      l.link('.hermes/profiles/writer', '../../elsewhere/writer');
      l.link('.hermes/profiles/twin', '../../elsewhere/writer');
    }],
    ['a plugin of another tool', (l) => void l.write('.hermes/plugins/other/plugin.yaml', 'name: other\n')],
  ];
  test.each(cases)('%s', async (_name, prepare) => {
    prepare(lab);
    const before = lab.snapshot();
    await install({ classifier: remote });
    expect(lab.snapshot()).not.toEqual(before);
    // What Python and a session leave behind.
    await apply(must(await hermesInstaller.planMode(lab.machine, (await receipt()) as Receipt, 'block')));
    expect(await codes()).toEqual([]);
    for (const folder of [PLUGIN, '.hermes/silmaril-firewall/classifier']) lab.write(`${folder}/__pycache__/firewall.cpython-311.pyc`, 'x');
    await uninstall();
    expect(lab.snapshot()).toEqual(before);
    expect(await receipt()).toBeNull();
  });

  it('also without its receipt, from what is recognisably ours', async () => {
    mkdirSync(lab.at('.hermes/plugins'), { mode: 0o700 });
    lab.write('.hermes/config.yaml', CONFIG);
    lab.write('.hermes/.env', ENV);
    const before = lab.snapshot();
    await install();
    rmSync(lab.at('Library/Application Support/Silmaril/Receipts/hermes.json'));
    await uninstall();
    expect(lab.snapshot()).toEqual(before);
  });

  it('and leaves what is not', async () => {
    lab.write(`${PLUGIN}/plugin.yaml`, 'name: hermes-firewall\nauthor: somebody\n');
    lab.write('.hermes/config.yaml', 'plugins:\n  enabled: [hermes-firewall]\n');
    const before = lab.snapshot();
    expect((await uninstall()).notes.join(' ')).toContain('recognisably');
    expect(lab.snapshot()).toEqual(before);
    // Nor does an install write over it.
    expect(await hermesInstaller.planInstall(lab.machine, lab.request(), null)).toMatchObject({ ok: false, failure: { code: 'foreign-plugin' } });
  });

  it('keeps a file of the person’s in our folder, and the folder', async () => {
    await install();
    lab.write(`${PLUGIN}/notes.txt`, 'mine');
    const plan = await uninstall();
    expect(readdirSync(lab.at(PLUGIN))).toEqual(['notes.txt']);
    expect(plan.notes.join(' ')).toContain('did not make');
  });
});

test('every home and profile, each with its own lines; one can be left out; a new one is a problem', async () => {
  lab.write('.hermes/profiles/coder/config.yaml', 'a: 1\n');
  lab.write('elsewhere/hermes/config.yaml', 'b: 1\n');
  lab.env['HERMES_HOME'] = lab.at('elsewhere/hermes');
  await install({ skipSurfaces: ['profile:coder'] });
  expect(existsSync(lab.at('.hermes/profiles/coder/plugins'))).toBe(false);
  for (const home of ['.hermes', 'elsewhere/hermes']) expect(existsSync(lab.at(`${home}/plugins/hermes-firewall/__init__.py`))).toBe(true);
  expect(await codes()).toEqual([]);
  lab.write('.hermes/profiles/new/config.yaml', '');
  expect(await codes()).toEqual(['home-unprotected']);
  await install();
  for (const name of ['coder', 'new']) expect(existsSync(lab.at(`.hermes/profiles/${name}/plugins/hermes-firewall/__init__.py`))).toBe(true);
  expect(await codes()).toEqual([]);
  // The app may not see the shell's HERMES_HOME: the receipt knows that home.
  delete lab.env['HERMES_HOME'];
  await uninstall();
  expect(lab.read('elsewhere/hermes/config.yaml')).toBe('b: 1\n');
  expect(existsSync(lab.at('elsewhere/hermes/plugins'))).toBe(false);
});

describe('the key', () => {
  it('is in the environment file alone, and never in a plan’s preview or the receipt', async () => {
    lab.write('.hermes/.env', ENV);
    const plan = await install({ classifier: remote, mode: 'block' });
    const shown = `${describePlan(plan).join('\n')}${JSON.stringify(viewPlan(plan))}${lab.read('Library/Application Support/Silmaril/Receipts/hermes.json')}`;
    for (const secret of [KEY, 'sk-theirs']) expect(shown).not.toContain(secret);
    expect(shown).toContain('SILMARIL_API_KEY');
    expect(plan.notes.join(' ')).toContain('API key');
    expect([...lab.snapshot()].filter(([, content]) => content.includes(KEY)).map(([name]) => name)).toEqual(['.hermes/.env']);
    expect(hermesInstaller.settings?.((await receipt()) as Receipt)).toMatchObject({ file: lab.at('.hermes/.env'), read: { state: 'valid', settings: { mode: 'block', classifier: 'remote', apiKey: KEY, localPolicy: 'follow' } } });
    const back = must(await hermesInstaller.planInstall(lab.machine, lab.request(), await receipt()));
    await apply(back);
    expect(lab.read('.hermes/.env')).not.toContain(KEY);
  });
  it('of a neighbour on our line is not shown either', async () => {
    lab.write('.hermes/config.yaml', 'plugins: {entries: {x: {api_key: abc-canary, note: "y"}}, disabled: []}\n');
    const shown = describePlan(must(await hermesInstaller.planInstall(lab.machine, lab.request(), null))).join('\n');
    expect(shown).toContain('api_key: <hidden>, note: "y"');
    expect(shown).not.toContain('canary');
  });
  it('is not written where others can read', async () => {
    lab.write('.hermes/.env', ENV, 0o644);
    expect(await hermesInstaller.planInstall(lab.machine, lab.request({ classifier: remote }), null)).toMatchObject({ ok: false, failure: { code: 'env-too-open' } });
    expect((await hermesInstaller.planInstall(lab.machine, lab.request(), null)).ok).toBe(true);
  });
});

test('a change of mode: one value in every home, nothing else', async () => {
  lab.write('.hermes/profiles/coder/.env', 'A=1\n');
  await install({ classifier: remote });
  const before = lab.snapshot();
  await apply(must(await hermesInstaller.planMode(lab.machine, (await receipt()) as Receipt, 'block')));
  const after = lab.snapshot();
  expect([...after.keys()]).toEqual([...before.keys()]);
  for (const [name, content] of after) expect(content, name).toBe(name.endsWith('/.env') ? before.get(name)?.replace('SILMARIL_MODE=shadow', 'SILMARIL_MODE=block') : before.get(name));
  expect(await codes()).toEqual([]);
  expect(must(await hermesInstaller.planMode(lab.machine, (await receipt()) as Receipt, 'block')).steps).toEqual([]);
});

describe('refused, with the file named and nothing written', () => {
  test.each([
    ['plugins:\n  enabled: hermes-firewall\n', 'wrong-type'],
    ['plugins: [\n', 'yaml-syntax'],
    ['x: &a [o]\nplugins:\n  enabled: *a\n', 'edit-unsafe'],
  ])('%j', async (config, code) => {
    lab.write('.hermes/config.yaml', config);
    const before = lab.snapshot();
    const planned = await hermesInstaller.planInstall(lab.machine, lab.request(), null);
    expect(planned).toMatchObject({ ok: false, failure: { code } });
    expect(planned.ok ? '' : planned.failure.sentence).toContain(lab.at('.hermes/config.yaml'));
    expect(lab.snapshot()).toEqual(before);
  });
  it('a link where our folder belongs', async () => {
    mkdirSync(lab.at('trap'));
    mkdirSync(lab.at('.hermes/plugins'), { recursive: true });
    symlinkSync(lab.at('trap'), lab.at(PLUGIN));
    expect(await hermesInstaller.planInstall(lab.machine, lab.request(), null)).toMatchObject({ ok: false, failure: { code: 'linked' } });
  });
  it('no Hermes at all', async () => {
    const empty = new HermesHome();
    try {
      expect(await hermesInstaller.planInstall(empty.machine, empty.request(), null)).toMatchObject({ ok: false, failure: { code: 'harness-absent' } });
      expect((await hermesInstaller.detect(empty.machine)).state).toBe('absent');
    } finally {
      empty.remove();
    }
  });
});

describe('health and repair', () => {
  const cases: readonly (readonly [name: string, code: string, damage: (lab: HermesHome) => void])[] = [
    ['a module is gone', 'file-missing', (l) => rmSync(l.at(`${PLUGIN}/firewall.py`))],
    ['a module was changed', 'file-changed', (l) => writeFileSync(l.at(`${PLUGIN}/verdict.py`), 'pass')],
    ['a file can be read by all', 'file-mode', (l) => chmodSync(l.at('.hermes/silmaril-firewall/silmaril-checker'), 0o755)],
    ['the plugin was removed', 'file-missing', (l) => rmSync(l.at(PLUGIN), { recursive: true })],
    ['Hermes rewrote its list', 'plugin-not-enabled', (l) => void l.write('.hermes/config.yaml', 'plugins:\n  enabled:\n  - other\n')],
    ['our lines are gone', 'env-missing', (l) => void l.write('.hermes/.env', ENV)],
    ['the mode was changed by hand', 'env-changed', (l) => void l.write('.hermes/.env', l.read('.hermes/.env').replace('MODE=warn', 'MODE=shadow'))],
  ];
  test.each(cases)('%s', async (_name, code, damage) => {
    lab.write('.hermes/config.yaml', CONFIG);
    lab.write('.hermes/.env', ENV);
    await install({ mode: 'warn' });
    const whole = lab.snapshot();
    damage(lab);
    expect(await codes()).toContain(code);
    await apply(must(await hermesInstaller.planRepair(lab.machine, (await receipt()) as Receipt, lab.hooksRoot)));
    expect(await codes()).toEqual([]);
    if (code !== 'plugin-not-enabled') expect(lab.snapshot()).toEqual(whole);
    await uninstall();
    expect(lab.read('.hermes/.env')).toBe(ENV);
  });

  test.each([
    ['plugin-disabled', (l: HermesHome) => l.write('.hermes/config.yaml', `${l.read('.hermes/config.yaml')}  disabled: [hermes-firewall]\n`)],
    ['wrong-type', (l: HermesHome) => l.write('.hermes/config.yaml', 'plugins:\n  enabled: "[hermes-firewall]"\n')],
    ['config-invalid', (l: HermesHome) => l.write('.hermes/config.yaml', 'plugins: [\n')],
    ['env-overridden', (l: HermesHome) => l.write('.hermes/.env', `${l.read('.hermes/.env')}SILMARIL_MODE=shadow\n`)],
    ['managed-plugins', (l: HermesHome) => l.write('../system/etc/hermes/config.yaml', 'plugins:\n  enabled: [theirs]\n')],
    ['managed-disabled', (l: HermesHome) => l.write('../system/etc/hermes/config.yaml', 'plugins:\n  disabled: [hermes-firewall]\n')],
  ])('%s is seen, and a repair does not pretend', async (code, damage) => {
    lab.write('.hermes/config.yaml', CONFIG);
    await install({ mode: 'block' });
    damage(lab);
    expect(await codes()).toContain(code);
    const repair = await hermesInstaller.planRepair(lab.machine, (await receipt()) as Receipt, lab.hooksRoot);
    expect(repair.ok).toBe(true);
    if (code !== 'env-overridden') expect(must(repair).steps).toEqual([]);
  });

  it('a lost key is said, not made up', async () => {
    await install({ classifier: remote });
    rmSync(lab.at('.hermes/.env'));
    expect(await hermesInstaller.planRepair(lab.machine, (await receipt()) as Receipt, lab.hooksRoot)).toMatchObject({ ok: false, failure: { code: 'config-lost' } });
  });

  it('an update takes away what this version no longer has', async () => {
    await install();
    writeFileSync(path.join(lab.hooksRoot, 'hooks/hermes/extra.py'), 'x = 1\n');
    await install();
    expect(existsSync(lab.at(`${PLUGIN}/extra.py`))).toBe(true);
    rmSync(path.join(lab.hooksRoot, 'hooks/hermes/extra.py'));
    await install();
    expect(existsSync(lab.at(`${PLUGIN}/extra.py`))).toBe(false);
  });
});

test('detection: the program, its version, its homes; a home alone is a leftover; another hermes is none', async () => {
  expect(await hermesInstaller.detect(lab.machine)).toMatchObject({ state: 'present', version: '0.19.0', surfaces: [{ id: 'default', file: lab.at('.hermes/config.yaml'), skipped: null }] });
  rmSync(lab.at('.local'), { recursive: true });
  rmSync(lab.at('.hermes/hermes-agent'), { recursive: true });
  lab.write('.local/bin/hermes', '#!/bin/sh\necho a JavaScript engine\n', 0o755);
  expect((await hermesInstaller.detect(lab.machine)).state).toBe('absent');
  lab.write('.hermes/config.yaml', 'x: 1\n');
  expect((await hermesInstaller.detect(lab.machine)).state).toBe('leftover');
  expect(lstatSync(lab.at('.hermes')).isDirectory()).toBe(true);
});
