// Where our own things lie for OpenCode: always below ~/.config/opencode, also when XDG_CONFIG_HOME moves OpenCode's own
// files, since the plugin finds its configuration from the home. OpenCode loads plugins by itself only from `plugin/` and
// `plugins/` there, so that our folder beside them is read through the registration alone.
import path from 'node:path';
import type { HookPlaces } from '../engine/hook-files.ts';

export interface Layout extends HookPlaces {
  readonly launcher: string;
  /** Tells our checker, which the letter hook starts without any environment, which Node.js to run on. */
  readonly checkerNodePath: string;
}

export function layoutOf(home: string): Layout {
  const dotFolder = path.join(home, '.config/opencode');
  const root = path.join(dotFolder, 'silmaril-firewall');
  return {
    dotFolder,
    root,
    folders: [root, path.join(root, 'scripts'), path.join(root, 'dist')],
    launcher: path.join(root, 'scripts/run-hook.sh'),
    config: path.join(dotFolder, 'silmaril-firewall.json'),
    nodePath: path.join(dotFolder, 'silmaril-firewall-node-path'),
    checkerNodePath: path.join(root, 'dist/silmaril-checker-node-path'),
  };
}

/** The name in our manifest.json: what makes a folder recognisably ours when no receipt says so. */
export const HOOK_NAME = 'silmaril-opencode-firewall';

/** The plugin's own id, which stands in its file. */
export const PLUGIN_ID = 'opencode-firewall-plugin';

/** OpenCode's plugin interfaces: what one of them loads means nothing to the other. */
export type Major = 1 | 2;
