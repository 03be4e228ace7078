import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { decide, type Decision, type Finding } from './decision.ts';
import { parseConfig } from './config.ts';
import { evidenceRecord, type Observed } from './evidence.ts';
import { countFailure } from './failures.ts';
import type { HarnessProfile } from './profile.ts';
import { sha256Hex } from './sha256.ts';
import { spoolFolder, writeEvidence } from './spool.ts';
import { temporaryHome, type TemporaryHome } from './testing/temporary-home.ts';

let home: TemporaryHome;
beforeEach(() => void (home = temporaryHome()));
afterEach(() => home.remove());

const mode = (file: string): number => fs.statSync(file).mode & 0o7777;

const profile: HarnessProfile = {
  harness: 'vscode', evidenceHost: 'vscode', integration: 'silmaril-vscode-firewall', producer: 'VSCodeFirewallPlugin', version: '0.2.4', configFile: '', hookTimeoutMs: 12_000, readsEnvironment: false,
  judged: {}, silent: [], observesWorkspaces: false, eventMetadataKey: 'e', sendsCwd: false, resultText: String, identityFields: [], answer: () => ({ output: {}, nativeAction: 'allowed' }),
};

function decision(configured: 'shadow' | 'warn' | 'block', candidate: boolean): Decision {
  const parsed = parseConfig({ schemaVersion: 1, mode: configured });
  const finding: Finding = { source: 'classifier', prediction: candidate ? 'MALICIOUS' : 'BENIGN', candidate, responseMode: null, ceiling: 'block' };
  if (parsed.state !== 'valid') throw new Error(parsed.state);
  return decide(finding, parsed.settings);
}

const now = new Date('2026-08-26T00:00:00.000Z');
const seen: Observed = {
  kind: 'tool_call', text: '{"command":"pwd"}', requestId: 'silmaril-vscode-firewall-683fdf15d7b938763d778e511642e01191718cef584128e0f68f7a6c7203b8f7', sessionId: 'session-1', toolName: 'runTerminalCommand',
  decision: decision('block', true), nativeAction: 'block_returned', riskClass: 'code_execution', source: 'classifier', prediction: 'MALICIOUS', score: 0.97, threshold: 0.5, modelVersion: null, ruleId: null,
  totalMs: 31, classifyMs: 7,
};
const record = (extra: Partial<Observed> = {}) => evidenceRecord(profile, { ...seen, ...extra }, now) as unknown as Record<string, unknown>;

