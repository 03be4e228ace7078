import { useEffect, useState } from 'react';
import { IconButton } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { useWords } from '../words/use-words.ts';
import { timelineControl, useTimeline } from './use-timeline.ts';

/** Searches after the typing has paused this long, ms. */
const pause = 180;
/** The contract's bound on the text of a filter. */
const longest = 256;

export function Search() {
  const { words } = useWords();
  const { timeline } = words;
  const control = timelineControl();
  const asked = useTimeline((state) => state.filter.text) ?? '';
  const [typed, setTyped] = useState(asked);
  // Another control may drop the search.
  useEffect(() => { setTyped((now) => (now.trim() === asked ? now : asked)); }, [asked]);
  useEffect(() => {
    const text = typed.trim();
    if (text === asked) return undefined;
    const timer = setTimeout(() => { control.setFilter({ ...control.store.getState().filter, text: text === '' ? null : text }); }, pause);
    return () => { clearTimeout(timer); };
  }, [typed, asked, control]);
  return (
    <div className="search" role="search">
      <Icon name="search" size={16} />
      <input
        id="timeline-search"
        className="input"
        type="text"
        value={typed}
        maxLength={longest}
        placeholder={timeline.search}
        aria-label={timeline.searchLabel}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => { setTyped(event.target.value); }}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          if (typed === '') document.getElementById('timeline-list')?.focus();
          setTyped('');
          event.preventDefault();
        }}
      />
      {typed === '' ? null : <IconButton label={timeline.clearSearch} icon="close" onClick={() => { setTyped(''); }} />}
    </div>
  );
}
