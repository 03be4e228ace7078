// What the bridge does with a call or a push, without Electron: who may call, what is parsed, what is
// let out. ipc.ts binds it.
import type { IpcMainInvokeEvent, WebContents } from 'electron';
import { ipc, type IpcHandlers, type IpcPushers } from '../contract/ipc.ts';
import { answerOf, leavesOf, type Answer, type Leaf } from '../contract/ipc-kinds.ts';
import type { Log } from './log.ts';
import { origin } from './scheme.ts';

/** Why a sender is refused; null when it may call. */
export function senderFault(event: Pick<IpcMainInvokeEvent, 'sender' | 'senderFrame'>, isOurs: (contents: WebContents) => boolean): string | null {
  const { sender, senderFrame } = event;
  if (!isOurs(sender)) return 'not a window of ours';
  if (senderFrame === null) return 'a frame that is gone';
  if (senderFrame.parent !== null) return 'a sub-frame';
  if (senderFrame.origin !== origin) return `origin ${senderFrame.origin}`;
  return null;
}

type AnyHandler = (payload: unknown) => Promise<Answer<unknown>> | Answer<unknown>;

/** Answers one call; never throws, and lets nothing out that the result's shape does not name. */
export async function answerCall(handlers: IpcHandlers, name: unknown, payload: unknown, log: Log): Promise<Answer<unknown>> {
  const leaf = typeof name === 'string' ? invokes.get(name) : undefined;
  if (!leaf || leaf.shape.kind !== 'invoke') {
    log('ipc', `unknown channel ${typeof name === 'string' ? name.slice(0, 100) : typeof name}`);
    return refuse('unknown-channel', 'The window asked for something that this version does not have.');
  }
  const parsed = leaf.shape.payload.safeParse(payload);
  if (!parsed.success) {
    log('ipc', `${leaf.channel}: a payload that is not in the schema (${parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.code}`).join(', ').slice(0, 200)})`);
    return refuse('bad-payload', 'The window sent something that this version does not understand.');
  }
  try {
    const handler = (handlers as unknown as Record<string, Record<string, AnyHandler>>)[leaf.domain]?.[leaf.name];
    if (!handler) throw new Error(`no handler for ${leaf.channel}`);
    const answer = answerOf(leaf.shape.result).safeParse(await handler(parsed.data));
    if (answer.success) return answer.data as Answer<unknown>;
    log('ipc', `${leaf.channel}: a result that is not in the schema (${answer.error.issues.map((issue) => `${issue.path.join('.')} ${issue.code}`).join(', ').slice(0, 200)})`);
  } catch (error) {
    log('ipc', `${leaf.channel}: ${error instanceof Error ? (error.stack ?? error.message).split('\n').slice(0, 3).join(' ') : 'an exception'}`);
  }
  return refuse('internal', 'Something went wrong inside Silmaril. Nothing was half done: what was interrupted is settled at the next start.');
}

export const refuse = (code: string, sentence: string): Answer<never> => ({ ok: false, failure: { code, sentence } });

const invokes: ReadonlyMap<string, Leaf> = new Map(leavesOf(ipc).flatMap((leaf) => (leaf.shape.kind === 'invoke' ? [[leaf.channel, leaf] as const] : [])));

/** Tells the window, if there is one; what does not fit the schema is a bug and is not sent. */
export function pushersTo(target: () => Pick<WebContents, 'send'> | null, log: Log): IpcPushers {
  const pushers: Record<string, Record<string, (value: unknown) => void>> = {};
  for (const { domain, name, channel, shape } of leavesOf(ipc)) {
    if (shape.kind !== 'push') continue;
    (pushers[domain] ??= {})[name] = (value) => {
      const window = target();
      if (!window) return;
      const parsed = shape.value.safeParse(value);
      if (parsed.success) window.send(channel, parsed.data);
      else log('ipc', `${channel}: a value that is not in the schema (${parsed.error.issues.map((issue) => issue.path.join('.')).join(', ').slice(0, 200)})`);
    };
  }
  return pushers as unknown as IpcPushers;
}
