import { describe as group, expect, it } from 'vitest';
import type { EventView } from '../../contract/evidence-views.ts';
import { evidenceHooks, evidenceHosts, evidenceTruths, nativeActions, policyDecisions, predictions } from '../../contract/evidence-words.ts';
import { formatsOf } from '../words/formats.ts';
import { wordsIn } from '../words/words.ts';
import { describe } from './describe.ts';

const event: EventView = {
  id: 'event-1', at: '2026-11-30T12:00:00.000Z', host: 'claudeCode', hook: 'pre_tool', mode: 'block', tool: 'Bash', risk: 'destructive_change', summary: '', prediction: 'malicious', score: 0.9712, threshold: 0.5,
  decision: 'block', nativeAction: 'block_returned', warnDelivery: null, blockUnavailable: false, truth: 'native_response_returned', source: 'classifier', rule: null, policyVersion: null, modelVersion: null,
  producer: 'p', producerVersion: '1', session: null, request: null, totalMs: 21, classifyMs: 7,
};
const en = wordsIn('en');
const of = (change: Partial<EventView>) => describe({ ...event, ...change }, en, formatsOf('en'));
const all = (change: Partial<EventView>) => Object.values(of(change)).flat().join(' ');

group('an event in sentences', () => {
  it('says what was seen, judged, told, and not known', () => {
    expect(of({})).toEqual({
      seen: ['Claude Code was about to run the tool Bash.', 'What it could have led to: Destructive change.'],
      judged: ['The classifier called it malicious: 0.97, from 0.50 on counts as malicious.', 'In block mode the hook refuses this.', 'It took the hook 21 ms, of which 7 ms were the classifier’s.'],
      told: ['The hook returned a refusal to the harness.'],
      notKnown: ['The hook handed its answer to the harness; that the harness followed it was not seen.', en.events.notObserved, en.events.noContent],
    });
  });

  it('gives every value of every vocabulary a sentence, in both languages', () => {
    for (const language of ['en', 'de'] as const)
      for (const host of evidenceHosts)
        for (const hook of evidenceHooks)
          for (const [index, decision] of policyDecisions.entries()) {
            const change = { host, hook, decision, prediction: predictions[index % predictions.length] ?? 'unknown', nativeAction: nativeActions[index % nativeActions.length] ?? 'none', truth: evidenceTruths[index % 2] ?? 'plugin_reported' };
            const said = describe({ ...event, ...change }, wordsIn(language), formatsOf(language));
            for (const part of Object.values(said)) {
              expect(part.length).toBeGreaterThan(0);
              for (const sentence of part) expect(sentence).toMatch(/^\S.*[.]$/);
            }
          }
  });

  it('always says that the outcome was not observed, and on what the rest is based', () => {
    for (const truth of evidenceTruths) expect(all({ truth })).toContain(en.events.notObserved);
    expect(of({ truth: 'plugin_reported' }).notKnown).toContain(en.events.reported);
    expect(of({ truth: 'plugin_reported' }).notKnown).not.toContain(en.events.returned);
  });

  it('says of a result that its tool had already run', () => {
    expect(of({ hook: 'post_tool', nativeAction: 'content_replaced' }).notKnown).toContain(en.events.toolHadRun);
    expect(of({ hook: 'pre_tool' }).notKnown).not.toContain(en.events.toolHadRun);
  });

  it('does not let the classifier speak for a local rule', () => {
    const { judged } = of({ source: 'local_policy', prediction: 'unavailable', score: null, threshold: null, classifyMs: null, rule: 'git-history' });
    expect(judged).toEqual([en.events.judged.ruleObjected, 'The rule is git-history.', 'In block mode the hook refuses this.', 'It took the hook 21 ms.']);
    expect(of({ source: 'local_policy', prediction: 'unavailable', decision: 'allow', nativeAction: 'allowed' }).judged[0]).toBe(en.events.judged.ruleLetPass);
  });

  it('names the checker of the person’s own that objected', () => {
    const own = { source: 'provider', prediction: 'unavailable', score: null, threshold: null, classifyMs: null, rule: 'provider:house-rules' } as const;
    expect(of(own).judged).toEqual(['Your checker house-rules objects to it.', 'In block mode the hook refuses this.', 'It took the hook 21 ms.']);
    expect(of({ ...own, decision: 'warn' }).judged).toContain(en.events.askedInBlock);
    expect(of({ ...own, decision: 'allow', nativeAction: 'allowed' }).judged[0]).toBe(en.events.judged.checkerLetPass);
  });

  it('says why block mode only warned', () => {
    expect(of({ decision: 'warn' }).judged).toContain(en.events.warnedInBlock);
    expect(of({ decision: 'warn', source: 'local_policy' }).judged).toContain(en.events.askedInBlock);
    expect(of({ decision: 'warn', mode: 'warn' }).judged).toContain(en.events.decided.warn);
  });

  it('says when the harness takes no warning or no refusal', () => {
    expect(of({ warnDelivery: 'unsupported' }).told).toContain(en.events.warnUnsupported);
    expect(of({ warnDelivery: 'delivered' }).told).not.toContain(en.events.warnUnsupported);
    expect(of({ blockUnavailable: true }).told).toContain(en.events.blockUnavailable);
  });

  it('says that nobody judged what nobody judged', () => {
    expect(of({ prediction: 'unavailable', decision: 'unavailable', source: null, nativeAction: 'unavailable' }).judged).toContain(en.events.judged.unavailable);
  });
});
