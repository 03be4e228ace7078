// Events as Claude Code sends them, for a runtime check and the demonstration.
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { LauncherProbe, Machine } from '../engine/harness-installer.ts';
import { layoutOf } from './layout.ts';

/** ConfigChange is registered, too, but judges no text. */
const PROBED = ['SessionStart', 'UserPromptSubmit', 'PreToolUse', 'PostToolUse'] as const;

export function probeOfClaudeCode(machine: Machine): LauncherProbe {
  const { launcher } = layoutOf(machine.home);
  const session = randomUUID();
  const payload = (event: string, text: string, cwd: string): string => payloadOf(machine, session, event, text, cwd);
  return { launcher, events: PROBED, payload };
}

/** `text` is the prompt, the command of a Bash call, or its output. Throws for an event that is not probed. */
function payloadOf(machine: Machine, session: string, event: string, text: string, cwd: string): string {
  const common = { session_id: session, transcript_path: path.join(machine.home, `.claude/projects/silmaril-probe/${session}.jsonl`), cwd, hook_event_name: event };
  const turn = { ...common, prompt_id: randomUUID(), permission_mode: 'default', effort: { level: 'medium' } };
  const call = (command: string): object => ({ tool_name: 'Bash', tool_input: { command, description: 'Runs a command' }, tool_use_id: `toolu_${randomUUID().replaceAll('-', '').slice(0, 24)}` });
  switch (event) {
    case 'SessionStart':
      return JSON.stringify({ ...common, source: 'startup' });
    case 'UserPromptSubmit':
      return JSON.stringify({ ...turn, prompt: text });
    case 'PreToolUse':
      return JSON.stringify({ ...turn, ...call(text) });
    case 'PostToolUse':
      return JSON.stringify({ ...turn, ...call('cat notes.txt'), tool_response: { stdout: text, stderr: '', interrupted: false, isImage: false, noOutputExpected: false }, duration_ms: 40 });
    default:
      throw new RangeError(`Claude Code has no hook event ${event} that is probed`);
  }
}
