import { useStore } from 'zustand';
import { silmaril } from '../bridge.ts';
import { useSettings } from '../stores/domains.ts';
import { createTimeline, type Timeline, type TimelineControl } from './timeline-store.ts';

let made: TimelineControl | null = null;

/** The window's one timeline, made when it is first shown: the stored filter is known by then. */
export function timelineControl(): TimelineControl {
  made ??= createTimeline({ evidence: silmaril.evidence, remember: (timeline) => void silmaril.settings.change({ timeline }) }, useSettings.getState().settings.timeline);
  return made;
}

export function useTimeline<T>(selector: (timeline: Timeline) => T): T {
  return useStore(timelineControl().store, selector);
}
