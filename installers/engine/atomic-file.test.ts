// Another program between our comparison and our rename: its bytes are not lost, and it is told.
import { appendFileSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, statSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { changeMode, createFile, makeFolder, removeFile, removeFolder, replaceFile, writeState, type Writing } from './atomic-file.ts';
import type { Owner } from './plan.ts';
import { sha256 } from './read.ts';
import { ownerOf } from './testing/sample.ts';

let folder = '';
let place = '';
let temp = '';
let owner: Owner;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'silmaril-atomic-')));
  place = path.join(folder, 'file');
  temp = path.join(folder, '.file.tmp');
  owner = ownerOf(folder);
});
afterEach(() => {
  expect(existsSync(temp)).toBe(false);
  rmSync(folder, { recursive: true, force: true });
});

const hash = (text: string) => sha256(Buffer.from(text));
const writing = (text: string, more: Partial<Writing> = {}): Writing => ({ bytes: Buffer.from(text), mode: 0o640, owner, temp, ...more });
const changed = { ok: false, failure: { code: 'changed', path: '' } };
beforeEach(() => {
  changed.failure.path = place;
});

describe('a writer in between', () => {
  const races = [
    ['appends', () => { appendFileSync(place, '+theirs'); }, 'old+theirs'],
    ['overwrites in place', () => { writeFileSync(place, 'theirs'); }, 'theirs'],
    ['empties the file', () => { writeFileSync(place, ''); }, ''],
  ] as const;
  it.each(races)('%s while we replace: its bytes come back', async (_, race, theirs) => {
    writeFileSync(place, 'old', { mode: 0o604 });
    expect(await replaceFile(place, hash('old'), writing('new', { compared: race }))).toMatchObject(changed);
    expect(readFileSync(place, 'utf8')).toBe(theirs);
    expect(statSync(place).mode & 0o777).toBe(0o604);
  });
  it.each(races)('%s while we remove: its bytes come back', async (_, race, theirs) => {
    writeFileSync(place, 'old', { mode: 0o604 });
    expect(await removeFile(place, hash('old'), temp, race)).toMatchObject(changed);
    expect(readFileSync(place, 'utf8')).toBe(theirs);
    expect(statSync(place).mode & 0o777).toBe(0o604);
  });
});

describe('what is not as expected', () => {
  it.each([
    ['another text', () => { writeFileSync(place, 'other'); }],
    ['nothing', () => undefined],
    ['a folder', () => { mkdirSync(place); }],
    ['a link to the very text', () => { writeFileSync(path.join(folder, 'real'), 'old'); symlinkSync('real', place); }],
  ])('is refused and left: %s', async (_, layOut) => {
    layOut();
    const before = readdirSync(folder).map((name) => [name, lstatSync(path.join(folder, name)).ino]);
    expect(await replaceFile(place, hash('old'), writing('new'))).toMatchObject(changed);
    expect(await removeFile(place, hash('old'), temp)).toMatchObject(changed);
    expect(readdirSync(folder).map((name) => [name, lstatSync(path.join(folder, name)).ino])).toEqual(before);
  });
  it.each([
    ['a file', () => { writeFileSync(place, 'x'); }],
    ['a folder', () => { mkdirSync(place); }],
    ['a dangling link', () => { symlinkSync('nowhere', place); }],
  ])('is not created over: %s', async (_, layOut) => {
    layOut();
    const { ino } = lstatSync(place);
    expect(await createFile(place, writing('new'))).toMatchObject(changed);
    expect(await makeFolder(place, 0o700, owner)).toMatchObject(changed);
    expect(lstatSync(place).ino).toBe(ino);
    expect(readdirSync(folder)).toEqual(['file']);
  });
  it('a temporary name that is a link is replaced, not followed', async () => {
    writeFileSync(path.join(folder, 'precious'), 'precious');
    symlinkSync('precious', temp);
    expect(await createFile(place, writing('new'))).toEqual({ ok: true, value: undefined });
    expect(readFileSync(path.join(folder, 'precious'), 'utf8')).toBe('precious');
    expect(lstatSync(place).isFile()).toBe(true);
  });
  it('a mode is not changed through a link', async () => {
    writeFileSync(path.join(folder, 'real'), '', { mode: 0o600 });
    symlinkSync('real', place);
    expect(await changeMode(place, 0o777)).toMatchObject({ ok: false, failure: { code: 'io-eloop' } });
    expect(statSync(path.join(folder, 'real')).mode & 0o777).toBe(0o600);
    unlinkSync(place);
  });
});

describe('plain work', () => {
  it('creates, replaces, removes; one name for each file, exact modes', async () => {
    expect((await createFile(place, writing('one'))).ok).toBe(true);
    expect([readFileSync(place, 'utf8'), statSync(place).mode & 0o7777, statSync(place).nlink]).toEqual(['one', 0o640, 1]);
    expect((await replaceFile(place, hash('one'), writing('two', { mode: 0o600 }))).ok).toBe(true);
    expect([readFileSync(place, 'utf8'), statSync(place).mode & 0o7777, statSync(place).nlink]).toEqual(['two', 0o600, 1]);
    expect((await removeFile(place, hash('two'), temp)).ok).toBe(true);
    expect(readdirSync(folder)).toEqual([]);
  });
  it('keeps a folder with something in it', async () => {
    mkdirSync(place);
    writeFileSync(path.join(place, 'x'), '');
    expect(await removeFolder(place)).toEqual({ ok: true, value: 'kept' });
    unlinkSync(path.join(place, 'x'));
    expect(await removeFolder(place)).toEqual({ ok: true, value: 'done' });
  });
  it('writes a state file over whatever regular file or link is there', async () => {
    writeFileSync(path.join(folder, 'real'), 'real');
    symlinkSync('real', place);
    expect((await writeState(place, 'state', owner, temp)).ok).toBe(true);
    expect([readFileSync(place, 'utf8'), readFileSync(path.join(folder, 'real'), 'utf8'), lstatSync(place).mode & 0o7777]).toEqual(['state', 'real', 0o600]);
  });
});
