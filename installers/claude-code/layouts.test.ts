// Homes as people have them: each is installed into, looked at, installed into again, and uninstalled from, and must
// then be byte for byte what it was.
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { parseJsonc, STRICT_JSON } from '../edit/jsonc-syntax.ts';
import { applyPlan } from '../engine/apply.ts';
import type { InstallRequest, Machine } from '../engine/harness-installer.ts';
import type { Plan, Result } from '../engine/plan.ts';
import type { Receipt } from '../engine/receipt.ts';
import { treeOf } from '../engine/testing/tree.ts';
import { claudeCodeInstaller } from './installer.ts';
import { EVENTS, layoutOf } from './layout.ts';
import { isComplete, ourEntries } from './registration.ts';
import { LabHome } from './testing/lab-home.ts';

interface Row {
  readonly name: string;
  readonly platform?: Machine['platform'];
  readonly homeName?: string;
  readonly build: (lab: LabHome) => void;
  readonly request?: (lab: LabHome) => Partial<InstallRequest>;
  /** Settings files that get our entries, below the home; default the usual one. */
  readonly entered?: readonly string[];
  readonly health?: 'ok' | 'problem' | 'unknown';
  /** Codes that health must show. */
  readonly codes?: readonly string[];
}

const usual = '.claude/settings.json';
const app = (lab: LabHome): void => {
  lab.executable();
};
const user = (settings: string, platform: Machine['platform'] = 'linux') => ({ platform, build: (lab: LabHome): void => (app(lab), void lab.settings(settings)) });
const hook = (command: string): object => ({ type: 'command', command });

