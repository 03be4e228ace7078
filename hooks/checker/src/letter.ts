// The letter that a checker is sent and the verdict that it writes: protocol version 1 of the shell-warden hook for
// OpenCode. The hook rejects what is too large, but its own limits are not published: ours are well below any that make sense.

/** Bytes of a letter; the hook puts no limit on it. */
export const MAX_LETTER_BYTES = 1_048_576;
/** Commands of a letter. */
export const MAX_COMMANDS = 64;
/** Characters of a folder, as the protocol has it. */
export const MAX_CWD_CHARS = 4_096;
/** Characters of a message; for a denial it is never empty. */
export const MAX_MESSAGE_CHARS = 1_000;
/** Bytes of one command's facts, as JSON. */
export const MAX_FACTS_BYTES = 4_096;
/** Bytes of a verdict. Facts are left out where it would be larger. */
export const MAX_VERDICT_BYTES = 16_384;

export interface Letter {
  readonly version: 1;
  readonly invocation: { readonly id: string; readonly sessionID: string; readonly agent?: string; readonly projectDir: string };
  readonly action: string;
  readonly commands: readonly { readonly index: number; readonly raw: string; readonly cwd: string }[];
}

export type Decision = 'allow' | 'ask' | 'deny';

export interface CommandVerdict {
  readonly index: number;
  readonly verdict: Decision;
  /** Whether all words were known. */
  readonly classification: 'static' | 'opaque';
  /** What the verdict rests on: the words as taken apart, or the text as a whole. */
  readonly match: 'argv' | 'raw';
  readonly facts?: Readonly<Record<string, unknown>>;
}

export interface Verdict {
  readonly invocationId: string;
  readonly verdict: Decision;
  readonly message?: string;
  readonly commands: readonly CommandVerdict[];
}

/** A letter that cannot be answered: the hook counts it as a defect of the checker, so the message names the field. */
export class BadLetter extends Error {}

type Fields = Readonly<Record<string, unknown>>;

export function readLetter(text: string): Letter {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new BadLetter('The letter is not JSON.');
  }
  const letter = object(value, 'letter', ['version', 'invocation', 'action', 'commands']);
  if (letter['version'] !== 1) throw new BadLetter('letter version must be 1.');
  const invocation = object(letter['invocation'], 'letter invocation', ['id', 'sessionID', 'agent', 'projectDir']);
  const { agent } = invocation;
  if (agent !== undefined && typeof agent !== 'string') throw new BadLetter('letter invocation.agent must be a string.');
  const commands = letter['commands'];
  if (!Array.isArray(commands) || commands.length > MAX_COMMANDS) throw new BadLetter(`letter commands must be a list of at most ${String(MAX_COMMANDS)}.`);
  return {
    version: 1,
    invocation: {
      id: string(invocation['id'], 'letter invocation.id', 1, 4_096),
      sessionID: string(invocation['sessionID'], 'letter invocation.sessionID', 0, 4_096),
      ...(agent !== undefined && { agent }),
      projectDir: folder(invocation['projectDir'], 'letter invocation.projectDir'),
    },
    action: string(letter['action'], 'letter action', 0, 256),
    commands: commands.map((each: unknown, i) => {
      const name = `letter commands[${String(i)}]`;
      const command = object(each, name, ['index', 'raw', 'cwd']);
      const { index } = command;
      if (!Number.isInteger(index)) throw new BadLetter(`${name}.index must be a whole number.`);
      return { index: index as number, raw: string(command['raw'], `${name}.raw`, 0, Infinity), cwd: folder(command['cwd'], `${name}.cwd`) };
    }),
  };
}

function object(value: unknown, name: string, known: readonly string[]): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new BadLetter(`${name} must be an object.`);
  const extra = Object.keys(value).find((key) => !known.includes(key));
  if (extra !== undefined) throw new BadLetter(`${name} has a field that the protocol does not: ${extra.slice(0, 40)}.`);
  return value as Fields;
}

function string(value: unknown, name: string, min: number, max: number): string {
  if (typeof value !== 'string' || value.length < min || value.length > max) throw new BadLetter(max === Infinity ? `${name} must be a string.` : `${name} must be ${String(min)}..${String(max)} chars.`);
  return value;
}

function folder(value: unknown, name: string): string {
  const path = string(value, name, 1, MAX_CWD_CHARS);
  if (!path.startsWith('/')) throw new BadLetter(`${name} must be absolute.`);
  return path;
}

/** One line of at most MAX_VERDICT_BYTES: facts go first, from the last command on. */
export function writeVerdict(verdict: Verdict): string {
  const commands = verdict.commands.map((command) => (command.facts && Buffer.byteLength(JSON.stringify(command.facts)) > MAX_FACTS_BYTES ? bare(command) : command));
  for (let last = commands.length; ; last--) {
    const line = JSON.stringify({ ...verdict, commands });
    if (last === 0 || Buffer.byteLength(line) < MAX_VERDICT_BYTES) return line;
    const command = commands[last - 1];
    if (command) commands[last - 1] = bare(command);
  }
}

function bare({ facts: _facts, ...rest }: CommandVerdict): CommandVerdict {
  return rest;
}
