// Settings of the machine's administrator that would silence a user's hooks. Read, never written.
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Machine } from '../engine/harness-installer.ts';
import type { HealthStatus } from '../engine/health.ts';
import { observe, readUserFile, userFileLimit } from '../engine/read.ts';
import { deviceManagement, managedFolder } from './products.ts';

export interface Blocker {
  /** `managed-hooks-only`, `managed-hooks-off`, `managed-plugins-only`, `managed-invalid`, `managed-unreadable`, `managed-by-device`. */
  readonly code: string;
  readonly status: HealthStatus;
  readonly file: string;
  readonly sentence: string;
}

const ask = 'Ask your administrator to allow it, or to install the hook in the managed settings.';

export async function managedBlockers(machine: Machine): Promise<readonly Blocker[]> {
  const folder = managedFolder(machine);
  const parts = (await readdir(path.join(folder, 'managed-settings.d')).catch(() => [])).filter((name) => name.endsWith('.json') && !name.startsWith('.')).sort();
  const files = [path.join(folder, 'managed-settings.json'), ...parts.map((name) => path.join(folder, 'managed-settings.d', name))];
  const blockers: Blocker[] = [];
  for (const file of files) blockers.push(...(await blockersIn(file)));
  for (const file of deviceManagement(machine)) {
    if ((await observe(file, 0)).state === 'absent') continue;
    blockers.push({ code: 'managed-by-device', status: 'unknown', file, sentence: `Device management sets Claude Code's settings (${file}), which cannot be read from here; they may switch user hooks off.` });
  }
  return blockers;
}

async function blockersIn(file: string): Promise<Blocker[]> {
  const unreadable = (why: string): Blocker => ({ code: 'managed-unreadable', status: 'unknown', file, sentence: `The managed settings could not be read, so it is not known whether they switch user hooks off: ${why}` });
  const read = await readUserFile(file, userFileLimit);
  if (!read.ok) return [unreadable(read.failure.sentence)];
  const { seen } = read.value;
  if (seen.state === 'absent') return [];
  if (seen.state !== 'file') return [unreadable(seen.state === 'unreadable' ? seen.failure.sentence : `${file} is not a file.`)];
  const settings = parse(seen.bytes);
  if (settings === null) return [{ code: 'managed-invalid', status: 'problem', file, sentence: `${file} is not valid JSON: Claude Code refuses to start. ${ask}` }];
  const blocker = (code: string, sentence: string): Blocker => ({ code, status: 'problem', file, sentence: `${sentence} (${file}). ${ask}` });
  const found: Blocker[] = [];
  if (settings['allowManagedHooksOnly'] === true) found.push(blocker('managed-hooks-only', 'The managed settings allow managed hooks only, so Claude Code ignores this one'));
  if (settings['disableAllHooks'] === true) found.push(blocker('managed-hooks-off', 'The managed settings switch all hooks off'));
  const pluginOnly = settings['strictPluginOnlyCustomization'];
  if (pluginOnly === true || (Array.isArray(pluginOnly) && pluginOnly.includes('hooks')))
    found.push(blocker('managed-plugins-only', 'The managed settings allow hooks from plugins only, so Claude Code ignores this one'));
  return found;
}

function parse(bytes: Uint8Array): Record<string, unknown> | null {
  try {
    const parsed: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? (parsed as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
