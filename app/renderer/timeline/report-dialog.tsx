import { useId, useState } from 'react';
import type { EventView } from '../../contract/evidence-views.ts';
import { silmaril } from '../bridge.ts';
import { useSystem } from '../stores/domains.ts';
import { tellDone, tellFailure } from '../stores/notices.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import type { Words } from '../words/words.ts';
import { falseAlarmReport, maxRemark } from './report.ts';

/** Shows the whole report before it goes anywhere; it goes to the clipboard only, and where the person puts it. */
export function ReportDialog({ event, open, onClose, words }: { readonly event: EventView; readonly open: boolean; readonly onClose: () => void; readonly words: Words }) {
  const { timeline, common } = words;
  const version = useSystem((system) => system.version);
  const [remark, setRemark] = useState('');
  const id = useId();
  const text = falseAlarmReport(event, version, remark);
  const copy = async () => {
    const answer = await silmaril.system.copy({ text });
    if (!answer.ok) {
      tellFailure(answer.failure);
      return;
    }
    tellDone(common.copied);
    onClose();
  };
  return (
    <Dialog
      title={timeline.reportTitle}
      open={open}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button tone="primary" icon="copy" onClick={() => void copy()}>{timeline.reportCopy}</Button>
        </>
      }
    >
      <div className="stack">
        <p>{timeline.reportAbout}</p>
        <div className="field">
          <label htmlFor={id}>{timeline.reportRemark}</label>
          <textarea id={id} className="input" rows={3} maxLength={maxRemark} value={remark} onChange={(change) => { setRemark(change.target.value); }} />
        </div>
        <pre className="report-text selectable" tabIndex={0} aria-label={timeline.reportWhole}>{text}</pre>
      </div>
    </Dialog>
  );
}
