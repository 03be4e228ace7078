// The person's external checkers from the command line.
import path from 'node:path';
import { addProvider, interpreterOf, prepareProvider, providerStates, refuseAgents, removeProvider, tryProvider, type ProviderState } from '../../core/policy/providers.ts';
import type { ParsedArguments } from '../args.ts';
import { confirm } from '../ask.ts';
import { stopped, type Command, type Context, type Outcome } from '../command.ts';
import { didYouMean } from '../nearest.ts';
import { printable, table } from '../output.ts';

const actions = ['list', 'add', 'remove', 'test'] as const;
type Action = (typeof actions)[number];

const seconds = (ms: number): string => `${String(ms / 1_000)} s`;
const words = (list: readonly string[]): string => (list.includes('*') ? 'all' : list.join(', '));

function described({ provider, files, mayAllow, effectiveMs }: ProviderState): string[] {
  const interpreter = interpreterOf(provider);
  return [
    `${provider.id}: ${provider.command.map(printable).join(' ')}`,
    ...table([
      ['asked for', `${words(provider.harnesses)} harnesses, ${words(provider.tools)} tools`],
      ['time', effectiveMs < provider.timeoutMs ? `${seconds(provider.timeoutMs)}, of which a harness leaves ${seconds(effectiveMs)}` : seconds(provider.timeoutMs)],
      ['its allow', mayAllow ? 'answers a question that is pending' : provider.mayAllow !== null ? 'no objection (what you confirmed was for other files)' : 'no objection'],
      ...files.map(({ file, state }) => ['runs', `${printable(file)}${state === 'pinned' ? '' : state === 'changed' ? ' (the file has changed since: the bytes that you registered run)' : ' (the file is gone: the bytes that you registered run)'}`]),
      ...(interpreter === null ? [] : [['runs with', `${printable(interpreter)}, which is not pinned`]]),
    ], '  '),
  ];
}

async function list(context: Context): Promise<Outcome> {
  const states = await providerStates(context.machine);
  const lines = states.length === 0 ? ['No checker is registered. See: silmaril providers --help'] : states.flatMap((state, index) => [...(index === 0 ? [] : ['']), ...described(state)]);
  return { exit: 0, lines, data: { ok: true, providers: states.map(({ provider, ...rest }) => ({ ...provider, mayAllow: rest.mayAllow, files: rest.files, effectiveMs: rest.effectiveMs })) } };
}

async function add(context: Context, given: ParsedArguments, id: string | undefined): Promise<Outcome> {
  if (id === undefined) return stopped({ code: 'no-name', sentence: 'Say a name for it: silmaril providers add NAME -- /absolute/path/to/checker' });
  const allowed = await refuseAgents();
  if (!allowed.ok) return stopped(allowed.failure);
  const timeout = given.text('timeout');
  const mayAllow = given.flag('may-allow');
  const prepared = prepareProvider({ id, command: given.rest ?? [], timeoutMs: timeout === undefined ? null : Number(timeout), harnesses: given.list('harness'), tools: given.list('tool'), mayAllow });
  if (!prepared.ok) return stopped(prepared.failure);
  // A word of its own for what loosens: a flag in a copied line is not a decision.
  if (mayAllow && !given.flag('yes') && !(await confirm(`Shall an "allow" of ${id} answer questions that a harness would have put to you?`))) return stopped({ code: 'cancelled', sentence: 'Nothing was changed.' });
  const added = await addProvider(context.machine, prepared.value);
  if (!added.ok) return stopped(added.failure);
  const state = (await providerStates(context.machine)).find(({ provider }) => provider.id === id);
  return { exit: 0, lines: [`Registered in ${printable(added.value.file)}.`, ...(state ? described(state) : []), `Try it: silmaril providers test ${id}`], data: { ok: true, file: added.value.file, provider: prepared.value, effectiveMs: state?.effectiveMs ?? null } };
}

async function remove(context: Context, id: string | undefined): Promise<Outcome> {
  if (id === undefined) return stopped({ code: 'no-name', sentence: 'Say which: silmaril providers remove NAME' });
  const allowed = await refuseAgents();
  if (!allowed.ok) return stopped(allowed.failure);
  const removed = await removeProvider(context.machine, id);
  return removed.ok ? { exit: 0, lines: [`${id} is no longer asked.`], data: { ok: true, file: removed.value.file } } : stopped(removed.failure);
}

