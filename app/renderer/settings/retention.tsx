import { useId, useState } from 'react';
import { silmaril } from '../bridge.ts';
import { useEvidenceStatus, useSettings } from '../stores/domains.ts';
import { ask, tellDone } from '../stores/notices.ts';
import { timelineControl } from '../timeline/use-timeline.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Section, SettingRow } from '../ui/page.tsx';
import { useWords } from '../words/use-words.ts';
import { boundedWhole, retentionBounds } from './bounded-whole.ts';
import { change } from './change.ts';

export function Retention() {
  const { words, formats } = useWords();
  const { settings: texts, common } = words;
  const retention = useSettings((view) => view.settings.retention);
  const status = useEvidenceStatus();
  const [clearing, setClearing] = useState(false);
  const clear = async () => {
    setClearing(false);
    const done = await ask(silmaril.evidence.clear());
    if (done === null) return;
    tellDone(texts.cleared(done.deleted));
    void timelineControl().reload();
  };
  return (
    <Section title={texts.retention} about={texts.retentionAbout}>
      <div className="panel">
        <NumberRow key={`days ${String(retention.days)}`} title={texts.days} value={retention.days} bounds={retentionBounds.days} onSave={(days) => change({ retention: { ...retention, days } })} />
        <NumberRow key={`megabytes ${String(retention.megabytes)}`} title={texts.megabytes} value={retention.megabytes} bounds={retentionBounds.megabytes} onSave={(megabytes) => change({ retention: { ...retention, megabytes } })} />
        <SettingRow title={texts.stored(status.total, formats.bytes(status.bytes))} about={status.evicted.count > 0 ? texts.evicted(status.evicted.count) : undefined}>
          <Button tone="danger" icon="trash" disabled={status.total === 0} onClick={() => { setClearing(true); }}>{texts.clear}</Button>
        </SettingRow>
      </div>
      <Dialog
        title={texts.clearTitle}
        open={clearing}
        onClose={() => { setClearing(false); }}
        footer={
          <>
            <Button onClick={() => { setClearing(false); }}>{common.cancel}</Button>
            <Button tone="danger" onClick={() => void clear()}>{texts.clear}</Button>
          </>
        }
      >
        <p>{texts.clearAbout(status.total)}</p>
      </Dialog>
    </Section>
  );
}

interface NumberProps {
  readonly title: string;
  readonly value: number;
  readonly bounds: { readonly min: number; readonly max: number };
  readonly onSave: (value: number) => Promise<boolean>;
}

function NumberRow({ title, value, bounds, onSave }: NumberProps) {
  const { words, formats } = useWords();
  const { settings: texts } = words;
  const [text, setText] = useState(String(value));
  const id = useId();
  const parsed = boundedWhole(text, bounds);
  const save = async () => {
    if (parsed !== null && parsed !== value && (await onSave(parsed))) tellDone(texts.saved);
  };
  return (
    <SettingRow title={title} about={<span id={id} className={parsed === null ? 'field-error' : ''}>{texts.retentionBad(formats.number(bounds.min), formats.number(bounds.max))}</span>}>
      <input className="input input-number" inputMode="numeric" aria-label={title} aria-describedby={id} aria-invalid={parsed === null || undefined} value={text} onChange={(event) => { setText(event.target.value); }} onKeyDown={(event) => { if (event.key === 'Enter') void save(); }} />
      <Button disabled={parsed === null || parsed === value} onClick={() => void save()}>{texts.save}</Button>
    </SettingRow>
  );
}
