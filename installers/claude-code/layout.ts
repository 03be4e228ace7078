// Where our own things lie for Claude Code: always below ~/.claude, also when CLAUDE_CONFIG_DIR moves
// Claude Code's own files, since the launcher finds home and files from its own place.
import path from 'node:path';
import type { HookPlaces } from '../engine/hook-files.ts';

export interface Layout extends HookPlaces {
  readonly launcher: string;
}

export function layoutOf(home: string): Layout {
  const dotFolder = path.join(home, '.claude');
  const root = path.join(dotFolder, 'silmaril-firewall');
  return {
    dotFolder,
    root,
    folders: [root, path.join(root, 'scripts'), path.join(root, 'dist')],
    launcher: path.join(root, 'scripts/run-hook.sh'),
    config: path.join(dotFolder, 'silmaril-firewall.json'),
    nodePath: path.join(dotFolder, 'silmaril-firewall-node-path'),
  };
}

/** The name in our manifest.json: what makes a folder recognisably ours when no receipt says so. */
export const HOOK_NAME = 'silmaril-claude-code-firewall';

/** The events that are registered. An older Claude Code skips the names that it does not know. */
export const EVENTS = ['SessionStart', 'UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'ConfigChange'] as const;
export type ClaudeEvent = (typeof EVENTS)[number];
