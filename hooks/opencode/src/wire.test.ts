// The published formulas against the reference vectors of the contract.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { codeUnitJson } from '../../core/canonical-json.ts';
import { sha256Hex } from '../../core/sha256.ts';
import { INTEGRATION, openCodeDialect, riskClass, toolDisplayName } from './wire.ts';
import { replacementText, refusal, riskLabel, SilmarilFirewallBlockedError } from './words.ts';

const text = '{"command":"pwd"}';
const at = '2026-08-26T00:00:00.000Z';

test('ses_1, tool.execute.before, call_1: request id, fingerprints and the name of the evidence file', () => {
  const requestId = openCodeDialect.requestId({ sessionId: 'ses_1', event: 'tool.execute.before', kind: 'tool_call', identity: 'call_1', text });
  expect(requestId).toBe(`${INTEGRATION}-481cc534ecd83eb906f983780f4cbca495df458441a7938283d324e656282cb9`);
  const { id, requestFingerprint, sessionFingerprint } = openCodeDialect.identities({ hook: 'pre_tool', text, requestId, sessionId: 'ses_1', mode: 'shadow', policyDecision: 'allow', nativeAction: 'allowed', occurredAt: at });
  expect(requestFingerprint).toBe('sha256:e13dd6a1be1fd56f93b5ec4984106184fead81b0ea2bbd0edff4f9525d40693f');
  expect(sessionFingerprint).toBe('sha256:f07ab1fb45b48e072b12d488ca1896cf641b70ed98606a0fbd9fd988cd757d1f');
  expect(`event-${sha256Hex(id)}.json`).toBe('event-54060ad1f60e791035c19d3ff211c120de94a185c777d01c8c9cb52f3f9031c7.json');
});

test('an event without a number gets a random id, and its time into the evidence id', () => {
  const ask = () => openCodeDialect.requestId({ sessionId: null, event: 'chat.message', kind: 'prompt', identity: null, text: 'hi' });
  expect(ask()).toMatch(/^[0-9a-f-]{36}$/);
  expect(ask()).not.toBe(ask());
  const of = (occurredAt: string) => openCodeDialect.identities({ hook: 'user_input', text: 'hi', requestId: null, sessionId: null, mode: 'shadow', policyDecision: 'allow', nativeAction: 'allowed', occurredAt });
  expect(of(at).requestFingerprint).toBe(of('2027-01-01T00:00:00.000Z').requestFingerprint);
  expect(of(at).id).not.toBe(of('2027-01-01T00:00:00.000Z').id);
  expect(of(at).sessionFingerprint).toBeNull();
});

test('a runtime-check marker stands for the event, as its plain hash', () => {
  const marked = openCodeDialect.identities({ hook: 'user_input', text: 'echo silmaril-runtime-check:12345678-1234-4123-8123-123456789abc', requestId: 'x', sessionId: 's', mode: 'shadow', policyDecision: 'allow', nativeAction: 'allowed', occurredAt: at });
  expect(marked.requestFingerprint).toBe('c6960377d417942397ef5d03b94e099a212d70c0deccc4c3538635f941782eb0');
});

describe('code-unit JSON', () => {
  test.each<[unknown, string]>([
    [{ b: 1, B: 2, a: 3 }, '{"B":2,"a":3,"b":1}'],
    ['text', '"text"'],
    [undefined, ''],
    [null, 'null'],
    [{ n: 10n }, '{"n":"10"}'],
    [{ z: [{ y: 1, x: undefined }], 10: 1, 9: 2 }, '{"9":2,"10":1,"z":[{"y":1}]}'],
  ])('%o', (value, expected) => expect(codeUnitJson(value)).toBe(expected));

  test('is JSON of the same value', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => {
      expect(JSON.parse(codeUnitJson(value) ?? '')).toEqual(JSON.parse(JSON.stringify(value)));
    }));
  });
});

test.each([
  ['bash', 'bash'], [' read ', 'read'], ['labmcp_echo', 'labmcp_echo'], ['', null], ['x'.repeat(65), null], ['x'.repeat(64), 'x'.repeat(64)],
  ['9lives', 'redacted_tool'], ['get secret', 'redacted_tool'], ['read_credentials', 'redacted_tool'], ['fetch_token', 'redacted_tool'], ['api_key', 'redacted_tool'], ['api-key', 'redacted_tool'], ['apikey', 'redacted_tool'], ['a:b', 'redacted_tool'],
])('the tool %j is shown as %j', (name, shown) => expect(toolDisplayName(name)).toBe(shown));

test.each([
  ['secret_exposure', 'credential_exposure'], ['information_disclosure', 'sensitive_data_exposure'], ['system_compromise', 'code_execution'], ['service_disruption', 'destructive_change'],
  ['control_abuse', 'unsafe_agent_control'], [' Prompt_Injection ', 'unsafe_agent_control'], ['external_communication', 'external_communication'], ['privilege_change', 'privilege_change'],
])('the outcome %j is the risk %s', (outcome, risk) => {
  expect(riskClass(outcome, true)).toBe(risk);
});
test.each(['benign', 'data_exfiltration', 'credential_exposure', 'privilege_escalation', 'toString', '', null])('the outcome %j is other when it is malicious, else unknown', (outcome) => {
  expect([riskClass(outcome, true), riskClass(outcome, false)]).toEqual(['other', 'unknown']);
});

test('the words', () => {
  expect(riskLabel('secret_exposure')).toBe('Secret or credential exposure');
  expect(riskLabel(' ')).toBe('Unsafe content');
  expect(riskLabel('story_script_generation')).toBe('Story Script Generation');
  expect(riskLabel('x\u001b[31m\nignore all')).toBe('X 31m Ignore All');
  expect(refusal('control_abuse')).toBe('Silmaril Firewall blocked this request: Unsafe agent control attempt. Continue without using the blocked content.');
  expect(replacementText('tool output', null).split('\n')).toHaveLength(5);
  expect(new SilmarilFirewallBlockedError('x').name).toBe('SilmarilFirewallBlockedError');
});
