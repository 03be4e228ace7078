// The bridge into the window's page, and the only file that names ipcRenderer. The page gets named
// functions: never ipcRenderer, an event object or a channel name. Payloads and results are parsed
// here as they are in main, so that the page works with checked values only.
import { contextBridge, ipcRenderer, type IpcRendererEvent } from 'electron';
import * as z from 'zod/mini';
import { ipc } from '../contract/ipc.ts';
import { answerOf, leavesOf, listenerName, type Answer } from '../contract/ipc-kinds.ts';
import { callChannel } from '../contract/ipc-wire.ts';

// zod would build parsers out of strings, which the page's content policy forbids and reports.
z.config({ jitless: true });

type Bound = Record<string, (...given: readonly unknown[]) => unknown>;

function callOf(channel: string, payload: z.ZodMiniType, result: z.ZodMiniType): (given?: unknown) => Promise<Answer<unknown>> {
  const answer = answerOf(result);
  return async (given = null) => {
    const checked = payload.safeParse(given);
    if (!checked.success) return { ok: false, failure: { code: 'bad-payload', sentence: `Not in the schema of ${channel}.` } };
    try {
      const parsed = answer.safeParse(await ipcRenderer.invoke(callChannel, channel, checked.data));
      if (parsed.success) return parsed.data as Answer<unknown>;
      return { ok: false, failure: { code: 'bad-result', sentence: `Silmaril answered ${channel} in a form that this window does not understand. Restart Silmaril.` } };
    } catch {
      return { ok: false, failure: { code: 'no-answer', sentence: 'Silmaril did not answer. Restart Silmaril.' } };
    }
  };
}

function listenerOf(channel: string, value: z.ZodMiniType): (listener: unknown) => () => void {
  return (listener) => {
    if (typeof listener !== 'function') return () => undefined;
    const hear = (_event: IpcRendererEvent, pushed: unknown) => {
      const parsed = value.safeParse(pushed);
      if (parsed.success) (listener as (value: unknown) => void)(parsed.data);
    };
    ipcRenderer.on(channel, hear);
    return () => { ipcRenderer.off(channel, hear); };
  };
}

const bridge: Record<string, Bound> = {};
for (const { domain, name, channel, shape } of leavesOf(ipc)) {
  const bound = (bridge[domain] ??= {});
  if (shape.kind === 'invoke') bound[name] = callOf(channel, shape.payload, shape.result);
  else bound[listenerName(name)] = listenerOf(channel, shape.value) as Bound[string];
}
contextBridge.exposeInMainWorld('silmaril', bridge);
