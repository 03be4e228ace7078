// Main's end of the bridge, and the only file that names ipcMain. All calls come over one Electron
// channel with the schema's channel name inside: so a name that the schema does not have reaches us
// and is logged, where Electron would drop it in silence.
//
// A call counts only if it comes from the top frame of a window of ours that shows our origin: a
// frame that is gone, a sub-frame, about:blank and every foreign web contents are refused.
import { ipcMain, type WebContents } from 'electron';
import type { IpcHandlers } from '../contract/ipc.ts';
import { callChannel } from '../contract/ipc-wire.ts';
import { answerCall, refuse, senderFault } from './ipc-calls.ts';
import type { Log } from './log.ts';

export function bindIpc(handlers: IpcHandlers, isOurs: (contents: WebContents) => boolean, log: Log): void {
  ipcMain.handle(callChannel, (event, name: unknown, payload: unknown) => {
    const fault = senderFault(event, isOurs);
    if (fault === null) return answerCall(handlers, name, payload, log);
    log('ipc', `refused a call from ${fault}`);
    return refuse('not-our-window', 'This call did not come from Silmaril’s own window.');
  });
}