const ROWS: readonly Row[] = [
  { name: 'Claude Code that never ran', build: app },
  { name: 'Claude Code that never ran, on macOS', platform: 'darwin', build: app },
  { name: 'a folder without settings', build: (lab) => (app(lab), void lab.write('.claude/projects/x/1.jsonl', '{}')) },
  { name: 'an empty settings file', ...user('') },
  { name: 'a blank settings file', ...user('\n\n') },
  { name: 'an empty object', ...user('{}') },
  { name: 'an empty object with a blank line', ...user('{\n\n}\n') },
  { name: 'settings as Claude Code writes them', ...user('{\n  "model": "opus",\n  "permissions": {\n    "allow": [\n      "Bash(ls:*)"\n    ]\n  }\n}\n') },
  { name: 'everything on one line', ...user('{"model":"opus","hooks":{"Stop":[{"hooks":[{"type":"command","command":"say done"}]}]}}', 'darwin') },
  { name: 'tabs, CRLF and a byte order mark', ...user('\uFEFF{\r\n\t"model": "opus"\r\n}') },
  { name: 'an empty hooks object', ...user('{\n  "hooks": { }\n}') },
  { name: 'empty arrays of the events', ...user('{"hooks": {"PreToolUse": [], "PostToolUse": [\n]}}\n') },
  {
    name: "other tools' hooks in the same events, with matchers",
    ...user(JSON.stringify({ hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [hook('~/guard.sh')] }, { hooks: [hook('/opt/other/run-hook.sh PreToolUse')] }], SessionStart: [{ hooks: [hook('echo hi')] }] } }, null, 4)),
  },
  { name: 'commands that look like ours', ...user(JSON.stringify({ hooks: { PreToolUse: [{ hooks: [hook('/x/silmaril-firewall/scripts/run-hook.sh'), hook("cat '.claude/silmaril-firewall/scripts/run-hook.sh.bak'"), hook('x.claude/silmaril-firewall/scripts/run-hook.sh')] }] } }, null, 2)) },
  { name: 'an event that nobody knows', ...user('{"hooks":{"FutureEvent":[{"hooks":[]}],"PreToolUse":[]}}') },
  { name: 'settings of mode 644', build: (lab) => (app(lab), void lab.settings('{}\n', 0o644)) },
  { name: 'settings in a dotfiles repository', build: (lab) => (app(lab), lab.write('dotfiles/claude.json', '{\n  "model": "opus"\n}\n'), lab.link(usual, '../dotfiles/claude.json')) },
  { name: 'a link to settings that do not exist yet', build: (lab) => (app(lab), fs.mkdirSync(lab.at('dotfiles')), lab.link(usual, lab.at('dotfiles/new.json'))) },
  { name: 'a folder that is a link', build: (lab) => (app(lab), lab.write('disk/claude/settings.json', '{"model": "opus"}'), lab.link('.claude', 'disk/claude')) },
  { name: 'a home with a space and a quote', homeName: "Ann's home", ...user('{}') },
  { name: 'a home in letters of another script', homeName: 'ホーム $HOME `x`', platform: 'darwin', build: (lab) => (app(lab), void lab.settings('{}')) },
  { name: 'a moved configuration folder, and none in the usual place', build: (lab) => (app(lab), lab.write('cfg/settings.json', '{"model": "opus"}'), (lab.env['CLAUDE_CONFIG_DIR'] = lab.at('cfg'))), entered: ['cfg/settings.json'] },
  { name: 'a moved configuration folder that does not exist yet', build: (lab) => (app(lab), (lab.env['CLAUDE_CONFIG_DIR'] = lab.at('deep/cfg/'))), entered: ['deep/cfg/settings.json'] },
  { name: 'a moved configuration folder beside the usual one', build: (lab) => (app(lab), lab.settings('{}'), lab.write('cfg/projects/x', ''), (lab.env['CLAUDE_CONFIG_DIR'] = lab.at('cfg'))), entered: [usual, 'cfg/settings.json'] },
  { name: 'a moved configuration folder that is the usual one', build: (lab) => (app(lab), lab.settings('{}'), (lab.env['CLAUDE_CONFIG_DIR'] = `${lab.at('.claude')}/`)) },
  { name: 'a moved configuration folder that links to the usual one', build: (lab) => (app(lab), lab.settings('{}'), lab.link('cfg', '.claude'), (lab.env['CLAUDE_CONFIG_DIR'] = lab.at('cfg'))) },
  { name: 'a moved configuration folder that is left out', build: (lab) => (app(lab), lab.settings('{}'), lab.write('cfg/settings.json', '{}'), (lab.env['CLAUDE_CONFIG_DIR'] = lab.at('cfg'))), request: () => ({ skipSurfaces: ['config-dir'] }), codes: ['surface-left-out'] },
  { name: 'an empty CLAUDE_CONFIG_DIR', build: (lab) => (app(lab), lab.settings('{}'), (lab.env['CLAUDE_CONFIG_DIR'] = '')) },
  { name: 'only data, no executable', build: (lab) => void lab.write('.claude.json', '{}'), health: 'unknown', codes: ['version-unknown'] },
  { name: 'the npm package', platform: 'darwin', build: (lab) => npm(lab, '@anthropic-ai/claude-code'), codes: ['version'] },
  { name: 'only the editor extension', build: (lab) => void lab.write('.vscode/extensions/anthropic.claude-code-2.1.200-linux-x64/package.json', '{}'), codes: ['version'] },
  { name: 'hooks switched off by the person', ...user('{"disableAllHooks": true}'), health: 'problem', codes: ['hooks-off'] },
  { name: 'a value that makes Claude Code drop the file', ...user('{"permissions": 7}'), health: 'problem', codes: ['settings-dropped'] },
  { name: 'a hook of another tool that makes Claude Code drop the file', ...user('{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "x", "timeout": "9"}]}]}}'), health: 'problem', codes: ['settings-dropped'] },
  { name: 'managed settings that allow managed hooks only', build: (lab) => (app(lab), void lab.managed({ allowManagedHooksOnly: true })), health: 'problem', codes: ['managed-hooks-only'] },
  { name: 'managed settings in pieces that allow plugins only', platform: 'darwin', build: (lab) => (app(lab), lab.managed({}), void lab.managed({ strictPluginOnlyCustomization: ['skills', 'hooks'] }, 'managed-settings.d/10-x.json')), health: 'problem', codes: ['managed-plugins-only'] },
  { name: 'managed settings that switch hooks off', build: (lab) => (app(lab), void lab.managed({ disableAllHooks: true })), health: 'problem', codes: ['managed-hooks-off'] },
  { name: 'managed settings that do not parse', build: (lab) => (app(lab), void lab.managed('{')), health: 'problem', codes: ['managed-invalid'] },
  { name: 'harmless managed settings', build: (lab) => (app(lab), void lab.managed({ strictPluginOnlyCustomization: ['skills'], model: 'x' })) },
  { name: 'device management', platform: 'darwin', build: (lab) => (app(lab), void lab.write('../system/Library/Managed Preferences/com.anthropic.claudecode.plist', 'bplist00')), health: 'unknown', codes: ['managed-by-device'] },
  { name: 'a remote classifier', build: app, request: () => ({ mode: 'block', classifier: { kind: 'remote', apiUrl: 'https://api.example/classify', apiKey: 'the secret key' }, endpointId: '2b64e603-f82a-4aec-9524-9736472dc80a' }) },
];

