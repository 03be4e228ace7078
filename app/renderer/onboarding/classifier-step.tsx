import { useState } from 'react';
import { silmaril } from '../bridge.ts';
import { useKey, useOnboarding } from '../stores/domains.ts';
import { ask, tellDone } from '../stores/notices.ts';
import { Button } from '../ui/button.tsx';
import { Callout } from '../ui/callout.tsx';
import { ChoiceCards } from '../ui/choices.tsx';
import { KeyField } from '../ui/key-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useWords } from '../words/use-words.ts';
import { save } from './save.ts';

export function ClassifierStep() {
  const { words } = useWords();
  const { onboarding, protection } = words;
  const { classifier } = useOnboarding();
  return (
    <>
      <ChoiceCards
        label={onboarding.classifierTitle}
        value={classifier}
        choices={(['embedded', 'remote'] as const).map((value) => ({ value, ...protection.classifiers[value] }))}
        onChange={(kind) => void save({ classifier: kind })}
      />
      {classifier === 'embedded' ? <Callout tone="ok">{onboarding.privacyEmbedded}</Callout> : null}
      {classifier === 'remote' ? <Remote /> : null}
    </>
  );
}

function Remote() {
  const { words, formats } = useWords();
  const { onboarding, protection, settings } = words;
  const { apiUrl } = useOnboarding();
  const key = useKey((state) => state.key);
  const [url, setUrl] = useState(apiUrl ?? '');
  const keep = (typed: string) => {
    setUrl(typed);
    void save({ apiUrl: typed.trim() === '' ? null : typed.trim() });
  };
  /** The key is verified first: one that the classifier refuses is not stored. */
  const submit = async (typed: string) => {
    const verdict = await ask(silmaril.secrets.verify({ apiUrl: url.trim(), key: typed === '' ? null : typed }));
    if (verdict === null) return;
    if (typed !== '') {
      const after = await ask(silmaril.secrets.set({ key: typed }));
      if (after === null) return;
      useKey.setState({ key: after });
    }
    tellDone(settings.keyVerified(verdict.host, formats.ms(verdict.ms)));
  };
  const look = async () => {
    const seen = await ask(silmaril.secrets.look());
    if (seen !== null) useKey.setState({ key: seen });
  };
  return (
    <div className="panel panel-pad stack">
      <Callout tone="accent">{onboarding.privacyRemote}</Callout>
      <TextField label={protection.url} value={url} onChange={keep} placeholder={protection.urlHelp} />
      <p className="small soft">{onboarding.keyLead}</p>
      {key.state === 'unavailable' ? <Callout tone="block">{key.sentence}</Callout> : null}
      {key.state === 'set' ? <Callout tone="ok">{onboarding.keyStoredAlready}{key.last4 === null ? '' : ` ${settings.keyEnds(key.last4)}`}</Callout> : null}
      {key.state === 'not-asked' ? <div><Button small icon="key" onClick={() => void look()}>{settings.keyLook}</Button></div> : null}
      <KeyField action={onboarding.verifyAndStore} mayBeEmpty={key.state === 'set'} onSubmit={submit} />
    </div>
  );
}
