import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { becomeUser } from './run-as-user.ts';
import { bundleDriver } from './testing/bundle.ts';

const root = process.getuid?.() === 0;

describe('becomeUser', () => {
  it('stays who it is when it is that user already', () => {
    const { username, uid } = userInfo();
    expect(becomeUser(username)).toMatchObject({ ok: true, value: { name: username, uid } });
  });
  it.each(['', '0', '65534', 'a b', '../root', '-x', 'a:b'])('takes "%s" for no name', (name) => {
    expect(becomeUser(name)).toMatchObject({ ok: false, failure: { code: 'bad-user-name' } });
  });
  it.runIf(root)('leaves the process as root when there is no such user', () => {
    expect(becomeUser('no-such-user-here')).toMatchObject({ ok: false, failure: { code: 'no-such-user' } });
    expect([process.getuid?.(), process.geteuid?.()]).toEqual([0, 0]);
  });
});

describe.skipIf(!root)(`becomeUser in a process of its own${root ? '' : ' (skipped: only root can become somebody else)'}`, () => {
  let folder = '';
  let driver = '';
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'silmaril-user-'));
    chmodSync(folder, 0o755);
    driver = bundleDriver('become', folder);
    chmodSync(driver, 0o644);
    writeFileSync(path.join(folder, 'root-only'), 'x', { mode: 0o600 });
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('gives up user, group, supplementary groups and the way back', () => {
    const ran = spawnSync(process.execPath, [driver, 'nobody', path.join(folder, 'root-only')], { encoding: 'utf8', env: { HOME: '/root' } });
    expect(ran.stderr).toBe('');
    const told = JSON.parse(ran.stdout) as { result: { ok: boolean; value: { uid: number; gid: number; home: string } }; groups: number[] };
    const { value } = told.result;
    expect(told).toMatchObject({ result: { ok: true, value: { name: 'nobody' } }, uid: value.uid, euid: value.uid, gid: value.gid, readsRootFile: false });
    expect(value.uid).not.toBe(0);
    // The home is the database's, not the HOME that root had.
    expect(value.home).not.toBe('/root');
    expect(told.groups).not.toContain(0);
  });
});