function npm(lab: LabHome, name: string): void {
  const folder = '../system/usr/local/lib/node_modules/@anthropic-ai/claude-code';
  lab.write(`${folder}/package.json`, JSON.stringify({ name, version: '2.1.300' }));
  lab.write(`${folder}/bin/claude`, '', 0o755);
  lab.link('../system/usr/local/bin/claude', '../lib/node_modules/@anthropic-ai/claude-code/bin/claude');
}

let lab: LabHome | null = null;
afterEach(() => {
  lab?.remove();
  lab = null;
});

function must<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`${result.failure.code}: ${result.failure.sentence}`);
  return result.value;
}

const apply = async (plan: Plan, at: LabHome): Promise<Receipt | null> => must(await applyPlan(plan, { home: at.home })).receipt;

describe('install, look, install again, uninstall', () => {
  it.each(ROWS)('$name', async (row) => {
    const here = (lab = new LabHome(row.platform ?? 'linux', row.homeName));
    row.build(here);
    const before = treeOf(here.home);
    const { machine } = here;
    const request = here.request(row.request?.(here));
    const entered = row.entered ?? [usual];

    const plan = must(await claudeCodeInstaller.planInstall(machine, request, null));
    expect(JSON.stringify(plan.receipt)).not.toContain('the secret key');
    expect(treeOf(here.home)).toEqual(before);
    const receipt = await apply(plan, here);
    if (!receipt) throw new Error('no receipt');
    expect(receipt.edited.map((entry) => path.relative(here.home, entry.path)).sort()).toEqual([...entered].sort());
    for (const file of entered) {
      const document = parseJsonc(here.read(file), STRICT_JSON);
      if (!document.ok) throw new Error(document.failure.sentence);
      expect(isComplete(document.value, layoutOf(here.home))).toBe(true);
    }
    const layout = layoutOf(here.home);
    for (const [file, mode] of [[layout.launcher, 0o755], [layout.config, 0o600], [layout.nodePath, 0o600], [path.join(layout.root, 'dist/claude-code-hook.js'), 0o644], [path.join(layout.root, 'dist/weights.bin'), 0o644]] as const)
      expect([file, (fs.lstatSync(file).mode & 0o777).toString(8)]).toEqual([file, mode.toString(8)]);
    expect(fs.readFileSync(layout.nodePath, 'utf8')).toBe(`${here.node}\n`);

    const health = await claudeCodeInstaller.health(machine, receipt);
    expect(health.status, JSON.stringify(health.checks.filter((check) => check.status !== 'ok'))).toBe(row.health ?? 'ok');
    for (const code of row.codes ?? []) expect(health.checks.map((check) => check.code)).toContain(code);

    const again = must(await claudeCodeInstaller.planInstall(machine, request, receipt));
    expect(again.steps).toEqual([]);
    expect(must(await claudeCodeInstaller.planMode(machine, receipt, request.mode)).steps).toEqual([]);

    expect(await apply(must(await claudeCodeInstaller.planUninstall(machine, receipt)), here)).toBeNull();
    expect(treeOf(here.home)).toEqual(before);
    expect((await claudeCodeInstaller.health(machine, null)).checks.map((check) => check.code)).toEqual(['not-installed']);
  });

  const alone = ['Claude Code that never ran', 'an empty object', 'settings in a dotfiles repository', 'a folder that is a link', "other tools' hooks in the same events, with matchers", 'commands that look like ours', 'a remote classifier'];
  it.each(ROWS.filter((row) => alone.includes(row.name)))('without the receipt: $name', async (row) => {
    const here = (lab = new LabHome(row.platform ?? 'linux', row.homeName));
    row.build(here);
    const request = here.request(row.request?.(here));
    await apply(must(await claudeCodeInstaller.planInstall(here.machine, request, null)), here);
    fs.rmSync(here.at('Library/Application Support/Silmaril/Receipts'), { recursive: true });
    const health = await claudeCodeInstaller.health(here.machine, null);
    expect(health.checks.map((check) => check.code)).toEqual(['receipt-missing']);
    await apply(must(await claudeCodeInstaller.planUninstall(here.machine, null)), here);
    const left = treeOf(here.home).join('\n');
    expect(left).not.toContain('silmaril-firewall');
    const settings = fs.existsSync(here.at(usual)) ? here.read(usual) : '{}';
    const document = parseJsonc(settings, STRICT_JSON);
    if (!document.ok) throw new Error(document.failure.sentence);
    expect(ourEntries(document.value)).toEqual([]);
    expect(must(await claudeCodeInstaller.planUninstall(here.machine, null)).steps).toEqual([]);
  });
});

