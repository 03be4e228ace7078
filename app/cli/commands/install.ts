import { parseEndpoint } from '../../../hooks/core/endpoint-url.ts';
import type { ClassifierChoice, Mode } from '../../../installers/engine/harness-installer.ts';
import type { HarnessId, Result } from '../../../installers/engine/plan.ts';
import { findKey, type KeySource } from '../../core/api-key.ts';
import { chosenBefore } from '../../core/configuration.ts';
import type { Planned, Protection } from '../../core/protection.ts';
import { harnessNames } from '../../core/registry.ts';
import { protectionFor } from '../../core/runtime.ts';
import { maxKeyLength } from '../../core/secrets/secret-store.ts';
import type { ParsedArguments } from '../args.ts';
import { askSecret, readInput } from '../ask.ts';
import { harnessIds, stopped, type Command, type Context } from '../command.ts';
import { printable } from '../output.ts';
import { agreed, changeData, changeLines, exitOf, planData, planLines } from './changes.ts';

const modes: readonly Mode[] = ['shadow', 'warn', 'block'];

interface Chosen {
  /** Null: as it was, or embedded at a first install. */
  readonly classifier: ClassifierChoice | null;
  readonly source: KeySource | null;
  readonly notes: readonly string[];
}

/** Stands in for a key that a plan does not need: it reads `<secret>` in it in any case. */
const placeholderKey = 'no-key-yet';

async function chooseClassifier(context: Context, protection: Protection, given: ParsedArguments): Promise<Result<Chosen>> {
  const name = given.text('classifier');
  const givenUrl = given.text('api-url');
  const piped = given.flag('api-key-stdin');
  if (name === 'embedded') {
    if (givenUrl !== undefined || piped) return { ok: false, failure: { code: 'option-conflict', sentence: 'The embedded classifier has no address and needs no key: leave --api-url and --api-key-stdin out, or choose --classifier remote.' } };
    return { ok: true, value: { classifier: { kind: 'embedded' }, source: null, notes: [] } };
  }
  if (name === undefined && givenUrl === undefined && !piped) return { ok: true, value: { classifier: null, source: null, notes: [] } };

  const before = await rememberedRemote(protection);
  const apiUrl = givenUrl ?? before?.apiUrl;
  if (apiUrl === undefined || apiUrl === '') return { ok: false, failure: { code: 'no-api-url', sentence: 'The remote classifier needs its address: --api-url https://HOST/PATH/classify (the full endpoint; nothing is appended).' } };
  const endpoint = parseEndpoint(apiUrl);
  if (!endpoint.ok)
    return {
      ok: false,
      failure: {
        code: endpoint.code,
        sentence: endpoint.code === 'url-insecure' ? 'The address must be https: over plain http the key and your texts would be readable on the way. Only this computer (127.0.0.1, localhost) may be plain http.' : 'The address is not an http or https URL without user name and password. It is the full endpoint, for example https://HOST/PATH/classify.',
      },
    };
  const text = piped ? await readInput(context.stdin, 4 * maxKeyLength) : null;
  if (piped && text === null) return { ok: false, failure: { code: 'key-too-long', sentence: 'Standard input is too long for an API key. Is it the right file?' } };
  const { stdin } = context;
  const canAsk = stdin.isTTY && !given.flag('plan') && !context.out.json;
  const found = await findKey({
    given: text,
    secrets: context.secrets,
    configured: before?.apiKey ?? null,
    ask: canAsk ? () => askSecret('API key (not shown): ', stdin) : null,
  });
  if (found.key.ok) {
    context.out.hide(found.key.value.key);
    return { ok: true, value: { classifier: { kind: 'remote', apiUrl, apiKey: found.key.value.key }, source: found.key.value.source, notes: found.keychain ? [found.keychain.sentence] : [] } };
  }
  if (given.flag('plan') && found.key.failure.code === 'no-key')
    return { ok: true, value: { classifier: { kind: 'remote', apiUrl, apiKey: placeholderKey }, source: null, notes: ['There is no API key yet; the installation will ask for it.'] } };
  return found.key;
}

async function rememberedRemote(protection: Protection): Promise<{ apiUrl: string; apiKey: string } | null> {
  for (const { receipt } of await protection.installed()) {
    const before = receipt.ok ? chosenBefore(receipt.value) : null;
    if (before?.classifier.kind === 'remote') return before.classifier;
  }
  return null;
}

async function targets(context: Context, protection: Protection, given: ParsedArguments): Promise<Result<{ ids: readonly HarnessId[]; skipped: readonly string[] }>> {
  if (given.positionals.length > 0 && given.flag('all')) return { ok: false, failure: { code: 'option-conflict', sentence: 'Name harnesses or say --all, not both.' } };
  if (given.positionals.length > 0) return { ok: true, value: { ids: harnessIds(given.positionals), skipped: [] } };
  if (!given.flag('all')) return { ok: false, failure: { code: 'no-harness', sentence: `Say where: silmaril install --all, or name one of ${harnessNames.join(', ')}. silmaril detect shows what is here.` } };
  const ids: HarnessId[] = [];
  const skipped: string[] = [];
  for (const installer of protection.all()) {
    const { state } = await installer.detect(context.machine);
    if (state === 'present') ids.push(installer.id);
    else skipped.push(`${installer.label} is left out: ${state === 'absent' ? 'it was not found' : 'only its data was found, not the program'}. To install all the same: silmaril install ${installer.id}`);
  }
  if (ids.length === 0) return { ok: false, failure: { code: 'nothing-found', sentence: `No harness was found on this computer (${harnessNames.join(', ')}). If one is installed where Silmaril does not look, name it: silmaril install ${harnessNames[0] ?? ''}` } };
  return { ok: true, value: { ids, skipped } };
}

