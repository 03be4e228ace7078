import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { JSONC } from './jsonc-syntax.ts';
import { editStep, lockedReason, missingParents, parseSettings, readSettings } from './settings-file.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'silmaril-settings-')));
  file = path.join(folder, 'settings.json');
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});
const read = async (): Promise<Extract<Awaited<ReturnType<typeof readSettings>>, { ok: true }>['value']> => {
  const result = await readSettings(file);
  if (!result.ok) throw new Error(result.failure.sentence);
  return result.value;
};

it('follows a link and edits what it leads to', async () => {
  mkdirSync(path.join(folder, 'dotfiles'));
  writeFileSync(path.join(folder, 'dotfiles/s.json'), '{}');
  symlinkSync('dotfiles/s.json', file);
  const step = editStep(await read(), '{"a": 1}', 'why');
  expect(step).toMatchObject({ kind: 'edit', path: file, target: path.join(folder, 'dotfiles/s.json'), hunks: [{ line: 1, removed: ['{}'], added: ['{"a": 1}'] }] });
});

it('takes a missing file for an empty one, and says which folders are missing', async () => {
  file = path.join(folder, 'Library/Application Support/Code/User/settings.json');
  const missing = await read();
  expect(missing).toMatchObject({ text: '', facts: null, target: file });
  expect(editStep(missing, '{}\n', 'why')).toMatchObject({ before: null, modeIfNew: 0o600 });
  expect(await missingParents(file, folder)).toEqual([path.join(folder, 'Library/Application Support/Code'), path.join(folder, 'Library/Application Support/Code/User')]);
});

it('names the file, line and column of what does not parse', async () => {
  writeFileSync(file, '{\n  "a" 1\n}');
  expect(parseSettings(await read(), JSONC)).toMatchObject({ ok: false, failure: { code: 'not-json', path: file, sentence: `${file} cannot be edited safely. Line 2, column 7: expected ":", found "1".` } });
});

it('refuses a folder, and what is no text', async () => {
  mkdirSync(file);
  expect(await readSettings(file)).toMatchObject({ ok: false, failure: { code: 'not-a-file' } });
  rmSync(file, { recursive: true });
  writeFileSync(file, new Uint8Array([0xff, 0xfe]));
  expect(await readSettings(file)).toMatchObject({ ok: false, failure: { code: 'not-utf8' } });
});

it('says why a file is not ours to write', async () => {
  writeFileSync(file, '{}');
  const { facts } = await read();
  const owner = { uid: facts?.uid ?? -1, gid: facts?.gid ?? -1 };
  expect(lockedReason(await read(), owner)).toBeNull();
  expect(lockedReason(await read(), { ...owner, uid: owner.uid + 1 })).toContain('belongs to user id');
  chmodSync(file, 0o444);
  expect(lockedReason(await read(), owner)).toContain('read-only');
});
