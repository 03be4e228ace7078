import { useState } from 'react';
import { silmaril } from '../bridge.ts';
import { useKey, useProtection } from '../stores/domains.ts';
import { ask, tellDone } from '../stores/notices.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { KeyField } from '../ui/key-field.tsx';
import { Section } from '../ui/page.tsx';
import { useWords } from '../words/use-words.ts';

export function KeySettings() {
  const { words, formats } = useWords();
  const { settings: texts, common } = words;
  const key = useKey((state) => state.key);
  const apiUrl = useProtection((state) => state.classifier.apiUrl);
  const [removing, setRemoving] = useState(false);
  const [busy, setBusy] = useState(false);
  const verify = async () => {
    if (apiUrl === null) return;
    setBusy(true);
    const verdict = await ask(silmaril.secrets.verify({ apiUrl, key: null }));
    setBusy(false);
    if (verdict !== null) tellDone(texts.keyVerified(verdict.host, formats.ms(verdict.ms)));
  };
  const store = async (typed: string) => {
    const after = await ask(silmaril.secrets.set({ key: typed }));
    if (after === null) return;
    useKey.setState({ key: after });
    tellDone(texts.keyStored);
  };
  const remove = async () => {
    setRemoving(false);
    const after = await ask(silmaril.secrets.remove());
    if (after === null) return;
    useKey.setState({ key: after });
    tellDone(texts.keyRemoved);
  };
  return (
    <Section title={texts.key} about={texts.keyAbout}>
      <div className="panel panel-pad stack">
        <div className="row row-wrap">
          <Badge tone={key.state === 'set' ? 'ok' : key.state === 'unavailable' ? 'block' : 'allow'} icon={key.state === 'set' ? 'check' : 'key'}>{texts.keyStates[key.state]}</Badge>
          {key.state === 'set' && key.last4 !== null ? <span className="soft">{texts.keyEnds(key.last4)}</span> : null}
          {key.state === 'unavailable' ? <span className="soft">{key.sentence}</span> : null}
          <span className="grow" />
          {key.state === 'not-asked' ? <Button small onClick={() => void ask(silmaril.secrets.look()).then((seen) => { if (seen !== null) useKey.setState({ key: seen }); })}>{texts.keyLook}</Button> : null}
          {key.state === 'set' && apiUrl !== null ? <Button small busy={busy} onClick={() => void verify()}>{texts.keyVerify}</Button> : null}
          {key.state === 'set' ? <Button small tone="danger" onClick={() => { setRemoving(true); }}>{texts.keyRemove}</Button> : null}
        </div>
        <KeyField action={key.state === 'set' ? texts.keyReplace : texts.keySave} onSubmit={store} />
      </div>
      <Dialog
        title={texts.keyRemoveTitle}
        open={removing}
        onClose={() => { setRemoving(false); }}
        footer={
          <>
            <Button onClick={() => { setRemoving(false); }}>{common.cancel}</Button>
            <Button tone="danger" onClick={() => void remove()}>{texts.keyRemove}</Button>
          </>
        }
      >
        <p>{texts.keyRemoveAbout}</p>
      </Dialog>
    </Section>
  );
}