export const installCommand: Command = {
  name: 'install',
  summary: 'put the hook into harnesses',
  usage: 'install HARNESS...|--all [--mode MODE] [--classifier embedded|remote] [--plan]',
  about: [
    'Copies the hook to its place in your home, registers it in the harness, and writes the private configuration. Every change is planned first and can be shown with --plan; your settings files keep every byte that is not ours. In a terminal the plan is shown and you are asked; elsewhere, and with --json, it runs.',
    'A first install watches only (mode shadow) and uses the embedded classifier, which needs no account and sends nothing. Installing again updates what is there and keeps your mode and classifier unless you name others.',
    'With --classifier remote, prompts, tool calls and tool results are sent to --api-url. The API key is taken from --api-key-stdin, else from the keychain, else it is asked for without echo; never from the command line. It is kept in the keychain and in the private configuration file that the hook reads.',
  ],
  examples: [
    ['install --all --plan', 'show what would be changed; nothing is written'],
    ['install claude-code --mode block', 'block in Claude Code'],
    ['install --all --classifier remote --api-url https://HOST/STAGE/classify', 'ask the remote classifier; the key is asked for'],
    ['install vscode --api-url URL --api-key-stdin < keyfile', 'the same in a script'],
  ],
  arguments: {
    options: {
      all: { type: 'boolean', help: 'Every harness that was found on this computer.' },
      mode: { type: 'string', choices: modes, help: 'shadow watches, warn tells the agent, block refuses.' },
      classifier: { type: 'string', choices: ['embedded', 'remote'], help: 'embedded runs here; remote asks --api-url.' },
      'api-url': { type: 'string', value: 'URL', help: 'The full /classify endpoint; implies --classifier remote.' },
      'api-key-stdin': { type: 'boolean', help: 'Read the API key from standard input.' },
      'user-data-dir': { type: 'string', value: 'DIR', repeatable: true, help: 'VS Code: also a user-data folder that you start it with.' },
      plan: { type: 'boolean', help: 'Show the plan and write nothing.' },
      yes: { type: 'boolean', help: 'Do not ask in a terminal.' },
    },
    positionals: { name: 'HARNESS', choices: harnessNames, max: harnessNames.length },
  },
  needsHome: true,
  async run(context, given) {
    const { machine, projectRoot, out } = context;
    const protection = protectionFor(machine, projectRoot);
    const where = await targets(context, protection, given);
    if (!where.ok) return stopped(where.failure);
    const chosen = await chooseClassifier(context, protection, given);
    if (!chosen.ok) return stopped(chosen.failure);
    const wish = { mode: modes.find((mode) => mode === given.text('mode')) ?? null, classifier: chosen.value.classifier, userDataDirs: given.list('user-data-dir') };
    const planned: Planned[] = [];
    for (const id of where.value.ids) planned.push(await protection.planInstall(id, wish));
    const notes = [...where.value.skipped, ...chosen.value.notes].map(printable);
    if (given.flag('plan')) {
      const ok = planned.every(({ plan }) => plan.ok);
      return { exit: ok ? 0 : 1, lines: [...planLines(planned, out), ...notes, 'Nothing was written.'], data: { ok, applied: false, harnesses: planData(planned), notes } };
    }
    for (const note of notes) out.aside(note);
    const work = planned.some(({ plan }) => plan.ok && plan.value.steps.length > 0);
    if (work && context.stdin.isTTY && !given.flag('yes')) out.lines(planLines(planned, out));
    if (work && !(await agreed(context, given.flag('yes'), 'Apply this?'))) return stopped({ code: 'cancelled', sentence: 'Cancelled; nothing was changed.' });

    const changed = [];
    for (const one of planned) changed.push(await protection.apply(one, context.signal));
    const exit = exitOf(changed);
    const kept = exit === 2 ? null : await keepKey(context, chosen.value);
    if (kept !== null) out.aside(kept);
    const sessions = [...new Set(planned.flatMap(({ plan }) => (plan.ok ? plan.value.notes : [])))];
    const first = changed.find(({ result }) => result.ok)?.harness;
    const lines = [
      ...changeLines(changed, { done: 'installed.', same: 'was installed like this already; nothing was changed.', failed: 'not installed, everything is as it was.' }, out),
      ...(exit === 2 ? [] : ['', ...sessions.map(printable), `Prove that it answers: silmaril verify${changed.length === 1 && first ? ` ${first}` : ''}`]),
    ];
    return { exit, lines, data: { ok: exit === 0, applied: true, harnesses: changeData(changed), notes: [...notes, ...sessions] } };
  },
};

/** Keeps a new key for the next installation. @returns what to tell the person when that was not possible */
async function keepKey(context: Context, chosen: Chosen): Promise<string | null> {
  if (chosen.classifier?.kind !== 'remote' || chosen.source === 'keychain' || chosen.source === null) return null;
  const kept = await context.secrets.write(chosen.classifier.apiKey);
  return kept.ok ? null : `The key is in the private configuration only, not in a keychain. ${kept.failure.sentence}`;
}