describe('the record', () => {
  test('has the contract’s fields, in its order, and ours after them', () => {
    expect(JSON.stringify(record()).replace(/event-[0-9a-f]{64}/, 'event-ID')).toBe(
      JSON.stringify({
        schemaVersion: 1, id: 'event-ID', occurredAt: '2026-08-26T00:00:00.000Z', host: 'vscode', hook: 'pre_tool', mode: 'block',
        requestFingerprint: 'b60d7273ec605359370d72f9747aec9aa3fcd4728fcb0f8b1d812867972a1bbb', sessionFingerprint: '84097828fc31a8c8d29210df48901a85de7fd013f686b17be77d1be29cb7a98b',
        toolDisplayName: 'runTerminalCommand', riskClass: 'code_execution', attemptedConsequence: { category: 'code_execution', summary: 'Code or commands could have been executed on this computer.' },
        prediction: 'malicious', modelScore: 0.97, modelThreshold: 0.5, policyDecision: 'block', nativeAction: 'block_returned', outcome: 'not_observed',
        evidenceTruth: 'native_response_returned', evidenceCompleteness: 'partial',
        provenance: { schemaVersion: 1, producer: 'VSCodeFirewallPlugin', producerVersion: '0.2.4', pluginVersion: '0.2.4', observedAt: '2026-08-26T00:00:00.000Z' },
        decisionSource: 'classifier', timing: { totalMs: 31, classifyMs: 7 },
      }),
    );
  });

  test('leaves out what is not known', () => {
    const plain = record({ sessionId: null, toolName: null, score: Number.NaN, threshold: null, classifyMs: null });
    for (const name of ['sessionFingerprint', 'toolDisplayName', 'modelScore', 'modelThreshold', 'warnDelivery', 'ruleId']) expect(plain).not.toHaveProperty(name);
    expect(plain['timing']).toEqual({ totalMs: 31 });
  });

  test.each([[-0.01], [1.01], [Number.POSITIVE_INFINITY]])('score %d is left out', (score) => {
    expect(record({ score })).not.toHaveProperty('modelScore');
  });

  test.each([
    ['shadow', true, 'monitor', 'allowed', 'plugin_reported', undefined],
    ['warn', true, 'warn', 'warning_context_returned', 'plugin_reported', 'delivered'],
    ['block', true, 'block', 'content_replaced', 'native_response_returned', undefined],
    ['warn', false, 'allow', 'allowed', 'plugin_reported', undefined],
  ] as const)('%s, candidate %s: %s, %s, %s', (configured, candidate, policyDecision, nativeAction, evidenceTruth, warnDelivery) => {
    const made = record({ decision: decision(configured, candidate), nativeAction });
    expect(made).toMatchObject({ mode: configured, policyDecision, nativeAction, evidenceTruth, outcome: 'not_observed', evidenceCompleteness: 'partial' });
    expect(made['warnDelivery']).toBe(warnDelivery);
    expect(made).not.toHaveProperty('blockUnavailable');
  });

  test('a local decision has no prediction and no score, and names its rule', () => {
    expect(record({ source: 'local_policy', prediction: null, score: null, threshold: null, classifyMs: null, ruleId: 'base.rm' })).toMatchObject({ prediction: 'unavailable', decisionSource: 'local_policy', ruleId: 'base.rm' });
  });

  test('names and versions are bounded', () => {
    const made = record({ toolName: 't'.repeat(5000), ruleId: 'r'.repeat(5000), modelVersion: 'm'.repeat(5000) });
    expect(JSON.stringify(made).length).toBeLessThan(2000);
  });
});

describe('the spool', () => {
  const at = (): string => home.at('Library/Application Support/Silmaril/Evidence/incoming');

  test('is where the environment says, else below the home', () => {
    expect(spoolFolder('/h', {})).toBe('/h/Library/Application Support/Silmaril/Evidence/incoming');
    expect(spoolFolder('/h', { SILMARIL_EVIDENCE_ROOT: ' /e ' })).toBe('/e/incoming');
    expect(spoolFolder('/h', { SILMARIL_EVIDENCE_ROOT: '/e', SILMARIL_LOCAL_EVENT_DIR: ' /d ' })).toBe('/d');
    expect(spoolFolder('/h', { SILMARIL_EVIDENCE_ROOT: ' ', SILMARIL_LOCAL_EVENT_DIR: '' })).toBe('/h/Library/Application Support/Silmaril/Evidence/incoming');
  });

  test('takes one 0600 file per event into 0700 folders, one line each, and leaves no temporary file', () => {
    const event = { id: 'event-x' };
    expect(writeEvidence(at(), event)).toBe(true);
    const name = `event-${sha256Hex('event-x')}.json`;
    expect(fs.readdirSync(at())).toEqual([name]);
    expect(fs.readFileSync(path.join(at(), name), 'utf8')).toBe('{"id":"event-x"}\n');
    expect(mode(path.join(at(), name))).toBe(0o600);
    for (let folder = at(); folder !== home.home; folder = path.dirname(folder)) expect(mode(folder)).toBe(0o700);
  });

  test('is set to 0700 when it was wider', () => {
    fs.mkdirSync(at(), { recursive: true, mode: 0o755 });
    fs.chmodSync(at(), 0o755);
    expect(writeEvidence(at(), { id: 'x' })).toBe(true);
    expect(mode(at())).toBe(0o700);
  });

  test('is refused as a symlink, or a file', () => {
    fs.mkdirSync(home.at('elsewhere'));
    fs.mkdirSync(path.dirname(at()), { recursive: true });
    fs.symlinkSync(home.at('elsewhere'), at());
    expect(writeEvidence(at(), { id: 'x' })).toBe(false);
    expect(fs.readdirSync(home.at('elsewhere'))).toEqual([]);
    fs.rmSync(at());
    fs.writeFileSync(at(), '');
    expect(writeEvidence(at(), { id: 'x' })).toBe(false);
  });

  test('a symlink in the place of the event is replaced, not followed', () => {
    writeEvidence(at(), { id: 'x' });
    const file = path.join(at(), `event-${sha256Hex('x')}.json`);
    const victim = home.put('victim', 'mine');
    fs.rmSync(file);
    fs.symlinkSync(victim, file);
    expect(writeEvidence(at(), { id: 'x' })).toBe(true);
    expect(fs.lstatSync(file).isFile()).toBe(true);
    expect(fs.readFileSync(victim, 'utf8')).toBe('mine');
  });

  test('takes 16 KiB and not a byte more', () => {
    const overhead = JSON.stringify({ id: 'x', pad: '' }).length + 1;
    expect(writeEvidence(at(), { id: 'x', pad: 'p'.repeat(16_384 - overhead) } as { id: string })).toBe(true);
    expect(writeEvidence(at(), { id: 'y', pad: 'p'.repeat(16_385 - overhead) } as { id: string })).toBe(false);
    expect(fs.readdirSync(at())).toHaveLength(1);
  });
});

