// The engine's face: one tool call in, one verdict out. Pure: the probe is the only thing that looks at files,
// there is no clock, and nothing is thrown.
import type { Fact } from './facts.ts';
import { BoundReached, type Bound, MAX_COMMAND_CHARS } from './limits.ts';
import { deniedByList, questionFor } from './lists.ts';
import { createLocator, type PathProbe } from './paths.ts';
import { ALL_PACKS, type Approval, DEFAULT_POLICY, inProject, type Policy, parsePolicy, parseWorkspacePolicy, tightened } from './policy.ts';
import { baseRule } from './rules/base.ts';
import { databaseRule } from './rules/database.ts';
import { exfiltrationRule } from './rules/exfiltration.ts';
import { gitHistoryRule } from './rules/git-history.ts';
import type { Hit, Rule, RuleContext } from './rules/hit.ts';
import { infraRule } from './rules/infra.ts';
import { secretReadRule } from './rules/secret-read.ts';
import { disablesHooks, selfProtectionRule, switchesHooksOff } from './rules/self-protection.ts';
import { quoted } from './commands/wrappers.ts';
import { runPowerShell } from './commands/powershell.ts';
import type { Call } from './shell/call.ts';
import { CLEAN, firstWorld } from './shell/world.ts';
import { Walk } from './shell/walk.ts';
import { type PackId, PACKS, rankOf, type RiskClass, RULES, type RuleId, ruleInfo } from './table.ts';
import { actionOf, isMcp, type ToolAction } from './tools.ts';
import { NO_STREAM } from './facts.ts';
import { STAR, withoutSentinels } from './values.ts';

export type { PathProbe } from './paths.ts';
export type { Policy } from './policy.ts';
export type { PackId, RiskClass, RuleId } from './table.ts';
export { ALL_PACKS, DEFAULT_POLICY, inProject, PACKS, parsePolicy, parseWorkspacePolicy, RULES, ruleInfo, tightened };

export interface ToolCall {
  readonly harness: 'vscode' | 'claude-code' | 'opencode' | 'hermes';
  readonly toolName: string;
  readonly input: unknown;
  /** Where relative paths start; null when the harness did not say. */
  readonly cwd: string | null;
  readonly home: string;
  /** The working folder, when it differs from cwd (the agent has changed its folder). Default: cwd. */
  readonly root?: string | null;
}

export interface PolicyVerdict {
  /** `none` is no permission: the harness decides as if we were not there. */
  readonly verdict: 'deny' | 'ask' | 'none';
  readonly ruleId: RuleId | null;
  readonly pack: PackId | 'lists' | null;
  readonly riskClass: RiskClass;
  readonly personSentence: string;
  readonly modelSentence: string;
  /** The exact words that matched, most important first. */
  readonly matched: readonly string[];
  /** All rules that matched, most important first. */
  readonly hits: readonly Hit[];
  readonly facts: readonly Fact[];
  /** The bound that stopped the analysis; a fault of ours counts as `fault`. */
  readonly bound: Bound | 'fault' | null;
  readonly allowOnce: boolean;
  /** With the rule `approval`: which of the person's approvals asks; null where it is a single tool's own rule. */
  readonly about: Approval | null;
}

const PACK_RULES: readonly (readonly [PackId, Rule])[] = [
  ['base', baseRule],
  ['git-history', gitHistoryRule],
  ['secret-read', secretReadRule],
  ['self-protection', selfProtectionRule],
  ['exfiltration', exfiltrationRule],
  ['database', databaseRule],
  ['infra', infraRule],
];

/** Harnesses that can put a question to the person. */
const CAN_ASK: Readonly<Record<ToolCall['harness'], boolean>> = { vscode: true, 'claude-code': true, opencode: false, hermes: false };

/** Stands for a working folder that we were not told: relative paths lie inside, absolute ones outside. */
const NO_FOLDER = '/.silmaril-unknown-working-folder';

function silent(facts: readonly Fact[]): PolicyVerdict {
  return { verdict: 'none', ruleId: null, pack: null, riskClass: 'unknown', personSentence: '', modelSentence: '', matched: [], hits: [], facts, bound: null, allowOnce: false, about: null };
}

function verdictOf(verdict: 'deny' | 'ask', hits: readonly Hit[], facts: readonly Fact[], bound: PolicyVerdict['bound']): PolicyVerdict {
  const [first] = hits;
  if (first === undefined) return silent(facts);
  const info = ruleInfo(first.ruleId);
  return {
    verdict,
    ruleId: info.id,
    pack: info.pack,
    riskClass: info.riskClass,
    personSentence: info.person,
    modelSentence: info.model,
    matched: [...new Set(hits.map((hit) => hit.matched))].slice(0, 8),
    hits,
    facts,
    bound,
    allowOnce: info.allowOnce,
    about: null,
  };
}

function expandHome(path: string, home: string): string {
  return path === '~' || path.startsWith('~/') ? home + path.slice(1) : path;
}

function toolCallOf(call: ToolCall, cwd: string): Call {
  return { name: '', argv: [], world: firstWorld(cwd), env: new Map(), stdin: NO_STREAM, taint: CLEAN, words: '', depth: 0, remote: false };
}

