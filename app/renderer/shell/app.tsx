import { useEffect, useState } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { Harnesses } from '../harnesses/harnesses.tsx';
import { Onboarding } from '../onboarding/onboarding.tsx';
import { Protection } from '../protection/protection.tsx';
import { Settings } from '../settings/settings.tsx';
import { useSettings, useSystem } from '../stores/domains.ts';
import { useRoute, type View } from '../stores/route.ts';
import { Timeline } from '../timeline/timeline.tsx';
import { Uninstall } from '../uninstall/uninstall.tsx';
import { localeOf } from '../words/formats.ts';
import { useWords } from '../words/use-words.ts';
import { CrashBoundary } from './crash-boundary.tsx';
import { Notices } from './notices.tsx';
import { ShortcutList } from './shortcut-list.tsx';
import { useShortcuts } from './shortcuts.ts';
import { Sidebar } from './sidebar.tsx';

const views: Readonly<Record<View, () => React.JSX.Element>> = { onboarding: Onboarding, timeline: Timeline, harnesses: Harnesses, protection: Protection, settings: Settings, uninstall: Uninstall };

export function App() {
  const { words } = useWords();
  const view = useRoute((route) => route.view);
  const setting = useSettings((state) => state.settings.locale);
  const system = useSystem((state) => state.locale);
  const [help, setHelp] = useState(false);
  useShortcuts(() => { setHelp(true); });
  // Read out by a screen reader when the window gets the focus, and shown where windows are listed.
  const title = `${words.common.views[view]} – ${words.common.product}`;
  useEffect(() => { document.title = title; }, [title]);
  const Current = views[view];
  return (
    <I18nProvider locale={localeOf(setting, system).locale}>
      <div className="app">
        <a className="skip" href="#content" onClick={(event) => { event.preventDefault(); document.getElementById('content')?.focus(); }}>{words.common.skip}</a>
        <Sidebar onHelp={() => { setHelp(true); }} />
        <main id="content" className="content" tabIndex={-1}>
          <CrashBoundary key={view} words={words.common}>
            <Current />
          </CrashBoundary>
        </main>
        <Notices />
        <ShortcutList open={help} onClose={() => { setHelp(false); }} />
      </div>
    </I18nProvider>
  );
}
