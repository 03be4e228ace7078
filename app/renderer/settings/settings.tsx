// Settings of the app itself, and the page that says what is kept and what leaves.
import type { Settings as SettingsOfApp } from '../../contract/settings.ts';
import { silmaril } from '../bridge.ts';
import { useHarnesses, useSettings } from '../stores/domains.ts';
import { ask, tellDone } from '../stores/notices.ts';
import { show } from '../stores/route.ts';
import { hostOf } from '../harnesses/host-of.ts';
import { Button } from '../ui/button.tsx';
import { Callout } from '../ui/callout.tsx';
import { Segments } from '../ui/choices.tsx';
import { Page, Section, SettingRow } from '../ui/page.tsx';
import { Switch } from '../ui/switch.tsx';
import { useWords } from '../words/use-words.ts';
import { About } from './about.tsx';
import { change } from './change.ts';
import { KeySettings } from './key-settings.tsx';
import { Privacy } from './privacy.tsx';
import { Retention } from './retention.tsx';

export function Settings() {
  const { words } = useWords();
  const { settings: texts, common } = words;
  const problem = useSettings((view) => view.problem);
  return (
    <Page title={common.views.settings} lead={texts.lead}>
      {problem === null ? null : <Callout tone="warn">{problem}</Callout>}
      <KeySettings />
      <Appearance />
      <Notifications />
      <Startup />
      <Retention />
      <Privacy />
      <Section title={texts.setUpAndRemove}>
        <div className="panel">
          <SettingRow title={texts.setUp} about={texts.setUpAbout}>
            <Button icon="setup" onClick={() => void ask(silmaril.onboarding.restart()).then((started) => { if (started !== null) show('onboarding'); })}>{texts.setUpAgain}</Button>
          </SettingRow>
          <SettingRow title={texts.remove} about={texts.removeAbout}>
            <Button tone="danger" onClick={() => { show('uninstall'); }}>{texts.removeOpen}</Button>
          </SettingRow>
        </div>
      </Section>
      <About />
    </Page>
  );
}

function Appearance() {
  const { words } = useWords();
  const { settings: texts } = words;
  const { settings } = useSettings();
  const pick = <K extends 'appearance' | 'textSize' | 'motion' | 'contrast' | 'locale'>(key: K, title: string, names: Readonly<Record<SettingsOfApp[K], string>>) => (
    <SettingRow title={title}>
      <Segments
        label={title}
        value={settings[key]}
        choices={(Object.keys(names) as SettingsOfApp[K][]).map((value) => ({ value, title: names[value] }))}
        onChange={(value) => void change({ [key]: value })}
      />
    </SettingRow>
  );
  return (
    <Section title={texts.appearance}>
      <div className="panel">
        {pick('appearance', texts.theme, texts.themes)}
        {pick('textSize', texts.textSize, texts.textSizes)}
        {pick('contrast', texts.contrast, texts.contrasts)}
        {pick('motion', texts.motion, texts.motions)}
        {pick('locale', texts.language, texts.languages)}
      </div>
    </Section>
  );
}

function Notifications() {
  const { words } = useWords();
  const { settings: texts } = words;
  const view = useSettings();
  const harnesses = useHarnesses((state) => state.harnesses).filter((harness) => harness.installed);
  const { notifications } = view.settings;
  const set = (part: Partial<typeof notifications>) => void change({ notifications: { ...notifications, ...part } });
  const usable = view.notifications.state !== 'unsupported';
  const test = async () => {
    const after = await ask(silmaril.settings.testNotification());
    if (after === null) return;
    useSettings.setState(after, true);
    if (after.notifications.state === 'available') tellDone(texts.testShown);
  };
  return (
    <Section title={texts.notifications} about={texts.notificationsAbout}>
      {view.notifications.sentence === null ? null : <Callout tone="warn">{view.notifications.sentence}</Callout>}
      <div className="panel">
        <SettingRow title={texts.blocks}><Switch label={texts.blocks} on={notifications.blocks} disabled={!usable} onChange={(blocks) => { set({ blocks }); }} /></SettingRow>
        <SettingRow title={texts.degraded}><Switch label={texts.degraded} on={notifications.degraded} disabled={!usable} onChange={(degraded) => { set({ degraded }); }} /></SettingRow>
        {notifications.blocks || notifications.degraded
          ? harnesses.map(({ id }) => {
              const name = texts.muted(words.common.hosts[hostOf(id)]);
              return (
                <SettingRow key={id} title={name}>
                  <Switch label={name} on={!notifications.muted.includes(id)} onChange={(on) => { set({ muted: on ? notifications.muted.filter((other) => other !== id) : [...notifications.muted, id] }); }} />
                </SettingRow>
              );
            })
          : null}
        <SettingRow title={texts.tryNotification}><Button small icon="bell" disabled={!usable} onClick={() => void test()}>{texts.testNotification}</Button></SettingRow>
      </div>
    </Section>
  );
}

function Startup() {
  const { words } = useWords();
  const { settings: texts } = words;
  const { loginItem } = useSettings();
  return (
    <Section title={texts.startup}>
      <div className="panel">
        <SettingRow title={texts.loginItem} about={<>{texts.loginAbout} {loginItem.sentence ?? texts.loginStates[loginItem.state]}</>}>
          {loginItem.state === 'requires-approval' ? <Button small onClick={() => void ask(silmaril.settings.openLoginItemSettings())}>{texts.openLoginSettings}</Button> : null}
          <Switch
            label={texts.loginItem}
            on={loginItem.state === 'enabled' || loginItem.state === 'requires-approval'}
            disabled={loginItem.state === 'unsupported'}
            onChange={(enabled) => void ask(silmaril.settings.setLoginItem({ enabled })).then((view) => { if (view !== null) useSettings.setState(view, true); })}
          />
        </SettingRow>
      </div>
    </Section>
  );
}