async function test(context: Context, given: ParsedArguments, id: string | undefined): Promise<Outcome> {
  const states = await providerStates(context.machine);
  const asked = states.filter(({ provider }) => id === undefined || provider.id === id);
  if (asked.length === 0) return stopped({ code: 'provider-unknown', sentence: id === undefined ? 'No checker is registered.' : `No checker of that name is registered.${didYouMean(id, states.map(({ provider }) => provider.id))}` });
  const command = given.rest?.join(' ') ?? 'git status';
  const cwd = path.resolve(given.text('cwd') ?? process.cwd());
  const trials = await Promise.all(asked.map(async ({ provider }) => ({ id: provider.id, ...(await tryProvider(context.machine, provider, command, cwd)) })));
  const lines = trials.map((trial) => (trial.ok ? `${trial.id}: ${trial.verdict} in ${String(trial.ms)} ms${trial.message === '' ? '' : `: ${printable(trial.message)}`}` : context.out.paint('bad', `${trial.id}: could not be asked (${trial.code}${trial.detail === '' ? '' : `: ${printable(trial.detail)}`}); a hook takes that for "ask"`)));
  const ok = trials.every((trial) => trial.ok);
  return { exit: ok ? 0 : 1, lines: [`Asked about: ${printable(command)}`, ...lines], data: { ok, command, trials } };
}

export const providersCommand: Command = {
  name: 'providers',
  summary: 'your own checkers, which are asked about tool calls too',
  usage: 'providers list|add|remove|test [NAME] [options] [-- COMMAND]',
  about: [
    'A checker is a program that speaks the letter protocol: it gets one tool call as JSON on its standard input and writes one verdict (allow, ask or deny) to its standard output. It starts anew for every call, with an empty environment.',
    'Up to eight are asked at once where the built-in packs say nothing. Any deny denies; else any ask asks; one that is late, fails or answers unreadably counts as ask. allow means "no objection", nothing more, unless you give it more with --may-allow.',
    'What runs is a private copy of the bytes that were there when you registered it. After an update of the program register it again.',
    'It works only in a terminal of your own: not in one that an agent or its editor has opened.',
  ],
  examples: [
    ['providers add house-rules -- /opt/house/checker --strict', 'ask this program about every tool call'],
    ['providers add house --tool Bash --timeout 1500 -- /opt/house/checker', 'only for shell commands, and quickly'],
    ['providers test house-rules -- git push --force', 'what it says to this command, and how long it takes'],
  ],
  arguments: {
    options: {
      harness: { type: 'string', value: 'GLOB', repeatable: true, help: 'add: ask only for these harnesses (claude-code, vscode, opencode, hermes; * for any text).' },
      tool: { type: 'string', value: 'GLOB', repeatable: true, help: 'add: ask only for these tools, as the harness names them.' },
      timeout: { type: 'string', value: 'MS', help: 'add: milliseconds it may take, 100 to 60000; 3000 when left out. What a harness leaves may be less.' },
      'may-allow': { type: 'boolean', help: 'add: its allow answers a question that the harness has pending. Gone when the command or a file of it changes.' },
      yes: { type: 'boolean', help: 'add: do not ask back about --may-allow.' },
      cwd: { type: 'string', value: 'DIR', help: 'test: the folder that the command would run in; the current one when left out.' },
    },
    positionals: { name: 'ACTION NAME', choices: [], max: 2 },
    rest: true,
  },
  needsHome: true,
  async run(context, given) {
    const [word = 'list', id] = given.positionals;
    const action = actions.find((each): each is Action => each === word);
    switch (action) {
      case 'list': return list(context);
      case 'add': return add(context, given, id);
      case 'remove': return remove(context, id);
      case 'test': return test(context, given, id);
      case undefined: return stopped({ code: 'unknown-action', sentence: `There is no "providers ${word.slice(0, 40)}"; there are ${actions.join(', ')}.${didYouMean(word, actions)}` });
    }
  },
};