describe('failure counters', () => {
  const log = (): string => home.at('Library/Application Support/Silmaril/Health/vscode.log');

  test('are lines in a 0600 file of a 0700 folder', () => {
    countFailure(home.home, 'vscode', 'PreToolUse', 'config-json');
    countFailure(home.home, 'vscode', 'unknown', 'input-json');
    expect(fs.readFileSync(log(), 'utf8')).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z vscode PreToolUse config-json\n\S+ vscode unknown input-json\n$/);
    expect(mode(log())).toBe(0o600);
    expect(mode(path.dirname(log()))).toBe(0o700);
  });

  test('have at most 200 bytes a line, one line each', () => {
    countFailure(home.home, 'vscode', 'PreToolUse', `x\ny${'z'.repeat(500)}é`);
    const text = fs.readFileSync(log());
    expect(text.length).toBe(200);
    expect(text.filter((byte) => byte === 10)).toHaveLength(1);
  });

  test('never pass 64 KiB, and keep the newest', () => {
    for (let i = 0; i < 1500; i++) countFailure(home.home, 'vscode', 'PreToolUse', `reason-${String(i)}-${'x'.repeat(80)}`);
    const text = fs.readFileSync(log(), 'utf8');
    expect(text.length).toBeLessThanOrEqual(65_536);
    expect(text.length).toBeGreaterThan(30_000);
    expect(text).toContain('reason-1499-');
    for (const line of text.trimEnd().split('\n')) expect(line).toMatch(/^\S+Z vscode PreToolUse reason-\d+-x{80}$/);
    expect(fs.readdirSync(path.dirname(log()))).toEqual(['vscode.log']);
    expect(mode(log())).toBe(0o600);
  });

  test('never go through a symlink', () => {
    const victim = home.put('victim', '');
    countFailure(home.home, 'vscode', 'PreToolUse', 'a');
    fs.rmSync(log());
    fs.symlinkSync(victim, log());
    countFailure(home.home, 'vscode', 'PreToolUse', 'b');
    expect(fs.readFileSync(victim, 'utf8')).toBe('');
    fs.rmSync(path.dirname(log()), { recursive: true });
    fs.mkdirSync(home.at('elsewhere'));
    fs.symlinkSync(home.at('elsewhere'), path.dirname(log()));
    countFailure(home.home, 'vscode', 'PreToolUse', 'c');
    expect(fs.readdirSync(home.at('elsewhere'))).toEqual([]);
  });

  test('that cannot be written are dropped silently', () => {
    home.put('Library', 'a file');
    expect(() => countFailure(home.home, 'vscode', 'PreToolUse', 'a')).not.toThrow();
  });
});
