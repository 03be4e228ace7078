// Where Claude Code is installed and where it reads settings. Path rules only; nothing is looked at here.
import path from 'node:path';
import type { Machine } from '../engine/harness-installer.ts';

/** The version whose behaviour this installer was tried on. */
export const TRIED_VERSION = '2.1.332';

const PACKAGE = '@anthropic-ai/claude-code';
export const isClaudePackage = (name: unknown): boolean => typeof name === 'string' && (name === PACKAGE || name.startsWith(`${PACKAGE}-`));

/** Names under which the executable may lie: PATH first (a menu bar app has a bare one), then the usual installers' places. `*` is one component. */
export function executablePatterns(machine: Machine): readonly string[] {
  const { home, env, systemRoot } = machine;
  const onPath = (env['PATH'] ?? '').split(':').filter((entry) => path.isAbsolute(entry)).slice(0, 200);
  const inHome = ['.local/bin', '.claude/local', '.claude/local/node_modules/.bin', '.npm-global/bin', '.bun/bin', '.volta/bin', '.nvm/versions/node/*/bin', '.local/share/fnm/node-versions/*/installation/bin', 'Library/Application Support/fnm/node-versions/*/installation/bin', '.asdf/installs/nodejs/*/bin', '.local/share/mise/installs/node/*/bin'];
  const inSystem = ['opt/homebrew/bin', 'usr/local/bin', 'usr/bin', 'home/linuxbrew/.linuxbrew/bin'];
  const folders = [...onPath, ...inHome.map((folder) => path.join(home, folder)), ...inSystem.map((folder) => path.join(systemRoot, folder))];
  return [...new Set(folders.map((folder) => path.join(folder, 'claude')))];
}

/** The editor extension brings a Claude Code of its own. */
export function extensionPatterns(machine: Machine): readonly string[] {
  return ['.vscode', '.vscode-insiders', '.vscode-oss', '.cursor'].map((folder) => path.join(machine.home, folder, 'extensions/anthropic.claude-code-*'));
}

/** The folder that CLAUDE_CONFIG_DIR names, when it is not the usual one. */
export function movedConfigFolder(machine: Machine): string | null {
  const told = machine.env['CLAUDE_CONFIG_DIR'];
  if (told === undefined || !path.isAbsolute(told)) return null;
  const folder = path.normalize(told).replace(/(.)\/+$/, '$1');
  return folder === path.join(machine.home, '.claude') ? null : folder;
}

/** Where administrators put settings that win over the user's. */
export function managedFolder(machine: Machine): string {
  return path.join(machine.systemRoot, machine.platform === 'darwin' ? 'Library/Application Support/ClaudeCode' : 'etc/claude-code');
}

/** Settings from device management, which are not in a readable file format. */
export function deviceManagement(machine: Machine): readonly string[] {
  return machine.platform === 'darwin' ? [path.join(machine.systemRoot, 'Library/Managed Preferences/com.anthropic.claudecode.plist')] : [];
}
