import type { Facets } from '../../contract/evidence-views.ts';
import type { Words } from '../words/words.ts';
import type { FacetName, FilterPart } from './filter.ts';

/** How a facet's values are called. Tools and rules carry their own names. */
export function facetValue(facet: FacetName, value: string, { common, events }: Words): string {
  const tables: Readonly<Record<FacetName, Readonly<Record<string, string>>>> = { decisions: events.decisions, hosts: common.hosts, hooks: events.hooks, risks: events.risks, modes: common.modes, tools: {}, rules: {} };
  return tables[facet][value] ?? value;
}

export function partName(part: FilterPart, { timeline }: Words): string {
  return part === 'text' || part === 'session' || part === 'time' ? timeline[part] : timeline.facets[part];
}

/** The choices of a facet, most frequent first; what is chosen stays listed when it matches nothing. */
export function choicesOf(facets: Facets | null, facet: FacetName, chosen: readonly string[]): readonly { readonly value: string; readonly count: number }[] {
  const counted: readonly { readonly value: string; readonly count: number }[] = facets === null ? [] : facets[facet];
  const missing = chosen.filter((value) => !counted.some((choice) => choice.value === value)).map((value) => ({ value, count: 0 }));
  return [...counted.toSorted((a, b) => b.count - a.count), ...missing];
}
