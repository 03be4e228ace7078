// Events as OpenCode hands them to its plugin, for a runtime check and the demonstration: the probe beside the plugin loads
// the installed file into Node.js and gives it one.
import { randomUUID } from 'node:crypto';
import type { LauncherProbe, Machine } from '../engine/harness-installer.ts';
import { layoutOf } from './layout.ts';

const PROBED = ['chat.message', 'tool.execute.before', 'tool.execute.after'] as const;

export function probeOfOpenCode(machine: Machine): LauncherProbe {
  const { launcher } = layoutOf(machine.home);
  const session = `ses_${randomUUID().replaceAll('-', '')}`;
  return { launcher, events: PROBED, payload: (event, text, cwd) => JSON.stringify({ directory: cwd, ...payloadOf(session, event, text) }) };
}

/** `text` is the prompt, the command of a bash call, or its output. Throws for an event that is not probed. */
function payloadOf(session: string, event: string, text: string): object {
  const call = { tool: 'bash', sessionID: session, callID: `call_${randomUUID().replaceAll('-', '')}` };
  switch (event) {
    case 'chat.message': {
      const messageID = `msg_${randomUUID().replaceAll('-', '')}`;
      return { input: { sessionID: session, messageID }, output: { message: { id: messageID, role: 'user' }, parts: [{ type: 'text', text }] } };
    }
    case 'tool.execute.before':
      return { input: call, output: { args: { command: text, description: 'Runs a command' } } };
    case 'tool.execute.after':
      return { input: { ...call, args: { command: 'cat notes.txt' } }, output: { title: 'cat notes.txt', output: text, metadata: { exit: 0 } } };
    default:
      throw new RangeError(`OpenCode has no event ${event} that is probed`);
  }
}
