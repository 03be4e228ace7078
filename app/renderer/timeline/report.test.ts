import { expect, it } from 'vitest';
import type { EventView } from '../../contract/evidence-views.ts';
import { falseAlarmReport, maxRemark } from './report.ts';

const event: EventView = {
  id: 'event-1', at: '2026-11-30T12:34:56.000Z', host: 'claudeCode', hook: 'pre_tool', mode: 'block', tool: 'Bash', risk: 'destructive_change', summary: 'what', prediction: 'malicious', score: 0.97, threshold: 0.5,
  decision: 'block', nativeAction: 'block_returned', warnDelivery: null, blockUnavailable: false, truth: 'native_response_returned', source: 'classifier', rule: null, policyVersion: null, modelVersion: 'm1',
  producer: 'p', producerVersion: '1', session: 'sha256:session', request: 'sha256:request', totalMs: 21, classifyMs: 7,
};

it('holds what the judgement was, and nothing that leads back to this computer', () => {
  const text = falseAlarmReport(event, '0.1.0', '  It was a test fixture.  ');
  expect(JSON.parse(text)).toEqual({
    report: 'silmaril-false-alarm', silmaril: '0.1.0', day: '2026-11-30', remark: 'It was a test fixture.',
    event: { host: 'claudeCode', hook: 'pre_tool', tool: 'Bash', mode: 'block', risk: 'destructive_change', decision: 'block', source: 'classifier', prediction: 'malicious', score: 0.97, threshold: 0.5, modelVersion: 'm1', producer: 'p', producerVersion: '1' },
  });
  for (const never of ['event-1', 'sha256:', '12:34']) expect(text).not.toContain(never);
});

it('needs no remark, and cuts one that has no end', () => {
  expect(falseAlarmReport(event, '0.1.0', '   ')).not.toContain('remark');
  expect((JSON.parse(falseAlarmReport(event, '0.1.0', 'x'.repeat(5_000))) as { remark: string }).remark).toHaveLength(maxRemark);
});
