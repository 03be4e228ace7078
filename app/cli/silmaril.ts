// The `silmaril` command: a thin face of app/core. This file reads the command line, finds the
// subcommand, and turns its outcome into text or JSON and an exit status.
import { protectionFor } from '../core/runtime.ts';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { version } from '../../package.json';
import { chosenBefore } from '../core/configuration.ts';
import { finishModeChange } from '../core/mode-change.ts';
import { machineFor } from '../core/machine.ts';
import { keychainStore } from '../core/secrets/keychain.ts';
import type { Failure } from '../../installers/engine/plan.ts';
import { readReceipts } from '../../installers/engine/receipts.ts';
import { parseArguments } from './args.ts';
import { commonOptions, type Command, type Context } from './command.ts';
import { allowOnceCommand } from './commands/allow-once.ts';
import { classifyCommand } from './commands/classify.ts';
import { classifyServerCommand } from './commands/classify-server.ts';
import { detectCommand } from './commands/detect.ts';
import { eventsCommand } from './commands/events.ts';
import { explainCommand } from './commands/explain.ts';
import { installCommand } from './commands/install.ts';
import { modeCommand } from './commands/mode.ts';
import { endOverduePause, pauseCommand, resumeCommand } from './commands/pause.ts';
import { policyCommand } from './commands/policy.ts';
import { providersCommand } from './commands/providers.ts';
import { repairCommand } from './commands/repair.ts';
import { statusCommand } from './commands/status.ts';
import { uninstallCommand } from './commands/uninstall.ts';
import { verifyCommand } from './commands/verify.ts';
import { commandHelp, overview } from './help.ts';
import { didYouMean } from './nearest.ts';
import { Output } from './output.ts';

const commands: readonly Command[] = [
  detectCommand,
  statusCommand,
  installCommand,
  modeCommand,
  pauseCommand,
  resumeCommand,
  verifyCommand,
  eventsCommand,
  explainCommand,
  policyCommand,
  allowOnceCommand,
  providersCommand,
  classifyCommand,
  classifyServerCommand,
  repairCommand,
  uninstallCommand,
];

/** Commands that only look: an interrupted change is settled by the others. */
const onlyLooks = new Set(['detect', 'events', 'classify', 'explain', 'policy', 'allow-once']);

/** What stands after `--` is somebody else's command line. */
const ownWords = process.argv.includes('--') ? process.argv.slice(0, process.argv.indexOf('--')) : process.argv;
const out = new Output(process.stdout, process.stderr, ownWords.includes('--json'), process.env);

// Every mode is set explicitly; under an umask that takes the owner's own bits nothing could be made at all.
process.umask(0o077);

async function main(argv: readonly string[]): Promise<number> {
  const [name, ...rest] = argv;
  const fail = (failure: Failure, help: string): number => {
    out.document({ ok: false, error: failure });
    out.aside(`silmaril: ${failure.sentence}`);
    if (help !== '') out.aside(`See: ${help}`);
    return 2;
  };
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    const about = name === 'help' ? commands.find((command) => command.name === rest[0]) : undefined;
    out.lines(about ? commandHelp(about) : overview(commands));
    return name === undefined ? 2 : 0;
  }
  if (name === '--version') {
    out.lines([version]);
    return 0;
  }
  const command = commands.find((candidate) => candidate.name === name);
  if (!command) {
    const sentence = name.startsWith('-') ? 'The command comes first: silmaril COMMAND [OPTION...].' : `There is no command "${name.slice(0, 40)}".${didYouMean(name, commands.map((one) => one.name))}`;
    return fail({ code: 'unknown-command', sentence }, 'silmaril --help');
  }
  const given = parseArguments(rest, { options: { ...command.arguments.options, ...commonOptions }, positionals: command.arguments.positionals, ...(command.arguments.rest && { rest: true }) });
  if (!given.ok) return fail(given.failure, `silmaril ${command.name} --help`);
  if (given.value.flag('help')) {
    out.lines(commandHelp(command));
    return 0;
  }
  const machine = machineFor(process.env, given.value.text('user') ?? null);
  if (!machine.ok) return fail(machine.failure, '');

  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      // The second time the person means it: the journal is settled at the next start.
      if (stop.signal.aborted) process.exit(130);
      stop.abort();
    });
  const projectRoot = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
  const context: Context = { machine: machine.value, projectRoot, secrets: keychainStore(machine.value.home), out, stdin: process.stdin, signal: stop.signal };
  if (command.needsHome) await hideStoredKeys(context);
  // A plan is only shown: nothing may be written for it, not even to mend.
  if (command.needsHome && !onlyLooks.has(command.name) && !given.value.flag('plan')) await settle(context);
  const outcome = await command.run(context, given.value);
  // Ctrl-C reaches the programs that we started, too (a Node.js that was asked its version): what failed for that is no news.
  if (stop.signal.aborted && outcome.exit === 2) return fail({ code: 'cancelled', sentence: 'Cancelled; nothing was changed.' }, '');
  const refused = outcome.exit === 2 && outcome.lines.length === 0 ? failureIn(outcome.data) : null;
  if (refused) return fail(refused, refused.code === 'cancelled' ? '' : `silmaril ${command.name} --help`);
  out.lines(outcome.lines);
  if (outcome.data !== null) out.document(outcome.data);
  return outcome.exit;
}

function failureIn(data: unknown): Failure | null {
  if (typeof data !== 'object' || data === null || !('error' in data)) return null;
  return data.error as Failure;
}

/** A stored key that some failure's text may quote one day must not get past the output, whatever the command. */
async function hideStoredKeys({ machine, out: output }: Context): Promise<void> {
  for (const read of (await readReceipts(machine.home)).values()) {
    const chosen = read.state === 'read' ? chosenBefore(read.receipt) : null;
    if (chosen?.classifier.kind === 'remote') output.hide(chosen.classifier.apiKey);
  }
}

/** Ends what a killed run left half done, and says so. */
async function settle(context: Context): Promise<void> {
  const protection = protectionFor(context.machine, context.projectRoot);
  for (const report of await protection.recover()) {
    const what = `An interrupted ${report.purpose ?? 'change'}${report.harness === null ? '' : ` of ${report.harness}`}`;
    if (report.outcome === 'failed') context.out.aside(`${what} could not be settled: ${report.failure?.sentence ?? 'unknown reason'}`);
    else context.out.aside(`${what} was ${report.outcome}.`);
    for (const left of report.left) context.out.aside(left.sentence);
  }
  for (const report of await finishModeChange(protection)) context.out.aside(`An interrupted change of mode was finished: ${report.label} is now in ${report.mode ?? 'an unknown mode'}.`);
  const pause = await endOverduePause(context);
  if (pause !== null) context.out.aside(pause);
}

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // `silmaril events | head`: the reader has enough.
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

main(process.argv.slice(2)).then(
  (exit) => {
    process.exitCode = exit;
    // A keychain that never answers or a terminal that was read must not hold the process; what was
    // printed is flushed first.
    process.stdout.write('', () => process.exit());
  },
  (error: unknown) => {
    // Through the redactor: an exception's message may quote what it choked on.
    out.aside('silmaril: this is a bug. A change that it interrupted is settled at the next start.');
    for (const line of (error instanceof Error ? (error.stack ?? error.message) : String(error)).split('\n')) out.aside(line);
    process.exit(2);
  },
);
