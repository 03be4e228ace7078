// What the letter hook needs of this product: our own checker as the default, and our own protection as a second opinion.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readConfigFile } from '../../core/config.ts';
import { configPath } from '../../core/judge.ts';
import { policyFile } from '../../core/policy-files.ts';
import { judgeLocally } from '../../core/policy-engine.ts';
import type { Firewall } from './firewall.ts';
import type { Asked } from './letter-hook.ts';
import { openCodeProfile } from './profile.ts';

/** The checker beside the plugin, on the policy file of this computer where there is one. */
export function ownChecker(folder: string, home: string): readonly string[] {
  const config = readConfigFile(configPath(openCodeProfile, home, {}));
  const chosen = config.state === 'valid' ? config.settings.policyPath : null;
  const policy = chosen ?? policyFile(home);
  return [join(folder, 'silmaril-checker'), ...(chosen !== null || existsSync(policy) ? ['--config', policy] : [])];
}

/** What a request of this kind does, in the words of the tool that makes it. */
export const INPUTS: Readonly<Record<string, (resource: string) => { readonly toolName: string; readonly input: object }>> = {
  shell: (command) => ({ toolName: 'bash', input: { command } }),
  edit: (filePath) => ({ toolName: 'edit', input: { filePath } }),
  read: (filePath) => ({ toolName: 'read', input: { filePath } }),
};

/**
 * Whether the built-in packs and the person's lists have nothing against any part of it, in whichever mode. External
 * checkers are not asked again: they were when the call was made.
 */
export async function isUnobjectionable(asked: Asked, firewall: Pick<Firewall, 'home' | 'count'>, place: { readonly cwd: string; readonly root: string }): Promise<boolean> {
  const config = readConfigFile(configPath(openCodeProfile, firewall.home, {}));
  if (config.state !== 'valid' || !config.settings.enabled || config.settings.localPolicy === 'off') return true;
  const inputOf = INPUTS[asked.action];
  if (inputOf === undefined) return true;
  for (const resource of asked.resources) {
    const { toolName, input } = inputOf(resource);
    const { verdict } = await judgeLocally({ harness: 'opencode', toolName, input, sessionId: asked.sessionID, cwd: place.cwd, root: place.root, home: firewall.home, enforced: false, policyPath: config.settings.policyPath, harnessMs: 0, classifierMs: 0, count: (reason) => firewall.count('permission.asked', reason) });
    if (verdict !== 'none') return false;
  }
  return true;
}
