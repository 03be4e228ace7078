// What main has told, one store for each domain. Filled by `boot` from the snapshot before anything is
// drawn, then replaced by each push. None of them holds a secret: the contract gives none.
import { create } from 'zustand';
import type { EvidenceStatus } from '../../contract/evidence-views.ts';
import type { HarnessView, ProgressView, RuntimeCheckView } from '../../contract/harness-views.ts';
import type { ProtectionView } from '../../contract/protection-views.ts';
import type { KeyView, Onboarding, SettingsView } from '../../contract/settings.ts';
import type { SystemView, UpdatesView } from '../../contract/system-views.ts';

/** Empty until `boot` has filled it; nothing that reads it is mounted before. */
function domain<T extends object>() {
  return create<T>()(() => ({}) as T);
}

export interface Harnesses {
  readonly harnesses: readonly HarnessView[];
  readonly runtimeChecks: readonly RuntimeCheckView[];
  /** The newest progress message; null before the first. */
  readonly progress: ProgressView | null;
}

export const useHarnesses = domain<Harnesses>();
export const useProtection = domain<ProtectionView>();
export const useEvidenceStatus = domain<EvidenceStatus>();
export const useSettings = domain<SettingsView>();
export const useKey = domain<{ readonly key: KeyView }>();
export const useOnboarding = domain<Onboarding>();
export const useUpdates = domain<{ readonly updates: UpdatesView }>();
export const useSystem = domain<SystemView>();
