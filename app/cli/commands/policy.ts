import fs from 'node:fs';
import path from 'node:path';
import readline from 'node:readline';
import { AgreementCount, questionOf, row, type Agreement } from '../../core/policy/corpus.ts';
import { shortAnswer, withAllPacks } from '../../core/policy/explain.ts';
import { refuseAgents } from '../../core/policy/providers.ts';
import { changePolicy, readChange, settingNames } from '../../core/policy/policy-edit.ts';
import { faultSentence, policySource, policyUses } from '../../core/policy/policy-source.ts';
import { MAX_POLICY_BYTES } from '../../../hooks/core/policy-files.ts';
import { ALL_PACKS, PACKS, parsePolicy, parseWorkspacePolicy, RULES, type Policy } from '../../../hooks/policy/judge.ts';
import type { ParsedArguments } from '../args.ts';
import { confirm } from '../ask.ts';
import { stopped, type Command, type Context, type Outcome } from '../command.ts';
import { didYouMean } from '../nearest.ts';
import { printable, table } from '../output.ts';

const actions = ['show', 'rules', 'set', 'allow', 'check', 'test'] as const;
type Action = (typeof actions)[number];

const usage: Readonly<Record<Action, string>> = {
  show: 'silmaril policy show',
  rules: 'silmaril policy rules',
  set: 'silmaril policy set packs.database on',
  allow: 'silmaril policy allow --cwd PROJECT NAME...',
  check: 'silmaril policy check FILE',
  test: 'silmaril policy test CORPUS.jsonl',
};

const list = (items: readonly string[]): string => (items.length === 0 ? 'none' : items.map(printable).join(', '));
const onOff = (value: boolean): string => (value ? 'on' : 'off');

function settings(policy: Policy): string[][] {
  const approvals = Object.entries(policy.approvals).flatMap(([name, on]) => (on ? [name] : []));
  return [
    ...PACKS.map(({ id, title }) => [`packs.${id}`, onOff(policy.packs[id]), title]),
    ['approvals', list(approvals), 'what you want to be asked about'],
    ['deniedCommands', list(policy.deniedCommands), 'never run'],
    ['allowedCommands', list(policy.allowedCommands), 'count as recognised'],
    ['autoApprove', list(policy.autoApprove), 'not asked about'],
    ['allowEvalFlags', onOff(policy.allowEvalFlags), 'inline code is not asked about'],
    ['readToolchains', onOff(policy.readToolchains), 'installed toolchains are read without asking'],
    ['readableRoots', list(policy.readableRoots), 'more folders to read without asking'],
    ['writableRoots', list(policy.writableRoots), 'more folders to write in'],
    ['agentFolders', list(policy.agentFolders), "agents' own plans and memory"],
    ['mcpTools', list(Object.entries(policy.mcpTools).map(([name, decision]) => `${name} ${decision}`)), 'rules for single MCP tools'],
  ];
}

async function show(context: Context, given: ParsedArguments): Promise<Outcome> {
  const root = path.resolve(given.text('cwd') ?? process.cwd());
  const source = await policySource(context.machine, null, root);
  const uses = await policyUses(context.machine);
  const lines = [
    `File: ${printable(source.file)}${fs.existsSync(source.file) ? '' : ' (not there: the built-in defaults count)'}`,
    ...(source.workspaceFile !== null && fs.existsSync(source.workspaceFile) ? [`Tightened by: ${printable(source.workspaceFile)}`] : []),
    ...source.faults.map((fault) => context.out.paint('bad', printable(faultSentence(fault, source)))),
    '',
    ...table(settings(source.policy), '  '),
    '',
    ...(uses.length === 0 ? ['No harness uses it: nothing is installed.'] : uses.map(({ harness, localPolicy, mode }) => `${harness}: local policy ${localPolicy ?? 'unknown'}, mode ${mode ?? "left to the classifier's answer"}`)),
  ];
  return { exit: source.faults.length === 0 ? 0 : 1, lines, data: { ok: source.faults.length === 0, file: source.file, workspaceFile: source.workspaceFile, faults: source.faults, policy: source.policy, harnesses: uses } };
}

async function rules(context: Context): Promise<Outcome> {
  const { policy } = await policySource(context.machine, null, null);
  const active = (pack: (typeof RULES)[number]['pack']): boolean => pack === 'lists' || policy.packs[pack];
  const lines = [...PACKS, { id: 'lists' as const, title: 'Your own lists and approvals' }].flatMap(({ id, title }) => [
    context.out.paint('strong', `${id} (${id === 'lists' ? 'always' : onOff(active(id))}): ${title}`),
    ...table(
      RULES.filter(({ pack }) => pack === id).map((rule) => [rule.id, rule.title, rule.example, rule.allowOnce ? '' : 'never once']),
      '  ',
    ),
    '',
  ]);
  return { exit: 0, lines: lines.slice(0, -1), data: { ok: true, packs: PACKS.map((pack) => ({ ...pack, on: active(pack.id) })), rules: RULES } };
}

