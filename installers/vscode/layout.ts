// Where our own things lie for VS Code, on both platforms.
import path from 'node:path';

export interface Layout {
  /** `~/.vscode`, shared with VS Code's extensions; ours only when we made it. */
  readonly dotFolder: string;
  readonly plugin: string;
  readonly launcher: string;
  readonly config: string;
  readonly nodePath: string;
}

export function layoutOf(home: string): Layout {
  const dotFolder = path.join(home, '.vscode');
  const plugin = path.join(dotFolder, 'silmaril-firewall');
  return {
    dotFolder,
    plugin,
    launcher: path.join(plugin, 'scripts/run-hook.sh'),
    config: path.join(dotFolder, 'silmaril-firewall.json'),
    nodePath: path.join(dotFolder, 'silmaril-firewall-node-path'),
  };
}

/** Folders of the plugin, outermost first, relative to it. */
export const PLUGIN_FOLDERS = ['', 'com.github.copilot', 'com.github.copilot/hooks', 'scripts', 'dist'] as const;

/** The name in our plugin.json: what makes a folder recognisably ours when no receipt says so. */
export const PLUGIN_NAME = 'silmaril-vscode-firewall';
