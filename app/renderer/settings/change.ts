import type { SettingsChange } from '../../contract/settings.ts';
import { silmaril } from '../bridge.ts';
import { useSettings } from '../stores/domains.ts';
import { ask } from '../stores/notices.ts';

/** Asks main to change it; what main answers is in force. */
export async function change(wish: SettingsChange): Promise<boolean> {
  const view = await ask(silmaril.settings.change(wish));
  if (view !== null) useSettings.setState(view, true);
  return view !== null;
}
