// Two proofs: the launcher started by us, and an event that the harness itself caused.
import { useState } from 'react';
import type { HarnessView, SelfTestReport } from '../../contract/harness-views.ts';
import { silmaril } from '../bridge.ts';
import { useHarnesses } from '../stores/domains.ts';
import { ask, tellDone } from '../stores/notices.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { useWords } from '../words/use-words.ts';

export function LiveCheck({ harness }: { readonly harness: HarnessView }) {
  const { words } = useWords();
  const texts = words.harnesses;
  return (
    <section className="live-check">
      <h3>{texts.liveCheck}</h3>
      <RuntimeCheck harness={harness} />
      <SelfTest harness={harness} />
    </section>
  );
}

function RuntimeCheck({ harness }: { readonly harness: HarnessView }) {
  const { words } = useWords();
  const texts = words.harnesses;
  const check = useHarnesses((state) => state.runtimeChecks.find((running) => running.harness === harness.id));
  const [busy, setBusy] = useState(false);
  const start = async () => {
    setBusy(true);
    const started = await ask(silmaril.harnesses.startRuntimeCheck({ harness: harness.id }));
    if (started !== null) useHarnesses.setState(({ runtimeChecks }) => ({ runtimeChecks: [...runtimeChecks.filter((other) => other.harness !== harness.id), started] }));
    setBusy(false);
  };
  const copy = async (line: string) => {
    if ((await silmaril.system.copy({ text: line })).ok) tellDone(words.common.copied);
  };
  const state = check?.state.kind;
  return (
    <div className="check-box">
      <span className="check-mark" data-state={state ?? 'off'}>{state === 'waiting' ? <span className="spinner" aria-hidden="true" /> : <Icon name={state === 'seen' ? 'check' : 'dot'} size={18} />}</span>
      <div className="grow stack stack-tight">
        <p className="strong">{texts.runtimeCheck}</p>
        {check === undefined || state === 'waiting' ? <p className="small soft">{texts.runtimeCheckAbout(harness.label)}</p> : null}
        {check !== undefined && state === 'waiting' ? (
          <div className="paste-line">
            <code className="grow selectable wrap-anywhere">{check.line}</code>
            <IconButton label={texts.copyLine} icon="copy" onClick={() => void copy(check.line)} />
          </div>
        ) : null}
        <p className="small" role="status">{state === 'waiting' ? <span className="softer">{texts.waiting}</span> : state === 'seen' ? texts.seen(harness.label) : state === 'expired' ? texts.expired : ''}</p>
      </div>
      {state === 'waiting' ? (
        <Button small onClick={() => void ask(silmaril.harnesses.stopRuntimeCheck({ harness: harness.id }))}>{texts.stopCheck}</Button>
      ) : (
        <Button small busy={busy} onClick={() => void start()}>{check === undefined ? texts.startCheck : texts.againCheck}</Button>
      )}
    </div>
  );
}

function SelfTest({ harness }: { readonly harness: HarnessView }) {
  const { words, formats } = useWords();
  const texts = words.harnesses;
  const [busy, setBusy] = useState(false);
  const [report, setReport] = useState<SelfTestReport | null>(null);
  const test = async () => {
    setBusy(true);
    setReport(await ask(silmaril.harnesses.selfTest({ harness: harness.id })));
    setBusy(false);
  };
  return (
    <div className="check-box">
      <span className="check-mark" data-state={report === null ? 'off' : report.ok ? 'seen' : 'bad'}><Icon name={report === null ? 'dot' : report.ok ? 'check' : 'warning'} size={18} /></span>
      <div className="grow stack stack-tight">
        <p className="strong">{texts.selfTest}</p>
        <p className="small soft">{texts.selfTestAbout}</p>
        <p className="small" role="status">{report === null ? '' : report.ok ? texts.selfTestOk : texts.selfTestBad}</p>
        {report === null ? null : (
          <ul className="lines small">
            {report.events.map((event) => (
              <li key={event.event} className="wrap-anywhere">
                <strong>{event.event}</strong>: {texts.selfTestResults[event.result]}, {formats.ms(event.ms)}
                {event.ok ? null : <span className="softer"> {event.sentence}</span>}
              </li>
            ))}
          </ul>
        )}
      </div>
      <Button small busy={busy} onClick={() => void test()}>{texts.startCheck}</Button>
    </div>
  );
}
