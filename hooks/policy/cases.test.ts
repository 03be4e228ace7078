// Our own cases, paired both ways: each denial beside its innocent twin. And, where it is present on this
// computer, the development corpus, which is never part of the repository.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ALL_PACKS, judge, type ToolCall } from './judge.ts';
import { BLIND_PROBE } from './paths.ts';

interface Case {
  readonly id: string;
  readonly command?: string;
  readonly toolName?: string;
  readonly input?: unknown;
  readonly cwd?: string | null;
  readonly home?: string;
  readonly expect: 'deny' | 'allow' | 'ask';
  readonly rule?: string;
}

const readCases = (file: string): readonly Case[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line): Case => JSON.parse(line) as Case);

function disagreements(cases: readonly Case[]): readonly string[] {
  return cases.flatMap((row) => {
    const call: ToolCall = { harness: 'claude-code', toolName: row.toolName ?? 'Bash', input: row.input ?? { command: row.command }, cwd: row.cwd === undefined ? '/srv/proj' : row.cwd, home: row.home ?? '/home/u' };
    const verdict = judge(call, ALL_PACKS, BLIND_PROBE);
    const got = verdict.verdict === 'none' ? 'allow' : verdict.verdict;
    const wrongRule = row.rule !== undefined && got === 'deny' && verdict.ruleId !== row.rule;
    return got !== row.expect || wrongRule || verdict.bound === 'fault' ? [`${row.id}: wanted ${row.expect} ${row.rule ?? ''}, got ${got} ${verdict.ruleId ?? ''} ${verdict.bound ?? ''}: ${JSON.stringify(row.command ?? row.input)}`] : [];
  });
}

const folder = path.join(import.meta.dirname, 'cases');

describe('cases', () => {
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.jsonl'))) {
    const cases = readCases(path.join(folder, file));
    it(`${file}: ${String(cases.length)} commands`, () => {
      expect(cases.length).toBeGreaterThan(0);
      expect(disagreements(cases)).toEqual([]);
    });
  }
});

const corpora = process.env['SILMARIL_CORPORA'] ?? path.join(import.meta.dirname, '../../../shared/corpora');
const corpus = path.join(corpora, 'destructive-dev.jsonl');
const present = existsSync(corpus);

describe(present ? 'development corpus' : 'development corpus (skipped: not on this computer; set SILMARIL_CORPORA to its folder)', () => {
  it.skipIf(!present)('agrees wholly with all packs on', () => {
    const cases = readCases(corpus);
    expect(cases.length).toBeGreaterThan(100);
    expect(disagreements(cases.map((row) => ({ ...row, toolName: 'Bash' })))).toEqual([]);
  });
});
