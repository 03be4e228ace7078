// The Claude Code hook's process: `node claude-code-hook.js <event>`, bundled to dist/claude-code-hook.js.
import { runHook } from '../../core/run-hook.ts';
import { claudeCodeProfile } from './profile.ts';

void runHook(claudeCodeProfile);
