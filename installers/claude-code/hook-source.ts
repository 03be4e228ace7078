// The hook as it is shipped: what is copied into ~/.claude/silmaril-firewall.
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { fail, ok } from '../engine/failure.ts';
import type { Result } from '../engine/plan.ts';
import { ownFileLimit, readUserFile } from '../engine/read.ts';
import { HOOK_NAME } from './layout.ts';

export interface HookFile {
  /** Below the hook's folder. */
  readonly relative: string;
  readonly mode: number;
  readonly bytes: Uint8Array;
}

export interface HookSource {
  /** The folder that they were read from, absolute. */
  readonly root: string;
  readonly version: string;
  readonly files: readonly HookFile[];
}

/** Without it there is nothing to run. */
const BUNDLE = 'claude-code-hook.js';

/** Fails with `hook-incomplete` or `hook-invalid`, naming the file. `hooksRoot` holds `hooks/claude-code`. */
export async function readHookSource(hooksRoot: string): Promise<Result<HookSource>> {
  const root = path.join(hooksRoot, 'hooks/claude-code');
  const entries = await readdir(path.join(root, 'dist'), { withFileTypes: true }).catch(() => []);
  const data = entries.filter((entry) => entry.isFile() && !entry.name.startsWith('.') && !entry.name.endsWith('.map') && entry.name !== BUNDLE).map((entry) => `dist/${entry.name}`);
  const files: HookFile[] = [];
  for (const relative of ['manifest.json', 'scripts/run-hook.sh', `dist/${BUNDLE}`, ...data.sort()]) {
    const place = path.join(root, relative);
    const read = await readUserFile(place, ownFileLimit);
    if (!read.ok) return read;
    if (read.value.seen.state !== 'file') return fail('hook-incomplete', `The hook is not complete: ${place} is missing. Build it (npm run build) or reinstall Silmaril.`, place);
    files.push({ relative, mode: relative.endsWith('.sh') ? 0o755 : 0o644, bytes: read.value.seen.bytes });
  }
  const manifest = files[0];
  const version = manifest ? versionOf(manifest.bytes) : null;
  if (version === null) return fail('hook-invalid', `${path.join(root, 'manifest.json')} is not the manifest of ${HOOK_NAME}.`, path.join(root, 'manifest.json'));
  return ok({ root, version, files });
}

/** The version in a manifest.json of ours; null when it is not ours. */
export function versionOf(bytes: Uint8Array): string | null {
  try {
    const manifest: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    if (typeof manifest !== 'object' || manifest === null || !('name' in manifest) || manifest.name !== HOOK_NAME) return null;
    return 'version' in manifest && typeof manifest.version === 'string' ? manifest.version : 'unknown';
  } catch {
    return null;
  }
}
