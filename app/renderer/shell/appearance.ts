// Puts the settings of appearance on the root element, where the style sheets read them, and follows both the
// settings and the system.
import { useSettings, useSystem } from '../stores/domains.ts';
import { localeOf } from '../words/formats.ts';

const systemDark = matchMedia('(prefers-color-scheme: dark)');
const systemStill = matchMedia('(prefers-reduced-motion: reduce)');
const systemContrast = matchMedia('(prefers-contrast: more)');

function apply(): void {
  const { settings } = useSettings.getState();
  const root = document.documentElement;
  root.lang = localeOf(settings.locale, useSystem.getState().locale).locale;
  root.dataset['theme'] = settings.appearance === 'system' ? (systemDark.matches ? 'dark' : 'light') : settings.appearance;
  root.dataset['text'] = settings.textSize;
  root.dataset['motion'] = settings.motion === 'reduced' || systemStill.matches ? 'reduced' : 'full';
  root.dataset['contrast'] = settings.contrast === 'more' || systemContrast.matches ? 'more' : 'usual';
}

export function followAppearance(): void {
  apply();
  useSettings.subscribe(apply);
  for (const query of [systemDark, systemStill, systemContrast]) query.addEventListener('change', apply);
}