describe('detect', () => {
  const detect = async (build: (at: LabHome) => void, platform: Machine['platform'] = 'linux') => {
    lab = new LabHome(platform);
    build(lab);
    return claudeCodeInstaller.detect(lab.machine);
  };

  it('tells present, leftover and absent apart, and another program called claude', async () => {
    expect(await detect(() => undefined)).toMatchObject({ state: 'absent', version: null, notes: [] });
    expect(await detect((at) => void at.write('.claude/projects/x', ''))).toMatchObject({ state: 'leftover' });
    expect(await detect((at) => void at.write('.claude/silmaril-firewall/manifest.json', '{}'))).toMatchObject({ state: 'absent' });
    expect(await detect(app)).toMatchObject({ state: 'present', version: '2.1.332' });
    expect(await detect((at) => { npm(at, '@anthropic-ai/claude-code'); })).toMatchObject({ state: 'present', version: '2.1.300' });
    expect(await detect((at) => { npm(at, 'claude'); })).toMatchObject({ state: 'absent' });
    expect(await detect((at) => void at.write('.local/bin/claude', '', 0o644))).toMatchObject({ state: 'absent' });
    expect(await detect((at) => { at.link('.local/bin/claude', '/nowhere'); })).toMatchObject({ state: 'absent' });
    const brew = await detect((at) => {
      at.write('../system/opt/homebrew/Caskroom/claude-code/2.1.9/claude', '', 0o755);
      at.link('../system/opt/homebrew/bin/claude', '../Caskroom/claude-code/2.1.9/claude');
    }, 'darwin');
    expect(brew).toMatchObject({ state: 'present', version: '2.1.9' });
    const unknown = await detect((at) => void at.write('../bin/claude', '', 0o755));
    expect(unknown).toMatchObject({ state: 'present', version: null });
  });

  it('says what would silence the hook', async () => {
    const detection = await detect((at) => (app(at), void at.managed({ allowManagedHooksOnly: true })));
    expect(detection.notes.join(' ')).toContain('managed hooks only');
  });

  it('runs nothing', async () => {
    const marker = path.join((lab = new LabHome('linux')).root, 'ran');
    lab.write('.local/bin/claude', `#!/bin/sh\ntouch ${marker}\n`, 0o755);
    await claudeCodeInstaller.detect(lab.machine);
    expect(fs.existsSync(marker)).toBe(false);
  });
});

describe('the registered command', () => {
  it('is one word and an event for the shell, in a home of any name', async () => {
    const { execFileSync } = await import('node:child_process');
    const here = (lab = new LabHome('linux', "a 'b' \"c\" $d `e` \\f"));
    app(here);
    await apply(must(await claudeCodeInstaller.planInstall(here.machine, here.request(), null)), here);
    const settings = JSON.parse(here.read(usual)) as { hooks: Record<string, { hooks: { command: string; timeout: number }[] }[]> };
    expect(Object.keys(settings.hooks)).toEqual([...EVENTS]);
    for (const event of EVENTS) {
      const command = settings.hooks[event]?.[0]?.hooks[0];
      expect(command?.timeout).toBe(12);
      // The node path names a script that is no Node.js but answers like one.
      here.write('../node', `#!/bin/sh\ncat >/dev/null\nprintf '{"event":"%s"}' "$2"\n`, 0o755);
      expect(execFileSync('/bin/sh', ['-c', command?.command ?? 'exit 1'], { env: {}, input: '', encoding: 'utf8' })).toBe(`{"event":"${event}"}\n`);
    }
  });
});
