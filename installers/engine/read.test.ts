import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lookAt, observe, readUserFile, sha256 } from './read.ts';

let folder = '';
beforeEach(() => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'silmaril-read-')));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});
const at = (...names: readonly string[]) => path.join(folder, ...names);

describe('observe', () => {
  it('gives bytes, hash, mode and owner of a file', async () => {
    writeFileSync(at('f'), 'abc');
    chmodSync(at('f'), 0o4640);
    const seen = await observe(at('f'));
    expect(seen).toMatchObject({ state: 'file', mode: 0o4640, uid: process.getuid?.(), size: 3, nlink: 1, sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad' });
    expect(seen.state === 'file' && Buffer.from(seen.bytes).toString()).toBe('abc');
  });
  it('tells all the other kinds apart, and waits for none', { timeout: 5_000 }, async () => {
    mkdirSync(at('d'), { mode: 0o750 });
    symlinkSync('f', at('l'));
    execFileSync('mkfifo', [at('p')]);
    const server = createServer().listen(at('s'));
    await new Promise((listening) => server.once('listening', listening));
    expect(await observe(at('no'))).toEqual({ state: 'absent' });
    expect(await observe(at('d', 'no', 'no'))).toEqual({ state: 'absent' });
    expect(await observe(at('d'))).toMatchObject({ state: 'folder', mode: 0o750 });
    expect(await observe(at('l'))).toEqual({ state: 'symlink', to: 'f' });
    expect(await observe(at('p'))).toEqual({ state: 'special' });
    expect(await observe(at('s'))).toEqual({ state: 'special' });
    expect((await lookAt(at('l'))).state).toBe('symlink');
    expect((await lookAt(at('s'))).state).toBe('special');
    server.close();
  });
  it('reads up to the limit and not a byte more', async () => {
    writeFileSync(at('f'), Buffer.alloc(300_000, 1));
    expect(await observe(at('f'), 300_000)).toMatchObject({ state: 'file', size: 300_000 });
    expect(await observe(at('f'), 299_999)).toMatchObject({ state: 'unreadable', failure: { code: 'too-large', path: at('f') } });
  });
  it('does not trust the size that the system gives: a file of /proc says 0', async () => {
    if (process.platform !== 'linux') return;
    expect(await observe('/proc/self/maps', 16)).toMatchObject({ state: 'unreadable', failure: { code: 'too-large' } });
  });
});

describe('readUserFile', () => {
  it('follows a chain of links and names each of them', async () => {
    mkdirSync(at('dotfiles'));
    mkdirSync(at('home'));
    writeFileSync(at('dotfiles', 'real.json'), '{}');
    symlinkSync('real.json', at('dotfiles', 'second'));
    symlinkSync('../dotfiles/second', at('home', 'first'));
    const read = await readUserFile(at('home', 'first'));
    expect(read).toMatchObject({ ok: true, value: { target: at('dotfiles', 'real.json'), links: [at('home', 'first'), at('dotfiles', 'second')], seen: { state: 'file', sha256: sha256(Buffer.from('{}')) } } });
  });
  it('resolves a linked folder above, also when the rest is not there yet', async () => {
    mkdirSync(at('real'));
    symlinkSync('real', at('linked'));
    expect(await readUserFile(at('linked', 'a', 'b.json'))).toMatchObject({ ok: true, value: { target: at('real', 'a', 'b.json'), seen: { state: 'absent' } } });
  });
  it('says where a dangling link points to', async () => {
    symlinkSync('gone/settings.json', at('link'));
    expect(await readUserFile(at('link'))).toMatchObject({ ok: true, value: { target: at('gone', 'settings.json'), links: [at('link')], seen: { state: 'absent' } } });
  });
  it('refuses links that lead in a circle', async () => {
    symlinkSync('b', at('a'));
    symlinkSync('a', at('b'));
    expect(await readUserFile(at('a'))).toMatchObject({ ok: false, failure: { code: 'link-loop' } });
  });
  it('has a limit of its own', async () => {
    writeFileSync(at('f'), 'abcd');
    expect(await readUserFile(at('f'), 3)).toMatchObject({ ok: true, value: { seen: { state: 'unreadable', failure: { code: 'too-large' } } } });
  });
});
