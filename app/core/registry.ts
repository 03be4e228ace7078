// The harnesses of this product: one line each. Everything else asks here.
import { claudeCodeInstaller } from '../../installers/claude-code/installer.ts';
import type { HarnessInstaller } from '../../installers/engine/harness-installer.ts';
import type { HarnessId } from '../../installers/engine/plan.ts';
import { openCodeInstaller } from '../../installers/opencode/installer.ts';
import { hermesInstaller } from '../../installers/hermes/installer.ts';
import { vscodeInstaller } from '../../installers/vscode/installer.ts';
import type { EvidenceHost } from '../contract/evidence.ts';

export interface RegistryEntry {
  readonly installer: HarnessInstaller;
  /** What this harness's hook writes as `host` into its evidence. */
  readonly host: EvidenceHost;
  /** Files in the support folder that only this harness's hook writes; they go with its uninstall. */
  readonly data: readonly string[];
}

export const registry: readonly RegistryEntry[] = [
  { installer: vscodeInstaller, host: 'vscode', data: ['VSCode/observed-workspaces.json'] },
  { installer: claudeCodeInstaller, host: 'claudeCode', data: [] },
  { installer: openCodeInstaller, host: 'openCode', data: [] },
  { installer: hermesInstaller, host: 'hermes', data: [] },
];

/** Ids as the command takes them. */
export const harnessNames: readonly HarnessId[] = registry.map((entry) => entry.installer.id);

export function entryOf(id: HarnessId): RegistryEntry {
  const entry = registry.find(({ installer }) => installer.id === id);
  if (!entry) throw new Error(`no harness ${id} in the registry`);
  return entry;
}

/** The harness's label, or the host's own name for evidence of producers that are not in the registry. */
export function labelOfHost(host: EvidenceHost): string {
  return registry.find((entry) => entry.host === host)?.installer.label ?? host;
}
