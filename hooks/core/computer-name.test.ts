import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { computerName, sanitise, type Lookup } from './computer-name.ts';
import { temporaryHome, type TemporaryHome } from './testing/temporary-home.ts';

let home: TemporaryHome;
let lookups = 0;
beforeEach(() => {
  home = temporaryHome();
  lookups = 0;
});
afterEach(() => home.remove());

const says = (bytes: string | Buffer | null): Lookup => () => {
  lookups++;
  return Promise.resolve(bytes === null ? null : Buffer.from(bytes));
};
const ask = (lookup: Lookup): Promise<string | null> => computerName(home.home, 'darwin', lookup);
const folder = (): string => home.at('Library/Application Support/Silmaril/ComputerName');
const cache = (): string => path.join(folder(), 'cache.json');

test('is only asked for on a Mac', async () => {
  expect(await computerName(home.home, 'linux', says('Desk Mac'))).toBe(null);
  expect(lookups).toBe(0);
  expect(fs.existsSync(folder())).toBe(false);
});

test('is asked for once in five minutes', async () => {
  expect(await ask(says('Desk Mac\n'))).toBe('Desk Mac');
  expect(await ask(says('Other'))).toBe('Desk Mac');
  expect(lookups).toBe(1);
  const { expiresAt, name } = JSON.parse(fs.readFileSync(cache(), 'utf8')) as { expiresAt: number; name: string };
  expect(name).toBe('Desk Mac');
  expect(expiresAt - Date.now()).toBeGreaterThan(290_000);
  expect(fs.statSync(cache()).mode & 0o777).toBe(0o600);
  expect(fs.statSync(folder()).mode & 0o777).toBe(0o700);
  expect(fs.readdirSync(folder())).toEqual(['cache.json']);
});

test('a failed lookup is remembered as well, and never an error', async () => {
  expect(await ask(says(null))).toBe(null);
  expect(await ask(says('Desk Mac'))).toBe(null);
  expect(await computerName(home.at('other'), 'darwin', () => Promise.reject(new Error('no')))).toBe(null);
});

describe('the cache is not believed', () => {
  test.each<[string, (file: string) => void]>([
    ['when it is old', (file) => fs.writeFileSync(file, JSON.stringify({ expiresAt: Date.now() - 1, name: 'Old' }))],
    ['when it claims to last', (file) => fs.writeFileSync(file, JSON.stringify({ expiresAt: Date.now() + 9_000_000, name: 'Old' }))],
    ['when it is not JSON', (file) => fs.writeFileSync(file, '{')],
    ['when its name has a control character', (file) => fs.writeFileSync(file, JSON.stringify({ expiresAt: Date.now() + 1000, name: 'a\u0007b' }))],
    ['when it is too large', (file) => fs.writeFileSync(file, JSON.stringify({ expiresAt: Date.now() + 1000, name: 'Old', pad: 'x'.repeat(5000) }))],
    ['when others may read it', (file) => fs.chmodSync(file, 0o644)],
    ['when it is a symlink', (file) => {
      fs.renameSync(file, home.at('moved'));
      fs.symlinkSync(home.at('moved'), file);
    }],
  ])('%s', async (_name, spoil) => {
    await ask(says('Old'));
    spoil(cache());
    expect(await ask(says('New'))).toBe('New');
    expect(fs.lstatSync(cache()).isFile()).toBe(true);
  });
});

test.each([
  ['  Desk Mac\n', 'Desk Mac'], ['Ann’s Mac', 'Ann’s Mac'], ['', null], ['  ', null], ['a\u0000b', null], ['a\nb', null], ['a\u007fb', null], ['a\u0085b', null], ['x'.repeat(256), 'x'.repeat(256)], ['x'.repeat(257), null],
])('%j becomes %j', (text, expected) => {
  expect(sanitise(text)).toBe(expected);
});

test('bytes that are not UTF-8 are no name', async () => {
  expect(await ask(says(Buffer.from([0x61, 0xff])))).toBe(null);
});
