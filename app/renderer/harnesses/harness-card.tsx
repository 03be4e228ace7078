import { useState } from 'react';
import type { HarnessView, Mode, ModeReport } from '../../contract/harness-views.ts';
import { silmaril } from '../bridge.ts';
import { ModeReports } from '../protection/mode-reports.tsx';
import { BlockConfirm } from '../protection/block-confirm.tsx';
import { ask } from '../stores/notices.ts';
import { show } from '../stores/route.ts';
import { decisionTone } from '../timeline/decision-tone.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Segments } from '../ui/choices.tsx';
import { Icon } from '../ui/icon.tsx';
import { Moment } from '../ui/moment.tsx';
import { Path } from '../ui/path.tsx';
import { useWords } from '../words/use-words.ts';
import { harnessIcon, harnessTone } from './harness-tone.ts';
import { LiveCheck } from './live-check.tsx';
import type { Wish } from './wish.ts';

export function HarnessCard({ harness, onWish }: { readonly harness: HarnessView; readonly onWish: (wish: Wish) => void }) {
  const { words } = useWords();
  const { common } = words;
  const texts = words.harnesses;
  const [last] = harness.lastEvents;
  const wants = (deed: Wish['deed']) => () => { onWish({ deed, harness }); };
  return (
    <article className="panel harness" aria-labelledby={`harness-${harness.id}`}>
      <header className="harness-head">
        <div className="grow stack stack-tight">
          <div className="row row-wrap">
            <h2 id={`harness-${harness.id}`}>{harness.label}</h2>
            <Badge tone={harnessTone[harness.state]} icon={harnessIcon[harness.state]}>{common.harnessStates[harness.state]}</Badge>
            {harness.detection.version === null ? null : <span className="small softer">{harness.detection.version}</span>}
          </div>
          <p className="soft">
            {texts.sentences[harness.state]}
            {last !== undefined && harness.installed ? <span className="softer"> {texts.lastEvent} <Moment at={last.at} />.</span> : null}
          </p>
        </div>
        <div className="row row-wrap harness-actions">
          {harness.state === 'not-installed' ? <Button tone="primary" onClick={wants('install')}>{texts.install}</Button> : null}
          {harness.installed ? (
            <>
              <Button icon="repair" tone={harness.state === 'degraded' ? 'primary' : 'plain'} onClick={wants('repair')}>{texts.repair}</Button>
              <Button onClick={wants('uninstall')}>{texts.uninstall}</Button>
            </>
          ) : null}
        </div>
      </header>
      {harness.reasons.length > 0 ? (
        <ul className="reasons">
          {harness.reasons.map((reason) => (
            <li key={reason}><Icon name={harness.state === 'degraded' ? 'warning' : 'info'} size={15} /><span className="wrap-anywhere">{reason}</span></li>
          ))}
        </ul>
      ) : null}
      {harness.installed ? <ModeOverride harness={harness} /> : null}
      {harness.state === 'absent' ? null : (
        <details className="step harness-more">
          <summary>
            <Icon name="chevron" size={13} />
            <span>{texts.more}</span>
            {harness.installed ? <CheckCount harness={harness} /> : null}
          </summary>
          <div className="harness-details">
            {harness.installed ? <LiveCheck harness={harness} /> : null}
            {harness.installed ? <LastEvents harness={harness} /> : null}
            {harness.installed ? <Checks harness={harness} /> : null}
            <Places harness={harness} />
            <Facts harness={harness} />
          </div>
        </details>
      )}
    </article>
  );
}

function ModeOverride({ harness }: { readonly harness: HarnessView }) {
  const { words } = useWords();
  const [wanted, setWanted] = useState<Mode | null>(null);
  const [reports, setReports] = useState<readonly ModeReport[]>([]);
  const [confirming, setConfirming] = useState(false);
  const set = async (mode: Mode) => {
    setWanted(mode);
    const answer = await ask(silmaril.harnesses.setMode({ harness: harness.id, mode }));
    setReports(answer ?? []);
    setWanted(null);
  };
  return (
    <div className="harness-mode">
      <span className="small softer">{words.harnesses.mode}</span>
      <Segments
        label={words.harnesses.modeOf(harness.label)}
        value={wanted ?? harness.mode}
        disabled={wanted !== null}
        choices={(['shadow', 'warn', 'block'] as const).map((value) => ({ value, title: words.common.modes[value], icon: `state-${value}` }))}
        onChange={(mode) => { if (mode === 'block') setConfirming(true); else void set(mode); }}
      />
      {harness.mode === null ? <span className="small softer">{words.harnesses.notSet}</span> : null}
      <ModeReports reports={reports.filter((report) => report.outcome !== 'set' && report.outcome !== 'same')} />
      {reports.some((report) => report.outcome === 'set') ? <span className="small softer" role="status">{words.harnesses.restartNote}</span> : null}
      <BlockConfirm open={confirming} onCancel={() => { setConfirming(false); }} onConfirm={() => { setConfirming(false); void set('block'); }} />
    </div>
  );
}

