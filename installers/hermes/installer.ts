// Hermes: a plugin in every home, with its settings in the home's environment file. README.md says why.
import type { HarnessInstaller } from '../engine/harness-installer.ts';
import type { Receipt } from '../engine/receipt.ts';
import { detectHermes } from './detect.ts';
import { readEnvSettings } from './env-settings.ts';
import { healthOfHermes } from './health.ts';
import { layoutOf } from './layout.ts';
import { planInstall, planMode, planRepair } from './plan-install.ts';
import { planUninstall } from './plan-uninstall.ts';
import { probeOfHermes } from './probe.ts';
import { factsFrom } from './receipt-facts.ts';

export const hermesInstaller: HarnessInstaller = {
  id: 'hermes',
  label: 'Hermes',
  detect: detectHermes,
  planInstall,
  planMode,
  planUninstall,
  planRepair,
  health: healthOfHermes,
  probe: probeOfHermes,
  settings: settingsOfHermes,
};

/** The settings of the first home: an install writes the same into all of them. */
function settingsOfHermes(receipt: Receipt): ReturnType<NonNullable<HarnessInstaller['settings']>> {
  const home = factsFrom(receipt).homes[0];
  if (home === undefined) return null;
  const { env } = layoutOf(home);
  return { file: env, read: readEnvSettings(env) };
}
