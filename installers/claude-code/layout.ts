// Where our own things lie for Claude Code: always below ~/.claude, also when CLAUDE_CONFIG_DIR moves
// Claude Code's own files, since the launcher finds home and files from its own place.
import path from 'node:path';

export interface Layout {
  /** `~/.claude`, Claude Code's own; ours only when we made it. */
  readonly dotFolder: string;
  readonly hook: string;
  readonly launcher: string;
  readonly config: string;
  readonly nodePath: string;
}

export function layoutOf(home: string): Layout {
  const dotFolder = path.join(home, '.claude');
  const hook = path.join(dotFolder, 'silmaril-firewall');
  return {
    dotFolder,
    hook,
    launcher: path.join(hook, 'scripts/run-hook.sh'),
    config: path.join(dotFolder, 'silmaril-firewall.json'),
    nodePath: path.join(dotFolder, 'silmaril-firewall-node-path'),
  };
}

/** Folders of the hook, outermost first, relative to it. */
export const HOOK_FOLDERS = ['', 'scripts', 'dist'] as const;

/** The name in our manifest.json: what makes a folder recognisably ours when no receipt says so. */
export const HOOK_NAME = 'silmaril-claude-code-firewall';

/** The events that are registered. An older Claude Code skips the names that it does not know. */
export const EVENTS = ['SessionStart', 'UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'ConfigChange'] as const;
export type ClaudeEvent = (typeof EVENTS)[number];

/** Whether a path lies below a folder. */
export const liesIn = (place: string, folder: string): boolean => place.startsWith(folder + path.sep);
