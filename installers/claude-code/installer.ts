// Claude Code: the command line and what else runs on the same settings. README.md says which facts decided the design.
import type { HarnessInstaller } from '../engine/harness-installer.ts';
import { detectClaudeCode } from './detect.ts';
import { healthOfClaudeCode } from './health.ts';
import { planInstall, planMode, planRepair } from './plan-install.ts';
import { planUninstall } from './plan-uninstall.ts';
import { probeOfClaudeCode } from './probe.ts';

export const claudeCodeInstaller: HarnessInstaller = {
  id: 'claude-code',
  label: 'Claude Code',
  detect: detectClaudeCode,
  planInstall,
  planMode,
  planUninstall,
  planRepair,
  health: healthOfClaudeCode,
  probe: probeOfClaudeCode,
};
