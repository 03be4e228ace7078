import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evidenceFilter, noFilter as contractNoFilter } from '../../contract/evidence-views.ts';
import { activeParts, facetNames, noFilter, rangeOf, toggled, without } from './filter.ts';

describe('the filter', () => {
  it('starts as the contract’s empty filter', () => {
    expect(noFilter).toEqual(contractNoFilter);
    expect(activeParts(noFilter)).toEqual([]);
  });

  it('names each active part once, and dropping all of them leaves nothing', () => {
    const full = { ...noFilter, hosts: ['vscode'], decisions: ['block'], tools: ['Bash'], from: 1, to: 2, session: 'f', text: 'x' } as const;
    expect(activeParts(full)).toEqual(['decisions', 'hosts', 'tools', 'text', 'session', 'time']);
    expect(activeParts(full).reduce(without, full as typeof noFilter)).toEqual(noFilter);
  });

  it('toggles twice into what it was, and never leaves the contract', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 20 }), { maxLength: 80 }), fc.string({ maxLength: 20 }), (tools, tool) => {
        const filter = [...new Set(tools)].filter((other) => other !== tool).reduce((made, other) => toggled(made, 'tools', other), noFilter);
        const once = toggled(filter, 'tools', tool);
        expect(once.tools).toContain(tool);
        expect(evidenceFilter.safeParse(once).success).toBe(true);
        expect(toggled(once, 'tools', tool).tools).not.toContain(tool);
      }),
      { numRuns: 100 },
    );
  });

  it('has a facet for every list of the contract', () => {
    expect([...facetNames].sort()).toEqual(Object.entries(contractNoFilter).filter(([, value]) => Array.isArray(value)).map(([name]) => name).sort());
  });

  it('calls a range by its preset only while one is in force', () => {
    expect(rangeOf(noFilter, 'day')).toBe('all');
    expect(rangeOf({ ...noFilter, from: 5 }, 'day')).toBe('day');
    expect(rangeOf({ ...noFilter, from: 5 }, null)).toBe('custom');
  });
});
