import { useState, type KeyboardEvent, type PointerEvent } from 'react';
import { Button } from '../ui/button.tsx';
import { useWords } from '../words/use-words.ts';
import { barsOf, placesOf, spanOf, totalOf, type Bucket } from './histogram.ts';
import { timelineControl, useTimeline } from './use-timeline.ts';

const height = 56;

/** `from` is where the choice began; `to` is where the pointer or the cursor is. */
interface Choice {
  readonly from: number;
  readonly to: number;
}

export function HistogramView() {
  const { words, formats } = useWords();
  const { timeline } = words;
  const control = timelineControl();
  const histogram = useTimeline((state) => state.histogram);
  const filter = useTimeline((state) => state.filter);
  const [cursor, setCursor] = useState<number | null>(null);
  const [choice, setChoice] = useState<Choice | null>(null);
  const [dragging, setDragging] = useState(false);
  if (histogram?.range == null) return <div className="histogram histogram-empty" aria-hidden="true" />;
  const { range } = histogram;
  const places = placesOf(histogram);
  const bars = barsOf(histogram, height);
  const zoomed = filter.from !== null || filter.to !== null;

  const say = (place: number) => {
    const span = spanOf(histogram, place, place);
    const bucket = bars.find((bar) => bar.index === place)?.bucket;
    return span === null ? '' : timeline.bucket(formats.short(span.from), formats.short(span.to), countsOf(bucket, timeline.bucketCounts));
  };
  const span = choice === null ? null : spanOf(histogram, choice.from, choice.to);
  const zoom = (chosen: Choice | null) => {
    const wanted = chosen === null ? null : spanOf(histogram, chosen.from, chosen.to);
    setChoice(null);
    if (wanted !== null) control.setFilter({ ...filter, from: Math.floor(wanted.from), to: Math.ceil(wanted.to) });
  };
  const placeAt = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    return Math.min(places - 1, Math.max(0, Math.floor(((event.clientX - box.left) / box.width) * places)));
  };
  const press = (event: KeyboardEvent) => {
    const at = cursor ?? places - 1;
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: places - 1 }[event.key];
    if (to !== undefined) {
      const place = Math.min(places - 1, Math.max(0, to));
      setCursor(place);
      setChoice(event.shiftKey ? { from: choice?.from ?? at, to: place } : null);
    } else if (event.key === 'Enter') zoom(choice ?? { from: at, to: at });
    else if (event.key === 'Escape' && choice !== null) setChoice(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const text = span !== null ? timeline.chosen(formats.short(span.from), formats.short(span.to)) : cursor !== null ? say(cursor) : '';
  return (
    <div className="histogram">
      <div
        className="histogram-plot"
        role="slider"
        tabIndex={0}
        aria-label={`${timeline.histogram}. ${timeline.histogramHelp}`}
        aria-valuemin={0}
        aria-valuemax={places - 1}
        aria-valuenow={cursor ?? places - 1}
        aria-valuetext={span !== null ? text : say(cursor ?? places - 1)}
        onKeyDown={press}
        onBlur={() => { setCursor(null); }}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          const place = placeAt(event);
          setDragging(true);
          setCursor(place);
          setChoice({ from: place, to: place });
        }}
        onPointerMove={(event) => {
          const place = placeAt(event);
          setCursor(place);
          if (dragging && choice !== null) setChoice({ from: choice.from, to: place });
        }}
        onPointerUp={() => {
          setDragging(false);
          // A mere click chooses no range: it would hide nearly everything.
          if (dragging && choice !== null && choice.from !== choice.to) zoom(choice);
          else setChoice(null);
        }}
        onPointerCancel={() => { setDragging(false); setChoice(null); }}
        onPointerLeave={() => { if (!dragging) setCursor(null); }}
      >
        <svg viewBox={`0 0 ${String(places)} ${String(height)}`} preserveAspectRatio="none" aria-hidden="true">
          {choice !== null ? <rect className="histogram-choice" x={Math.min(choice.from, choice.to)} width={Math.abs(choice.to - choice.from) + 1} y={0} height={height} /> : null}
          {cursor !== null && choice === null ? <rect className="histogram-cursor" x={cursor} width={1} y={0} height={height} /> : null}
          {bars.map((bar) => bar.parts.map((part) => <rect key={`${String(bar.index)} ${part.layer}`} className={`layer-${part.layer}`} x={bar.index + 0.12} width={0.76} y={part.y} height={part.height} />))}
        </svg>
      </div>
      <div className="histogram-foot small softer">
        <span>{formats.short(range.from)}</span>
        <span className="histogram-text truncate" aria-hidden="true">{text}</span>
        {zoomed ? <Button small tone="quiet" onClick={() => { control.setRange('all'); }}>{timeline.zoomOut}</Button> : null}
        <span>{formats.short(range.to)}</span>
      </div>
    </div>
  );
}

function countsOf(bucket: Bucket | undefined, say: (total: number, refused: number, warned: number, watched: number, lost: number) => string): string {
  return bucket === undefined ? say(0, 0, 0, 0, 0) : say(totalOf(bucket), bucket.block, bucket.warn, bucket.monitor, bucket.unavailable);
}
