// Which policy counts on this computer: found the way the hooks find it.
import { configuredMode, type LocalPolicySetting } from '../../../hooks/core/config.ts';
import { policyFile, policyInForce, WORKSPACE_POLICY } from '../../../hooks/core/policy-files.ts';
import type { Policy } from '../../../hooks/policy/judge.ts';
import type { Machine, Mode } from '../../../installers/engine/harness-installer.ts';
import type { HarnessId } from '../../../installers/engine/plan.ts';
import { readReceipts } from '../../../installers/engine/receipts.ts';
import { settingsOf } from '../configuration.ts';

export interface PolicySource {
  readonly policy: Policy;
  /** The private file, whether it exists or not. */
  readonly file: string;
  readonly workspaceFile: string | null;
  /** Health codes of what is wrong with either file; the built-in defaults stand in for a private file that cannot be used. */
  readonly faults: readonly string[];
  /** Whose configuration named the file; null: nothing is installed, or nothing that can be read. */
  readonly harness: HarnessId | null;
}

/** What a harness's configuration makes of a denial. */
export interface PolicyUse {
  readonly harness: HarnessId;
  /** Null: its configuration cannot be read, so its hook judges nothing. */
  readonly localPolicy: LocalPolicySetting | null;
  readonly mode: Mode | null;
  readonly policyPath: string | null;
}

/** How each installed harness uses the policy. */
export async function policyUses(machine: Machine): Promise<readonly PolicyUse[]> {
  const uses: PolicyUse[] = [];
  for (const [harness, read] of await readReceipts(machine.home)) {
    const config = read.state === 'read' ? settingsOf(read.receipt)?.read : null;
    if (config?.state === 'valid') uses.push({ harness, localPolicy: config.settings.localPolicy, mode: configuredMode(config.settings), policyPath: config.settings.policyPath });
    else uses.push({ harness, localPolicy: null, mode: null, policyPath: null });
  }
  return uses;
}

/**
 * The policy of this harness, or of the first installed one; the support folder's file when nothing is installed.
 * @param root the workspace whose own file tightens it, absolute; null: none
 */
export async function policySource(machine: Machine, harness: HarnessId | null, root: string | null): Promise<PolicySource> {
  const uses = await policyUses(machine);
  const use = uses.find((one) => harness === null || one.harness === harness) ?? null;
  const configured = use?.policyPath ?? null;
  const { policy, faults } = policyInForce(machine.home, configured, root);
  return { policy, file: configured ?? policyFile(machine.home), workspaceFile: root === null ? null : `${root}/${WORKSPACE_POLICY}`, faults, harness: use?.harness ?? null };
}

const problems: Readonly<Record<string, string>> = {
  mode: 'others may read or change it: chmod 600',
  owner: 'it belongs to someone else',
  symlink: 'it is a symbolic link, or lies behind one',
  'not-regular': 'it is not a regular file',
  unreadable: 'it cannot be read',
  'too-large': 'it is larger than 64 KiB',
  encoding: 'it is not UTF-8',
  missing: 'it is not there, although the configuration names it',
  'not-json': 'it is not valid JSON',
  shape: 'it holds a setting that is not known or has the wrong form: silmaril policy check FILE says which',
};

/** A Health code of a policy file as a sentence. */
export function faultSentence(code: string, source: PolicySource): string {
  const workspace = code.startsWith('workspace-');
  const problem = problems[code.replace(/^(?:workspace-)?policy-/, '')] ?? code;
  return workspace
    ? `${source.workspaceFile ?? WORKSPACE_POLICY} does not count: ${problem}.`
    : `${source.file} does not count, so the built-in defaults do: ${problem}.`;
}
