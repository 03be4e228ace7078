// The local rules, pack by pack, each with its switch. Switching off what protects by default is asked about first.
import { useState } from 'react';
import type { PackId } from '../../contract/protection-views.ts';
import { silmaril } from '../bridge.ts';
import { useProtection } from '../stores/domains.ts';
import { ask } from '../stores/notices.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Callout } from '../ui/callout.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Section } from '../ui/page.tsx';
import { Path } from '../ui/path.tsx';
import { Switch } from '../ui/switch.tsx';
import { useWords } from '../words/use-words.ts';

export function RulePacks() {
  const { words, formats } = useWords();
  const { protection, common } = words;
  const rules = useProtection((state) => state.rulePacks);
  const [busy, setBusy] = useState<PackId | null>(null);
  const [confirming, setConfirming] = useState<PackId | null>(null);
  const set = async (pack: PackId, enabled: boolean) => {
    setBusy(pack);
    await ask(silmaril.protection.setRulePack({ pack, enabled }));
    setBusy(null);
  };
  if (rules.state === 'unavailable') return <Section title={protection.rules} about={protection.rulesAbout}><Callout tone="lost">{rules.sentence}</Callout></Section>;
  return (
    <Section title={protection.rules} about={protection.rulesAbout}>
      <div className="stack">
        <p className="soft">{rules.setting === null ? protection.rulesNone : protection.rulesSettings[rules.setting]}</p>
        {rules.problem === null ? null : <Callout tone="warn">{rules.problem}</Callout>}
        <ul className="panel packs">
          {rules.packs.map(({ id, rules: count, enabled, onByDefault }) => {
            const { title, about } = protection.packs[id];
            return (
              <li key={id}>
                <div className="grow">
                  <h3>{title}</h3>
                  <p className="small soft">{about}</p>
                </div>
                <span className="small softer">{protection.ruleCount(count)}</span>
                <Switch label={title} on={enabled} disabled={rules.problem !== null || busy === id} onChange={(on) => { if (!on && onByDefault) setConfirming(id); else void set(id, on); }} />
              </li>
            );
          })}
        </ul>
        <p className="small softer">{protection.rulesFile} <Path path={rules.file} /></p>
        <h3>{protection.checkers}</h3>
        <p className="soft">{protection.checkersAbout}</p>
        {rules.checkers.length === 0 ? null : (
          <ul className="panel packs">
            {rules.checkers.map(({ id, program, files, timeoutMs, mayAllow }) => (
              <li key={id}>
                <div className="grow">
                  <h4>{id}</h4>
                  <p className="small soft"><Path path={program} /></p>
                </div>
                <span className="small softer">{protection.checkerTime(formats.ms(timeoutMs))}</span>
                {mayAllow ? <Badge tone="warn">{protection.checkerMayAllow}</Badge> : null}
                <Badge tone={files === 'pinned' ? 'ok' : 'lost'}>{protection.checkerFiles[files]}</Badge>
              </li>
            ))}
          </ul>
        )}
        <p className="small softer">{protection.checkersHow} <code className="selectable">silmaril providers --help</code></p>
      </div>
      <Dialog
        title={confirming === null ? '' : protection.packOff(protection.packs[confirming].title)}
        open={confirming !== null}
        onClose={() => { setConfirming(null); }}
        footer={
          <>
            <Button onClick={() => { setConfirming(null); }}>{common.cancel}</Button>
            <Button tone="danger" onClick={() => { if (confirming !== null) void set(confirming, false); setConfirming(null); }}>{protection.packOffDo}</Button>
          </>
        }
      >
        <p>{protection.packOffAbout}</p>
      </Dialog>
    </Section>
  );
}