function CheckCount({ harness }: { readonly harness: HarnessView }) {
  const { words } = useWords();
  const count = (status: 'ok' | 'problem' | 'unknown') => harness.checks.filter((check) => check.status === status).length;
  const [ok, bad, unknown] = [count('ok'), count('problem'), count('unknown')];
  const texts = words.harnesses;
  return <span className="small softer">{[ok > 0 ? texts.checksOk(ok) : '', bad > 0 ? texts.checksBad(bad) : '', unknown > 0 ? texts.checksUnknown(unknown) : ''].filter((part) => part !== '').join(', ')}</span>;
}

function LastEvents({ harness }: { readonly harness: HarnessView }) {
  const { words } = useWords();
  const texts = words.harnesses;
  return (
    <section>
      <h3>{texts.lastEvents}</h3>
      {harness.lastEvents.length === 0 ? <p className="softer">{texts.noEvents}</p> : (
        <ul className="last-events">
          {harness.lastEvents.map((event) => (
            <li key={event.hook}>
              <button type="button" className="last-event" onClick={() => { show('timeline', event.id); }}>
                <span className="last-event-kind">{words.events.hooks[event.hook]}</span>
                <Badge tone={decisionTone[event.decision]} icon={event.decision}>{words.events.decisions[event.decision]}</Badge>
                <span className="softer"><Moment at={event.at} /></span>
                {event.sinceChange ? null : <span className="softer small truncate">{texts.before}</span>}
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Checks({ harness }: { readonly harness: HarnessView }) {
  const { words } = useWords();
  const texts = words.harnesses;
  const icons = { ok: 'check', problem: 'warning', unknown: 'question' } as const;
  if (harness.checks.length === 0) return null;
  return (
    <section>
      <h3>{texts.checks}</h3>
      <ul className="checks">
        {harness.checks.map((check, index) => (
          <li key={index} data-status={check.status}>
            <Icon name={icons[check.status]} size={15} />
            <div className="grow">
              <p><span className="hidden-visually">{texts.checkStates[check.status]}: </span>{check.sentence}</p>
              <p className="small softer wrap-anywhere">{check.subject === '' ? texts.whole : check.subject}</p>
              {check.fix === null ? null : <p className="small">{texts.fix} <code>{check.fix}</code></p>}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Places({ harness }: { readonly harness: HarnessView }) {
  const { words } = useWords();
  const texts = words.harnesses;
  const { detection } = harness;
  return (
    <>
      {detection.surfaces.length > 0 ? (
        <section>
          <h3>{texts.places}</h3>
          <p className="small softer">{texts.placesAbout}</p>
          <ul className="places">
            {detection.surfaces.map((surface) => (
              <li key={surface.id} data-skipped={surface.skipped !== null || undefined}>
                <span>{surface.label}</span>
                <Path path={surface.file} />
                {surface.skipped === null ? null : <span className="small softer">{surface.skipped}</span>}
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {detection.evidence.length > 0 ? (
        <section>
          <h3>{texts.found}</h3>
          <ul className="lines small soft">{detection.evidence.map((line) => <li key={line} className="wrap-anywhere selectable">{line}</li>)}</ul>
        </section>
      ) : null}
      {detection.notes.length > 0 ? (
        <section>
          <h3>{texts.notes}</h3>
          <ul className="lines small soft">{detection.notes.map((line) => <li key={line}>{line}</li>)}</ul>
        </section>
      ) : null}
    </>
  );
}

function Facts({ harness }: { readonly harness: HarnessView }) {
  const { words, formats } = useWords();
  const texts = words.harnesses;
  if (!harness.installed) return null;
  const { latency, failOpen } = harness;
  return (
    <section>
      <dl className="facts">
        <dt>{texts.latency}</dt>
        <dd>{latency === null ? texts.latencyNone : texts.latencyText(formats.ms(latency.p50), formats.ms(latency.p95), formats.number(latency.samples))}</dd>
        <dt>{texts.failOpens}</dt>
        <dd>
          {failOpen.count === 0 ? texts.failOpensNone : texts.failOpensCount(failOpen.count, failOpen.atLeast)}
          {failOpen.reasons.length > 0 ? <span className="softer"> ({failOpen.reasons.map(({ reason, count }) => `${reason} ${formats.number(count)}`).join(', ')})</span> : null}
        </dd>
        <dt>{texts.classifier}</dt>
        <dd>{harness.classifier === null ? words.common.unknown : texts.classifiers[harness.classifier]}</dd>
        <dt>{texts.localPolicy}</dt>
        <dd>{harness.localPolicy === null ? words.common.unknown : texts.localPolicies[harness.localPolicy]}</dd>
        {harness.version === null ? null : (<><dt>{texts.version}</dt><dd>{harness.version}</dd></>)}
        {harness.changedAt === null ? null : (<><dt>{texts.changed}</dt><dd><Moment at={harness.changedAt} /></dd></>)}
        {harness.launcher === null ? null : (<><dt>{texts.launcher}</dt><dd><Path path={harness.launcher} /></dd></>)}
      </dl>
    </section>
  );
}
