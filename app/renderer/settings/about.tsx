import { useState } from 'react';
import type { LinkId } from '../../contract/system-views.ts';
import { silmaril } from '../bridge.ts';
import { useSystem, useUpdates } from '../stores/domains.ts';
import { ask } from '../stores/notices.ts';
import { Button } from '../ui/button.tsx';
import { Mark } from '../ui/icon.tsx';
import { Path } from '../ui/path.tsx';
import { Section, SettingRow } from '../ui/page.tsx';
import { useWords } from '../words/use-words.ts';

export function About() {
  const { words } = useWords();
  const { settings: texts } = words;
  const system = useSystem();
  const updates = useUpdates((state) => state.updates);
  const [busy, setBusy] = useState(false);
  const said =
    updates.state === 'unsupported' ? updates.sentence
    : updates.state === 'available' ? texts.updateAvailable(updates.version)
    : updates.state === 'failed' ? updates.failure.sentence
    : texts.updateStates[updates.state];
  const check = async () => {
    setBusy(true);
    const after = await ask(silmaril.updates.check());
    if (after !== null) useUpdates.setState({ updates: after });
    setBusy(false);
  };
  return (
    <Section title={texts.about}>
      <div className="panel">
        <div className="about">
          <Mark size={40} />
          <div className="grow">
            <h3>{texts.versions(system.version)}</h3>
            <p className="small softer selectable">{texts.runtime(system.electron, system.chromium, system.node)}</p>
            {system.development ? <p className="small softer">{texts.development}</p> : null}
          </div>
        </div>
        <SettingRow title={texts.updates} about={<span role="status">{said}</span>}>
          {updates.state === 'unsupported' ? null : <Button small busy={busy || updates.state === 'checking'} onClick={() => void check()}>{texts.checkUpdates}</Button>}
        </SettingRow>
        {updates.state === 'available' && updates.notes !== '' ? <p className="update-notes small soft">{updates.notes}</p> : null}
        <SettingRow title={texts.settingsFolder} about={<Path path={system.supportFolder} />}>
          <Button small onClick={() => void ask(silmaril.system.quit())}>{texts.quit}</Button>
        </SettingRow>
        <div className="about-links">
          {(Object.keys(texts.links) as LinkId[]).map((link) => <Button key={link} small tone="quiet" icon="external" onClick={() => void ask(silmaril.system.openExternal({ link }))}>{texts.links[link]}</Button>)}
        </div>
      </div>
    </Section>
  );
}
