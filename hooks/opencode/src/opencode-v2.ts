// The plugin for OpenCode 2, bundled to dist/opencode-v2.mjs: one file, found through the folder that is registered.
import { createFirewall } from './firewall.ts';
import { isRecord, text } from './foreign.ts';
import { startAnswers } from './letter-start.ts';
import { registerV2, type V2Context } from './v2.ts';
import { INTEGRATION } from './wire.ts';

const folder = import.meta.dirname;

type Reply = (request: object) => Promise<unknown>;

function setup(given: unknown): Promise<() => Promise<void>> {
  const context: V2Context = isRecord(given) ? given : {};
  const directory = (isRecord(context.location) ? text(context.location['directory']) : undefined) ?? process.cwd();
  const firewall = createFirewall({ folder });
  const { permission } = context;
  const letters = startAnswers({
    options: context.options,
    folder,
    firewall,
    place: { cwd: directory, root: directory },
    // The answer's name changed between its builds.
    reply: async (asked, { reply, ...rest }) => {
      if (!isRecord(permission) || typeof permission['reply'] !== 'function') throw new Error('no way to answer');
      await (permission['reply'] as Reply).call(permission, { sessionID: asked.sessionID, requestID: asked.id, reply, decision: reply, ...rest });
    },
    log: () => undefined,
  });
  return registerV2({ context, firewall, letters, directory });
}

const plugin = { id: INTEGRATION, setup };

export { plugin as default };
