// The plugin as it is shipped: which files go where in a home of Hermes.
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { fail, ok } from '../engine/failure.ts';
import type { Result } from '../engine/plan.ts';
import { ownFileLimit, readUserFile } from '../engine/read.ts';
import { PLUGIN_NAME, type Layout } from './layout.ts';

export interface SourceFile {
  /** Absolute place in a home, from its layout. */
  readonly place: (layout: Layout) => string;
  readonly mode: number;
  readonly bytes: Uint8Array;
}

export interface PluginSource {
  readonly version: string;
  readonly files: readonly SourceFile[];
}

/** Fails with `hook-incomplete` or `hook-invalid`, naming the file. `hooksRoot` holds `hooks/hermes`. */
export async function readPluginSource(hooksRoot: string): Promise<Result<PluginSource>> {
  const hooks = path.join(hooksRoot, 'hooks');
  const list = await read(path.join(hooks, 'classifier/python-files.json'));
  if (!list.ok) return list;
  const modules = namesIn(list.value);
  if (modules === null) return fail('hook-invalid', `${path.join(hooks, 'classifier/python-files.json')} is not a list of files.`);
  const own = (await readdir(path.join(hooks, 'hermes')).catch(() => [])).filter((name) => /^[a-z_]+\.py$/.test(name)).sort();
  const wanted: { readonly from: string; readonly to: (layout: Layout) => string; readonly mode: number }[] = [
    // The classifier and the checker first, so that nothing of the plugin is there before what it needs.
    ...[...modules, 'weights.bin'].map((name) => ({ from: `classifier/${name}`, to: (layout: Layout) => path.join(layout.classifier, name), mode: 0o600 })),
    { from: 'checker/dist/silmaril-checker', to: (layout) => path.join(layout.own, 'silmaril-checker'), mode: 0o700 },
    { from: 'hermes/scripts/run-event.sh', to: (layout) => layout.runner, mode: 0o700 },
    { from: 'hermes/scripts/run_event.py', to: (layout) => path.join(layout.own, 'run_event.py'), mode: 0o600 },
    ...own.map((name) => ({ from: `hermes/${name}`, to: (layout: Layout) => path.join(layout.plugin, name), mode: 0o600 })),
    { from: 'hermes/plugin.yaml', to: (layout) => path.join(layout.plugin, 'plugin.yaml'), mode: 0o600 },
  ];
  const files: SourceFile[] = [];
  for (const { from, to, mode } of wanted) {
    const bytes = await read(path.join(hooks, from));
    if (!bytes.ok) return bytes;
    files.push({ place: to, mode, bytes: bytes.value });
  }
  const manifest = files.at(-1);
  const version = manifest ? versionOf(manifest.bytes) : null;
  if (version === null || !own.includes('__init__.py')) return fail('hook-invalid', `${path.join(hooks, 'hermes')} does not hold the plugin ${PLUGIN_NAME}.`);
  return ok({ version, files });
}

async function read(place: string): Promise<Result<Uint8Array>> {
  const file = await readUserFile(place, ownFileLimit);
  if (!file.ok) return file;
  if (file.value.seen.state !== 'file') return fail('hook-incomplete', `The hook is not complete: ${place} is missing. Build it (npm run build) or reinstall Silmaril.`, place);
  return ok(file.value.seen.bytes);
}

function namesIn(bytes: Uint8Array): readonly string[] | null {
  try {
    const names: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return Array.isArray(names) && names.every((name): name is string => typeof name === 'string' && /^[a-z_]+(?:\/[a-z_]+)*\.py$/.test(name)) ? names : null;
  } catch {
    return null;
  }
}

/** The version in a plugin.yaml of ours; null when it is not ours. */
export function versionOf(bytes: Uint8Array): string | null {
  const text = new TextDecoder('utf-8').decode(bytes);
  if (!new RegExp(`^name: ${PLUGIN_NAME}$`, 'm').test(text) || !/^author: Silmaril Security$/m.test(text)) return null;
  return /^version: (\S+)$/m.exec(text)?.[1] ?? 'unknown';
}
