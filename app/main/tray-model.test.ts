import { describe, expect, it } from 'vitest';
import { overallState } from './protection-state.ts';
import { menuUpdate, timeLeft, trayModel, type TrayFacts, type TrayItem } from './tray-model.ts';

const now = Date.parse('2026-03-01T12:00:00Z');
const harness = (state: 'working' | 'degraded' | 'unproven' | 'not-installed' | 'absent', mode: 'shadow' | 'block' = 'block') =>
  ({ id: 'vscode', label: 'VS Code', state, installed: state !== 'absent' && state !== 'not-installed', mode }) as const;

function facts(harnesses: TrayFacts['harnesses'], more: Partial<TrayFacts> = {}): TrayFacts {
  const pausedUntil = more.pausedUntil ?? null;
  return { overall: overallState(harnesses, pausedUntil), harnesses, lastEvent: null, lastEventFrom: '', pausedUntil, now, language: 'en', locale: 'en-GB', ...more };
}

const labels = (items: readonly TrayItem[]): string[] => items.flatMap((item) => ('label' in item ? [item.label] : []));
const find = (items: readonly TrayItem[], id: string) => items.find((item) => item.id === id);

describe('the menu', () => {
  it('says the state in words on its first line', () => {
    expect(labels(trayModel(facts([harness('working')])).items)[0]).toBe('Blocking malicious content');
    expect(labels(trayModel(facts([harness('degraded')])).items)[0]).toBe('Degraded: VS Code lets events pass unjudged');
    expect(labels(trayModel(facts([])).items)[0]).toContain('Off');
  });

  it('has one radio item checked, the mode that holds', () => {
    const { items } = trayModel(facts([harness('working')]));
    expect(items.filter((item) => item.type === 'radio' && item.checked).map((item) => item.id)).toEqual(['mode:block']);
  });

  it('shows the time left of a pause and no mode as chosen', () => {
    const { items, state } = trayModel(facts([harness('working', 'shadow')], { pausedUntil: now + 14.2 * 60_000 }));
    expect(state).toBe('paused');
    expect(find(items, 'resume')).toMatchObject({ label: 'End the pause (15 min left)' });
    expect(items.some((item) => item.type === 'radio' && item.checked)).toBe(false);
    expect(timeLeft(200, 'en')).toBe('1 min');
    expect(timeLeft(61 * 60_000, 'de')).toBe('1 Std. 1 Min.');
  });

  it('offers no pause where there is nothing to pause', () => {
    expect(find(trayModel(facts([])).items, 'pause')).toMatchObject({ enabled: false });
    expect(find(trayModel(facts([harness('working', 'shadow')])).items, 'pause')).toMatchObject({ enabled: false });
  });

  it('offers Repair only when something is broken', () => {
    expect(find(trayModel(facts([harness('degraded')])).items, 'repair')).toBeDefined();
    expect(find(trayModel(facts([harness('working')])).items, 'repair')).toBeUndefined();
  });

  it('has a line for each harness that is here', () => {
    expect(labels(trayModel(facts([harness('not-installed'), { ...harness('absent'), id: 'claude-code', label: 'Claude Code' }])).items)).toContain('VS Code: not installed');
    expect(labels(trayModel(facts([harness('absent')])).items).join()).not.toContain('VS Code');
  });

  it('names the last event and leads to it', () => {
    const { items } = trayModel(facts([harness('working')], { lastEvent: { id: 'event-1', at: '2026-03-01T11:00:00Z', hook: 'pre_tool', decision: 'block', host: 'vscode' }, lastEventFrom: 'VS Code' }));
    expect(find(items, 'last-event')).toMatchObject({ label: expect.stringMatching(/^Last: tool call, refused, VS Code, \d/) as string, action: { kind: 'show-event', id: 'event-1' } });
  });

  it('speaks German, every word of it', () => {
    const english = new Set(labels(trayModel(facts([harness('degraded')])).items));
    for (const label of labels(trayModel(facts([harness('degraded')], { language: 'de', locale: 'de-DE' })).items)) expect(english).not.toContain(label);
  });
});

describe('updating a menu', () => {
  const items = (more: Partial<TrayFacts> = {}, state: 'working' | 'degraded' = 'working', mode: 'shadow' | 'block' = 'block') => trayModel(facts([harness(state, mode)], more)).items;

  it('rewrites nothing when nothing changed', () => {
    expect(menuUpdate(items(), items())).toEqual({ kind: 'nothing' });
    // A minute later nothing in it has changed either.
    expect(menuUpdate(items(), items({ now: now + 60_000 }))).toEqual({ kind: 'nothing' });
  });

  it('changes a check mark in place', () => {
    const before = items();
    const after = before.map((item): TrayItem => (item.type === 'radio' ? { ...item, checked: item.id === 'mode:warn' } : item));
    expect(menuUpdate(before, after)).toEqual({ kind: 'patch', changes: [{ id: 'mode:warn', enabled: true, checked: true }, { id: 'mode:block', enabled: true, checked: false }] });
  });

  it('builds anew when a text, the order or the number of items changed', () => {
    expect(menuUpdate(null, items())).toEqual({ kind: 'rebuild' });
    expect(menuUpdate(items(), items({}, 'degraded'))).toEqual({ kind: 'rebuild' });
    expect(menuUpdate(items(), [...items()].reverse())).toEqual({ kind: 'rebuild' });
    const pause = find(items(), 'pause');
    if (pause?.type !== 'menu') throw new Error('no pause menu');
    expect(menuUpdate([pause], [{ ...pause, items: pause.items.slice(1) }])).toEqual({ kind: 'rebuild' });
  });
});
