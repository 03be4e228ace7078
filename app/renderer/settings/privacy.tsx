import { useEffect, useState } from 'react';
import type { PrivacyFacts } from '../../contract/settings.ts';
import { silmaril } from '../bridge.ts';
import { useHarnesses, useProtection, useKey } from '../stores/domains.ts';
import { hostOf } from '../harnesses/host-of.ts';
import { ask } from '../stores/notices.ts';
import { Path } from '../ui/path.tsx';
import { Section } from '../ui/page.tsx';
import { useWords } from '../words/use-words.ts';

export function Privacy() {
  const { words, formats } = useWords();
  const { settings: texts, common } = words;
  const [facts, setFacts] = useState<PrivacyFacts | null>(null);
  // What is true of the disk changes with the classifier, the key and what is installed.
  const classifier = useProtection((state) => state.classifier);
  const key = useKey((state) => state.key);
  const harnesses = useHarnesses((state) => state.harnesses);
  useEffect(() => {
    let wanted = true;
    void ask(silmaril.settings.privacy()).then((told) => { if (wanted && told !== null) setFacts(told); });
    return () => { wanted = false; };
  }, [classifier, key, harnesses]);
  return (
    <Section title={texts.privacy}>
      <div className="panel privacy">
        <section>
          <h3>{texts.privacyLeaves}</h3>
          {facts === null ? null : facts.recipients.length === 0 ? <p>{texts.privacyNobody}</p> : facts.recipients.map(({ host, harnesses: senders }) => <p key={host}>{texts.privacyRecipient(formats.list(senders.map((id) => common.hosts[hostOf(id)])), host)}</p>)}
          <p className="soft">{texts.privacyApp}</p>
        </section>
        <section>
          <h3>{texts.privacyKept}</h3>
          <p className="soft">{texts.privacyContent}</p>
          {facts === null ? null : (
            <dl className="privacy-places">
              {facts.places.map((place) => (
                <div key={`${place.kind} ${place.where}`}>
                  <dt>{texts.places[place.kind]}</dt>
                  <dd>{place.kind === 'keychain' ? <span>{place.where}</span> : <Path path={place.where} />}{place.exists ? null : <span className="small softer"> {texts.placeMissing}</span>}</dd>
                </div>
              ))}
            </dl>
          )}
          <p className="soft">{texts.privacyHermes}</p>
          <p className="soft">{texts.privacyDelete}</p>
        </section>
      </div>
    </Section>
  );
}
