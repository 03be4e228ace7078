// What is done about malicious content, and where it can be done.
import { useState } from 'react';
import type { Mode, ModeReport } from '../../contract/harness-views.ts';
import { silmaril } from '../bridge.ts';
import { useHarnesses, useProtection } from '../stores/domains.ts';
import { ask } from '../stores/notices.ts';
import { show } from '../stores/route.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Callout } from '../ui/callout.tsx';
import { ChoiceCards } from '../ui/choices.tsx';
import { Moment } from '../ui/moment.tsx';
import { useNow } from '../ui/now.ts';
import { Empty, Page, Section, TableFrame } from '../ui/page.tsx';
import { useWords } from '../words/use-words.ts';
import { BlockConfirm } from './block-confirm.tsx';
import { ClassifierChoice } from './classifier-choice.tsx';
import { CoverageMatrix } from './coverage-matrix.tsx';
import { ModeReports } from './mode-reports.tsx';
import { RulePacks } from './rule-packs.tsx';

export function Protection() {
  const { words } = useWords();
  const { protection } = words;
  const installed = useHarnesses((state) => state.harnesses.some((harness) => harness.installed));
  return (
    <Page title={words.common.views.protection} lead={protection.lead}>
      {installed ? (
        <>
          <GlobalMode />
          <ClassifierChoice />
          <LatencyAndGaps />
        </>
      ) : (
        <Empty title={protection.noneInstalled} action={<Button tone="primary" onClick={() => { show('onboarding'); }}>{protection.setUp}</Button>}>
          <p>{protection.nothing}</p>
        </Empty>
      )}
      <CoverageMatrix />
      <RulePacks />
    </Page>
  );
}

function GlobalMode() {
  const { words, formats } = useWords();
  const { protection, common } = words;
  const { mode, mixed, pause } = useProtection();
  const now = useNow();
  const [wanted, setWanted] = useState<Mode | null>(null);
  const [confirming, setConfirming] = useState(false);
  const [reports, setReports] = useState<readonly ModeReport[]>([]);
  const set = async (next: Mode) => {
    setWanted(next);
    setReports((await ask(silmaril.protection.setMode({ mode: next }))) ?? []);
    setWanted(null);
  };
  return (
    <Section title={protection.modeTitle} about={protection.modeAbout}>
      <div className="stack">
        {pause === null ? null : (
          <Callout tone="lost" action={<Button small onClick={() => void ask(silmaril.protection.resume())}>{common.resume}</Button>}>{common.pausedUntil(formats.soon(pause.until, now))}</Callout>
        )}
        {mixed ? <Callout tone="warn">{protection.mixed}</Callout> : null}
        <ChoiceCards
          label={protection.modeLabel}
          value={wanted ?? mode}
          disabled={wanted !== null}
          choices={(['shadow', 'warn', 'block'] as const).map((value) => ({ value, title: common.modes[value], about: protection.modes[value], icon: `state-${value}` }))}
          onChange={(next) => { if (next === 'block') setConfirming(true); else void set(next); }}
        />
        <ModeReports reports={reports} />
        {reports.some((report) => report.outcome === 'set') ? <p className="small softer">{words.harnesses.restartNote}</p> : null}
      </div>
      <BlockConfirm open={confirming} onCancel={() => { setConfirming(false); }} onConfirm={() => { setConfirming(false); void set('block'); }} />
    </Section>
  );
}

function LatencyAndGaps() {
  const { words, formats } = useWords();
  const { protection } = words;
  const harnesses = useHarnesses((state) => state.harnesses).filter((harness) => harness.installed);
  return (
    <Section title={protection.latency} about={protection.latencyAbout}>
      <TableFrame label={protection.latency}>
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{protection.harness}</th>
              <th scope="col" className="number">{protection.p50}</th>
              <th scope="col" className="number">{protection.p95}</th>
              <th scope="col" className="number">{protection.samples}</th>
              <th scope="col" className="number">{protection.gaps}</th>
              <th scope="col">{protection.lastGap}</th>
            </tr>
          </thead>
          <tbody>
            {harnesses.map(({ id, label, latency, failOpen }) => (
              <tr key={id}>
                <th scope="row">{label}</th>
                {latency === null ? <td colSpan={3} className="softer number">{protection.noData}</td> : (
                  <>
                    <td className="number">{formats.ms(latency.p50)}</td>
                    <td className="number">{formats.ms(latency.p95)}</td>
                    <td className="number">{formats.number(latency.samples)}</td>
                  </>
                )}
                <td className="number">{failOpen.count === 0 ? '0' : <Badge tone="warn">{`${failOpen.atLeast ? '≥ ' : ''}${formats.number(failOpen.count)}`}</Badge>}</td>
                <td className="softer">
                  {failOpen.lastAt === null ? '–' : <Moment at={failOpen.lastAt} />}
                  {failOpen.reasons.length > 0 ? <span className="small gap-reasons">{failOpen.reasons.map(({ reason, count }) => `${reason} ${formats.number(count)}`).join(', ')}</span> : null}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableFrame>
    </Section>
  );
}
