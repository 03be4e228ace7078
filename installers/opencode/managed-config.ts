// Configuration of the machine's administrator, which OpenCode reads last and which therefore wins. Read, never written.
import { decodeText } from '../edit/text-bytes.ts';
import { parseJsonc, valueOf } from '../edit/jsonc-syntax.ts';
import type { Machine } from '../engine/harness-installer.ts';
import type { HealthStatus } from '../engine/health.ts';
import { observe, readUserFile, userFileLimit } from '../engine/read.ts';
import { deviceManagement, managedFiles } from './products.ts';
import { disablesUs } from './registration.ts';

export interface Finding {
  /** `managed-invalid`, `managed-unreadable`, `managed-disabled`, `managed-plugins`, `managed-by-device`. */
  readonly code: string;
  readonly status: HealthStatus;
  readonly file: string;
  readonly sentence: string;
}

const ask = 'Ask your administrator.';

export async function managedFindings(machine: Machine): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const file of managedFiles(machine)) findings.push(...(await findingsIn(file)));
  for (const file of deviceManagement(machine)) {
    if ((await observe(file, 0)).state === 'absent') continue;
    findings.push({ code: 'managed-by-device', status: 'unknown', file, sentence: `Device management sets OpenCode's configuration (${file}), which cannot be read from here and wins over the user's.` });
  }
  return findings;
}

async function findingsIn(file: string): Promise<Finding[]> {
  const unreadable = (why: string): Finding => ({ code: 'managed-unreadable', status: 'unknown', file, sentence: `The managed configuration could not be read, so it is not known what it overrides: ${why}` });
  const read = await readUserFile(file, userFileLimit);
  if (!read.ok) return [unreadable(read.failure.sentence)];
  const { seen } = read.value;
  if (seen.state === 'absent') return [];
  if (seen.state !== 'file') return [unreadable(seen.state === 'unreadable' ? seen.failure.sentence : `${file} is not a file.`)];
  const text = decodeText(seen.bytes);
  const parsed = text.ok ? parseJsonc(text.value) : null;
  if (!parsed?.ok) return [{ code: 'managed-invalid', status: 'problem', file, sentence: `${file} does not parse: OpenCode refuses to start. ${ask}` }];
  const value = parsed.value.root === null ? {} : valueOf(parsed.value.root);
  if (disablesUs(value)) return [{ code: 'managed-disabled', status: 'problem', file, sentence: `The managed configuration switches the plugin off by its id (${file}). ${ask}` }];
  const hasPlugins = typeof value === 'object' && value !== null && ('plugin' in value || 'plugins' in value);
  return hasPlugins ? [{ code: 'managed-plugins', status: 'ok', file, sentence: `The managed configuration has plugins of its own (${file}); OpenCode's lists add up, so this one stays.` }] : [];
}
