// Copies of our plugin in the folders that OpenCode loads by itself: with our registration beside them it would run twice.
import { readdir, realpath } from 'node:fs/promises';
import path from 'node:path';
import type { Machine } from '../engine/harness-installer.ts';
import { liesIn } from '../engine/hook-files.ts';
import { readUserFile } from '../engine/read.ts';
import { layoutOf, PLUGIN_ID } from './layout.ts';
import { AUTO_LOAD, movedConfigFolder } from './products.ts';

/** Ours is half a megabyte; a larger script is not looked into. */
const MAX_SCRIPT_BYTES = 2 * 1024 * 1024;

export async function copiesInAutoLoad(machine: Machine): Promise<readonly string[]> {
  const { dotFolder, root } = layoutOf(machine.home);
  const moved = movedConfigFolder(machine);
  const found: string[] = [];
  for (const folder of [dotFolder, ...(moved === null ? [] : [moved])].flatMap((base) => AUTO_LOAD.map((name) => path.join(base, name)))) {
    for (const name of (await readdir(folder).catch(() => [])).filter((entry) => /\.(?:js|ts)$/.test(entry)).slice(0, 200)) {
      const file = path.join(folder, name);
      const real = await realpath(file).catch(() => file);
      if (liesIn(real, root) || (await holdsOurId(file))) found.push(file);
    }
  }
  return found;
}

async function holdsOurId(file: string): Promise<boolean> {
  const read = await readUserFile(file, MAX_SCRIPT_BYTES);
  return read.ok && read.value.seen.state === 'file' && Buffer.from(read.value.seen.bytes).includes(PLUGIN_ID);
}
