// The state in words and its shape, the views, and the pause: in sight from everywhere.
import type { PauseLength, ProtectionState } from '../../contract/protection-views.ts';
import { silmaril } from '../bridge.ts';
import { useOnboarding, useProtection, useSystem } from '../stores/domains.ts';
import { ask } from '../stores/notices.ts';
import { show, useRoute, type View } from '../stores/route.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Icon, Mark, type IconName } from '../ui/icon.tsx';
import { MenuButton } from '../ui/menu-button.tsx';
import { useNow } from '../ui/now.ts';
import { useWords } from '../words/use-words.ts';
import { numbered } from './shortcuts.ts';
import { withoutState } from './without-state.ts';

const icons: Readonly<Record<View, IconName>> = { timeline: 'timeline', harnesses: 'harnesses', protection: 'protection', settings: 'settings', onboarding: 'setup', uninstall: 'trash' };
const tones: Readonly<Record<ProtectionState, string>> = { off: 'lost', shadow: 'monitor', warn: 'warn', block: 'ok', paused: 'lost', degraded: 'block', attention: 'warn' };

export function Sidebar({ onHelp }: { readonly onHelp: () => void }) {
  const { words, formats } = useWords();
  const { common } = words;
  const { view } = useRoute();
  const protection = useProtection();
  const unfinished = useOnboarding((state) => state.endedAt === null);
  const mac = useSystem((system) => system.platform === 'darwin');
  const now = useNow();
  const listed: readonly View[] = unfinished || view === 'onboarding' ? ['onboarding', ...numbered] : numbered;
  const { state, pause } = protection;
  return (
    <aside className="sidebar">
      <div className="brand">
        <Mark />
        <span>{common.product}</span>
      </div>
      <div className={`state-card tone-${tones[state]}`} role="status">
        <div className="row">
          <Icon name={`state-${state}`} size={22} />
          <strong>{common.states[state]}</strong>
        </div>
        <p className="small">{withoutState(protection.sentence, common.states[state])}</p>
      </div>
      {pause !== null ? (
        <Button small icon="play" title={common.pausedUntil(formats.soon(pause.until, now))} onClick={() => { void ask(silmaril.protection.resume()); }}>{common.resume}</Button>
      ) : protection.mode === 'warn' || protection.mode === 'block' || protection.mixed ? (
        <MenuButton
          small
          icon="pause"
          label={common.pause}
          choices={(Object.keys(common.pauseLengths) as PauseLength[]).map((id) => ({ id, label: common.pauseLengths[id] }))}
          onChoose={(length) => { void ask(silmaril.protection.pause({ length: length as PauseLength })); }}
        />
      ) : null}
      <nav aria-label={common.navigation} className="navigation">
        {listed.map((name) => (
          <button key={name} type="button" className="nav-item" aria-current={view === name || (view === 'uninstall' && name === 'settings') ? 'page' : undefined} onClick={() => { show(name); }}>
            <Icon name={icons[name]} size={19} />
            <span className="grow truncate">{common.views[name]}</span>
            {numbered.includes(name) ? <kbd aria-hidden="true">{mac ? '⌘' : 'Ctrl '}{numbered.indexOf(name) + 1}</kbd> : null}
          </button>
        ))}
      </nav>
      <div className="sidebar-foot">
        <IconButton label={common.shortcuts.title} icon="question" onClick={onHelp} />
      </div>
    </aside>
  );
}
