import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeScratch, removeScratch, scratchFolder } from './scratch-profile.ts';

let base: string;
beforeEach(() => { base = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'silmaril-scratch-'))); });
afterEach(() => { fs.rmSync(base, { recursive: true, force: true }); });
const uid = process.getuid?.() ?? 0;

it('is one folder for each home, and private', () => {
  expect(scratchFolder('/a', 1, base)).toBe(scratchFolder('/a', 1, base));
  expect(scratchFolder('/a', 1, base)).not.toBe(scratchFolder('/b', 1, base));
  const folder = makeScratch(scratchFolder('/a', uid, base), uid);
  expect(fs.statSync(folder).mode & 0o777).toBe(0o700);
  fs.chmodSync(folder, 0o755);
  expect(makeScratch(folder, uid)).toBe(folder);
  expect(fs.statSync(folder).mode & 0o777).toBe(0o700);
  removeScratch(folder);
  expect(fs.readdirSync(base)).toEqual([]);
});

it('does not use what somebody else has put there', () => {
  const wanted = scratchFolder('/a', uid, base);
  fs.symlinkSync(os.homedir(), wanted);
  const link = makeScratch(wanted, uid);
  expect(link).not.toBe(wanted);
  expect(fs.statSync(link).mode & 0o777).toBe(0o700);
  fs.unlinkSync(wanted);
  fs.mkdirSync(wanted);
  // A folder of another user: for the check it is enough that the owner is not the one that is asked for.
  expect(makeScratch(wanted, uid + 1)).not.toBe(wanted);
});
