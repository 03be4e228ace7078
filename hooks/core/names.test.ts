import { describe, expect, test } from 'vitest';
import { redactor } from './redact.ts';
import { CONSEQUENCES, riskClassOf } from './risk-class.ts';
import { mcpTool, toolDisplayName } from './tool-name.ts';

describe('MCP tool names', () => {
  test.each([
    ['mcp__github__create_issue', { server: 'github', tool: 'create_issue' }],
    ['mcp__a__b__c', { server: 'a', tool: 'b__c' }],
    ['mcp____x', null], ['mcp__a__', null], ['mcp__a', null], ['Bash', null], ['xmcp__a__b', null], ['mcp__a__b\nc', null],
  ])('%j', (name, expected) => {
    expect(mcpTool(name)).toEqual(expected);
  });
});

describe('tool display names', () => {
  test.each([
    ['runTerminalCommand', 'runTerminalCommand'], [' Bash ', 'Bash'], ['a b/c:d.e-f_g', 'a_b/c:d.e-f_g'], ['日本', '__'], ['', null], ['  ', null], [null, null],
    ['token=abc', null], ['API_KEY: x', null], ['apikey =1', null], ['api-key:1', null], ['my secret : 1', null], ['Password=', null], ['token_reader', 'token_reader'],
    ['x'.repeat(200), 'x'.repeat(128)],
  ])('%j is %j', (name, expected) => {
    expect(toolDisplayName(name)).toBe(expected);
  });
});

describe('risk classes', () => {
  test.each([
    ['secret_exposure', 'credential_exposure'], ['information_disclosure', 'sensitive_data_exposure'], ['data_exfiltration', 'sensitive_data_exposure'],
    ['system_compromise', 'code_execution'], ['service_disruption', 'destructive_change'], ['destructive_action', 'destructive_change'],
    ['control_abuse', 'unsafe_agent_control'], ['prompt_injection', 'unsafe_agent_control'], ['privilege_escalation', 'privilege_change'],
    ['credential_exposure', 'credential_exposure'], ['external_communication', 'external_communication'], [' Control_Abuse ', 'unsafe_agent_control'],
    ['benign', 'other'], ['story_script_generation', 'other'], ['constructor', 'other'], ['unknown', 'other'], ['', 'unknown'], ['  ', 'unknown'], [null, 'unknown'],
  ])('outcome %j is %s', (outcome, expected) => {
    expect(riskClassOf(outcome)).toBe(expected);
  });

  test('each has a sentence of at most 280 characters', () => {
    for (const sentence of Object.values(CONSEQUENCES)) expect(sentence.length).toBeLessThanOrEqual(280);
  });
});

describe('the redactor', () => {
  test('hides a value in every spelling in which it could be printed', () => {
    const redact = redactor(['k"e/y=1']);
    expect(redact('a k"e/y=1 b k"e/y=1')).toBe('a <redacted> b <redacted>');
    expect(redact(JSON.stringify({ key: 'k"e/y=1' }))).toBe('{"key":"<redacted>"}');
    expect(redact(encodeURIComponent('k"e/y=1'))).toBe('<redacted>');
  });
  test('hides the longer of two values that overlap, and does not fail on odd ones', () => {
    expect(redactor(['secret', 'secret-longer'])('secret-longer secret')).toBe('<redacted> <redacted>');
    expect(redactor(['', 'a', '\uD800xyz'])('a \uD800xyz')).toBe('a <redacted>');
  });
});
