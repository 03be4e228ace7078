// Keys that work everywhere. Command on macOS, Control elsewhere; plain letters only outside of text fields.
import { useEffect } from 'react';
import { useSystem } from '../stores/domains.ts';
import { show, useRoute, type View } from '../stores/route.ts';

export const numbered: readonly View[] = ['timeline', 'harnesses', 'protection', 'settings'];

/** Whether keys typed there are text. */
export function takesText(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true;
  return target instanceof HTMLInputElement && !['checkbox', 'radio', 'button', 'submit', 'range'].includes(target.type);
}

/** A modal dialogue has the keyboard to itself. */
const inDialogue = () => document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;

/** The search field exists only once the timeline is drawn. */
function focusSearch(): void {
  show('timeline');
  requestAnimationFrame(() => { document.querySelector<HTMLInputElement>('#timeline-search')?.select(); });
}

export function useShortcuts(onHelp: () => void): void {
  const mac = useSystem((system) => system.platform === 'darwin');
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || inDialogue()) return;
      const command = mac ? event.metaKey : event.ctrlKey;
      if (command && !event.shiftKey && !event.altKey) {
        const view = numbered[Number(event.key) - 1];
        if (view !== undefined) show(view);
        else if (event.key === ',') show('settings');
        else if (event.key === 'f') focusSearch();
        else return;
        event.preventDefault();
        return;
      }
      if (event.metaKey || event.ctrlKey || event.altKey || takesText(event.target)) return;
      if (event.key === '?') onHelp();
      else if (event.key === '/' && useRoute.getState().view === 'timeline') focusSearch();
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', press);
    return () => { window.removeEventListener('keydown', press); };
  }, [mac, onHelp]);
}
