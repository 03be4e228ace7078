// The window's start: listen first, then ask for the snapshot, so that no change falls between the two.
import type { SilmarilBridge } from '../../contract/ipc.ts';
import type { Failure } from '../../contract/ipc-kinds.ts';
import { useEvidenceStatus, useHarnesses, useKey, useOnboarding, useProtection, useSettings, useSystem, useUpdates } from './domains.ts';
import { useRoute } from './route.ts';

export async function boot(silmaril: SilmarilBridge): Promise<{ readonly ok: true } | { readonly ok: false; readonly failure: Failure }> {
  silmaril.harnesses.onChanged((harnesses) => { useHarnesses.setState({ harnesses }); });
  silmaril.harnesses.onRuntimeChecks((runtimeChecks) => { useHarnesses.setState({ runtimeChecks }); });
  silmaril.harnesses.onProgress((progress) => { useHarnesses.setState({ progress }); });
  silmaril.protection.onChanged((protection) => { useProtection.setState(protection, true); });
  silmaril.evidence.onStatus((status) => { useEvidenceStatus.setState(status, true); });
  silmaril.settings.onChanged((settings) => { useSettings.setState(settings, true); });
  silmaril.secrets.onChanged((key) => { useKey.setState({ key }); });
  silmaril.onboarding.onChanged((onboarding) => { useOnboarding.setState(onboarding, true); });
  silmaril.updates.onChanged((updates) => { useUpdates.setState({ updates }); });
  silmaril.system.onRoute((route) => { useRoute.setState(route); });

  const answer = await silmaril.system.snapshot();
  if (!answer.ok) return answer;
  const { system, harnesses, runtimeChecks, protection, evidence, settings, key, onboarding, updates, route } = answer.value;
  useSystem.setState(system, true);
  useHarnesses.setState({ harnesses, runtimeChecks, progress: null });
  useProtection.setState(protection, true);
  useEvidenceStatus.setState(evidence, true);
  useSettings.setState(settings, true);
  useKey.setState({ key });
  useOnboarding.setState(onboarding, true);
  useUpdates.setState({ updates });
  useRoute.setState(route);
  return { ok: true };
}
