import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Machine } from '../../../installers/engine/harness-installer.ts';

/** A machine over a fresh temporary home; `remove` takes it away. */
export function temporaryMachine(): Machine & { remove(): void } {
  const home = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'silmaril-core-')));
  return {
    home,
    platform: process.platform === 'darwin' ? 'darwin' : 'linux',
    env: { PATH: '/usr/bin:/bin' },
    owner: { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 },
    systemRoot: '/',
    remove: () => { fs.rmSync(home, { recursive: true, force: true }); },
  };
}

/** Every entry below a folder: kind, mode, link target and content. */
export function snapshot(folder: string): Record<string, string> {
  const seen: Record<string, string> = {};
  for (const name of fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    const stat = fs.lstatSync(path.join(folder, name));
    const mode = (stat.mode & 0o7777).toString(8);
    if (stat.isSymbolicLink()) seen[name] = `link ${fs.readlinkSync(path.join(folder, name))}`;
    else if (stat.isFile()) seen[name] = `file ${mode} ${fs.readFileSync(path.join(folder, name)).toString('base64')}`;
    else seen[name] = `folder ${mode}`;
  }
  return seen;
}

/** Names of the files below a folder whose bytes hold a text. */
export function filesHolding(folder: string, text: string): string[] {
  return fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => fs.lstatSync(path.join(folder, name)).isFile() && fs.readFileSync(path.join(folder, name)).includes(text))
    .sort();
}
