// The launchers of VS Code and Claude Code, run as the harness runs them: through a shell, with the
// event as an argument and the payload on stdin. A shell script stands in for Node where only the
// launcher is asked; the attacks use a real Node.
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';

const hooks = path.resolve(import.meta.dirname, '../..');
const root = process.getuid?.() === 0;
const has = (file: string): boolean => fs.existsSync(file);

const harnesses = [
  { id: 'vscode', folder: '.vscode', bundle: 'dist/vscode-hook.js' },
  { id: 'claude-code', folder: '.claude', bundle: 'dist/claude-code-hook.js' },
] as const;
type Harness = (typeof harnesses)[number];

const shells = ['/bin/sh', '/bin/dash', '/bin/bash --posix', '/bin/bash', '/bin/busybox sh'].filter((shell) => has(shell.split(' ')[0] ?? ''));

// Says what it was started with, one JSON line, as a hook does.
const fakeNode = `#!/bin/sh
printf '{"argv":"%s","stdin":"%s","env":"%s"}\\n' "$*" "$(cat)" "$(export -p | tr '\\n' ' ' | tr -d '"\\\\')"
`;

const made: string[] = [];
afterEach(() => {
  for (const folder of made.splice(0)) fs.rmSync(folder, { recursive: true, force: true });
});

interface Home {
  readonly home: string;
  readonly launcher: string;
  readonly plugin: string;
  readonly pathFile: string;
  readonly node: string;
  readonly log: string;
}

function lay(harness: Harness, edit: (script: string) => string = (script) => script): Home {
  const home = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'launcher home-')));
  made.push(home);
  const plugin = path.join(home, harness.folder, 'silmaril-firewall');
  fs.mkdirSync(path.join(plugin, 'scripts'), { recursive: true });
  fs.mkdirSync(path.join(plugin, 'dist'));
  const launcher = path.join(plugin, 'scripts/run-hook.sh');
  fs.writeFileSync(launcher, edit(fs.readFileSync(path.join(hooks, harness.id, 'scripts/run-hook.sh'), 'utf8')), { mode: 0o755 });
  fs.writeFileSync(path.join(plugin, harness.bundle), '');
  const node = path.join(home, 'node');
  fs.writeFileSync(node, fakeNode);
  fs.chmodSync(node, 0o755);
  const pathFile = path.join(home, harness.folder, 'silmaril-firewall-node-path');
  fs.writeFileSync(pathFile, `${node}\n`);
  fs.chmodSync(pathFile, 0o600);
  return { home, launcher, plugin, pathFile, node, log: path.join(home, `Library/Application Support/Silmaril/Health/${harness.id}.log`) };
}

interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function run(at: Home, args: readonly string[] = ['PreToolUse'], env: Record<string, string> = { HOME: at.home }, shell: readonly string[] = []): Ran {
  const [program = at.launcher, ...rest] = [...shell, at.launcher, ...args];
  const done = spawnSync(program, rest, { env, input: 'IN', encoding: 'utf8', timeout: 20_000, cwd: at.home });
  return { status: done.status, stdout: done.stdout, stderr: done.stderr };
}

const lines = (at: Home): string[] => (has(at.log) ? fs.readFileSync(at.log, 'utf8').split('\n').slice(0, -1) : []);
const reasons = (at: Home): (string | undefined)[] => lines(at).map((line) => line.split(' ')[3]);

function expectFailOpen(at: Home, ran: Ran, reason: string): void {
  expect(ran).toEqual({ status: 0, stdout: '{}\n', stderr: '' });
  expect(reasons(at)).toEqual([reason]);
}

