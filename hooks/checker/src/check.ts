// A letter to its verdict: the policy engine, and what may be confirmed without asking the person.
import { judgeCall } from '../../core/policy-scripts.ts';
import type { PathProbe, Policy, PolicyVerdict } from '../../policy/judge.ts';
import type { CommandFact, Fact, PathFact } from '../../policy/facts.ts';
import { tierOf } from '../../policy/tiers.ts';
import { isKnown } from '../../policy/values.ts';
import { MAX_MESSAGE_CHARS, type CommandVerdict, type Decision, type Letter, type Verdict } from './letter.ts';

/** The harness's action to the tool that the engine knows it by. */
const TOOLS: Readonly<Record<string, string>> = { shell: 'Bash', bash: 'Bash', edit: 'Edit', write: 'Write', patch: 'Edit', read: 'Read' };

export interface Surroundings {
  readonly policy: Policy;
  /** Why the configuration cannot be used: then nothing is confirmed. */
  readonly fault: string | null;
  readonly home: string;
  readonly probe: PathProbe;
}

const STRICTNESS: Readonly<Record<Decision, number>> = { allow: 0, ask: 1, deny: 2 };

export function check(letter: Letter, around: Surroundings): Verdict {
  const judged = letter.commands.map((command) => checkCommand(letter, command, around));
  const worst = judged.reduce<Decision>((found, { own }) => (STRICTNESS[own.verdict] > STRICTNESS[found] ? own.verdict : found), judged.length === 0 ? 'ask' : 'allow');
  const message = judged.find(({ own }) => own.verdict === worst)?.message ?? '';
  return { invocationId: letter.invocation.id, verdict: worst, ...(message !== '' && { message: message.slice(0, MAX_MESSAGE_CHARS) }), commands: judged.map(({ own }) => own) };
}

function checkCommand({ invocation, action }: Letter, { index, raw, cwd }: Letter['commands'][number], { policy, fault, home, probe }: Surroundings): { readonly own: CommandVerdict; readonly message: string } {
  const toolName = Object.hasOwn(TOOLS, action) ? (TOOLS[action] ?? '') : '';
  if (toolName === '') return { own: { index, verdict: 'ask', classification: 'opaque', match: 'raw' }, message: '' };
  const input = toolName === 'Bash' ? { command: raw } : { file_path: raw };
  const found = judgeCall({ harness: 'opencode', toolName, input, cwd, root: invocation.projectDir, home }, policy, probe);
  // The engine denies where a harness cannot ask; a checker can, by leaving the question to the person.
  const verdict = found.verdict === 'none' || found.ruleId === 'approval' ? (fault === null && found.verdict === 'none' && toolName === 'Bash' && isHarmless(found.facts, policy) ? 'allow' : 'ask') : found.verdict;
  const own: CommandVerdict = {
    index,
    verdict,
    classification: found.bound === null && found.facts.every(isStatic) ? 'static' : 'opaque',
    match: found.bound === null ? 'argv' : 'raw',
    facts: factsOf(found, policy),
  };
  return { own, message: verdict === 'allow' ? '' : verdict === 'ask' && fault !== null ? fault : found.modelSentence };
}

const isStatic = (fact: Fact): boolean => (fact.kind === 'command' ? isKnown(fact.name) && fact.argv.every(isKnown) : fact.kind !== 'path' || fact.place.path !== null);

function factsOf(found: PolicyVerdict, policy: Policy): Record<string, unknown> {
  const known = new Set(policy.allowedCommands);
  const tiers = [...new Set(found.facts.flatMap((fact) => (fact.kind === 'command' ? [tierOf(fact, known).tier] : [])))];
  return { ruleId: found.ruleId, category: found.ruleId === null ? null : found.riskClass, tiers };
}

/** Options that make a reader run another program, and those that write. */
const RUNS_OR_WRITES = /^(?:-c|-C|--exec-path|--git-dir|--work-tree|--ext-diff|--textconv|--pre|--compress-program|--output|-o|--upload-pack|--receive-pack|--open-files-in-pager|-O|--preprocessor|--ask)(?:=|$)/;

/**
 * Whether the person's own question is needless: every program is known and only reads, inside the project, with all words
 * known, or is on the person's `autoApprove` list. The one place where the product says yes, and only to a question
 * that is pending anyway.
 */
function isHarmless(facts: readonly Fact[], policy: Policy): boolean {
  const commands = facts.filter((fact): fact is CommandFact => fact.kind === 'command');
  return commands.length > 0 && facts.every((fact) => (fact.kind === 'command' ? mayRun(fact, policy) : fact.kind === 'path' && mayTouch(fact, policy)));
}

function mayRun(fact: CommandFact, policy: Policy): boolean {
  if (fact.remote || fact.env.size > 0 || fact.vars.size > 0 || !isStatic(fact)) return false;
  const { tier, code, inlineCode, recognised } = tierOf(fact, new Set());
  const approved = policy.autoApprove.some((entry) => (entry.includes('/') ? fact.argv[0] === entry : fact.name === entry.toLowerCase()));
  if (approved) return !inlineCode || policy.allowEvalFlags;
  return recognised && tier === 'read' && !code && !fact.argv.slice(1).some((word) => RUNS_OR_WRITES.test(word));
}

function mayTouch(fact: PathFact, policy: Policy): boolean {
  const { area } = fact.place;
  if (area === 'sink') return true;
  if (fact.act === 'read') return area === 'inside' || area === 'root';
  // What an approved program writes in the project is what it was approved for.
  return (fact.act === 'write' || fact.act === 'run') && area === 'inside' && policy.autoApprove.includes(fact.by);
}
