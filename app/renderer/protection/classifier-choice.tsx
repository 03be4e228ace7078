import { useState } from 'react';
import { silmaril } from '../bridge.ts';
import { ChangeReport } from '../plans/change-report.tsx';
import type { ChangeView } from '../../contract/harness-views.ts';
import type { ClassifierWish } from '../../contract/protection-views.ts';
import { useKey, useProtection } from '../stores/domains.ts';
import { ask, tellDone } from '../stores/notices.ts';
import { show } from '../stores/route.ts';
import { Button } from '../ui/button.tsx';
import { Callout } from '../ui/callout.tsx';
import { ChoiceCards } from '../ui/choices.tsx';
import { Section } from '../ui/page.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useWords } from '../words/use-words.ts';

export function ClassifierChoice() {
  const { words } = useWords();
  const { protection } = words;
  const { classifier } = useProtection();
  const key = useKey((state) => state.key);
  const [remote, setRemote] = useState<boolean | null>(null);
  const [url, setUrl] = useState(classifier.apiUrl ?? '');
  const [busy, setBusy] = useState(false);
  const [changes, setChanges] = useState<readonly ChangeView[]>([]);
  const current = classifier.kind === 'mixed' ? null : classifier.kind;
  const chosen = remote === null ? current : remote ? 'remote' : 'embedded';
  const apply = async (wish: ClassifierWish) => {
    setBusy(true);
    const done = await ask(silmaril.protection.setClassifier(wish));
    setBusy(false);
    if (done === null) return;
    const failed = done.filter((change) => !change.outcome.ok);
    setChanges(failed);
    if (failed.length === 0) tellDone(protection.classifierSet);
    setRemote(null);
  };
  return (
    <Section title={protection.classifier} about={protection.classifierAbout}>
      <div className="stack">
        {classifier.kind === 'mixed' ? <Callout tone="warn">{protection.classifierMixed}</Callout> : null}
        <ChoiceCards
          label={protection.classifierLabel}
          value={chosen}
          disabled={busy}
          choices={(['embedded', 'remote'] as const).map((value) => ({ value, ...protection.classifiers[value] }))}
          onChange={(kind) => {
            setRemote(kind === 'remote');
            if (kind === 'embedded' && current !== 'embedded') void apply({ kind: 'embedded' });
          }}
        />
        {chosen === 'remote' ? (
          <div className="stack">
            {key.state === 'none' ? <Callout tone="warn" action={<Button small onClick={() => { show('settings'); }}>{protection.openKey}</Button>}>{protection.needsKey}</Callout> : null}
            <div className="row row-bottom">
              <TextField label={protection.url} value={url} onChange={setUrl} placeholder={protection.urlHelp} />
              <Button tone="primary" busy={busy} disabled={url.trim() === '' || (current === 'remote' && url.trim() === classifier.apiUrl)} onClick={() => void apply({ kind: 'remote', apiUrl: url.trim() })}>{protection.useRemote}</Button>
            </div>
          </div>
        ) : null}
        {changes.length > 0 ? <ChangeReport changes={changes} /> : null}
      </div>
    </Section>
  );
}
