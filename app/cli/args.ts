// Command lines: parsed by node:util, judged here, so that a mistake is named with the way out, and
// a value is never repeated in a message (someone may have typed a key where none belongs).
import { parseArgs } from 'node:util';
import type { Failure, Result } from '../../installers/engine/plan.ts';
import { didYouMean, nearest } from './nearest.ts';

export interface OptionSpec {
  readonly type: 'boolean' | 'string';
  /** Placeholder in the help text of a `string` option. */
  readonly value?: string;
  readonly help: string;
  /** Exact values that a `string` option takes. */
  readonly choices?: readonly string[];
  readonly repeatable?: boolean;
}

export interface ArgumentSpec {
  readonly options: Readonly<Record<string, OptionSpec>>;
  /** Name of the positionals for the messages, and what they may be; null when the command takes none. */
  readonly positionals: { readonly name: string; readonly choices: readonly string[]; readonly max: number } | null;
  /** The words after `--` are the command's own, taken as they stand. */
  readonly rest?: boolean;
}

export interface ParsedArguments {
  readonly positionals: readonly string[];
  /** The words after `--`, where the command takes them; null: there was no `--`. */
  readonly rest: readonly string[] | null;
  flag(name: string): boolean;
  /** The last value given. */
  text(name: string): string | undefined;
  /** Every value given, in order. */
  list(name: string): readonly string[];
}

const keyOptions = new Set(['api-key', 'apikey', 'api_key', 'key', 'token', 'x-api-key']);
const refused = (code: string, sentence: string): { ok: false; failure: Failure } => ({ ok: false, failure: { code, sentence } });

export function parseArguments(argv: readonly string[], spec: ArgumentSpec): Result<ParsedArguments> {
  const options = spec.options;
  const end = spec.rest === true ? argv.indexOf('--') : -1;
  const { tokens } = parseArgs({
    args: end < 0 ? [...argv] : argv.slice(0, end),
    strict: false,
    allowPositionals: true,
    tokens: true,
    options: Object.fromEntries(Object.entries(options).map(([name, option]) => [name, { type: option.type, ...(name === 'help' ? { short: 'h' } : {}) }])),
  });
  const flags = new Set<string>();
  const values = new Map<string, string[]>();
  const positionals: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'option-terminator') continue;
    if (token.kind === 'positional') {
      positionals.push(token.value);
      continue;
    }
    const option = Object.hasOwn(options, token.name) ? options[token.name] : undefined;
    if (!option && keyOptions.has(token.name.toLowerCase()))
      return refused(
        'key-in-argv',
        'The API key is not taken from the command line: every program on this computer can read it there, and the shell keeps it in its history. Pipe it in with --api-key-stdin, or leave it out and it is asked for without echo. If it was a real key, replace it.',
      );
    if (!option) {
      const near = nearest(token.name, Object.keys(options));
      return refused('unknown-option', `There is no option ${token.rawName.slice(0, 40)} here.${near === null ? '' : ` Did you mean --${near}?`}`);
    }
    if (option.type === 'boolean') {
      if (token.value !== undefined) return refused('option-value', `--${token.name} takes no value.`);
      flags.add(token.name);
      continue;
    }
    // Without "=" a following option would be taken as the value: `--mode --json`.
    if (token.value === undefined || token.value === '' || (!token.inlineValue && token.value.startsWith('-')))
      return refused('option-value', `--${token.name} needs a value: --${token.name} ${option.value ?? 'VALUE'}.`);
    if (option.choices && !option.choices.includes(token.value))
      return refused('option-value', `--${token.name} is one of ${option.choices.join(', ')}.${didYouMean(token.value, option.choices)}`);
    const given = values.get(token.name) ?? [];
    if (given.length > 0 && option.repeatable !== true) return refused('option-twice', `--${token.name} is given twice.`);
    values.set(token.name, [...given, token.value]);
  }
  const allowed = spec.positionals;
  if (positionals.length > 0 && !allowed) return refused('extra-argument', 'This command takes options only.');
  if (allowed && positionals.length > allowed.max)
    return refused('extra-argument', `Too many arguments: at most ${String(allowed.max)} (${allowed.name}).`);
  for (const positional of positionals)
    if (allowed && allowed.choices.length > 0 && !allowed.choices.includes(positional))
      return refused('unknown-name', `There is no ${allowed.name.toLowerCase()} of that name; there are ${allowed.choices.join(', ')}.${didYouMean(positional, allowed.choices)}`);
  return {
    ok: true,
    value: {
      positionals: [...new Set(positionals)],
      rest: end < 0 ? null : argv.slice(end + 1),
      flag: (name) => flags.has(name),
      text: (name) => values.get(name)?.at(-1),
      list: (name) => values.get(name) ?? [],
    },
  };
}
