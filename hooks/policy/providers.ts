// Decision providers: external checkers that the person has registered in the private policy file. This is what the file
// says of them; hooks/core/providers asks them.

export interface Provider {
  /** Names it in evidence and messages: 1 to 32 of a-z, 0-9, -, starting with a letter. */
  readonly id: string;
  /** Program and arguments; the program is absolute. 1 to 32 words of at most 4,096 characters. */
  readonly command: readonly string[];
  /** Every file that the command names, absolute, to the SHA-256 (hex) of the bytes that may run. Holds the program at least. */
  readonly files: Readonly<Record<string, string>>;
  /** Milliseconds it may take, 100 to 60,000; the harness's own time-out may leave less. */
  readonly timeoutMs: number;
  /** Harness ids that it is asked for, `*` for any text. */
  readonly harnesses: readonly string[];
  /** Tool names as the harness says them, `*` for any text. */
  readonly tools: readonly string[];
  /**
   * The person's word that its `allow` may answer a harness's pending question: holds only while it equals `pinOf` of
   * this provider, so that it is gone when a file or the command changes. null: never.
   */
  readonly mayAllow: string | null;
}

/** More would not fit into the time that a harness gives its hook. */
export const MAX_PROVIDERS = 8;
export const DEFAULT_PROVIDER_TIMEOUT_MS = 3_000;
export const MIN_PROVIDER_TIMEOUT_MS = 100;
export const MAX_PROVIDER_TIMEOUT_MS = 60_000;

const ID = /^[a-z][a-z0-9-]{0,31}$/;
const SHA256 = /^[0-9a-f]{64}$/;
const GLOB = /^[\x21-\x7e]{1,128}$/;
const KEYS = new Set(['id', 'command', 'files', 'timeoutMs', 'appliesTo', 'mayAllow']);

/** What is wrong, in the words of the policy file's own errors. */
export class ProviderShape extends Error {}

export function isProviderId(text: string): boolean {
  return ID.test(text);
}

/** @throws {ProviderShape} naming the field */
export function readProviders(value: unknown): readonly Provider[] {
  if (value === undefined) return [];
  if (!Array.isArray(value) || value.length > MAX_PROVIDERS) throw new ProviderShape(`"providers" must be a list of at most ${String(MAX_PROVIDERS)}`);
  const providers = value.map((each: unknown, index) => readProvider(each, `providers[${String(index)}]`));
  const twice = providers.find(({ id }, index) => providers.findIndex((other) => other.id === id) !== index);
  if (twice) throw new ProviderShape(`"providers" must name "${twice.id}" once`);
  return providers;
}

function readProvider(value: unknown, name: string): Provider {
  const fields = object(value, name);
  const unknown = Object.keys(fields).find((key) => !KEYS.has(key));
  if (unknown !== undefined) throw new ProviderShape(`"${name}.${unknown}" is not a known setting`);
  const { id, timeoutMs = DEFAULT_PROVIDER_TIMEOUT_MS, mayAllow = null } = fields;
  if (typeof id !== 'string' || !ID.test(id)) throw new ProviderShape(`"${name}.id" must be a short name of a-z, 0-9 and -`);
  const command = words(fields['command'], `${name}.command`, 32);
  const [program] = command;
  if (program === undefined || !program.startsWith('/')) throw new ProviderShape(`"${name}.command" must start with an absolute path`);
  const files = object(fields['files'], `${name}.files`);
  for (const [file, hash] of Object.entries(files)) {
    if (!file.startsWith('/') || typeof hash !== 'string' || !SHA256.test(hash)) throw new ProviderShape(`"${name}.files" must map absolute paths to SHA-256 values`);
    if (!command.includes(file)) throw new ProviderShape(`"${name}.files" must name only words of the command`);
  }
  if (!Object.hasOwn(files, program)) throw new ProviderShape(`"${name}.files" must pin ${program}`);
  if (typeof timeoutMs !== 'number' || !Number.isInteger(timeoutMs) || timeoutMs < MIN_PROVIDER_TIMEOUT_MS || timeoutMs > MAX_PROVIDER_TIMEOUT_MS) throw new ProviderShape(`"${name}.timeoutMs" must be ${String(MIN_PROVIDER_TIMEOUT_MS)} to ${String(MAX_PROVIDER_TIMEOUT_MS)}`);
  if (mayAllow !== null && (typeof mayAllow !== 'string' || !SHA256.test(mayAllow))) throw new ProviderShape(`"${name}.mayAllow" must be what "silmaril providers add --may-allow" wrote`);
  const appliesTo = fields['appliesTo'] === undefined ? {} : object(fields['appliesTo'], `${name}.appliesTo`);
  const extra = Object.keys(appliesTo).find((key) => key !== 'harnesses' && key !== 'tools');
  if (extra !== undefined) throw new ProviderShape(`"${name}.appliesTo.${extra}" is not a known setting`);
  return { id, command, files: files as Record<string, string>, timeoutMs, harnesses: globs(appliesTo['harnesses'], `${name}.appliesTo.harnesses`), tools: globs(appliesTo['tools'], `${name}.appliesTo.tools`), mayAllow };
}

function object(value: unknown, name: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new ProviderShape(`"${name}" must be an object`);
  return value as Readonly<Record<string, unknown>>;
}

function words(value: unknown, name: string, max: number): readonly string[] {
  if (!Array.isArray(value) || value.length === 0 || value.length > max || !value.every((word): word is string => typeof word === 'string' && word.length <= 4_096 && !word.includes('\0'))) {
    throw new ProviderShape(`"${name}" must be a list of 1 to ${String(max)} words`);
  }
  return value;
}

function globs(value: unknown, name: string): readonly string[] {
  if (value === undefined) return ['*'];
  const list = words(value, name, 64);
  if (!list.every((glob) => GLOB.test(glob))) throw new ProviderShape(`"${name}" must be names, with * for any text`);
  return list;
}

export function appliesTo({ harnesses, tools }: Provider, harness: string, toolName: string): boolean {
  return harnesses.some((glob) => matches(glob, harness)) && tools.some((glob) => matches(glob, toolName));
}

/** `*` stands for any text. Each part is looked for once, leftmost first: linear, whatever the pattern. */
function matches(glob: string, text: string): boolean {
  const [first = '', ...rest] = glob.split('*');
  if (rest.length === 0) return text === glob;
  const last = rest.pop() ?? '';
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}
