// The only way out of the window: what the preload offers. Types come from the contract.
import type { SilmarilBridge } from '../contract/ipc.ts';

declare global {
  interface Window {
    readonly silmaril: SilmarilBridge;
  }
}

export const silmaril: SilmarilBridge = window.silmaril;
