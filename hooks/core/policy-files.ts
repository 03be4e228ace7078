// The policy that counts for a call: the private file of this computer, made stricter by the workspace's own.
import { closeSync, constants, fstatSync, lstatSync, openSync } from 'node:fs';
import { isUtf8 } from 'node:buffer';
import { DEFAULT_POLICY, inProject, parsePolicy, parseWorkspacePolicy, type Policy, tightened } from '../policy/judge.ts';
import { readBounded, readPrivateFile } from './private-file.ts';
import { supportFolder } from './product.ts';

/** Of either file. */
export const MAX_POLICY_BYTES = 65_536;

/** Below a workspace's root. */
export const WORKSPACE_POLICY = '.silmaril/policy.json';

export const policyFile = (home: string): string => `${supportFolder(home)}/policy.json`;

export interface PolicyInForce {
  readonly policy: Policy;
  /** What is wrong with a file, as Health codes: `policy-mode`, `policy-shape`, `workspace-policy-symlink` ... */
  readonly faults: readonly string[];
}

/**
 * A private file that is not there or cannot be used means the built-in packs at their defaults, never less; a workspace
 * file can only add to that. Never throws.
 * @param configured the configuration's `policyPath`; null: the file in the support folder, which need not exist
 * @param root the workspace's root, absolute; null when it is not known
 */
export function policyInForce(home: string, configured: string | null, root: string | null): PolicyInForce {
  const faults: string[] = [];
  let policy = DEFAULT_POLICY;
  const own = readPrivateFile(configured ?? policyFile(home), MAX_POLICY_BYTES);
  if (own.state === 'read') {
    const parsed = parsePolicy(own.text);
    if (parsed.ok) policy = inProject(parsed.value, root);
    else faults.push(parsed.failure.code);
  } else if (own.state === 'refused') faults.push(`policy-${own.problem}`);
  // Nobody has to write a policy, but a configured one that is gone was meant to be there.
  else if (configured !== null) faults.push('policy-missing');

  const workspace = root === null ? null : readWorkspaceFile(root);
  if (workspace?.state === 'read') {
    const parsed = parseWorkspacePolicy(workspace.text);
    if (parsed.ok) policy = tightened(policy, parsed.value);
    else faults.push(`workspace-${parsed.failure.code}`);
  } else if (workspace?.state === 'refused') faults.push(`workspace-policy-${workspace.problem}`);
  return { policy, faults };
}

type WorkspaceFile = { readonly state: 'missing' } | { readonly state: 'read'; readonly text: string } | { readonly state: 'refused'; readonly problem: string };

/** A repository's file: regular, reached through no symlink of the repository, at most 64 KiB. Its owner and mode do not matter. */
function readWorkspaceFile(root: string): WorkspaceFile {
  const refused = (problem: string): WorkspaceFile => ({ state: 'refused', problem });
  const file = `${root}/${WORKSPACE_POLICY}`;
  let descriptor: number;
  try {
    descriptor = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return { state: 'missing' };
    return refused(code === 'ELOOP' || code === 'EMLINK' ? 'symlink' : 'unreadable');
  }
  try {
    if (lstatSync(file.slice(0, file.lastIndexOf('/'))).isSymbolicLink()) return refused('symlink');
    const stat = fstatSync(descriptor);
    if (!stat.isFile()) return refused('not-regular');
    const bytes = stat.size > MAX_POLICY_BYTES ? null : readBounded(descriptor, MAX_POLICY_BYTES, stat.size);
    if (bytes === null) return refused('too-large');
    return isUtf8(bytes) ? { state: 'read', text: bytes.toString('utf8') } : refused('encoding');
  } catch {
    return refused('unreadable');
  } finally {
    closeSync(descriptor);
  }
}
