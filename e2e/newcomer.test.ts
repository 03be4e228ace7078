// What somebody meets who has just cloned the repository: no dependencies, no build, an empty home.
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeRunFolder } from './lab/run-folder.ts';
import { root } from './silmaril-command.ts';

test.skipIf(process.env['SILMARIL_REQUIRE_LAB'] !== '1')(
  'npm start on a fresh clone in an empty home, with nobody watching, runs the demonstration and opens the app once (only with SILMARIL_REQUIRE_LAB=1: it fetches all that it needs, which takes up to a minute)',
  { timeout: 300_000 },
  async () => {
    const folder = makeRunFolder();
    try {
      const clone = path.join(folder.work, 'silmaril');
      checkout(clone, folder.root);
      const child = spawn('npm', ['start'], {
        cwd: clone,
        // With a display it would stay open.
        env: { ...personsEnvironment(), DISPLAY: undefined, WAYLAND_DISPLAY: undefined, HOME: folder.home, npm_config_registry: registry() },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let said = '';
      child.stdout.setEncoding('utf8').on('data', (chunk: string) => (said += chunk));
      child.stderr.setEncoding('utf8').on('data', (chunk: string) => (said += chunk));
      const exitCode = await new Promise((done) => child.once('close', done));
      expect(exitCode, said.slice(-4000)).toBe(0);
      // The demonstration works in a home of its own: nothing of it may be in this one. npm keeps a cache there.
      expect(fs.readdirSync(folder.home).filter((name) => name !== '.npm' && name !== '.cache')).toEqual([]);
      expect(said).toContain('Silmaril Firewall blocked potentially malicious content.');
      expect(said).toContain('Silmaril: the window is painted.');
    } finally {
      folder.remove();
    }
  },
);

/** A clone of what is committed; where the tree is no git checkout (an unpacked archive), a copy of its sources. */
function checkout(clone: string, scratch: string): void {
  if (!fs.existsSync(path.join(root, '.git'))) {
    const built = new Set(['node_modules', '.cache', 'dist', 'coverage'].map((name) => path.join(root, name)));
    fs.cpSync(root, clone, { recursive: true, filter: (source) => !built.has(source) });
    return;
  }
  // The checkout may belong to another user than root in CI; git then asks to be told that it is safe.
  const config = path.join(scratch, 'gitconfig');
  fs.writeFileSync(config, '[safe]\n\tdirectory = *\n');
  const git = spawnSync('git', ['clone', '--quiet', root, clone], { encoding: 'utf8', env: { PATH: process.env['PATH'], HOME: scratch, GIT_CONFIG_GLOBAL: config } });
  if (git.status !== 0) throw new Error(`git clone failed: ${git.stderr}${git.error?.message ?? ''}`);
}

/** This machine's environment (certificates, proxies) without what the test runner and an outer npm added. */
function personsEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(npm_|VITEST|SILMARIL_|NODE_ENV$|NODE_OPTIONS$|TEST$|DEV$|PROD$|MODE$|BASE_URL$|SSR$|INIT_CWD$|XDG_)/.test(name)));
}

/** Where this machine gets packages from: the person's own .npmrc is not in the empty home. */
function registry(): string {
  return spawnSync('npm', ['config', 'get', 'registry'], { cwd: root, encoding: 'utf8' }).stdout.trim();
}
