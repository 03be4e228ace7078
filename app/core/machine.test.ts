import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { currentMachine, machineFor } from './machine.ts';

let folder: string;
beforeEach(() => { folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'silmaril-machine-'))); });
afterEach(() => { fs.rmSync(folder, { recursive: true, force: true }); });

it('takes HOME, resolved, and only the variables that harnesses look at', () => {
  const link = path.join(folder, 'link');
  const home = path.join(folder, 'home');
  fs.mkdirSync(home);
  fs.symlinkSync(home, link);
  const machine = currentMachine({ HOME: ` ${link} `, PATH: '/bin', CLAUDE_CONFIG_DIR: '/c', SILMARIL_API_KEY: 'canary', NODE_OPTIONS: '--require x', SECRET: 'canary' });
  expect(machine).toMatchObject({ ok: true, value: { home, env: { PATH: '/bin', CLAUDE_CONFIG_DIR: '/c' }, systemRoot: '/' } });
  expect(JSON.stringify(machine)).not.toContain('canary');
});

it('falls back to the user database without HOME', () => {
  const machine = currentMachine({});
  expect(machine.ok && machine.value.home).toBe(fs.realpathSync(os.userInfo().homedir));
});

it.each([['relative', 'home-relative'], ['', 'home-empty'], [' ', 'home-empty'], ['/nowhere/at/all', 'home-missing'], ['/etc/passwd', 'home-not-a-folder']])('refuses HOME=%s', (home, code) => {
  expect(currentMachine({ HOME: home })).toMatchObject({ ok: false, failure: { code } });
});

it('refuses to become a user that does not exist, or whose name is none', () => {
  expect(machineFor({ HOME: folder }, 'no-such-user-here').ok).toBe(false);
  expect(machineFor({ HOME: folder }, '0')).toMatchObject({ ok: false, failure: { code: 'bad-user-name' } });
});
