// Events as VS Code's Local agent sends them, for a runtime check and the demonstration.
import { randomUUID } from 'node:crypto';
import type { LauncherProbe, Machine } from '../engine/harness-installer.ts';
import { layoutOf } from './layout.ts';

export const EVENTS = ['SessionStart', 'UserPromptSubmit', 'PreToolUse', 'PostToolUse'] as const;

export function probeOfVscode(machine: Machine): LauncherProbe {
  return { launcher: layoutOf(machine.home).launcher, events: EVENTS, payload };
}

/** `text` is the prompt, the command of a terminal call, or its result. Throws for an event that VS Code does not have. */
function payload(event: string, text: string, cwd: string): string {
  const common = { timestamp: new Date().toISOString(), hook_event_name: event, session_id: randomUUID(), cwd, model: 'silmaril-probe' };
  const call = (command: string): object => ({
    tool_name: 'run_in_terminal',
    tool_input: { command, explanation: 'Runs a command.', goal: 'Check', isBackground: false, mode: 'sync', timeout: 20000 },
    tool_use_id: `call_${randomUUID().replaceAll('-', '').slice(0, 24)}__vscode-${String(Date.now())}`,
  });
  switch (event) {
    case 'SessionStart':
      return JSON.stringify({ ...common, source: 'new' });
    case 'UserPromptSubmit':
      return JSON.stringify({ ...common, prompt: text });
    case 'PreToolUse':
      return JSON.stringify({ ...common, ...call(text) });
    case 'PostToolUse':
      return JSON.stringify({ ...common, ...call('cat notes.txt'), tool_response: text });
    default:
      throw new RangeError(`VS Code has no hook event ${event}`);
  }
}
