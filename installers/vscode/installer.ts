// VS Code (stable, Insiders) and VSCodium, Local agent sessions. README.md says which facts decided the design.
import type { HarnessInstaller } from '../engine/harness-installer.ts';
import { detectVscode } from './detect.ts';
import { healthOfVscode } from './health.ts';
import { planInstall, planMode, planRepair } from './plan-install.ts';
import { planUninstall } from './plan-uninstall.ts';
import { probeOfVscode } from './probe.ts';

export const vscodeInstaller: HarnessInstaller = {
  id: 'vscode',
  label: 'VS Code',
  detect: detectVscode,
  planInstall,
  planMode,
  planUninstall,
  planRepair,
  health: healthOfVscode,
  probe: probeOfVscode,
};
