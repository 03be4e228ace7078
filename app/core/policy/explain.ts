// One call through the engine, told in full: the same judgement as the hook's, with its reasons.
import { fileSystemProbe } from '../../../hooks/core/policy-probe.ts';
import { judgeCall } from '../../../hooks/core/policy-scripts.ts';
import type { Fact } from '../../../hooks/policy/facts.ts';
import { ALL_PACKS, type Policy, type PolicyVerdict, RULES, ruleInfo, type ToolCall } from '../../../hooks/policy/judge.ts';
import { tierOf } from '../../../hooks/policy/tiers.ts';
import { shown } from '../../../hooks/policy/values.ts';

export interface Question {
  readonly harness: ToolCall['harness'];
  readonly tool: string;
  /** A shell's command line, a file tool's path, or the tool's whole input. */
  readonly command: unknown;
  /** Absolute; folders that do not exist are taken as plain ones. */
  readonly cwd: string;
  readonly home: string;
}

/** One thing that the call would do, as plain data. */
export interface FactView {
  readonly kind: string;
  readonly [field: string]: unknown;
}

export interface Explanation {
  readonly verdict: PolicyVerdict['verdict'];
  readonly ruleId: string | null;
  readonly pack: string | null;
  /** Evidence risk class; null where nothing is objected to. */
  readonly category: string | null;
  readonly title: string | null;
  readonly personSentence: string;
  readonly modelSentence: string;
  readonly alternatives: readonly string[];
  readonly matched: readonly string[];
  readonly hits: readonly { readonly ruleId: string; readonly matched: string }[];
  readonly rulesTried: readonly string[];
  readonly facts: readonly FactView[];
  /** The bound that stopped the analysis, else null. */
  readonly bound: string | null;
  readonly allowOnce: boolean;
}

export const withAllPacks = (policy: Policy): Policy => ({ ...policy, packs: ALL_PACKS.packs });

export function explain(question: Question, policy: Policy): Explanation {
  const verdict = verdictOf(question, policy);
  const info = verdict.ruleId === null ? null : ruleInfo(verdict.ruleId);
  const known = new Set(policy.allowedCommands);
  return {
    verdict: verdict.verdict,
    ruleId: verdict.ruleId,
    pack: verdict.pack,
    category: info?.riskClass ?? null,
    title: info?.title ?? null,
    personSentence: verdict.personSentence,
    modelSentence: verdict.modelSentence,
    alternatives: info?.alternatives ?? [],
    matched: verdict.matched,
    hits: verdict.hits.map(({ ruleId, matched }) => ({ ruleId, matched: shown(matched) })),
    rulesTried: RULES.filter(({ pack }) => pack === 'lists' || policy.packs[pack]).map(({ id }) => id),
    facts: verdict.facts.map((fact) => view(fact, known)),
    bound: verdict.bound,
    allowOnce: verdict.allowOnce,
  };
}

/** What a row of `explain --jsonl` answers. */
export interface ShortAnswer {
  readonly verdict: PolicyVerdict['verdict'];
  readonly ruleId: string | null;
  readonly category: string | null;
}

export function shortAnswer(question: Question, policy: Policy): ShortAnswer {
  const { verdict, ruleId, riskClass } = verdictOf(question, policy);
  return { verdict, ruleId, category: ruleId === null ? null : riskClass };
}

function verdictOf({ harness, tool, command, cwd, home }: Question, policy: Policy): PolicyVerdict {
  return judgeCall({ harness, toolName: tool, input: toolInput(tool, command), cwd, home }, policy, fileSystemProbe);
}

/** A bare text stands for the field that the tool would have it in. */
export function toolInput(tool: string, command: unknown): unknown {
  if (typeof command !== 'string') return command;
  if (/^(?:apply_)?patch$/i.test(tool)) return { patch: command };
  if (/^(?:write|edit|multiedit|notebookedit|read|view|delete|create)|_file$|file$/i.test(tool)) {
    const whole = objectIn(command);
    return whole ?? { file_path: command };
  }
  if (/^mcp_/.test(tool)) return objectIn(command) ?? { command };
  return { command };
}

function objectIn(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

const MAX_WORDS = 256;

/** A fact with its private characters made readable and its maps made plain; streams and places in short. */
function view(fact: Fact, known: ReadonlySet<string>): FactView {
  switch (fact.kind) {
    case 'command': {
      const { tier, code, inlineCode, recognised } = tierOf(fact, known);
      return {
        kind: 'command',
        name: shown(fact.name),
        argv: fact.argv.slice(0, MAX_WORDS).map(shown),
        cwd: fact.cwd === null ? null : shown(fact.cwd),
        tier,
        roles: [code ? 'code' : null, inlineCode ? 'inline code' : null, recognised ? null : 'unrecognised', fact.remote ? 'runs elsewhere' : null].filter((role) => role !== null),
        stdin: fact.stdin.from === 'nowhere' ? null : { from: fact.stdin.from, fetched: fact.stdin.fetched, secret: fact.stdin.secret },
      };
    }
    case 'path':
      return { kind: 'path', act: fact.act, by: fact.by, path: shown(fact.place.path ?? fact.place.text), area: fact.place.area, ...(fact.to && { to: shown(fact.to.path ?? fact.to.text) }) };
    case 'statements':
      return { kind: fact.kind, by: fact.by, text: shown(fact.text).slice(0, 400) };
    case 'code':
      return { kind: fact.kind, language: fact.language, text: shown(fact.text).slice(0, 400) };
    default: {
      const { kind, ...rest } = fact;
      return { kind, ...Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, typeof value === 'string' ? shown(value) : value])) };
    }
  }
}
