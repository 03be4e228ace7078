// Looks for OpenCode, its version and its configuration files. Data alone is weak evidence (an uninstall leaves it).
import { access, constants, readdir, realpath } from 'node:fs/promises';
import path from 'node:path';
import type { Detection, Machine, Surface } from '../engine/harness-installer.ts';
import { observe, readUserFile } from '../engine/read.ts';
import type { Receipt } from '../engine/receipt.ts';
import { layoutOf, type Major } from './layout.ts';
import { managedFindings } from './managed-config.ts';
import { CONFIG_NAMES, executablePatterns, movedConfigFolder } from './products.ts';
import { factsFrom } from './receipt-facts.ts';
import { versionOf, type SaidVersions } from './version.ts';

export interface Look {
  readonly state: Detection['state'];
  readonly evidence: readonly string[];
  readonly version: string | null;
  /** Whose plugin interface is installed: of the first executable whose version is known, else 1. */
  readonly major: Major;
  /** Another major that is installed, too; it is not covered. */
  readonly otherMajor: Major | null;
  readonly surfaces: readonly Surface[];
  readonly notes: readonly string[];
  /** For the receipt: what binaries said of themselves. */
  readonly said: SaidVersions;
}

/** What no file of the user's can tell, or no plugin can help. */
export const LIMITS = [
  'With --pure or OPENCODE_PURE=1 OpenCode loads no plugins; with another HOME or XDG_CONFIG_HOME it does not read this registration.',
  "A project's own plugins run in the same process and can do what they like, also after a text was judged.",
  'What a call that failed tells the model does not pass the plugin, nor does a command that you type yourself with ! or that a slash command runs.',
  'OpenCode reads its configuration once: restart running sessions.',
] as const;

export async function lookAround(machine: Machine, receipt: Receipt | null): Promise<Look> {
  const evidence: string[] = [];
  const versions: string[] = [];
  const known = factsFrom(receipt).said;
  const said: Record<string, string> = {};
  const seen = new Set<string>();
  for (const pattern of executablePatterns(machine)) {
    for (const place of await matches(pattern)) {
      const real = await runnable(place);
      if (real === null || seen.has(real)) continue;
      seen.add(real);
      const { version: found, identity } = await versionOf(real, known);
      if (found === 'other') continue;
      evidence.push(found === null ? `${place} (version unknown)` : `${place} (version ${found})`);
      if (found !== null) versions.push(found);
      if (found !== null && identity !== null) said[identity] = found;
    }
  }
  const majors = [...new Set(versions.map(majorOf))];
  const { surfaces, notes } = await surfacesOf(machine, receipt);
  const data = await hasData(machine);
  return { state: evidence.length > 0 ? 'present' : data ? 'leftover' : 'absent', evidence, version: versions[0] ?? null, major: majors[0] ?? 1, otherMajor: majors[1] ?? null, surfaces, notes, said };
}

const majorOf = (version: string): Major => (Number.parseInt(version, 10) >= 2 ? 2 : 1);

export async function detectOpenCode(machine: Machine): Promise<Detection> {
  const look = await lookAround(machine, null);
  const managed = (await managedFindings(machine)).map((finding) => finding.sentence);
  const { state, evidence, version, surfaces } = look;
  return { harness: 'opencode', state, evidence, version, surfaces, notes: state === 'absent' ? managed : [...managed, ...look.notes, ...LIMITS] };
}

/** One surface per configuration folder: the file that is there, and of several the one that OpenCode reads last. */
async function surfacesOf(machine: Machine, receipt: Receipt | null): Promise<{ surfaces: Surface[]; notes: string[] }> {
  const usual = layoutOf(machine.home).dotFolder;
  const moved = movedConfigFolder(machine);
  const notes: string[] = [];
  const files = new Map<string, Surface>();
  const add = async (folder: string, id: string, skipped: string | null): Promise<void> => {
    const there: string[] = [];
    for (const name of CONFIG_NAMES) if ((await observe(path.join(folder, name), 0)).state !== 'absent') there.push(path.join(folder, name));
    const known = receipt?.edited.find((entry) => there.includes(entry.path) && path.dirname(entry.path) === folder)?.path;
    const file = known ?? there.at(-1) ?? path.join(folder, 'opencode.json');
    if (there.length > 1 && skipped === null) notes.push(`${there.map((each) => path.basename(each)).join(' and ')} are both in ${folder}; OpenCode reads all of them. The plugin is registered in ${path.basename(file)} alone.`);
    files.set(file, { id, label: id === 'user' ? 'user configuration' : `configuration in ${folder}`, file, skipped });
  };
  // The app may not see the variable that a shell sets: a receipt for another folder says as much.
  const registeredIn = (receipt?.edited ?? []).map((entry) => path.dirname(entry.path));
  const unused = (moved !== null || registeredIn.length > 0) && !registeredIn.includes(usual) && !(await hasOwnData(usual));
  await add(usual, 'user', unused ? 'OpenCode has no configuration there: XDG_CONFIG_HOME names another folder.' : null);
  if (moved !== null) await add(moved, 'xdg', null);
  let further = 0;
  for (const entry of receipt?.edited ?? []) {
    if (files.has(entry.path) || [usual, moved].includes(path.dirname(entry.path))) continue;
    further += 1;
    files.set(entry.path, { id: `receipt-${String(further)}`, label: `configuration in ${path.dirname(entry.path)}`, file: entry.path, skipped: null });
  }
  return { surfaces: await distinct([...files.values()]), notes };
}

async function distinct(surfaces: readonly Surface[]): Promise<Surface[]> {
  const targets = new Map<string, Surface>();
  const found: Surface[] = [];
  for (const surface of surfaces) {
    const read = await readUserFile(surface.file, 0);
    const target = read.ok ? read.value.target : surface.file;
    const twin = surface.skipped === null ? targets.get(target) : undefined;
    if (surface.skipped === null && !twin) targets.set(target, surface);
    found.push(twin ? { ...surface, skipped: `It is the same file as the ${twin.label}.` } : surface);
  }
  return found;
}

async function hasData(machine: Machine): Promise<boolean> {
  const moved = movedConfigFolder(machine);
  for (const folder of [layoutOf(machine.home).dotFolder, path.join(machine.home, '.local/share/opencode'), ...(moved === null ? [] : [moved])]) if (await hasOwnData(folder)) return true;
  return false;
}

async function hasOwnData(folder: string): Promise<boolean> {
  const entries = await readdir(folder).catch(() => null);
  return entries !== null && (entries.length === 0 || entries.some((name) => !name.startsWith('silmaril-firewall')));
}

/** The real path of a file that may be run; null when there is none. */
async function runnable(file: string): Promise<string | null> {
  try {
    const real = await realpath(file);
    if ((await observe(real, 0)).state === 'folder') return null;
    await access(real, constants.X_OK);
    return real;
  } catch {
    return null;
  }
}

/** The paths that a pattern with at most one `*` component stands for. */
async function matches(pattern: string): Promise<string[]> {
  const star = pattern.indexOf('*');
  if (star < 0) return [pattern];
  const folder = path.dirname(pattern.slice(0, star) + 'x');
  const prefix = pattern.slice(folder.length + 1, star);
  const rest = pattern.slice(star + 1);
  const entries = (await readdir(folder).catch(() => [])).slice(0, 500).sort();
  return entries.filter((entry) => entry.startsWith(prefix)).map((entry) => path.join(folder, entry) + rest);
}
