// Options and operands of a command, the way getopt_long reads them.
import { HOLE, type Text } from '../values.ts';

export interface OptionSpec {
  /** Short options that take a value, as one string: `oC`. */
  readonly values?: string;
  /** Long options (without dashes) that take a value. */
  readonly longValues?: readonly string[];
  /** Long options that may be abbreviated, besides longValues. */
  readonly longFlags?: readonly string[];
  /** Options are words with one dash: `-name`, as in find or java. */
  readonly singleDash?: boolean;
  /** Reading stops at the first operand: wrappers, `ssh`, `docker run`. */
  readonly stopAtOperand?: boolean;
}

export interface Options {
  /** Short letters and long names that were given. */
  readonly flags: ReadonlySet<string>;
  readonly values: ReadonlyMap<string, readonly Text[]>;
  readonly operands: readonly Text[];
  /** Index in argv of the first operand, or argv.length. */
  readonly operandAt: number;
}

function longName(given: string, spec: OptionSpec): string {
  const known = [...(spec.longValues ?? []), ...(spec.longFlags ?? [])];
  if (known.includes(given)) return given;
  const matches = known.filter((name) => name.startsWith(given));
  return matches.length === 1 && matches[0] !== undefined ? matches[0] : given;
}

/** `argv[0]` is the program and is left out. */
export function readOptions(argv: readonly Text[], spec: OptionSpec = {}): Options {
  const flags = new Set<string>();
  const values = new Map<string, Text[]>();
  const operands: Text[] = [];
  let operandAt = argv.length;
  const add = (name: string, value: Text): void => {
    const list = values.get(name);
    if (list === undefined) values.set(name, [value]);
    else list.push(value);
    flags.add(name);
  };
  let i = 1;
  for (; i < argv.length; i++) {
    const word = argv[i] ?? '';
    if (word === '--') {
      i++;
      break;
    }
    if (!word.startsWith('-') || word === '-') {
      if (operands.length === 0) operandAt = i;
      if (spec.stopAtOperand === true) break;
      operands.push(word);
      continue;
    }
    if (word.startsWith('--') || spec.singleDash === true) {
      const body = word.replace(/^--?/, '');
      const equals = body.indexOf('=');
      const name = longName(equals < 0 ? body : body.slice(0, equals), spec);
      if (equals >= 0) add(name, body.slice(equals + 1));
      else if (spec.longValues?.includes(name) === true) add(name, argv[++i] ?? HOLE);
      else flags.add(name);
      continue;
    }
    for (let at = 1; at < word.length; at++) {
      const letter = word[at] ?? '';
      if (spec.values?.includes(letter) === true) {
        const rest = word.slice(at + 1);
        add(letter, rest !== '' ? rest : (argv[++i] ?? HOLE));
        break;
      }
      flags.add(letter);
    }
  }
  if (spec.stopAtOperand === true || i < argv.length) {
    if (operands.length === 0 && i < argv.length) operandAt = i;
    operands.push(...argv.slice(i));
  }
  return { flags, values, operands, operandAt };
}

export function has(options: Options, ...names: readonly string[]): boolean {
  return names.some((name) => options.flags.has(name));
}

export function valuesOf(options: Options, ...names: readonly string[]): readonly Text[] {
  return names.flatMap((name) => options.values.get(name) ?? []);
}

export function lastOf(options: Options, ...names: readonly string[]): Text | undefined {
  return valuesOf(options, ...names).at(-1);
}
