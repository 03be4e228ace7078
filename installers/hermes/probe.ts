// Events as Hermes passes them to the plugin, for a runtime check and the demonstration. Hermes has no launcher: a small
// runner beside the plugin loads it in a Python of its own and calls one hook.
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { LauncherProbe, Machine } from '../engine/harness-installer.ts';
import { defaultHome, movedHome } from './homes.ts';
import { layoutOf } from './layout.ts';

const PROBED = ['pre_llm_call', 'pre_tool_call', 'post_tool_call', 'transform_tool_result', 'transform_llm_output', 'subagent_start', 'subagent_stop'] as const;

/** Of the home that Hermes would start in, or of the default one where only that has the plugin. The other homes hold the same files. */
export function probeOfHermes(machine: Machine): LauncherProbe {
  const session = randomUUID();
  const runners = [movedHome(machine), defaultHome(machine)].flatMap((home) => (home === null ? [] : [layoutOf(home).runner]));
  const launcher = runners.find((runner) => existsSync(runner)) ?? layoutOf(defaultHome(machine)).runner;
  return { launcher, events: PROBED, payload: (event, text, cwd) => JSON.stringify(argumentsOf(session, event, text, cwd)) };
}

/** `text` is the prompt, the command of a terminal call, or its output. Throws for a hook that does not exist. */
function argumentsOf(session: string, event: string, text: string, cwd: string): object {
  const turn = { session_id: session, task_id: session, turn_id: randomUUID() };
  const call = { ...turn, tool_name: 'terminal', tool_call_id: `call_${randomUUID().replaceAll('-', '').slice(0, 24)}` };
  const child = { parent_session_id: session, parent_turn_id: randomUUID(), child_session_id: randomUUID(), child_subagent_id: 'sa-0-check', child_role: 'leaf' };
  switch (event) {
    case 'pre_llm_call':
      return { ...turn, user_message: text, conversation_history: [], is_first_turn: true, model: 'check', platform: 'cli' };
    case 'pre_tool_call':
      return { ...call, args: { command: text, workdir: cwd } };
    case 'post_tool_call':
    case 'transform_tool_result':
      return { ...call, args: { command: 'cat notes.txt' }, result: JSON.stringify({ output: text, exit_code: 0, error: null }), duration_ms: 40, status: 'ok' };
    case 'transform_llm_output':
      return { session_id: session, response_text: text, model: 'check', platform: 'cli' };
    case 'subagent_start':
      return { ...child, child_goal: text };
    case 'subagent_stop':
      return { ...child, child_summary: text, child_status: 'completed', duration_ms: 40 };
    default:
      throw new RangeError(`Hermes has no hook ${event} that is probed`);
  }
}
