import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { describePlan, viewPlan } from './describe.ts';
import type { Plan, Step } from './plan.ts';
import { configurePlan, content, installPlan, makeHome, otherConfig, placesIn, removeHome, secretText, uninstallPlan } from './testing/sample.ts';

let home = '';
beforeEach(() => {
  home = makeHome();
});
afterEach(() => {
  removeHome(home);
});

describe('a plan before it runs', () => {
  it('reads as lines', () => {
    const at = placesIn(home);
    expect(describePlan(installPlan(home))).toEqual([
      `make folder ${at.folder} (mode 0755): the hook lives here`,
      `create ${at.launcher} (mode 0755, 20 bytes): the launcher`,
      `create ${at.config} (mode 0600, <secret>): the configuration`,
      `edit ${at.settings} -> ${at.target} (the link is kept) (42 bytes): the registration`,
      '    @@ line 3',
      '    -   "a": 1',
      '    +   "a": 1,',
      '    +   "hooks": "ours"',
      `edit ${at.extra} (mode 0644, 14 bytes): a second registration`,
      'note: Restart the tool.',
    ]);
    expect(describePlan({ ...installPlan(home), steps: [], notes: [] })).toEqual(['Nothing to change for vscode.']);
  });

  it('shows nothing of a secret: no byte, no hash, no size, no changed line', () => {
    const secretEdit: Step = { kind: 'edit', path: '/h/.env', target: '/h/.env', before: createHash('sha256').update(otherConfig).digest('hex'), content: content(secretText, true), modeIfNew: 0o600, hunks: [{ line: 1, removed: [otherConfig], added: [secretText] }], why: 'key' };
    const plans: readonly Plan[] = [installPlan(home), uninstallPlan(home), configurePlan(home), { ...installPlan(home), steps: [secretEdit] }];
    for (const plan of plans) {
      const shown = `${describePlan(plan).join('\n')}\n${JSON.stringify(viewPlan(plan))}`;
      for (const secret of [secretText, otherConfig]) {
        const hash = createHash('sha256').update(secret).digest('hex');
        for (const leak of [secret.trim(), 'sk-', hash, Buffer.from(secret).toString('base64')]) expect(shown).not.toContain(leak);
        expect(shown).not.toContain(`${String(secret.length)} bytes`);
      }
      expect(shown).toContain('<secret>');
    }
  });

  it('is JSON that says before and after of what is public', () => {
    const view = viewPlan(configurePlan(home)).steps;
    expect(view.map(({ kind, mode, before, after, size }) => ({ kind, mode, before, after, size }))).toEqual([
      { kind: 'replace', mode: '0600', before: '<secret>', after: '<secret>', size: null },
      { kind: 'chmod', mode: '0700', before: null, after: null, size: null },
    ]);
    const [, launcher] = viewPlan(installPlan(home)).steps;
    expect(launcher).toMatchObject({ size: 20, before: null, after: createHash('sha256').update('#!/bin/sh\necho "{}"\n').digest('hex') });
  });

  it('cannot repaint the terminal with what stands in a settings file', () => {
    const plan = installPlan(home);
    const hostile: Step = { kind: 'edit', path: '/h/s', target: '/h/s', before: null, content: content('x'), modeIfNew: 0o600, hunks: [{ line: 1, removed: [], added: ['\u001b[2Jnothing here\r', 'a\u202eb'] }], why: 'x\ny' };
    const lines = describePlan({ ...plan, steps: [hostile] });
    for (const line of lines) expect(line).not.toMatch(/[\u0000-\u001f\u202e]/);
    expect(lines).toContain('    + \\u001b[2Jnothing here\\u000d');
  });
});