describe.each(harnesses)('launcher of $id', (harness) => {
  it.each(shells)('starts Node with the bundle, the event and stdin under %s', (shell) => {
    const at = lay(harness);
    const ran = run(at, ['PostToolUse'], { HOME: at.home }, shell.split(' '));
    expect(ran.status).toBe(0);
    const said = JSON.parse(ran.stdout) as { argv: string; stdin: string };
    expect(said.argv).toBe(`${at.plugin}/${harness.bundle} PostToolUse`);
    expect(said.stdin).toBe('IN');
    expect(ran.stderr).toBe('');
    expect(has(at.log)).toBe(false);
  });

  const pathFileCases: readonly (readonly [string, (at: Home) => void, string | null])[] = [
    ['is missing', (at) => fs.rmSync(at.pathFile), 'node-path-missing'],
    ['is a folder', (at) => { fs.rmSync(at.pathFile); fs.mkdirSync(at.pathFile, { mode: 0o600 }); }, 'node-path-unsafe'],
    ['is a symlink', (at) => { fs.renameSync(at.pathFile, `${at.pathFile}-real`); fs.symlinkSync(`${at.pathFile}-real`, at.pathFile); }, 'node-path-unsafe'],
    ['is a dangling symlink', (at) => { fs.rmSync(at.pathFile); fs.symlinkSync('/nowhere', at.pathFile); }, 'node-path-unsafe'],
    ['has mode 644', (at) => fs.chmodSync(at.pathFile, 0o644), 'node-path-unsafe'],
    ['has mode 640', (at) => fs.chmodSync(at.pathFile, 0o640), 'node-path-unsafe'],
    ['has mode 700', (at) => fs.chmodSync(at.pathFile, 0o700), 'node-path-unsafe'],
    ['has mode 400', (at) => fs.chmodSync(at.pathFile, 0o400), 'node-path-unsafe'],
    ['has mode 2600, whose low bits are 600', (at) => fs.chmodSync(at.pathFile, 0o2600), null],
    ['is empty', (at) => fs.truncateSync(at.pathFile), 'node-path-invalid'],
    ['has a blank first line', (at) => fs.writeFileSync(at.pathFile, `\n${at.node}\n`), 'node-path-invalid'],
    ['names a relative path', (at) => fs.writeFileSync(at.pathFile, 'node\n'), 'node-path-invalid'],
    ['starts with a space', (at) => fs.writeFileSync(at.pathFile, ` ${at.node}\n`), 'node-path-invalid'],
    ['ends its line with CR LF', (at) => fs.writeFileSync(at.pathFile, `${at.node}\r\n`), 'node-missing'],
    ['has no final newline', (at) => fs.writeFileSync(at.pathFile, at.node), null],
    ['has more lines', (at) => fs.writeFileSync(at.pathFile, `${at.node}\n/bin/false\n`), null],
  ];
  it.each(pathFileCases)('node-path file that %s', (_name, change, reason) => {
    const at = lay(harness);
    change(at);
    const ran = run(at);
    if (reason === null) expect(ran.stdout).toContain('"stdin":"IN"');
    else expectFailOpen(at, ran, reason);
  });

  const nodeCases: readonly (readonly [string, (at: Home) => void, string | null])[] = [
    ['is missing', (at) => fs.rmSync(at.node), 'node-missing'],
    ['is a symlink', (at) => { fs.renameSync(at.node, `${at.node}-real`); fs.symlinkSync(`${at.node}-real`, at.node); }, 'node-unsafe'],
    ['is a dangling symlink', (at) => { fs.rmSync(at.node); fs.symlinkSync('/nowhere', at.node); }, 'node-unsafe'],
    ['is a folder', (at) => { fs.rmSync(at.node); fs.mkdirSync(at.node); }, 'node-unsafe'],
    ...[0o500, 0o555, 0o700, 0o711, 0o744, 0o755, 0o4755].map((mode) => [`has mode ${mode.toString(8)}`, (at: Home) => fs.chmodSync(at.node, mode), null] as const),
    ...[0o644, 0o600, 0o775, 0o777, 0o757, 0o750, 0o754, 0o701].map((mode) => [`has mode ${mode.toString(8)}`, (at: Home) => fs.chmodSync(at.node, mode), 'node-unsafe'] as const),
  ];
  it.each(nodeCases)('Node that %s', (_name, change, reason) => {
    const at = lay(harness);
    change(at);
    const ran = run(at);
    if (reason === null) expect(ran.stdout).toContain('"stdin":"IN"');
    else expectFailOpen(at, ran, reason);
  });

  it.skipIf(!root)('refuses files of another user (needs root to make them)', () => {
    const at = lay(harness);
    fs.chownSync(at.node, 12345, 12345);
    expectFailOpen(at, run(at), 'node-unsafe');
    const other = lay(harness);
    fs.chownSync(other.pathFile, 12345, 12345);
    expectFailOpen(other, run(other), 'node-path-unsafe');
  });

  it.skipIf(!root)('takes a Node of root for another user, and not one of a third (needs root to switch)', () => {
    const at = lay(harness);
    const chown = (file: string): void => {
      fs.lchownSync(file, 12345, 12345);
      if (fs.statSync(file).isDirectory()) for (const name of fs.readdirSync(file)) chown(path.join(file, name));
    };
    chown(at.home);
    fs.chownSync(at.node, 0, 0);
    const as = (): string => spawnSync(at.launcher, ['PreToolUse'], { env: {}, input: 'IN', encoding: 'utf8', uid: 12345, gid: 12345, cwd: '/' }).stdout;
    expect(as()).toContain('"stdin":"IN"');
    fs.chownSync(at.node, 12346, 12346);
    expect(as()).toBe('{}\n');
    expect(reasons(at)).toEqual(['node-unsafe']);
  });

  it('reads the answers of BSD tools and of GNU tools alike', () => {
    for (const [mode, nodeMode, passes] of [['600', '555', true], ['644', '755', false], ['600', '775', false]] as const) {
      // What BSD's stat says to both spellings; /System/Library decides only which is asked first.
      const tools = fs.mkdtempSync(path.join(os.tmpdir(), 'bsd-'));
      made.push(tools);
      const bsd = path.join(tools, 'stat');
      fs.writeFileSync(
        bsd,
        `#!/bin/sh\n[ "$1" = -f ] && [ "$2" = %u,%Lp ] || { echo "stat: illegal option -- c" >&2; exit 1; }\nshift 2\n[ "$1" = -- ] && shift\nexec /usr/bin/stat -c %u,%a -- "$@"\n`,
      );
      fs.chmodSync(bsd, 0o755);
      for (const first of ['/', '/nowhere']) {
        const at = lay(harness, (script) => script.replace('stat=/usr/bin/stat', `stat=${bsd}`).replace('/System/Library', first));
        fs.chmodSync(at.pathFile, parseInt(mode, 8));
        fs.chmodSync(at.node, parseInt(nodeMode, 8));
        expect(run(at).stdout.includes('"stdin":"IN"')).toBe(passes);
        const gnu = lay(harness, (script) => script.replace('/System/Library', first));
        fs.chmodSync(gnu.pathFile, parseInt(mode, 8));
        fs.chmodSync(gnu.node, parseInt(nodeMode, 8));
        expect(run(gnu).stdout.includes('"stdin":"IN"')).toBe(passes);
      }
    }
  });

  it('fails open where there is no stat, or one that makes no sense', () => {
    const at = lay(harness, (script) => script.replace('stat=/usr/bin/stat', 'stat=/nowhere/a').replace('stat=/bin/stat', 'stat=/nowhere/b'));
    expectFailOpen(at, run(at), 'stat-failed');
    const odd = lay(harness, (script) => script.replace('stat=/usr/bin/stat', 'stat=/bin/echo'));
    expectFailOpen(odd, run(odd), 'stat-failed');
  });

  it.each(shells)('never ends non-zero under %s: no HOME, no environment, no event, no stdin, no stdout', (name) => {
    const shell = name.split(' ');
    const at = lay(harness);
    for (const [args, env] of [[['PreToolUse'], {}], [[], { HOME: at.home }], [['A B', 'C'], { HOME: '' }]] as const) {
      const ran = run(at, args, env, shell);
      expect(ran.status).toBe(0);
      expect(ran.stdout).toContain('"stdin":"IN"');
    }
    for (const redirect of ['<&-', '</dev/null >&-', '</dev/null 2>&-', '<&- >&- 2>&-']) {
      const ran = spawnSync('/bin/sh', ['-c', `"$@" PreToolUse ${redirect}`, 'sh', ...shell, at.launcher], { env: {}, encoding: 'utf8', timeout: 10_000 });
      expect([redirect, ran.status]).toEqual([redirect, 0]);
      if (!redirect.includes('>&- ') && !redirect.endsWith(' >&-')) expect(ran.stdout).toContain('{');
    }
  });

  it('works from a relative path and from a folder of any name', () => {
    const at = lay(harness);
    const plugin = path.dirname(path.dirname(at.launcher));
    for (const [cwd, command] of [[plugin, 'scripts/run-hook.sh'], [path.join(plugin, 'scripts'), './run-hook.sh']] as const) {
      const ran = spawnSync(command, ['PreToolUse'], { cwd, env: {}, input: 'IN', encoding: 'utf8' });
      expect(ran.stdout).toContain(`${at.plugin}/${harness.bundle} PreToolUse`);
    }
    const bare = spawnSync('/bin/sh', ['run-hook.sh', 'PreToolUse'], { cwd: path.join(plugin, 'scripts'), env: { CDPATH: '/' }, input: 'IN', encoding: 'utf8' });
    expect(bare.stdout).toContain(`${at.plugin}/${harness.bundle} PreToolUse`);
    // A checkout is no installation: there HOME says where the Node path is.
    const checkout = path.join(at.home, 'a checkout');
    fs.cpSync(plugin, checkout, { recursive: true });
    const elsewhere = { ...at, launcher: path.join(checkout, 'scripts/run-hook.sh') };
    expect(run(elsewhere).stdout).toContain(`${checkout}/${harness.bundle} PreToolUse`);
    expect(run(elsewhere, ['PreToolUse'], {}).stdout).toBe('{}\n');
    expect(run(elsewhere, ['PreToolUse'], { HOME: 'relative' }).stdout).toBe('{}\n');
  });

  it('answers once and counts when Node does not start, says nothing, or says too much', () => {
    const bodies: readonly (readonly [string, string, boolean])[] = [
      ['exit 1', '{}\n', true],
      ['exit 0', '{}\n', true],
      ['kill -9 $$', '{}\n', true],
      ['echo Warning: something; exit 0', '{}\n', true],
      ['echo "{}"; echo "{}"; exit 0', '{}\n', true],
      ['printf \'{"a":\'; exit 0', '{}\n', true],
      ['printf \'{"decision":"block"}\'; exit 3', '{"decision":"block"}\n', true],
      ['printf \'{"decision":"block"}\'; exit 0', '{"decision":"block"}\n', false],
    ];
    for (const [body, stdout, counted] of bodies) {
      const at = lay(harness);
      fs.writeFileSync(at.node, `#!/bin/sh\ncat >/dev/null\n${body}\n`);
      const ran = run(at);
      expect([body, ran.status, ran.stdout]).toEqual([body, 0, stdout]);
      expect([body, reasons(at)]).toEqual([body, counted ? ['node-failed'] : []]);
    }
    const gone = lay(harness);
    fs.rmSync(path.join(gone.plugin, harness.bundle));
    expectFailOpen(gone, run(gone), 'bundle-missing');
    const text = lay(harness);
    fs.writeFileSync(text.node, '\u007fELF, but not really');
    const ran = run(text);
    expect([ran.status, ran.stdout]).toEqual([0, '{}\n']);
    expect(reasons(text)).toEqual(['node-failed']);
  });

  it('counts in a private file, without content, and keeps the newer half of a full one', () => {
    const at = lay(harness);
    fs.rmSync(at.pathFile);
    run(at, ['PreToolUse']);
    run(at, ['secret text\nwith lines']);
    expect(lines(at)[0]).toMatch(new RegExp(`^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.000Z ${harness.id} PreToolUse node-path-missing$`));
    expect(lines(at)[1]).toMatch(/Z \S+ unknown node-path-missing$/);
    expect(fs.statSync(at.log).mode & 0o777).toBe(0o600);
    expect(fs.statSync(path.dirname(at.log)).mode & 0o777).toBe(0o700);
    fs.writeFileSync(at.log, `${'x'.repeat(99)}\n`.repeat(700));
    run(at);
    expect(fs.statSync(at.log).size).toBeLessThanOrEqual(33_000);
    expect(fs.statSync(at.log).mode & 0o777).toBe(0o600);
    expect(lines(at).at(-1)).toContain('node-path-missing');
    expect(lines(at)[0]).toHaveLength(99);
    expect(fs.readdirSync(path.dirname(at.log))).toEqual([`${harness.id}.log`]);
  });

  it('does not follow a symlink where the count belongs', () => {
    const at = lay(harness);
    fs.rmSync(at.pathFile);
    const victim = path.join(at.home, 'victim');
    fs.writeFileSync(victim, 'mine');
    fs.mkdirSync(path.dirname(at.log), { recursive: true });
    fs.symlinkSync(victim, at.log);
    expect(run(at)).toEqual({ status: 0, stdout: '{}\n', stderr: '' });
    expect(fs.readFileSync(victim, 'utf8')).toBe('mine');
    fs.rmSync(path.dirname(at.log), { recursive: true });
    fs.mkdirSync(path.join(at.home, 'elsewhere'));
    fs.symlinkSync(path.join(at.home, 'elsewhere'), path.dirname(at.log));
    expect(run(at).stdout).toBe('{}\n');
    expect(fs.readdirSync(path.join(at.home, 'elsewhere'))).toEqual([]);
  });

  it.skipIf(!has('/usr/bin/strace'))('starts two programs: one stat and Node (counted with strace)', () => {
    const at = lay(harness);
    fs.writeFileSync(at.node, '#!/bin/sh\necho "{}"\n');
    const trace = path.join(at.home, 'trace');
    spawnSync('/usr/bin/strace', ['-f', '-qq', '-e', 'trace=execve,clone,clone3,fork,vfork', '-o', trace, at.launcher, 'PreToolUse'], { env: {}, input: '' });
    const seen = fs.readFileSync(trace, 'utf8');
    expect([...seen.matchAll(/execve\("([^"]+)"/g)].map((match) => match[1])).toEqual([at.launcher, '/usr/bin/stat', at.node]);
    // The third child is the shell itself, listing its variables.
    expect([...seen.matchAll(/(clone|clone3|fork|vfork)\(.*= \d/g)]).toHaveLength(3);
  });
});

describe('a repository that sets the environment of our hook', () => {
  const node22 = execFileSync(process.execPath, [path.resolve(hooks, '../scripts/node22.mjs')], { encoding: 'utf8' }).trim();
  // Reports what arrives in a real Node.
  const bundle = 'require("node:fs").readFileSync(0); process.stdout.write(JSON.stringify(process.env) + "\\n");';

  function attacked(harness: Harness, configured: boolean): { at: Home; env: Record<string, string>; marker: string } {
    const at = lay(harness);
    fs.writeFileSync(path.join(at.plugin, harness.bundle), bundle);
    fs.writeFileSync(at.pathFile, `${node22}\n`);
    if (configured) fs.writeFileSync(path.join(at.home, harness.folder, 'silmaril-firewall.json'), '{}', { mode: 0o600 });
    const evil = path.join(at.home, 'repository');
    const marker = path.join(evil, 'ran');
    fs.mkdirSync(path.join(evil, 'dist'), { recursive: true });
    fs.writeFileSync(path.join(evil, 'evil.js'), `require('node:fs').writeFileSync(${JSON.stringify(marker)}, ''); process.stdout.write('{}'); process.exit(0);`);
    fs.copyFileSync(path.join(evil, 'evil.js'), path.join(evil, harness.bundle));
    const env: Record<string, string> = {
      HOME: evil,
      PATH: evil,
      PLUGIN_ROOT: evil,
      CLAUDE_PLUGIN_ROOT: evil,
      NODE_OPTIONS: `--require ${path.join(evil, 'evil.js')}`,
      NODE_PATH: evil,
      NODE_EXTRA_CA_CERTS: path.join(evil, 'ca.pem'),
      NODE_TLS_REJECT_UNAUTHORIZED: '0',
      NODE_V8_COVERAGE: path.join(evil, 'coverage'),
      BASH_ENV: path.join(evil, 'evil.sh'),
      ENV: path.join(evil, 'evil.sh'),
      IFS: '/',
      CDPATH: evil,
      SILMARIL_CONFIG_PATH: path.join(evil, 'off.json'),
      SILMARIL_MODE: 'shadow',
      SILMARIL_API_KEY: 'stolen',
      SILMARIL_LOCAL_EVENT_DIR: evil,
      ...Object.fromEntries(['printf', 'read', 'command', 'true', 'cd', 'pwd', 'date'].map((name) => [`BASH_FUNC_${name}%%`, `() { : >'${marker}'; echo '{}'; }`])),
      // Lines that look like other variables, for a launcher that reads its environment line by line.
      TRICK: 'x\nexport HOME=\nexport harness=\nexport installed=\nexport PPID=1\nexport told=',
    };
    fs.writeFileSync(path.join(evil, 'evil.sh'), `: >'${marker}'\n`);
    return { at, env, marker };
  }

  // Without what a shell exports of its own accord (dash keeps IFS exported, with the value that we gave it) and what
  // only another bash would read.
  const exported = (seen: Record<string, string>): string[] => Object.keys(seen).filter((name) => !['_', 'SHLVL', 'PWD', 'OLDPWD', 'IFS'].includes(name) && !name.startsWith('BASH_FUNC_')).sort();

  it.each(harnesses)('changes nothing for an installed and configured $id hook', (harness) => {
    for (const shell of [[], ...shells.map((name) => name.split(' '))]) {
      const { at, env, marker } = attacked(harness, true);
      const ran = run(at, ['PreToolUse'], env, shell);
      expect(ran.status).toBe(0);
      const seen = JSON.parse(ran.stdout) as Record<string, string>;
      expect(exported(seen)).toEqual(['HOME', 'PATH']);
      expect(seen['HOME']).toBe(at.home);
      expect(seen['PATH']).toBe('/usr/bin:/bin:/usr/sbin:/sbin');
      // BASH_ENV runs before the first line of a script that somebody starts as `bash script`; no harness does.
      if (shell[0] !== '/bin/bash' || shell.length > 1) expect(has(marker)).toBe(false);
      expect(has(at.log)).toBe(false);
    }
  });

  it('still lets an unconfigured VS Code hook be configured by the documented variables, and by no others', () => {
    const { at, env, marker } = attacked(harnesses[0], false);
    const seen = JSON.parse(run(at, ['PreToolUse'], env).stdout) as Record<string, string>;
    expect(exported(seen)).toEqual(['HOME', 'PATH', 'SILMARIL_API_KEY', 'SILMARIL_CONFIG_PATH', 'SILMARIL_LOCAL_EVENT_DIR', 'SILMARIL_MODE']);
    expect(seen['HOME']).toBe(at.home);
    expect(has(marker)).toBe(false);
  });

  it('does not put the key of an environment-configured hook into a command line', () => {
    const at = lay(harnesses[0]);
    const ran = run(at, ['PreToolUse'], { SILMARIL_API_KEY: 'the key' });
    const said = JSON.parse(ran.stdout) as { argv: string; env: string };
    expect(said.env).toContain('the key');
    expect(said.argv).not.toContain('the key');
    if (!has('/usr/bin/strace')) return;
    const trace = path.join(at.home, 'trace');
    spawnSync('/usr/bin/strace', ['-f', '-qq', '-s', '4096', '-e', 'trace=execve', '-o', trace, at.launcher, 'PreToolUse'], { env: { SILMARIL_API_KEY: 'the key' }, input: '' });
    expect(fs.readFileSync(trace, 'utf8')).not.toContain('the key');
  });

  it('gives an unconfigured Claude Code hook nothing', () => {
    const { at, env } = attacked(harnesses[1], false);
    expect(exported(JSON.parse(run(at, ['PreToolUse'], env).stdout) as Record<string, string>)).toEqual(['HOME', 'PATH']);
  });

  it('cannot hide an installed configuration behind a dangling symlink', () => {
    const { at, env } = attacked(harnesses[0], false);
    fs.symlinkSync('/nowhere', path.join(at.home, '.vscode/silmaril-firewall.json'));
    expect(exported(JSON.parse(run(at, ['PreToolUse'], env).stdout) as Record<string, string>)).toEqual(['HOME', 'PATH']);
  });
});

describe('PLUGIN_ROOT', () => {
  it('names the plugin of a VS Code launcher that is not installed, if a bundle is there', () => {
    const at = lay(harnesses[0]);
    const checkout = path.join(at.home, 'checkout');
    fs.mkdirSync(path.join(checkout, 'scripts'), { recursive: true });
    fs.copyFileSync(at.launcher, path.join(checkout, 'scripts/run-hook.sh'));
    const elsewhere = { ...at, launcher: path.join(checkout, 'scripts/run-hook.sh') };
    expect(run(elsewhere, ['PreToolUse'], { HOME: at.home, PLUGIN_ROOT: at.plugin }).stdout).toContain(`${at.plugin}/dist/vscode-hook.js PreToolUse`);
    fs.mkdirSync(path.join(checkout, 'dist'));
    fs.writeFileSync(path.join(checkout, 'dist/vscode-hook.js'), '');
    for (const wrong of ['', '/nowhere', 'relative'])
      expect(run(elsewhere, ['PreToolUse'], { HOME: at.home, PLUGIN_ROOT: wrong }).stdout).toContain(`${checkout}/dist/vscode-hook.js PreToolUse`);
  });
});

describe('what a harness reads', () => {
  const file = (name: string): string => fs.readFileSync(path.join(hooks, name), 'utf8');

  it('the launchers differ in their first lines only', () => {
    const body = (id: string): string | undefined => file(`${id}/scripts/run-hook.sh`).split('# ---- From here on')[1];
    expect(body('vscode')).toBeTruthy();
    expect(body('claude-code')).toBe(body('vscode'));
    for (const { id } of harnesses) expect(fs.statSync(path.join(hooks, id, 'scripts/run-hook.sh')).mode & 0o777).toBe(0o755);
  });

  it('hooks.json registers four events, osx alone, 12 seconds; older builds find the same file at the root', () => {
    const hook = (event: string): object => ({ type: 'command', osx: `"\${PLUGIN_ROOT}/scripts/run-hook.sh" ${event}`, timeout: 12 });
    expect(JSON.parse(file('vscode/com.github.copilot/hooks/hooks.json'))).toEqual({
      hooks: Object.fromEntries(['SessionStart', 'UserPromptSubmit', 'PreToolUse', 'PostToolUse'].map((event) => [event, [hook(event)]])),
    });
    expect(file('vscode/hooks.json')).toBe(file('vscode/com.github.copilot/hooks/hooks.json'));
  });

  it('plugin.json is an Agent Plugins 1.0 manifest with none but its keys, and the version that the package has', () => {
    const manifest = JSON.parse(file('vscode/plugin.json')) as Record<string, unknown>;
    expect(manifest['$schema']).toMatch(/^https:\/\/agent-plugins\.org\/schemas\/.*\/plugin\.schema\.json$/);
    expect(manifest).toMatchObject({ name: 'silmaril-vscode-firewall', version: '0.2.4' });
    const allowed = ['$schema', 'name', 'version', 'description', 'author', 'homepage', 'repository', 'license', 'keywords', 'extensions'];
    expect(Object.keys(manifest).filter((key) => !allowed.includes(key))).toEqual([]);
    expect((JSON.parse(file('vscode/package.json')) as Record<string, unknown>)['version']).toBe(manifest['version']);
  });
});
