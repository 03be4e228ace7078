// Each rule's own example is denied by it, and each alternative that it offers passes with every pack on:
// advice that the next call refuses would only teach the agent to look for a way round.
import { describe, expect, it } from 'vitest';
import { ALL_PACKS, DEFAULT_POLICY, judge, RULES, type ToolCall } from './judge.ts';
import { BLIND_PROBE } from './paths.ts';
import { PACKS } from './table.ts';

const bash = (command: string): ToolCall => ({ harness: 'claude-code', toolName: 'Bash', input: { command }, cwd: '/srv/proj', home: '/home/u' });

describe('the table of rules', () => {
  it('names each rule once, with whole sentences', () => {
    expect(new Set(RULES.map((rule) => rule.id)).size).toBe(RULES.length);
    for (const rule of RULES) {
      expect(rule.person, rule.id).toMatch(/^[A-Z].*\.$/);
      expect(rule.model, rule.id).toMatch(/^[A-Z].*[.]$/);
      expect(rule.model.length, rule.id).toBeLessThanOrEqual(500);
    }
  });

  for (const rule of RULES) {
    if (rule.pack !== 'lists' && rule.id !== 'too-large')
      it(`${rule.id}: its example is denied by it`, () => {
        const verdict = judge(bash(rule.example), ALL_PACKS, BLIND_PROBE);
        expect([verdict.verdict, verdict.ruleId]).toEqual(['deny', rule.id]);
        expect(verdict.matched.length).toBeGreaterThan(0);
        expect(verdict.riskClass).toBe(rule.riskClass);
      });
    for (const alternative of rule.alternatives)
      it(`${rule.id}: "${alternative}" passes`, () => {
        expect(judge(bash(alternative), ALL_PACKS, BLIND_PROBE)).toMatchObject({ verdict: 'none' });
      });
  }

  it('has five packs on by default and two off', () => {
    expect(PACKS.filter((pack) => pack.onByDefault).map((pack) => pack.id)).toEqual(['base', 'git-history', 'secret-read', 'self-protection', 'exfiltration']);
    expect(judge(bash('terraform destroy'), DEFAULT_POLICY, BLIND_PROBE).verdict).toBe('none');
    expect(judge(bash('dropdb app'), DEFAULT_POLICY, BLIND_PROBE).verdict).toBe('none');
  });

  for (const pack of PACKS)
    it(`${pack.id}: switched off, its own example passes or is denied by another pack`, () => {
      const policy = { ...ALL_PACKS, packs: { ...ALL_PACKS.packs, [pack.id]: false } };
      for (const rule of RULES.filter((each) => each.pack === pack.id && each.id !== 'too-large')) {
        const verdict = judge(bash(rule.example), policy, BLIND_PROBE);
        expect(verdict.pack, rule.example).not.toBe(pack.id);
      }
    });
});
