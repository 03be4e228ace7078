import path from 'node:path';
import readline from 'node:readline';
import * as z from 'zod';
import { questionOf, row } from '../../core/policy/corpus.ts';
import { explain, shortAnswer, withAllPacks, type Explanation, type FactView, type Question } from '../../core/policy/explain.ts';
import { faultSentence, policySource, policyUses, type PolicySource, type PolicyUse } from '../../core/policy/policy-source.ts';
import { entryOf, harnessNames } from '../../core/registry.ts';
import { harnessIds, stopped, type Command, type Context, type Outcome } from '../command.ts';
import { printable, table, type Output } from '../output.ts';

const plainWord = /^[A-Za-z0-9_@%+=:,./~-]+$/;

/** One word is a whole line for a shell; several are one program and its arguments, as the shell has taken them apart. */
export function commandLine(words: readonly string[]): string {
  const [first = ''] = words;
  return words.length === 1 ? first : words.map((word) => (plainWord.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)).join(' ');
}

const text = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

function factLine({ kind, ...fields }: FactView): string[] {
  if (kind === 'command') {
    const roles = (fields['roles'] as string[]).map((role) => `, ${role}`).join('');
    return ['runs', printable((fields['argv'] as string[]).join(' ')).slice(0, 200), `${text(fields['tier'])}${roles}`];
  }
  if (kind === 'path') {
    const acts: Readonly<Record<string, string>> = { delete: 'deletes', write: 'writes', read: 'reads', move: 'moves', link: 'links', run: 'runs file' };
    return [acts[text(fields['act'])] ?? text(fields['act']), printable(text(fields['path'])).slice(0, 200), text(fields['area'])];
  }
  const words = fields['words'] ?? fields['text'];
  return [kind.replaceAll('-', ' '), words === undefined ? '' : printable(text(words)).slice(0, 200), ''];
}

/** What each installed harness makes of a denial, since the verdict alone decides nothing. */
function consequence({ harness, localPolicy, mode }: PolicyUse, verdict: 'deny' | 'ask'): string {
  const name = entryOf(harness).installer.label;
  if (localPolicy === null) return `${name}: its configuration cannot be read, so nothing is judged there. Run: silmaril repair ${harness}`;
  if (localPolicy === 'off') return `${name}: the local policy is off there.`;
  if (localPolicy === 'enforce' || mode === 'block') return `${name}: ${verdict === 'ask' ? 'you would be asked' : 'denied'}.`;
  return mode === 'warn' ? `${name}: warn mode, so it runs and the agent is warned.` : `${name}: shadow mode, so it runs and is only recorded.`;
}

function lines(answer: Explanation, source: PolicySource, uses: readonly PolicyUse[], all: boolean, out: Output): string[] {
  const { verdict } = answer;
  const head = verdict === 'none' ? out.paint('good', 'none') : out.paint('bad', verdict);
  const first = verdict === 'none' ? `${head}  the policy has nothing against it; the agent's own rules decide` : `${head}  ${answer.ruleId ?? ''}: ${answer.title ?? ''} (pack ${answer.pack ?? ''}, ${answer.category ?? ''})`;
  const found: string[] = [first];
  if (verdict !== 'none') {
    found.push(
      ...table(
        [
          ['you read', answer.personSentence],
          ['the agent reads', answer.modelSentence],
          ...answer.matched.map((words, i) => [i === 0 ? 'matched' : '', printable(words)]),
          ...(answer.bound === null ? [] : [['bound reached', answer.bound]]),
          ['once', answer.allowOnce ? 'you can allow one such call with: silmaril allow-once' : 'cannot be allowed once'],
        ],
        '  ',
      ),
    );
    const more = [...new Set(answer.hits.map(({ ruleId }) => ruleId))].slice(1);
    if (more.length > 0) found.push(`  also against it: ${more.join(', ')}`);
  }
  if (answer.facts.length > 0) found.push('', 'What it would do:', ...table(answer.facts.slice(0, 40).map(factLine), '  '));
  if (answer.facts.length > 40) found.push(`  and ${String(answer.facts.length - 40)} more; --json has them all`);
  found.push('', `${String(answer.rulesTried.length)} rules tried${all ? ' (all packs)' : ''}. Policy: ${printable(source.file)}`, ...source.faults.map((fault) => printable(faultSentence(fault, source))));
  if (verdict !== 'none') found.push(...uses.map((use) => consequence(use, verdict)));
  return found;
}

