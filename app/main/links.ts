// The pages outside the app that may be opened, each by its name. Exact addresses only: the window
// sends a name, never an address.
import type { LinkId } from '../contract/system-views.ts';

export const links: Readonly<Record<LinkId, string>> = {
  'vscode-hooks': 'https://code.visualstudio.com/docs/copilot/customization/hooks',
  'claude-code-hooks': 'https://code.claude.com/docs/en/hooks',
  'electron-licence': 'https://github.com/electron/electron/blob/main/LICENSE',
};
