// Where Hermes is installed, its version and its Python. Nothing of Hermes is run: the launcher's own text and the names of
// the package's folders say enough.
import { readdir, realpath } from 'node:fs/promises';
import path from 'node:path';
import type { Machine } from '../engine/harness-installer.ts';
import { observe, readUserFile } from '../engine/read.ts';
import { defaultHome, movedHome } from './homes.ts';

/** The version that this installer and its plugin were tried with. */
export const TRIED_VERSION = '0.19.0';

export interface Program {
  readonly place: string;
  readonly version: string | null;
  /** The Python that it runs on; null when it could not be told. */
  readonly python: string | null;
}

/** Folders of the executable: PATH first (a menu bar app has a bare one), then the usual installers' places. */
function folders(machine: Machine): readonly string[] {
  const { home, env, systemRoot } = machine;
  const onPath = (env['PATH'] ?? '').split(':').filter((entry) => path.isAbsolute(entry)).slice(0, 200);
  const homes = [defaultHome(machine), movedHome(machine)].filter((each) => each !== null);
  const own = homes.flatMap((each) => [path.join(each, 'bin'), path.join(each, 'hermes-agent/venv/bin'), path.join(each, 'hermes-agent/.hermes/bin')]);
  const inHome = ['.local/bin', '.local/share/pipx/venvs/hermes-agent/bin', '.local/share/uv/tools/hermes-agent/bin'].map((folder) => path.join(home, folder));
  const inSystem = ['opt/homebrew/bin', 'usr/local/bin', 'usr/local/lib/hermes-agent/venv/bin', 'usr/bin'].map((folder) => path.join(systemRoot, folder));
  return [...new Set([...onPath, ...inHome, ...own, ...inSystem])];
}

/** Every `hermes` that is one, each once. */
export async function findPrograms(machine: Machine): Promise<readonly Program[]> {
  const found: Program[] = [];
  const seen = new Set<string>();
  for (const folder of folders(machine)) {
    const place = path.join(folder, 'hermes');
    const real = await realpath(place).catch(() => null);
    if (real === null || seen.has(real)) continue;
    seen.add(real);
    const python = await pythonOf(real);
    const version = python === null ? null : await versionBeside(python);
    // Another program of this name (a JavaScript engine, a shipping tool) is no sign of this one.
    if (python === null && !(await namesHermesAgent(real))) continue;
    found.push({ place, version, python });
  }
  for (const app of [path.join(machine.systemRoot, 'Applications/Hermes.app'), path.join(machine.home, 'Applications/Hermes.app')])
    if (machine.platform === 'darwin' && (await observe(app, 0)).state === 'folder') found.push({ place: app, version: null, python: null });
  return found;
}

async function head(file: string): Promise<string | null> {
  const read = await readUserFile(file, 64 * 1024);
  return read.ok && read.value.seen.state === 'file' ? new TextDecoder('latin1').decode(read.value.seen.bytes.subarray(0, 4096)) : null;
}

async function namesHermesAgent(file: string): Promise<boolean> {
  return /hermes[-_](?:agent|cli)/.test((await head(file)) ?? '');
}

/** From the first line of a Python script, or through the one program that a shell wrapper starts. */
async function pythonOf(file: string, depth = 0): Promise<string | null> {
  const text = await head(file);
  if (text === null || depth > 3) return null;
  const line = /^#!\s*(\/[^\s]*python[0-9.]*)\s*$/m.exec(text.split('\n', 1)[0] ?? '')?.[1] ?? /^'''exec' "?(\/[^"\n]*python[0-9.]*)"? /m.exec(text)?.[1];
  if (line !== undefined) return /hermes/.test(text) ? line : null;
  const next = /(?:^|[\s"'=])(\/[^\s"'$]+\/bin\/hermes(?:-agent)?)(?=["'\s]|$)/m.exec(text)?.[1];
  return next === undefined || next === file ? null : pythonOf(next, depth + 1);
}

/** The package's own folder carries its version in its name. */
async function versionBeside(python: string): Promise<string | null> {
  const library = path.join(path.dirname(path.dirname(python)), 'lib');
  for (const name of await readdir(library).catch(() => [])) {
    if (!name.startsWith('python')) continue;
    const packages = await readdir(path.join(library, name, 'site-packages')).catch(() => []);
    for (const folder of packages) {
      const version = /^hermes_agent-(\d+(?:\.\d+)*[^-]*)\.dist-info$/.exec(folder)?.[1];
      if (version !== undefined) return version;
    }
  }
  return null;
}