async function eachRow(context: Context, fallback: Omit<Question, 'command'>, all: boolean): Promise<Outcome> {
  const harness = fallback.harness;
  // Rows mostly share a folder; its workspace file is read once.
  const policies = new Map<string, PolicySource['policy']>();
  const policyIn = async (root: string): Promise<PolicySource['policy']> => {
    const known = policies.get(root);
    if (known) return known;
    const { policy } = await policySource(context.machine, harness, root);
    const made = all ? withAllPacks(policy) : policy;
    policies.set(root, made);
    return made;
  };
  let number = 0;
  let failures = 0;
  for await (const line of readline.createInterface({ input: context.stdin, crlfDelay: Infinity })) {
    number += 1;
    if (line.trim() === '') continue;
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      value = undefined;
    }
    const parsed = row.safeParse(value);
    if (!parsed.success) {
      failures += 1;
      const id = z.looseObject({ id: z.union([z.string(), z.number()]) }).safeParse(value);
      context.out.row({ id: id.success ? id.data.id : null, line: number, error: { code: 'bad-row', sentence: `Line ${String(number)} is not {"id", "command", "cwd", "home", "tool"} with absolute folders.` } });
      continue;
    }
    const question = questionOf(parsed.data, fallback);
    context.out.row({ id: parsed.data.id, ...shortAnswer(question, await policyIn(question.cwd)) });
  }
  return { exit: failures === 0 ? 0 : 1, lines: [], data: null };
}

export const explainCommand: Command = {
  name: 'explain',
  summary: 'say what the local policy makes of a command, and why',
  usage: 'explain [--cwd DIR] [--tool NAME] [--packs all] -- COMMAND',
  about: [
    'Judges a command exactly as the hooks would, without running it: same engine, same policy files, same file system. Quote the command as one word to have it read as a line for a shell; several words are one program with its arguments.',
    'Exit status: 0 nothing against it, 1 denied or asked about. With --jsonl: 0 when every row was answered, 1 when some were not.',
    'The verdict is what the policy says. Whether a harness acts on it depends on its mode, which is shown too. A code of silmaril allow-once is not looked at.',
  ],
  examples: [
    ["explain -- 'curl -fsSL https://example.com/i.sh | sh'", 'a line for a shell'],
    ['explain --cwd ~/project -- rm -rf build', 'one program with its arguments'],
    ['explain --tool Write -- /etc/hosts', "a file tool's path"],
    ['explain --jsonl --packs all < rows.jsonl', 'rows {"id", "command", "cwd", "home", "tool"} in; a line {"id", "verdict", "ruleId", "category"} per row out'],
  ],
  arguments: {
    options: {
      cwd: { type: 'string', value: 'DIR', help: 'The folder that the agent works in; the current one when left out.' },
      tool: { type: 'string', value: 'NAME', help: 'The tool that is called; Bash when left out.' },
      harness: { type: 'string', choices: harnessNames, help: 'Whose configuration names the policy file; the first installed one when left out.' },
      packs: { type: 'string', choices: ['configured', 'all'], help: 'all: with every pack switched on.' },
      jsonl: { type: 'boolean', help: 'One JSON row per line in, one per line out.' },
    },
    positionals: null,
    rest: true,
  },
  needsHome: true,
  async run(context, given) {
    const { machine, out } = context;
    const [harness = null] = harnessIds(given.list('harness'));
    const all = given.text('packs') === 'all';
    const cwd = path.resolve(given.text('cwd') ?? process.cwd());
    const fallback = { harness: harness ?? ('claude-code' as const), tool: given.text('tool') ?? 'Bash', cwd, home: machine.home };
    if (given.flag('jsonl')) {
      if (given.rest !== null) return stopped({ code: 'option-conflict', sentence: 'With --jsonl the commands come from standard input: leave the command out.' });
      return eachRow(context, fallback, all);
    }
    if (given.rest === null || given.rest.length === 0) return stopped({ code: 'no-command', sentence: "Say which command, after two dashes: silmaril explain -- 'rm -rf build'" });
    const source = await policySource(machine, harness, cwd);
    const uses = (await policyUses(machine)).filter((use) => harness === null || use.harness === harness);
    const answer = explain({ ...fallback, command: commandLine(given.rest) }, all ? withAllPacks(source.policy) : source.policy);
    const data = { ok: true, ...answer, policy: { file: source.file, workspaceFile: source.workspaceFile, faults: source.faults }, harnesses: uses.map(({ harness: id, localPolicy, mode }) => ({ harness: id, localPolicy, mode })) };
    return { exit: answer.verdict === 'none' ? 0 : 1, lines: lines(answer, source, uses, all, out), data };
  },
};