async function set(context: Context, [name = '', ...words]: readonly string[]): Promise<Outcome> {
  if (name === '') return stopped({ code: 'no-setting', sentence: `Say which setting: ${usage.set}. Settings: ${settingNames.join(', ')}.` });
  const change = readChange(name, words);
  if (!change.ok) return stopped({ ...change.failure, sentence: `${change.failure.sentence}${/^There is no/.test(change.failure.sentence) ? didYouMean(name, settingNames) : ''}` });
  const uses = await policyUses(context.machine);
  const saved = await changePolicy(context.machine, uses[0]?.policyPath ?? null, change.value);
  if (!saved.ok) return stopped(saved.failure);
  const { file, changed, policy } = saved.value;
  const said = changed ? `${name} is changed in ${printable(file)}. It counts from the next tool call on.` : `${name} was so already; ${printable(file)} is not changed.`;
  const off = PACKS.filter(({ id, onByDefault }) => onByDefault && !policy.packs[id] && name === `packs.${id}`);
  const warnings = off.map(({ title }) => context.out.paint('bad', `"${title}" is off: agents may do what it would have denied, also in block mode.`));
  return { exit: 0, lines: [said, ...warnings], data: { ok: true, file, changed, policy, off: off.map(({ id }) => id) } };
}

/** Only a person may say that a program is not asked about any more. */
async function allow(context: Context, given: ParsedArguments, names: readonly string[]): Promise<Outcome> {
  if (names.length === 0) return stopped({ code: 'no-program', sentence: `Say which programs: ${usage.allow}` });
  if (names.some((name) => /[\s/]/.test(name) && !path.isAbsolute(name))) return stopped({ code: 'bad-program', sentence: 'A program is its name, or its absolute path.' });
  const allowed = await refuseAgents();
  if (!allowed.ok) return stopped(allowed.failure);
  const root = path.resolve(given.text('cwd') ?? process.cwd());
  if (!fs.existsSync(root)) return stopped({ code: 'no-project', sentence: `There is no folder ${printable(root)}.` });
  const add = !given.flag('remove');
  const sure = !add || given.flag('yes') || (await confirm(`Shall agents run ${names.map(printable).join(', ')} in ${printable(root)} without a question? Whatever a rule pack denies stays denied.`));
  if (!sure) return stopped({ code: 'cancelled', sentence: 'Nothing was changed.' });
  const uses = await policyUses(context.machine);
  const saved = await changePolicy(context.machine, uses[0]?.policyPath ?? null, { kind: 'project', root, add, items: names });
  if (!saved.ok) return stopped(saved.failure);
  const held = saved.value.policy.projects[root]?.autoApprove ?? [];
  return { exit: 0, lines: [`Not asked about in ${printable(root)}: ${list(held)}. It stands in ${printable(saved.value.file)}, not in the project.`], data: { ok: true, file: saved.value.file, project: root, autoApprove: held, changed: saved.value.changed } };
}

function check(given: ParsedArguments, file: string | undefined): Outcome {
  if (file === undefined) return stopped({ code: 'no-file', sentence: `Say which file: ${usage.check}` });
  const text = textOf(file, MAX_POLICY_BYTES);
  if (!text.ok) return stopped(text.failure);
  const parsed = given.flag('workspace') ? parseWorkspacePolicy(text.value) : parsePolicy(text.value);
  if (!parsed.ok) return { exit: 1, lines: [printable(parsed.failure.sentence)], data: { ok: false, problem: parsed.failure } };
  return { exit: 0, lines: [`${printable(file)} is a valid policy.`], data: { ok: true, policy: parsed.value } };
}

function textOf(file: string, limit: number): { ok: true; value: string } | { ok: false; failure: { code: string; sentence: string } } {
  try {
    if (fs.statSync(file).size > limit) return { ok: false, failure: { code: 'too-large', sentence: `${printable(file)} is larger than ${String(limit / 1024)} KiB.` } };
    return { ok: true, value: fs.readFileSync(file, 'utf8') };
  } catch (error) {
    return { ok: false, failure: { code: 'unreadable', sentence: `${printable(file)} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown error'}).` } };
  }
}

