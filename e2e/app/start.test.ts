// `npm start` where Electron cannot run: it says what is missing, and shows the product all the same.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { librariesNotIn, missingLibraries } from '../../scripts/app.mjs';
import { makeRunFolder } from '../lab/run-folder.ts';
import { root } from '../silmaril-command.ts';

let folder: ReturnType<typeof makeRunFolder>;
beforeEach(() => void (folder = makeRunFolder()));
afterEach(() => { folder.remove(); });

const compiler = spawnSync('g++', ['--version'], { stdio: 'ignore' }).error === undefined;
const why = process.platform !== 'linux' ? 'the libraries of Linux' : compiler || process.env['SILMARIL_REQUIRE_LAB'] === '1' ? null : 'there is no g++';

/** A folder with a program named electron that needs a library which is not there. */
function brokenElectron(): string {
  const dist = path.join(folder.root, 'electron-dist');
  fs.mkdirSync(dist);
  const compile = (...args: string[]): void => {
    const done = spawnSync('g++', args, { cwd: dist, encoding: 'utf8' });
    if (done.status !== 0) throw new Error(done.stderr);
  };
  fs.writeFileSync(path.join(dist, 'library.cc'), 'extern "C" int answer() { return 42; }\n');
  fs.writeFileSync(path.join(dist, 'program.cc'), 'extern "C" int answer();\nint main() { return answer(); }\n');
  compile('-shared', '-fPIC', '-o', 'libsilmaril-absent.so', 'library.cc');
  compile('-o', 'electron', 'program.cc', '-L.', '-lsilmaril-absent');
  fs.rmSync(path.join(dist, 'libsilmaril-absent.so'));
  return dist;
}

test.skipIf(why !== null)(why === null ? 'a library that is missing is named, with the packages, and the demonstration runs' : `a library that is missing is named (skipped: ${why})`, { timeout: 180_000 }, () => {
  const dist = brokenElectron();
  expect(missingLibraries(path.join(dist, 'electron'))).toEqual(['libsilmaril-absent.so']);
  const started = spawnSync(process.execPath, [path.join(root, 'scripts/start.mjs')], { cwd: root, env: { ...process.env, HOME: folder.home, ELECTRON_OVERRIDE_DIST_PATH: dist }, stdio: ['ignore', 'pipe', 'pipe'], encoding: 'utf8' });
  expect(started.status).toBe(0);
  expect(started.stderr).toMatch(/libsilmaril-absent\.so[\s\S]*apt-get install .*libgtk-3-0/);
  expect(started.stdout).toContain('Silmaril Firewall blocked potentially malicious content.');
  expect(fs.readdirSync(folder.home).filter((name) => name !== '.npm' && name !== '.cache')).toEqual([]);
});

test('what the system’s library list lacks is known before anything is fetched', () => {
  const line = (name: string): string => `\t${name} (libc6,x86-64) => /lib/x86_64-linux-gnu/${name}\n`;
  const all = ['libgtk-3.so.0', 'libnss3.so', 'libgbm.so.1', 'libasound.so.2'];
  expect(librariesNotIn(`4 libs found\n${all.map(line).join('')}`)).toEqual([]);
  expect(librariesNotIn(all.slice(1).map(line).join(''))).toEqual(['libgtk-3.so.0']);
  // A longer name is another library.
  expect(librariesNotIn(line('libnss3.so.old') + line('libgtk-3.so.0') + line('libgbm.so.1') + line('libasound.so.2'))).toEqual(['libnss3.so']);
  expect(librariesNotIn('')).toEqual(all);
});
