// What we ask of OpenCode 1.x through the client that it hands to a plugin: an answer to a permission request, a note on
// the screen, a line in its log. The client works inside the process; `serverUrl` may have no listener.
import { isRecord } from './foreign.ts';
import type { LetterParts } from './letter-hook.ts';

type Method = (request: object) => Promise<unknown>;

export interface V1Client {
  readonly reply: LetterParts['reply'];
  /** Shows a note to the person at the screen; a run without one shows nothing. */
  readonly tell: (note: string) => void;
  readonly log: (level: 'debug' | 'warn' | 'error', line: string) => void;
}

/** Milliseconds that a note stays. */
const NOTE_MS = 30_000;

export function v1Client(client: unknown): V1Client {
  const method = (...names: readonly string[]): Method | null => {
    let owner: unknown;
    let found: unknown = client;
    for (const name of names) [owner, found] = [found, isRecord(found) || typeof found === 'object' ? (found as Record<string, unknown> | null)?.[name] : undefined];
    return typeof found === 'function' ? (request) => Promise.resolve((found as Method).call(owner, request)) : null;
  };
  const quietly = (call: Method | null, request: object): void => {
    try {
      call?.(request).catch(() => undefined);
    } catch {
      // Nobody reads it.
    }
  };
  return {
    reply: async (asked, answer) => {
      const raw = method('_client', 'post');
      const plain = method('postSessionIdPermissionsPermissionId');
      // A reject without a reason would end the agent's whole turn: only this route takes one.
      if (answer.reply === 'reject' && raw) succeeded(await raw({ url: '/permission/{requestID}/reply', path: { requestID: asked.id }, body: { reply: 'reject', message: answer.message }, headers: { 'content-type': 'application/json' } }));
      else if (plain) succeeded(await plain({ path: { id: asked.sessionID, permissionID: asked.id }, body: { response: answer.reply } }));
      else throw new Error('no way to answer');
    },
    tell: (note) => quietly(method('tui', 'showToast'), { body: { title: 'Silmaril Firewall', message: note, variant: 'warning', duration: NOTE_MS } }),
    log: (level, line) => quietly(method('app', 'log'), { body: { service: 'silmaril-firewall', level, message: line } }),
  };
}

/** The client reports a failed request as a value. */
function succeeded(result: unknown): void {
  if (isRecord(result) && result['error'] !== undefined) throw new Error('the answer was not taken');
}

