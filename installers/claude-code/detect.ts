// Looks for Claude Code, its version and its settings files. Nothing is run: a version is read from the place
// of the executable or from the package that it belongs to. Data alone is weak evidence (an uninstall leaves it).
import { access, constants, readdir, realpath } from 'node:fs/promises';
import path from 'node:path';
import { decodeText } from '../edit/text-bytes.ts';
import type { Detection, Machine, Surface } from '../engine/harness-installer.ts';
import { observe, readUserFile } from '../engine/read.ts';
import type { Receipt } from '../engine/receipt.ts';
import { layoutOf } from './layout.ts';
import { managedBlockers } from './managed-settings.ts';
import { executablePatterns, extensionPatterns, isClaudePackage, movedConfigFolder } from './products.ts';

export interface Look {
  readonly state: Detection['state'];
  readonly evidence: readonly string[];
  readonly version: string | null;
  readonly surfaces: readonly Surface[];
}

/** What no file of the user's can tell, or no hook can help. */
export const LIMITS = [
  "A project's settings can switch all user hooks off (\"disableAllHooks\"), and so do --bare, --safe-mode, --restricted and --setting-sources project; only hooks in managed settings survive that.",
  'A running session may keep the hooks that it started with: restart it.',
  'Files that a prompt names with @, and commands that you type yourself with !, do not pass a tool hook.',
] as const;

export async function lookAround(machine: Machine, receipt: Receipt | null): Promise<Look> {
  const evidence: string[] = [];
  let version: string | null = null;
  const seen = new Set<string>();
  for (const pattern of executablePatterns(machine)) {
    for (const place of await matches(pattern)) {
      const real = await runnable(place);
      if (real === null || seen.has(real)) continue;
      seen.add(real);
      const found = await versionOf(real);
      if (found === 'other') continue;
      evidence.push(found === null ? `${place} (version unknown)` : `${place} (version ${found})`);
      version ??= found;
    }
  }
  for (const pattern of extensionPatterns(machine)) {
    for (const folder of await matches(pattern)) {
      const found = /anthropic\.claude-code-(\d+\.\d+\.\d+)/.exec(path.basename(folder))?.[1];
      if (found === undefined || (await observe(folder, 0)).state !== 'folder') continue;
      evidence.push(`${folder} (editor extension ${found})`);
      version ??= found;
    }
  }
  const surfaces = await surfacesOf(machine, receipt);
  const data = await hasData(machine);
  return { state: evidence.length > 0 ? 'present' : data ? 'leftover' : 'absent', evidence, version, surfaces };
}

export async function detectClaudeCode(machine: Machine): Promise<Detection> {
  const look = await lookAround(machine, null);
  const managed = await managedBlockers(machine);
  const notes = managed.map((blocker) => blocker.sentence);
  return { harness: 'claude-code', ...look, notes: look.state === 'absent' ? notes : [...notes, ...LIMITS] };
}

/**
 * The settings files that sessions of this user read: the one in ~/.claude, the one in CLAUDE_CONFIG_DIR, and
 * those that a receipt names (the app may not see the variable that a shell sets). A session reads one of them.
 */
async function surfacesOf(machine: Machine, receipt: Receipt | null): Promise<Surface[]> {
  const layout = layoutOf(machine.home);
  const moved = movedConfigFolder(machine);
  const usual = path.join(layout.dotFolder, 'settings.json');
  const unused = moved !== null && !(await hasOwnData(layout.dotFolder)) && !receipt?.edited.some((entry) => entry.path === usual);
  const surfaces: Surface[] = [
    { id: 'user', label: 'user settings', file: usual, skipped: unused ? 'Claude Code has no data there: CLAUDE_CONFIG_DIR names another folder.' : null },
  ];
  const others = new Set<string>(moved === null ? [] : [path.join(moved, 'settings.json')]);
  for (const entry of receipt?.edited ?? []) if (entry.path !== usual) others.add(entry.path);
  const targets = new Map<string, Surface>();
  for (const [index, file] of [...others].entries()) surfaces.push({ id: index === 0 ? 'config-dir' : `config-dir-${String(index + 1)}`, label: `user settings in ${path.dirname(file)}`, file, skipped: null });
  return Promise.all(surfaces).then(async (all) => {
    const distinct: Surface[] = [];
    for (const surface of all) {
      const read = await readUserFile(surface.file, 0);
      const target = read.ok ? read.value.target : surface.file;
      const twin = surface.skipped === null ? targets.get(target) : undefined;
      if (surface.skipped === null && !twin) targets.set(target, surface);
      distinct.push(twin ? { ...surface, skipped: `It is the same file as the ${twin.label}.` } : surface);
    }
    return distinct;
  });
}

/** Data of Claude Code's own in ~/.claude or ~/.claude.json, as opposed to what Silmaril put there. */
async function hasData(machine: Machine): Promise<boolean> {
  const moved = movedConfigFolder(machine);
  if ((await observe(path.join(machine.home, '.claude.json'), 0)).state !== 'absent') return true;
  return (await hasOwnData(layoutOf(machine.home).dotFolder)) || (moved !== null && (await hasOwnData(moved)));
}

async function hasOwnData(folder: string): Promise<boolean> {
  const entries = await readdir(folder).catch(() => null);
  return entries !== null && (entries.length === 0 || entries.some((name) => !name.startsWith('silmaril-firewall')));
}

/** `other`: the executable belongs to another package. */
async function versionOf(real: string): Promise<string | 'other' | null> {
  const inPath = /\/claude\/versions\/(\d+\.\d+\.\d+[^/]*)(?:\/|$)/.exec(real)?.[1] ?? /\/Caskroom\/claude-code[^/]*\/(\d+\.\d+\.\d+[^/]*)\//.exec(real)?.[1];
  if (inPath !== undefined) return inPath;
  for (let folder = path.dirname(real), up = 0; up < 5 && folder !== path.dirname(folder); folder = path.dirname(folder), up += 1) {
    const read = await readUserFile(path.join(folder, 'package.json'));
    if (!read.ok || read.value.seen.state !== 'file') continue;
    const text = decodeText(read.value.seen.bytes);
    const manifest = text.ok ? objectIn(text.value) : null;
    if (manifest === null) return null;
    if (!isClaudePackage(manifest['name'])) return 'other';
    return typeof manifest['version'] === 'string' ? manifest['version'] : null;
  }
  return null;
}

function objectIn(text: string): Record<string, unknown> | null {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? (parsed as Record<string, unknown>) : null;
  } catch {
    return null;
  }
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
