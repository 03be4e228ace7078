// The plugin for OpenCode 1.x, bundled to dist/opencode-v1.mjs: one file, loaded into OpenCode's own process.
import { createFirewall } from './firewall.ts';
import { isRecord } from './foreign.ts';
import { startAnswers } from './letter-start.ts';
import { v1Client } from './v1-client.ts';
import { placeOf, v1Hooks, type V1Hooks, type V1Input } from './v1.ts';
import { INTEGRATION } from './wire.ts';

/** Where the bundle lies, and beside it the weights and the checker. */
const folder = import.meta.dirname;

/** Waits for nothing: OpenCode's start would wait with it. */
function server(input: unknown, options?: unknown): Promise<V1Hooks> {
  const given: V1Input & { client?: unknown } = isRecord(input) ? input : {};
  const client = v1Client(given.client);
  const firewall = createFirewall({ folder, debug: (line) => client.log('debug', line) });
  const { cwd = '', project_root: root = cwd } = placeOf(given);
  const letters = startAnswers({ options, folder, firewall, place: { cwd, root }, reply: (asked, answer) => client.reply(asked, answer), log: (level, line) => client.log(level, line) });
  return Promise.resolve(v1Hooks(given, firewall, letters, (note) => client.tell(note)));
}

const plugin = { id: INTEGRATION, server };

// The one shape that OpenCode's loader takes.
export { plugin as default };
