// The timeline's filter as data: what is active, what it looks like without one part, and its presets of time.
import type { EvidenceFilter } from '../../contract/evidence-views.ts';

export const noFilter: EvidenceFilter = { hosts: [], decisions: [], modes: [], risks: [], hooks: [], tools: [], rules: [], from: null, to: null, session: null, text: null };

export const facetNames = ['decisions', 'hosts', 'hooks', 'risks', 'tools', 'rules', 'modes'] as const;
export type FacetName = (typeof facetNames)[number];
/** What can be dropped on its own: each facet, the search, the session, the range of time. */
export type FilterPart = FacetName | 'text' | 'session' | 'time';

export function activeParts(filter: EvidenceFilter): readonly FilterPart[] {
  return [
    ...facetNames.filter((name) => filter[name].length > 0),
    ...(filter.text !== null ? (['text'] as const) : []),
    ...(filter.session !== null ? (['session'] as const) : []),
    ...(filter.from !== null || filter.to !== null ? (['time'] as const) : []),
  ];
}

export function without(filter: EvidenceFilter, part: FilterPart): EvidenceFilter {
  switch (part) {
    case 'text':
    case 'session':
      return { ...filter, [part]: null };
    case 'time':
      return { ...filter, from: null, to: null };
    default:
      return { ...filter, [part]: [] };
  }
}

/** Adds the value, or takes it out when it is there. At most 64 of one facet, as the contract bounds them. */
export function toggled(filter: EvidenceFilter, facet: FacetName, value: string): EvidenceFilter {
  const chosen: readonly string[] = filter[facet];
  const next = chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value].slice(-64);
  return { ...filter, [facet]: next };
}

export const presets = { hour: 3_600_000, day: 86_400_000, week: 604_800_000, month: 2_592_000_000 } as const;
export type Preset = keyof typeof presets;
/** `custom`: chosen in the histogram, or kept from an earlier run. */
export type Range = Preset | 'all' | 'custom';

export function rangeOf(filter: EvidenceFilter, preset: Preset | null): Range {
  if (filter.from === null && filter.to === null) return 'all';
  return preset ?? 'custom';
}
