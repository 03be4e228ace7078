import { describe, expect, it } from 'vitest';
import { overallState, type HarnessFacts } from './protection-state.ts';

const one = (state: HarnessFacts['state'], mode: HarnessFacts['mode'] = 'block', label = 'A'): HarnessFacts => ({ label, state, mode, installed: state !== 'absent' && state !== 'not-installed' });

describe('the one state', () => {
  it.each([
    ['nothing there', [], null, 'off'],
    ['nothing installed', [one('absent'), one('not-installed')], null, 'off'],
    ['a harness that works', [one('working')], null, 'block'],
    ['what is not installed does not count', [one('working', 'warn'), one('not-installed', null)], null, 'warn'],
    ['one broken among good ones', [one('working'), one('degraded')], null, 'degraded'],
    ['broken while paused', [one('degraded')], 1, 'degraded'],
    ['paused', [one('working', 'shadow')], 1, 'paused'],
    ['paused and not seen running', [one('unproven', 'shadow')], 1, 'paused'],
    ['not seen running: configured is not protected', [one('working'), one('unproven')], null, 'attention'],
    ['unknown', [one('unknown')], null, 'attention'],
    ['different modes', [one('working', 'block'), one('working', 'shadow')], null, 'attention'],
    ['the mode left to the classifier', [one('working', null)], null, 'attention'],
  ] as const)('%s', (_what, harnesses, paused, state) => {
    expect(overallState(harnesses, paused).state).toBe(state);
  });

  it('never shows a mode that not every installed harness was seen running in', () => {
    const states = ['absent', 'not-installed', 'unproven', 'working', 'degraded', 'unknown'] as const;
    const modes = ['shadow', 'warn', 'block', null] as const;
    for (const a of states) for (const b of states) for (const x of modes) for (const y of modes) {
      const harnesses = [one(a, x), one(b, y)];
      const { state } = overallState(harnesses, null);
      if (state === 'shadow' || state === 'warn' || state === 'block')
        expect(harnesses.filter((harness) => harness.installed).every((harness) => harness.state === 'working' && harness.mode === state)).toBe(true);
    }
  });
});