async function test(context: Context, given: ParsedArguments, file: string | undefined): Promise<Outcome> {
  if (file === undefined) return stopped({ code: 'no-file', sentence: `Say which rows: ${usage.test}` });
  if (!fs.existsSync(file)) return stopped({ code: 'unreadable', sentence: `There is no file ${printable(file)}.` });
  const source = await policySource(context.machine, null, null);
  const policy = given.text('packs') === 'configured' ? source.policy : given.text('packs') === 'all' ? withAllPacks(source.policy) : ALL_PACKS;
  const count = new AgreementCount();
  let number = 0;
  for await (const line of readline.createInterface({ input: fs.createReadStream(file), crlfDelay: Infinity })) {
    number += 1;
    if (line.trim() === '') continue;
    const parsed = row.safeParse(json(line));
    if (!parsed.success || parsed.data.expect === undefined) return stopped({ code: 'bad-row', sentence: `Line ${String(number)} of ${printable(file)} is not {"id", "command", "expect": "allow|deny|ask", "kind", "cwd", "home", "tool"}.` });
    const { expect } = parsed.data;
    count.add({ ...parsed.data, expect }, shortAnswer(questionOf(parsed.data, { harness: 'claude-code', tool: 'Bash', cwd: '/srv/proj', home: '/home/u' }), policy));
  }
  const agreement = count.result();
  return { exit: agreement.agreed === agreement.rows ? 0 : 1, lines: agreementLines(agreement), data: { ok: agreement.agreed === agreement.rows, ...agreement } };
}

function json(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function agreementLines({ kinds, rows, agreed, disagreements }: Agreement): string[] {
  const percent = (part: number, whole: number): string => (whole === 0 ? '-' : `${((100 * part) / whole).toFixed(1)} %`);
  return [
    ...table([...kinds.map((one) => [one.kind, `${String(one.agreed)} of ${String(one.rows)}`, percent(one.agreed, one.rows)]), ['all', `${String(agreed)} of ${String(rows)}`, percent(agreed, rows)]].map((cells) => cells.map(printable))),
    ...disagreements.flatMap(({ id, kind, expected, verdict, ruleId, command }) => ['', `${String(id)} (${kind}): expected ${expected}, is ${verdict}${ruleId === null ? '' : ` by ${ruleId}`}`, `  ${printable(command).slice(0, 300)}`]),
  ];
}

export const policyCommand: Command = {
  name: 'policy',
  summary: 'look at the local policy, change it, test it',
  usage: `policy ${actions.join('|')} [ARGUMENT...]`,
  about: [
    'allow NAME...: approvals are not asked about for these programs in one project (--cwd). It is kept on this computer, and what a pack denies stays denied.',
    'show: what counts now, and from which file. rules: every rule with an example. set NAME VALUE: changes one setting of the private file; comments and order stay. check FILE: whether a file would be taken. test CORPUS.jsonl: rows {"id", "command", "expect", "kind"} against the engine, with every pack on and no file of yours unless --packs says otherwise (a row without folders is in /srv/proj with the home /home/u); prints the agreement per kind and every disagreement.',
    `Settings: ${settingNames.join(', ')}. A list takes add and remove.`,
    "A project can have a policy of its own in .silmaril/policy.json; it can only tighten. Deny wins over everything, and no list takes a denial of a pack back.",
    'Exit status: 1 when a policy file is not sound, or a row disagrees.',
  ],
  examples: [
    ['policy show', 'what counts in this folder'],
    ['policy set packs.database on', 'deny what drops or truncates data'],
    ['policy set deniedCommands add ssh scp', 'programs that agents never run'],
    ['policy set approvals.network on', 'be asked before commands that reach the network'],
    ['policy allow --cwd ~/src/app npm pytest', 'no questions about these two in that project'],
    ['policy set mcpTools.mcp__github__delete_repository deny', 'one tool of one MCP server'],
    ['policy test cases.jsonl', 'how far the engine agrees with your own cases'],
  ],
  arguments: {
    options: {
      cwd: { type: 'string', value: 'DIR', help: 'show, allow: the project; the current folder when left out.' },
      workspace: { type: 'boolean', help: "check: read the file as a project's own policy." },
      remove: { type: 'boolean', help: 'allow: ask about them again.' },
      yes: { type: 'boolean', help: 'allow: do not ask back.' },
      packs: { type: 'string', choices: ['builtin', 'configured', 'all'], help: 'test: your own policy (configured), or with every pack on (all).' },
    },
    positionals: { name: 'ACTION', choices: [], max: 64 },
  },
  needsHome: true,
  async run(context, given) {
    const [word = '', ...rest] = given.positionals;
    const action = actions.find((one) => one === word);
    switch (action) {
      case 'show':
        return show(context, given);
      case 'rules':
        return rules(context);
      case 'set':
        return set(context, rest);
      case 'allow':
        return allow(context, given, rest);
      case 'check':
        return check(given, rest[0]);
      case 'test':
        return test(context, given, rest[0]);
      default:
        return stopped({ code: 'no-action', sentence: `Say what to do: ${Object.values(usage).join(', ')}.${word === '' ? '' : didYouMean(word, actions)}` });
    }
  },
};
