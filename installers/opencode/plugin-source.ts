// The plugin as it is shipped: what is copied into ~/.config/opencode/silmaril-firewall. One build of the two, by the major
// that is installed, the classifier's weights, and the checker that the letter hook asks where it is told of no other.
import path from 'node:path';
import { fail, ok } from '../engine/failure.ts';
import type { Result } from '../engine/plan.ts';
import { ownFileLimit, readUserFile } from '../engine/read.ts';
import { HOOK_NAME, type Major } from './layout.ts';

export interface PluginFile {
  /** Below the plugin's folder. */
  readonly relative: string;
  readonly mode: number;
  readonly bytes: Uint8Array;
}

export interface PluginSource {
  readonly version: string;
  readonly files: readonly PluginFile[];
}

/** Fails with `hook-incomplete` or `hook-invalid`, naming the file. `hooksRoot` holds `hooks/opencode` and `hooks/checker`. */
export async function readPluginSource(hooksRoot: string, major: Major): Promise<Result<PluginSource>> {
  const hooks = path.join(hooksRoot, 'hooks');
  const build = `opencode-v${String(major)}.mjs`;
  const wanted: readonly (readonly [relative: string, place: string, mode: number])[] = [
    ['manifest.json', 'opencode/manifest.json', 0o644],
    ['scripts/run-hook.sh', 'opencode/scripts/run-hook.sh', 0o755],
    [`dist/${build}`, `opencode/dist/${build}`, 0o644],
    ['dist/probe.mjs', 'opencode/dist/probe.mjs', 0o644],
    ['dist/weights.bin', 'opencode/dist/weights.bin', 0o644],
    ['dist/silmaril-checker', 'checker/dist/silmaril-checker', 0o755],
  ];
  const files: PluginFile[] = [];
  for (const [relative, below, mode] of wanted) {
    const place = path.join(hooks, below);
    const read = await readUserFile(place, ownFileLimit);
    if (!read.ok) return read;
    if (read.value.seen.state !== 'file') return fail('hook-incomplete', `The plugin is not complete: ${place} is missing. Build it (npm run build) or reinstall Silmaril.`, place);
    files.push({ relative, mode, bytes: read.value.seen.bytes });
  }
  const version = files[0] ? versionIn(files[0].bytes) : null;
  if (version === null) return fail('hook-invalid', `${path.join(hooks, 'opencode/manifest.json')} is not the manifest of ${HOOK_NAME}.`, path.join(hooks, 'opencode/manifest.json'));
  // Version 2 takes a folder, and finds the file in it from this. No "type": the checker beside it is CommonJS.
  if (major === 2) files.push({ relative: 'dist/package.json', mode: 0o644, bytes: new TextEncoder().encode(`${JSON.stringify({ name: HOOK_NAME, version, private: true, main: `./${build}`, exports: `./${build}` }, null, 2)}\n`) });
  return ok({ version, files });
}

/** The version in a manifest.json of ours; null when it is not ours. */
export function versionIn(bytes: Uint8Array): string | null {
  try {
    const manifest: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    if (typeof manifest !== 'object' || manifest === null || !('name' in manifest) || manifest.name !== HOOK_NAME) return null;
    return 'version' in manifest && typeof manifest.version === 'string' ? manifest.version : 'unknown';
  } catch {
    return null;
  }
}
