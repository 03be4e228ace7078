// Opening Silmaril at login. What is shown is what the system says, never what was asked for: macOS may
// want the person's approval, or ignore an unsigned app in silence.
import type { App, Shell } from 'electron';
import type { LoginItemView } from '../contract/settings.ts';

export interface LoginItem {
  read(): LoginItemView;
  set(enabled: boolean): void;
  /** Shows the system's own list of login items, where there is one. */
  openSettings(): void;
}

const approval = 'macOS waits for your approval: allow Silmaril under System Settings, General, Login Items.';

/** macOS. `status` says more than `openAtLogin`; Electron has it on macOS 13 and later. */
export function macLoginItem(app: Pick<App, 'getLoginItemSettings' | 'setLoginItemSettings' | 'isInApplicationsFolder' | 'isPackaged'>, shell: Pick<Shell, 'openExternal'>): LoginItem {
  return {
    read() {
      if (!app.isPackaged) return { state: 'unsupported', sentence: 'Run from a checkout, there is no app that could be opened at login.' };
      if (!app.isInApplicationsFolder()) return { state: 'unsupported', sentence: 'Move Silmaril to the Applications folder first: macOS opens login items reliably only from there.' };
      const { status, openAtLogin } = app.getLoginItemSettings({ type: 'mainAppService' });
      if (status === 'requires-approval') return { state: 'requires-approval', sentence: approval };
      return { state: openAtLogin || status === 'enabled' ? 'enabled' : 'off', sentence: null };
    },
    set(enabled) {
      app.setLoginItemSettings({ openAtLogin: enabled, type: 'mainAppService' });
    },
    openSettings() {
      void shell.openExternal('x-apple.systempreferences:com.apple.LoginItems-Settings.extension');
    },
  };
}

/** Electron's login items do nothing on Linux, so nothing is claimed there. */
export const noLoginItem: LoginItem = {
  read: () => ({ state: 'unsupported', sentence: 'Opening at login is not available on Linux. Add Silmaril to the autostart applications of your desktop.' }),
  set: () => undefined,
  openSettings: () => undefined,
};
