// The plugin as it is shipped, and what an installed copy of it looks like: the same files, but the commands
// in its hook manifests name the installed launcher. Not every build of VS Code expands ${PLUGIN_ROOT}.
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Machine } from '../engine/harness-installer.ts';
import { fail, ok } from '../engine/failure.ts';
import type { Result } from '../engine/plan.ts';
import { ownFileLimit, readUserFile } from '../engine/read.ts';
import type { Layout } from './layout.ts';
import { PLUGIN_NAME } from './layout.ts';

export interface PluginFile {
  /** Below the plugin folder. */
  readonly relative: string;
  readonly mode: number;
  readonly bytes: Uint8Array;
}

export interface PluginSource {
  /** The folder that they were read from, absolute. */
  readonly root: string;
  readonly version: string;
  readonly files: readonly PluginFile[];
}

const MANIFEST = 'com.github.copilot/hooks/hooks.json';
/** Builds from before Agent Plugins 1.0 read this copy; each build reads exactly one of the two. */
const OLD_MANIFEST = 'hooks.json';

/** Fails with `plugin-incomplete` or `plugin-invalid`, naming the file. `hooksRoot` holds `hooks/vscode`. */
export async function readPluginSource(hooksRoot: string, layout: Layout, platform: Machine['platform']): Promise<Result<PluginSource>> {
  const root = path.join(hooksRoot, 'hooks/vscode');
  const files: PluginFile[] = [];
  const take = async (relative: string, mode = 0o644): Promise<Result<Uint8Array>> => {
    const place = path.join(root, relative);
    const read = await readUserFile(place, ownFileLimit);
    if (!read.ok) return read;
    if (read.value.seen.state !== 'file') return fail('plugin-incomplete', `The plugin is not complete: ${place} is missing. Build it (npm run build) or reinstall Silmaril.`, place);
    files.push({ relative, mode, bytes: read.value.seen.bytes });
    return ok(read.value.seen.bytes);
  };
  const plugin = await take('plugin.json');
  if (!plugin.ok) return plugin;
  const version = versionOf(plugin.value);
  if (version === null) return fail('plugin-invalid', `${path.join(root, 'plugin.json')} is not the manifest of ${PLUGIN_NAME}.`, path.join(root, 'plugin.json'));
  for (const [relative, mode] of [[MANIFEST, 0o644], ['scripts/run-hook.sh', 0o755], ['dist/vscode-hook.js', 0o644]] as const) {
    const taken = await take(relative, mode);
    if (!taken.ok) return taken;
  }
  const dist = await readdir(path.join(root, 'dist'), { withFileTypes: true });
  for (const entry of dist.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (!entry.isFile() || entry.name.startsWith('.') || entry.name.endsWith('.map') || entry.name === 'vscode-hook.js') continue;
    const taken = await take(`dist/${entry.name}`);
    if (!taken.ok) return taken;
  }
  const manifest = files.find((file) => file.relative === MANIFEST);
  const installed = manifest ? installedManifest(manifest.bytes, layout.launcher, platform) : null;
  if (installed === null) return fail('plugin-invalid', `${path.join(root, MANIFEST)} registers no hook command.`, path.join(root, MANIFEST));
  const others = files.filter((file) => file !== manifest);
  return ok({ root, version, files: [...others, { relative: MANIFEST, mode: 0o644, bytes: installed }, { relative: OLD_MANIFEST, mode: 0o644, bytes: installed }] });
}

/** The version in a plugin.json of ours; null when it is not ours. */
export function versionOf(bytes: Uint8Array): string | null {
  const manifest = objectIn(bytes);
  if (manifest?.['name'] !== PLUGIN_NAME) return null;
  return typeof manifest['version'] === 'string' ? manifest['version'] : 'unknown';
}

/** The manifest with the installed launcher's absolute path in every command; null when it registers none. */
export function installedManifest(bytes: Uint8Array, launcher: string, platform: Machine['platform']): Uint8Array | null {
  const manifest = objectIn(bytes);
  const hooks = manifest?.['hooks'];
  if (!isRecord(manifest) || !isRecord(hooks)) return null;
  let commands = 0;
  const events = Object.entries(hooks).map(([event, entries]): [string, unknown] => {
    if (!Array.isArray(entries)) return [event, entries];
    const written = entries.map((entry: unknown) => {
      if (!isRecord(entry) || entry['type'] !== 'command') return entry;
      commands += 1;
      const command = `${shellQuoted(launcher)} ${event}`;
      const { osx: _osx, linux: _linux, ...rest } = entry;
      return { type: 'command', osx: command, ...(platform === 'linux' ? { linux: command } : {}), ...rest };
    });
    return [event, written];
  });
  if (commands === 0) return null;
  return new TextEncoder().encode(`${JSON.stringify({ ...manifest, hooks: Object.fromEntries(events) }, null, 2)}\n`);
}

/** One word for /bin/sh, whatever the home is called. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function objectIn(bytes: Uint8Array): Record<string, unknown> | null {
  try {
    const parsed: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return isRecord(parsed) ? parsed : null;
  } catch {
    return null;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
