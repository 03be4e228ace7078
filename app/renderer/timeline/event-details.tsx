import { useEffect, useState } from 'react';
import type { EventDetail, EventView } from '../../contract/evidence-views.ts';
import type { Failure } from '../../contract/ipc-kinds.ts';
import { silmaril } from '../bridge.ts';
import { tellDone, tellFailure } from '../stores/notices.ts';
import { takesText } from '../shell/shortcuts.ts';
import { Badge } from '../ui/badge.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { Callout } from '../ui/callout.tsx';
import type { Formats } from '../words/formats.ts';
import type { Words } from '../words/words.ts';
import { decisionTone } from './decision-tone.ts';
import { describe } from './describe.ts';
import { shortFingerprint } from './fingerprint.ts';
import { ReportDialog } from './report-dialog.tsx';
import { timelineControl } from './use-timeline.ts';

interface Props {
  readonly id: string;
  /** What the list knows already: shown while the rest is asked for. */
  readonly known: EventView | null;
  readonly onClose: () => void;
  readonly onOpen: (event: EventView) => void;
  readonly words: Words;
  readonly formats: Formats;
}

export function EventDetails({ id, known, onClose, onOpen, words, formats }: Props) {
  const { timeline, events } = words;
  const [detail, setDetail] = useState<EventDetail | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [reporting, setReporting] = useState(false);
  useEffect(() => {
    let wanted = true;
    void silmaril.evidence.event({ id }).then((answer) => {
      if (!wanted) return;
      if (answer.ok) setDetail(answer.value);
      else setFailure(answer.failure);
    });
    return () => { wanted = false; };
  }, [id]);
  const json = detail?.json ?? null;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'c' || event.metaKey || event.ctrlKey || event.altKey || takesText(event.target) || json === null) return;
      event.preventDefault();
      void copyJson(json, words);
    };
    window.addEventListener('keydown', press);
    return () => { window.removeEventListener('keydown', press); };
  }, [json, words]);

  const event = detail?.event ?? known;
  return (
    <aside className="details" aria-label={timeline.details}>
      <header className="details-head">
        {event === null ? <h2>{timeline.details}</h2> : (
          <div className="grow stack stack-tight">
            <div><Badge tone={decisionTone[event.decision]} icon={event.decision}>{events.decisions[event.decision]}</Badge></div>
            <h2 className="wrap-anywhere">{events.hooks[event.hook]}{event.tool === null ? '' : ` · ${event.tool}`}</h2>
            <p className="small softer"><time dateTime={event.at}>{formats.full(event.at)}</time></p>
          </div>
        )}
        <IconButton label={timeline.closeDetails} icon="close" onClick={onClose} />
      </header>
      <div className="details-body" tabIndex={0} role="group" aria-label={timeline.details}>
        {failure ? <Callout tone="block" live>{failure.sentence}</Callout> : null}
        {event ? <Sentences event={event} words={words} formats={formats} /> : null}
        {detail && event ? <Related detail={detail} words={words} formats={formats} onOpen={onOpen} /> : null}
        {event ? <Facts event={event} words={words} formats={formats} /> : null}
      </div>
      <footer className="details-foot">
        <Button small icon="copy" disabled={json === null} onClick={() => { if (json !== null) void copyJson(json, words); }}>{timeline.copyJson}</Button>
        {event === null || event.decision === 'allow' || event.decision === 'unavailable' ? null : <Button small tone="quiet" onClick={() => { setReporting(true); }}>{timeline.report}</Button>}
        {event === null ? null : <ReportDialog event={event} open={reporting} onClose={() => { setReporting(false); }} words={words} />}
      </footer>
    </aside>
  );
}

async function copyJson(json: string, words: Words): Promise<void> {
  const answer = await silmaril.system.copy({ text: json });
  if (answer.ok) tellDone(words.common.copied);
  else tellFailure(answer.failure);
}

function Sentences({ event, words, formats }: { readonly event: EventView; readonly words: Words; readonly formats: Formats }) {
  const { timeline } = words;
  const said = describe(event, words, formats);
  return (
    <>
      {([[timeline.seen, said.seen], [timeline.judged, said.judged], [timeline.told, said.told], [timeline.notKnown, said.notKnown]] as const).map(([title, sentences]) => (
        <section key={title} className="details-part">
          <h3>{title}</h3>
          {sentences.map((sentence) => <p key={sentence}>{sentence}</p>)}
        </section>
      ))}
    </>
  );
}

function Related({ detail, words, formats, onOpen }: { readonly detail: EventDetail; readonly words: Words; readonly formats: Formats; readonly onOpen: (event: EventView) => void }) {
  const { timeline, events } = words;
  const others = detail.related.filter((event) => event.id !== detail.event.id);
  return (
    <section className="details-part">
      <h3>{timeline.related}</h3>
      {others.length === 0 ? <p className="softer">{timeline.relatedNone}</p> : (
        <ol className="related">
          {others.map((event) => (
            <li key={event.id}>
              <button type="button" onClick={() => { onOpen(event); }}>
                <span className="softer">{formats.clock(event.at)}</span>
                <span className="grow truncate">{events.hooks[event.hook]}</span>
                <Badge tone={decisionTone[event.decision]} icon={event.decision}>{events.decisions[event.decision]}</Badge>
              </button>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

function Facts({ event, words, formats }: { readonly event: EventView; readonly words: Words; readonly formats: Formats }) {
  const { timeline, events, common } = words;
  const { factNames } = timeline;
  const { session } = event;
  const facts: readonly (readonly [string, string | null])[] = [
    [factNames.mode, common.modes[event.mode]],
    [factNames.source, event.source === null ? null : events.sources[event.source]],
    [factNames.score, event.score === null ? null : formats.score(event.score)],
    [factNames.threshold, event.threshold === null ? null : formats.score(event.threshold)],
    [factNames.truth, timeline.truths[event.truth]],
    [factNames.policy, event.policyVersion],
    [factNames.model, event.modelVersion],
    [factNames.producer, `${event.producer} ${event.producerVersion}`],
    [factNames.request, event.request === null ? null : shortFingerprint(event.request)],
    [factNames.id, event.id],
  ];
  return (
    <section className="details-part">
      <h3>{timeline.facts}</h3>
      <dl className="facts small">
        {facts.map(([name, value]) => (value === null ? null : <FactRow key={name} name={name}>{value}</FactRow>))}
        {session === null ? null : (
          <FactRow name={factNames.session}>
            {shortFingerprint(session)}{' '}
            <Button small tone="quiet" onClick={() => { const control = timelineControl(); control.setFilter({ ...control.store.getState().filter, session }); }}>{timeline.onlySession}</Button>
          </FactRow>
        )}
      </dl>
    </section>
  );
}

function FactRow({ name, children }: { readonly name: string; readonly children: React.ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}
