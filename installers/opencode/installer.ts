// OpenCode, versions 1 and 2: whatever runs on its user configuration. README.md says which facts decided the design.
import type { HarnessInstaller } from '../engine/harness-installer.ts';
import { detectOpenCode } from './detect.ts';
import { healthOfOpenCode } from './health.ts';
import { planInstall, planMode, planRepair } from './plan-install.ts';
import { planUninstall } from './plan-uninstall.ts';
import { probeOfOpenCode } from './probe.ts';

export const openCodeInstaller: HarnessInstaller = {
  id: 'opencode',
  label: 'OpenCode',
  detect: detectOpenCode,
  planInstall,
  planMode,
  planUninstall,
  planRepair,
  health: healthOfOpenCode,
  probe: probeOfOpenCode,
};
