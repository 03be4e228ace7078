// What a subcommand is: its line in the overview, its help, its options, and what it does.
import type { SecretStore } from '../core/secrets/secret-store.ts';
import type { Failure, HarnessId } from '../../installers/engine/plan.ts';
import type { Machine } from '../../installers/engine/harness-installer.ts';
import type { ArgumentSpec, OptionSpec, ParsedArguments } from './args.ts';
import type { Output } from './output.ts';

/** 0: fine. 1: it ran and found a problem. 2: it could not run. */
export type ExitCode = 0 | 1 | 2;

export interface Context {
  readonly machine: Machine;
  /** The folder that holds `hooks/`: the repository, or the app's resources. */
  readonly projectRoot: string;
  readonly secrets: SecretStore;
  readonly out: Output;
  readonly stdin: NodeJS.ReadStream;
  /** Aborted by Ctrl-C and by SIGTERM; only commands that go on until told look at it. */
  readonly signal: AbortSignal;
}

export interface Outcome {
  readonly exit: ExitCode;
  /** For a person. */
  readonly lines: readonly string[];
  /** For `--json`: one document. Null when the command has printed rows itself. */
  readonly data: unknown;
}

export interface Command {
  readonly name: string;
  /** One line of the overview. */
  readonly summary: string;
  readonly usage: string;
  /** What a person should know, as paragraphs. */
  readonly about: readonly string[];
  readonly examples: readonly (readonly [command: string, what: string])[];
  readonly arguments: ArgumentSpec;
  /** False for commands that look at no home (they run for any user, without recovery). */
  readonly needsHome: boolean;
  run(context: Context, given: ParsedArguments): Promise<Outcome>;
}

/** Options of every command. */
export const commonOptions: Readonly<Record<string, OptionSpec>> = {
  json: { type: 'boolean', help: 'Print JSON instead of text.' },
  user: { type: 'string', value: 'NAME', help: 'As root: act for this user, and as this user.' },
  help: { type: 'boolean', help: 'Show this help.' },
};

/** A failure as the outcome of a command: it could not run. */
export function stopped(failure: Failure): Outcome {
  return { exit: 2, lines: [], data: { ok: false, error: failure } };
}

/** Narrows positionals that `parseArguments` has checked against the registry's ids. */
export function harnessIds(names: readonly string[]): readonly HarnessId[] {
  return names as readonly HarnessId[];
}
