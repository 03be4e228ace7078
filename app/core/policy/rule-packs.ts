// The rule packs as a person sees them: which there are, which are on, and how the harnesses use them.
import { PACKS, RULES } from '../../../hooks/policy/judge.ts';
import type { PackId } from '../../../hooks/policy/table.ts';
import type { Machine } from '../../../installers/engine/harness-installer.ts';
import type { Result } from '../../../installers/engine/plan.ts';
import { changePolicy } from './policy-edit.ts';
import { providerStates } from './providers.ts';
import { faultSentence, policySource, policyUses } from './policy-source.ts';

export interface RulePacks {
  /** How the installed harnesses treat local denials; null when nothing is installed. */
  readonly setting: 'off' | 'follow' | 'enforce' | 'mixed' | null;
  readonly file: string;
  /** What is wrong with the policy file: the built-in defaults count then. */
  readonly problem: string | null;
  readonly packs: readonly { readonly id: PackId; readonly rules: number; readonly enabled: boolean; readonly onByDefault: boolean }[];
  readonly checkers: readonly { readonly id: string; readonly program: string; readonly files: 'pinned' | 'changed' | 'gone'; readonly timeoutMs: number; readonly mayAllow: boolean }[];
}

export async function rulePacks(machine: Machine): Promise<RulePacks> {
  const [source, uses, providers] = await Promise.all([policySource(machine, null, null), policyUses(machine), providerStates(machine)]);
  const settings = [...new Set(uses.flatMap(({ localPolicy }) => (localPolicy === null ? [] : [localPolicy])))];
  const [only] = settings;
  const [fault] = source.faults;
  return {
    setting: settings.length > 1 ? 'mixed' : (only ?? null),
    file: source.file,
    problem: fault === undefined ? null : faultSentence(fault, source),
    packs: PACKS.map(({ id, onByDefault }) => ({ id, rules: RULES.filter((rule) => rule.pack === id).length, enabled: source.policy.packs[id], onByDefault })),
    checkers: providers.map(({ provider, files, mayAllow, effectiveMs }) => ({
      id: provider.id,
      program: provider.command[0] ?? '',
      files: files.find(({ state }) => state === 'changed')?.state ?? files.find(({ state }) => state === 'gone')?.state ?? 'pinned',
      timeoutMs: effectiveMs,
      mayAllow,
    })),
  };
}

export function isPackId(id: string): id is PackId {
  return PACKS.some((pack) => pack.id === id);
}

/** In the file that the hooks read; comments and order are kept. */
export async function setRulePack(machine: Machine, id: PackId, enabled: boolean): Promise<Result<null>> {
  const [use] = (await policyUses(machine)).filter(({ policyPath }) => policyPath !== null);
  const changed = await changePolicy(machine, use?.policyPath ?? null, { kind: 'value', path: ['packs', id], value: enabled });
  return changed.ok ? { ok: true, value: null } : changed;
}
