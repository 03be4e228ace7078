import { useEffect } from 'react';
import { dismiss, useNotices, type Notice } from '../stores/notices.ts';
import { IconButton } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { useWords } from '../words/use-words.ts';

/** Good news leaves by itself; what failed stays until it is dismissed. */
const shownFor = 6000;

export function Notices() {
  const { words } = useWords();
  const notices = useNotices((state) => state.notices);
  return (
    <div className="notices" role="region" aria-label={words.common.notices}>
      {/* Both are always there: a live region that appears together with its text is often not read. */}
      <div role="status" className="stack">{notices.filter((notice) => notice.kind === 'done').map((notice) => <Shown key={notice.id} notice={notice} label={words.common.dismiss} />)}</div>
      <div role="alert" className="stack">{notices.filter((notice) => notice.kind === 'failed').map((notice) => <Shown key={notice.id} notice={notice} label={words.common.dismiss} />)}</div>
    </div>
  );
}

function Shown({ notice, label }: { readonly notice: Notice; readonly label: string }) {
  useEffect(() => {
    if (notice.kind !== 'done') return undefined;
    const timer = setTimeout(() => { dismiss(notice.id); }, shownFor);
    return () => { clearTimeout(timer); };
  }, [notice]);
  return (
    <div className={`notice ${notice.kind === 'failed' ? 'tone-block' : 'tone-ok'}`}>
      <Icon name={notice.kind === 'failed' ? 'warning' : 'check'} />
      <p className="grow wrap-anywhere">{notice.sentence}</p>
      <IconButton label={label} icon="close" onClick={() => { dismiss(notice.id); }} />
    </div>
  );
}