/** Puts the facts of an action into the walk; a bound leaves with BoundReached, facts found so far are kept. */
function analyse(action: ToolAction, call: ToolCall, cwd: string, walk: Walk): void {
  switch (action.kind) {
    case 'none':
      return;
    case 'shell': {
      const folder = action.folder === null ? cwd : (walk.locator.locate(action.folder, cwd, null, true).path ?? cwd);
      const text = withoutSentinels(action.text ?? action.argv.map(quoted).join(' '));
      if (text.length > MAX_COMMAND_CHARS) throw new BoundReached('text');
      if (action.dialect === 'powershell') runPowerShell(text, { ...toolCallOf(call, folder), words: text.slice(0, 400) }, walk);
      // A PowerShell tool's text is often plain enough to be read as shell as well; the worse reading counts.
      const before = walk.facts.length;
      walk.script(text, folder);
      // Its variables are none for a POSIX shell: what they hold was read above.
      if (action.dialect === 'powershell') walk.facts.splice(before, Infinity, ...walk.facts.slice(before).filter((fact) => fact.kind !== 'path' || fact.place.area !== 'unknown'));
      return;
    }
    case 'code':
      if (action.text.length > MAX_COMMAND_CHARS) throw new BoundReached('text');
      if (/^(?:ba|z)?sh|shell$/.test(action.language)) walk.script(withoutSentinels(action.text), cwd);
      else walk.runCode(action.language.toLowerCase(), withoutSentinels(action.text), { ...toolCallOf(call, cwd), name: action.language, words: action.text.slice(0, 400) });
      return;
    case 'files': {
      const own = toolCallOf(call, cwd);
      const path = (text: string): string => expandHome(withoutSentinels(text), call.home);
      for (const each of action.writes) walk.touch('write', path(each), own);
      for (const each of action.deletes) walk.touch('delete', path(each), own, { follow: false });
      for (const each of action.reads) walk.touch('read', path(each).replaceAll('*', STAR), own);
      if (action.overflow) throw new BoundReached('paths');
    }
  }
}

/** The person's word on an MCP tool, by its full name or its server. */
function mcpDecision(toolName: string, policy: Policy): 'allow' | 'ask' | 'deny' | null {
  const exact = policy.mcpTools[toolName];
  if (exact !== undefined) return exact;
  const server = /^mcp__(.+?)__/.exec(toolName)?.[1];
  return server === undefined ? null : (policy.mcpTools[`mcp__${server}__*`] ?? null);
}

function hitsOf(facts: readonly Fact[], policy: Policy, context: RuleContext): Hit[] {
  const rules = PACK_RULES.filter(([pack]) => policy.packs[pack]).map(([, rule]) => rule);
  const hits: Hit[] = [];
  for (const fact of facts)
    for (const rule of rules) {
      const hit = rule(fact, context);
      if (hit !== null) hits.push(hit);
    }
  return hits;
}

/**
 * Judges one tool call before it runs. Never throws and never allows. Bounds are counts (limits.ts): a shell
 * call that reaches one is denied with the rule `too-large`.
 */
export function judge(call: ToolCall, policy: Policy, probe: PathProbe): PolicyVerdict {
  const facts: Fact[] = [];
  let action: ToolAction = { kind: 'none' };
  try {
    action = actionOf(call.toolName, call.input);
    const mcp = isMcp(call.toolName) ? mcpDecision(call.toolName, policy) : null;
    if (mcp === 'deny') return verdictOf('deny', [{ ruleId: 'denied-tool', matched: call.toolName }], facts, null);
    if (action.kind === 'none' && mcp !== 'ask') return silent(facts);

    const cwd = call.cwd ?? call.root ?? NO_FOLDER;
    const root = call.root === undefined ? call.cwd : call.root;
    const home = call.home === '' ? '/.silmaril-unknown-home' : call.home;
    const locator = createLocator({ root: root ?? NO_FOLDER, home, writableRoots: policy.writableRoots.map((folder) => expandHome(folder, home)), probe });
    const walk = new Walk(locator);
    let bound: PolicyVerdict['bound'] = null;
    try {
      analyse(action, { ...call, home }, cwd, walk);
    } catch (error) {
      bound = error instanceof BoundReached ? error.bound : 'fault';
    }
    facts.push(...walk.facts);

    const context: RuleContext = { locator, home: locator.home, agentFolders: policy.agentFolders.map((folder) => expandHome(folder, home)) };
    const hits = hitsOf(facts, policy, context);
    const listed = deniedByList(facts, policy);
    if (listed !== null) hits.unshift(listed);
    if (policy.packs['self-protection']) {
      if (action.kind === 'shell') {
        const off = disablesHooks(facts, action.text ?? action.argv.join(' '));
        if (off !== null) hits.push(off);
      } else if (action.kind === 'files') for (const path of action.writes) if (switchesHooksOff(locator.absolute(path, cwd) ?? path, action.content)) hits.push({ ruleId: 'harness-settings', matched: path });
    }
    if (bound !== null && policy.packs.base) hits.push({ ruleId: 'too-large', matched: bound });
    hits.sort((a, b) => rankOf(a.ruleId) - rankOf(b.ruleId));
    // Deny wins over everything, and a list's denial over the order of packs only in what is shown.
    const known = hits.filter((hit) => hit.ruleId !== 'too-large');
    if (known.length > 0) return verdictOf('deny', [...known, ...hits.filter((hit) => hit.ruleId === 'too-large')], facts, bound);
    if (hits.length > 0) return verdictOf('deny', hits, facts, bound);

    const question = questionFor(facts, policy, (path) => expandHome(path, home));
    const asks = question !== null || mcp === 'ask';
    if (!asks) return silent(facts);
    return { ...verdictOf(CAN_ASK[call.harness] ? 'ask' : 'deny', [{ ruleId: 'approval', matched: question?.matched ?? call.toolName }], facts, null), about: question?.about ?? null };
  } catch {
    // A fault of ours is not a way round: a call that could not be read is refused with its own reason.
    if (action.kind === 'none') return silent(facts);
    return verdictOf('deny', [{ ruleId: 'too-large', matched: 'fault' }], facts, 'fault');
  }
}
