// Configuration that an administrator pushes and that wins over the user's: read only.
import path from 'node:path';
import { parseDotenv } from '../edit/dotenv-block.ts';
import { decodeText } from '../edit/text-bytes.ts';
import { readYamlList } from '../edit/yaml-list.ts';
import type { Machine } from '../engine/harness-installer.ts';
import type { HealthStatus } from '../engine/health.ts';
import { readUserFile } from '../engine/read.ts';
import { PLUGIN_NAME } from './layout.ts';

export interface Blocker {
  readonly code: 'managed-plugins' | 'managed-disabled' | 'managed-settings' | 'managed-unreadable';
  readonly status: HealthStatus;
  readonly file: string;
  readonly sentence: string;
}

/** What in /etc/hermes keeps the plugin from loading, or decides its settings. */
export async function managedBlockers(machine: Machine): Promise<readonly Blocker[]> {
  const folder = path.join(machine.systemRoot, 'etc/hermes');
  const config = path.join(folder, 'config.yaml');
  const env = path.join(folder, '.env');
  const blockers: Blocker[] = [];
  const text = await textOf(config);
  if (text !== null) {
    const enabled = readYamlList(text, { map: 'plugins', list: 'enabled' });
    const disabled = readYamlList(text, { map: 'plugins', list: 'disabled' });
    if (!enabled.ok) blockers.push({ code: 'managed-unreadable', status: 'unknown', file: config, sentence: `${config} could not be read, so it cannot be told whether an administrator's settings keep the plugin off.` });
    else if (enabled.value.state === 'list' && !enabled.value.items.includes(PLUGIN_NAME))
      blockers.push({ code: 'managed-plugins', status: 'problem', file: config, sentence: `${config} decides which plugins are enabled, and ${PLUGIN_NAME} is not among them. Ask your administrator to add it.` });
    if (disabled.ok && disabled.value.state === 'list' && disabled.value.items.includes(PLUGIN_NAME))
      blockers.push({ code: 'managed-disabled', status: 'problem', file: config, sentence: `${config} disables ${PLUGIN_NAME}. Ask your administrator to take it out of the list.` });
  }
  const names = [...parseDotenv((await textOf(env)) ?? '').keys()].filter((name) => /^(?:SILMARIL_|HERMES_FIREWALL_)/.test(name));
  if (names.length > 0) blockers.push({ code: 'managed-settings', status: 'unknown', file: env, sentence: `${env} sets ${names.join(', ')}, which wins over what is configured here.` });
  return blockers;
}

async function textOf(file: string): Promise<string | null> {
  const read = await readUserFile(file);
  if (!read.ok || read.value.seen.state !== 'file') return null;
  const text = decodeText(read.value.seen.bytes);
  return text.ok ? text.value : null;
}
