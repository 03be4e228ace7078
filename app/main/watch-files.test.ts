import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { FileWatch } from './watch-files.ts';

let folder: string;
let told: number;
let watch: FileWatch;
beforeEach(() => {
  folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'silmaril-watch-')));
  told = 0;
  watch = new FileWatch(() => { told += 1; });
});
afterEach(() => {
  watch.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

const until = async (condition: () => boolean) => {
  const end = Date.now() + 10_000;
  while (!condition() && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 25));
  return condition();
};
const quiet = () => new Promise((resolve) => setTimeout(resolve, 900));

it('tells a change once, also when the file is replaced by a rename', async () => {
  const file = path.join(folder, 'settings.json');
  fs.writeFileSync(file, '1');
  watch.set([file]);
  fs.writeFileSync(file, '2');
  fs.writeFileSync(`${file}.tmp`, '3');
  fs.renameSync(`${file}.tmp`, file);
  expect(await until(() => told === 1)).toBe(true);
  fs.writeFileSync(file, '4');
  expect(await until(() => told === 2)).toBe(true);
});

it('does not mind other files of the folder, missing folders, nor files that it no longer watches', async () => {
  const file = path.join(folder, 'a');
  watch.set([file, path.join(folder, 'missing', 'b')]);
  fs.writeFileSync(path.join(folder, 'other'), '1');
  await quiet();
  expect(told).toBe(0);
  watch.set([]);
  fs.writeFileSync(file, '1');
  await quiet();
  expect(told).toBe(0);
  // A folder that came to be is watched with the next list.
  fs.mkdirSync(path.join(folder, 'missing'));
  watch.set([path.join(folder, 'missing', 'b')]);
  fs.writeFileSync(path.join(folder, 'missing', 'b'), '1');
  expect(await until(() => told === 1)).toBe(true);
});
