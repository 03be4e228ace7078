// OpenCode's names and places: executables, configuration folders, what an administrator may set.
import path from 'node:path';
import type { Machine } from '../engine/harness-installer.ts';

/** The version whose behaviour this installer was tried on. */
export const TRIED_VERSION = '1.18.33';

/** npm packages that bring the executable: the published one and those with the binary of one platform. */
export const isOpenCodePackage = (name: unknown): boolean => typeof name === 'string' && /^(?:opencode-ai|opencode-(?:darwin|linux|windows)-[a-z0-9-]+)$/.test(name);

/** PATH first (a menu bar app has a bare one), then the usual installers' places. `*` is one component. `opencode2` is how a beta of version 2 was called. */
export function executablePatterns(machine: Machine): readonly string[] {
  const { home, env, systemRoot } = machine;
  const onPath = (env['PATH'] ?? '').split(':').filter((entry) => path.isAbsolute(entry)).slice(0, 200);
  const inHome = ['.opencode/bin', '.local/bin', '.npm-global/bin', '.bun/bin', '.volta/bin', '.nvm/versions/node/*/bin', '.local/share/fnm/node-versions/*/installation/bin', 'Library/Application Support/fnm/node-versions/*/installation/bin', '.asdf/installs/nodejs/*/bin', '.local/share/mise/installs/node/*/bin', 'go/bin'];
  const inSystem = ['opt/homebrew/bin', 'usr/local/bin', 'usr/bin', 'home/linuxbrew/.linuxbrew/bin'];
  const folders = [...onPath, ...inHome.map((folder) => path.join(home, folder)), ...inSystem.map((folder) => path.join(systemRoot, folder))];
  return [...new Set(folders)].flatMap((folder) => [path.join(folder, 'opencode'), path.join(folder, 'opencode2')]);
}

/** The folder that XDG_CONFIG_HOME makes OpenCode read, when it is not the usual one. */
export function movedConfigFolder(machine: Machine): string | null {
  const told = machine.env['XDG_CONFIG_HOME'];
  if (told === undefined || !path.isAbsolute(told)) return null;
  const folder = path.join(path.normalize(told), 'opencode');
  return folder === path.join(machine.home, '.config/opencode') ? null : folder;
}

/** In the order in which OpenCode reads them: a later one wins, and their lists of plugins add up. */
export const CONFIG_NAMES = ['config.json', 'opencode.json', 'opencode.jsonc'] as const;

/** Folders from which OpenCode loads every script by itself. */
export const AUTO_LOAD = ['plugin', 'plugins'] as const;

export function managedFiles(machine: Machine): readonly string[] {
  const folder = path.join(machine.systemRoot, machine.platform === 'darwin' ? 'Library/Application Support/opencode' : 'etc/opencode');
  return ['opencode.json', 'opencode.jsonc'].map((name) => path.join(folder, name));
}

/** Settings from device management, which are not in a readable file format. */
export function deviceManagement(machine: Machine): readonly string[] {
  return machine.platform === 'darwin' ? [path.join(machine.systemRoot, 'Library/Managed Preferences/ai.opencode.managed.plist')] : [];
}
