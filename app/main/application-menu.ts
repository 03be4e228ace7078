// The application menu. An accessory app shows none, but copy, paste and closing by keyboard come from it.
import { Menu } from 'electron';
import { wordsIn, type Language } from './words.ts';

export function applicationMenu(language: Language, platform: 'darwin' | 'linux', onQuit: () => void): Menu {
  const words = wordsIn(language);
  return Menu.buildFromTemplate([
    { label: 'Silmaril', submenu: [{ label: words.quit, accelerator: 'CommandOrControl+Q', click: onQuit }] },
    { label: words.edit.menu, submenu: [{ role: 'undo' }, { role: 'redo' }, { type: 'separator' }, { role: 'cut' }, { role: 'copy' }, { role: 'paste' }, { role: 'selectAll' }] },
    { label: words.edit.window, submenu: [{ label: words.edit.close, role: 'close' }, ...(platform === 'darwin' ? ([{ role: 'minimize' }] as const) : [])] },
  ]);
}
