import { useState } from 'react';
import type { HarnessId, HarnessView } from '../../contract/harness-views.ts';
import { silmaril } from '../bridge.ts';
import { harnessIcon, harnessTone } from '../harnesses/harness-tone.ts';
import { LiveCheck } from '../harnesses/live-check.tsx';
import { useHarnesses, useOnboarding, useSettings } from '../stores/domains.ts';
import { ask } from '../stores/notices.ts';
import { change } from '../settings/change.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Icon, type IconName } from '../ui/icon.tsx';
import { Empty, SettingRow } from '../ui/page.tsx';
import { Switch } from '../ui/switch.tsx';
import { useWords } from '../words/use-words.ts';
import { save } from './save.ts';

const welcomeIcons: readonly IconName[] = ['state-shadow', 'state-warn', 'lock', 'refresh'];

export function WelcomeStep() {
  const { words } = useWords();
  return (
    <ul className="welcome">
      {words.onboarding.welcomePoints.map((point, index) => (
        <li key={point.title}>
          <Icon name={welcomeIcons[index] ?? 'info'} size={22} />
          <div>
            <h2>{point.title}</h2>
            <p>{point.about}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}

export function HarnessesStep() {
  const { words, formats } = useWords();
  const { onboarding, common } = words;
  const { harnesses: chosen } = useOnboarding();
  const harnesses = useHarnesses((state) => state.harnesses);
  const [looking, setLooking] = useState(false);
  const here = harnesses.filter((harness) => harness.state !== 'absent');
  const missing = harnesses.filter((harness) => harness.state === 'absent').map((harness) => harness.label);
  const toggle = (id: HarnessId) => void save({ harnesses: chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id] });
  const look = async () => {
    setLooking(true);
    const found = await ask(silmaril.harnesses.refresh());
    if (found !== null) useHarnesses.setState({ harnesses: found });
    setLooking(false);
  };
  const again = <Button icon="refresh" busy={looking} onClick={() => void look()}>{words.harnesses.refresh}</Button>;
  if (here.length === 0)
    return <Empty title={onboarding.harnessesNone} action={again}><p>{onboarding.harnessesNoneAbout}</p></Empty>;
  return (
    <>
      <fieldset className="pick">
        <legend className="hidden-visually">{onboarding.harnessesTitle}</legend>
        {here.map((harness) => (
          <label key={harness.id}>
            <input type="checkbox" className="checkbox" checked={chosen.includes(harness.id)} onChange={() => { toggle(harness.id); }} />
            <span className="grow stack stack-tight">
              <span className="row row-wrap">
                <strong>{harness.label}</strong>
                {harness.detection.version === null ? null : <span className="small softer">{harness.detection.version}</span>}
                {harness.installed ? <Badge tone={harnessTone[harness.state]} icon={harnessIcon[harness.state]}>{common.harnessStates[harness.state]}</Badge> : null}
              </span>
              {harness.detection.evidence.map((line) => <span key={line} className="small soft wrap-anywhere">{line}</span>)}
              {harness.installed ? <span className="small softer">{onboarding.already}</span> : null}
            </span>
          </label>
        ))}
      </fieldset>
      <div className="row row-wrap row-between">
        <p className="softer">{chosen.length === 0 ? onboarding.chooseOne : missing.length > 0 ? onboarding.notFound(formats.list(missing)) : ''}</p>
        {again}
      </div>
    </>
  );
}

export function CheckStep() {
  const { words } = useWords();
  const harnesses = useHarnesses((state) => state.harnesses).filter((harness) => harness.installed);
  return (
    <div className="stack stack-loose">
      {harnesses.map((harness) => (
        <section key={harness.id} className="stack">
          <div className="row">
            <h2>{harness.label}</h2>
            <Badge tone={harnessTone[harness.state]} icon={harnessIcon[harness.state]}>{words.common.harnessStates[harness.state]}</Badge>
          </div>
          <LiveCheck harness={harness} />
        </section>
      ))}
      <p className="softer">{harnesses.length === 0 ? words.onboarding.doneNothing : words.onboarding.checkLater}</p>
    </div>
  );
}

export function ExtrasStep() {
  const { words } = useWords();
  const { settings: texts } = words;
  const view = useSettings();
  const { notifications } = view.settings;
  const { loginItem } = view;
  return (
    <div className="panel">
      <SettingRow title={texts.loginItem} about={loginItem.sentence ?? texts.loginAbout}>
        <Switch
          label={texts.loginItem}
          on={loginItem.state === 'enabled' || loginItem.state === 'requires-approval'}
          disabled={loginItem.state === 'unsupported'}
          onChange={(enabled) => void ask(silmaril.settings.setLoginItem({ enabled })).then((after) => { if (after !== null) useSettings.setState(after, true); })}
        />
      </SettingRow>
      <SettingRow title={texts.notifications} about={view.notifications.sentence ?? texts.notificationsAbout}>
        <Switch label={texts.notifications} on={notifications.blocks && notifications.degraded} disabled={view.notifications.state === 'unsupported'} onChange={(on) => void change({ notifications: { ...notifications, blocks: on, degraded: on } })} />
      </SettingRow>
    </div>
  );
}

export function DoneStep({ harnesses }: { readonly harnesses: readonly HarnessView[] }) {
  const { words } = useWords();
  const { common, onboarding } = words;
  return (
    <>
      <ul className="panel goes">
        {harnesses.map((harness) => (
          <li key={harness.id}>
            <strong className="grow">{harness.label}</strong>
            {harness.mode === null ? null : <span className="softer">{common.modes[harness.mode]}</span>}
            <Badge tone={harnessTone[harness.state]} icon={harnessIcon[harness.state]}>{common.harnessStates[harness.state]}</Badge>
          </li>
        ))}
      </ul>
      <p className="soft">{onboarding.seenCount(harnesses.filter((harness) => harness.state === 'working').length, harnesses.length)}</p>
    </>
  );
}
