// The VS Code hook's process: `node vscode-hook.js <event>`, bundled to dist/vscode-hook.js.
import { runHook } from '../../core/run-hook.ts';
import { vscodeProfile } from './profile.ts';

void runHook(vscodeProfile);
