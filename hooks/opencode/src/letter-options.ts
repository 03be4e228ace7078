// The letter hook's options, as they stand in opencode.json (seed 002): what is unknown or out of range is mended with a
// warning; only a checker that cannot be what was meant disables the hook, and `allow` as an answer to a broken one.

export interface LetterOptions {
  /** Null: our own silmaril-checker. */
  readonly command: readonly string[] | null;
  /** Of command[0], lower-case hex; null: not pinned. */
  readonly sha256: string | null;
  /** Milliseconds: 100..30000, default 2000. */
  readonly checkTimeoutMs: number;
  /** Milliseconds between SIGTERM and SIGKILL: 0..5000, default 250. */
  readonly killGraceMs: number;
  readonly onCheckerError: 'ask' | 'deny';
  /** Permission actions that a letter is written for; `bash` is `shell`. */
  readonly actions: readonly string[];
  /** Milliseconds for which an allow is remembered: 0..300000; 0, the default, remembers nothing. */
  readonly cacheTtlMs: number;
  /** Rejections per rule and session, 0..100, default 5, within a window of 1000..86400000 ms, default 600000. */
  readonly maxRejections: number;
  readonly rejectWindowMs: number;
  /** 1..16, default 4. */
  readonly maxConcurrentSpawns: number;
}

export type ReadOptions =
  /** No option of this hook is there: it is not wanted. */
  | { readonly state: 'off'; readonly warnings: readonly string[] }
  | { readonly state: 'on'; readonly options: LetterOptions; readonly warnings: readonly string[] }
  | { readonly state: 'disabled'; readonly reason: string; readonly warnings: readonly string[] };

const KNOWN = ['checker', 'budgets', 'onCheckerError', 'actions', 'cache', 'rejectBudget', 'maxConcurrentSpawns'] as const;
const MAX_ARGUMENTS = 64;

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);

export function readLetterOptions(given: unknown): ReadOptions {
  const warnings: string[] = [];
  const options: Fields = isFields(given) ? given : {};
  unknownKeys(options, KNOWN, '', warnings);
  if (!KNOWN.some((key) => Object.hasOwn(options, key))) return { state: 'off', warnings };

  const checker = section(options, 'checker', ['command', 'sha256'], warnings, 'fatal');
  if (checker === null) return { state: 'disabled', reason: '"checker" is not an object.', warnings };
  const command = commandOf(checker);
  if (command === undefined) return { state: 'disabled', reason: '"checker.command" has to be a list of texts whose first is an absolute path, with everything substituted.', warnings };
  const { sha256 = null } = checker;
  if (sha256 !== null && (typeof sha256 !== 'string' || !/^[0-9a-f]{64}$/i.test(sha256))) return { state: 'disabled', reason: '"checker.sha256" has to be 64 hexadecimal digits.', warnings };
  const { onCheckerError = 'ask' } = options;
  if (onCheckerError === 'allow') return { state: 'disabled', reason: '"onCheckerError" cannot be "allow": a checker that fails never permits anything.', warnings };
  if (onCheckerError !== 'ask' && onCheckerError !== 'deny') warnings.push('"onCheckerError" is neither "ask" nor "deny"; "ask" counts.');

  const budgets = section(options, 'budgets', ['checkTimeoutMs', 'killGraceMs'], warnings) ?? {};
  const cache = section(options, 'cache', ['ttlMs'], warnings) ?? {};
  const rejects = section(options, 'rejectBudget', ['maxRejections', 'windowMs'], warnings) ?? {};
  return {
    state: 'on',
    options: {
      command,
      sha256: sha256 === null ? null : sha256.toLowerCase(),
      checkTimeoutMs: clamped(budgets, 'budgets.checkTimeoutMs', 2_000, 100, 30_000, warnings),
      killGraceMs: clamped(budgets, 'budgets.killGraceMs', 250, 0, 5_000, warnings),
      onCheckerError: onCheckerError === 'deny' ? 'deny' : 'ask',
      actions: actionsOf(options, warnings),
      cacheTtlMs: clamped(cache, 'cache.ttlMs', 0, 0, 300_000, warnings),
      maxRejections: clamped(rejects, 'rejectBudget.maxRejections', 5, 0, 100, warnings),
      rejectWindowMs: clamped(rejects, 'rejectBudget.windowMs', 600_000, 1_000, 86_400_000, warnings),
      maxConcurrentSpawns: clamped(options, 'maxConcurrentSpawns', 4, 1, 16, warnings),
    },
    warnings,
  };
}

function unknownKeys(fields: Fields, known: readonly string[], prefix: string, warnings: string[]): void {
  for (const key of Object.keys(fields)) if (!known.includes(key)) warnings.push(`The option "${prefix}${key.slice(0, 64)}" is not known and not used.`);
}

/** {} where it is absent. Null where it is something else than an object. */
function section(options: Fields, name: string, known: readonly string[], warnings: string[], wrong: 'warn' | 'fatal' = 'warn'): Fields | null {
  const value = options[name];
  if (value === undefined) return {};
  if (!isFields(value)) {
    if (wrong === 'warn') warnings.push(`"${name}" is not an object; its defaults count.`);
    return null;
  }
  unknownKeys(value, known, `${name}.`, warnings);
  return value;
}

/** Undefined where it is wrong. */
function commandOf({ command }: Fields): readonly string[] | null | undefined {
  if (command === undefined) return null;
  if (!Array.isArray(command) || command.length === 0 || command.length > MAX_ARGUMENTS) return undefined;
  const words: unknown[] = command;
  const isWord = (word: unknown): word is string => typeof word === 'string' && !word.includes('\0') && !/\{(?:env|file):/.test(word);
  return words.every(isWord) && words[0]?.startsWith('/') === true ? words : undefined;
}

function clamped(fields: Fields, name: string, usual: number, low: number, high: number, warnings: string[]): number {
  const value = fields[name.slice(name.indexOf('.') + 1)];
  if (value === undefined) return usual;
  if (typeof value !== 'number' || !Number.isFinite(value)) {
    warnings.push(`"${name}" is not a number; ${String(usual)} counts.`);
    return usual;
  }
  const kept = Math.min(high, Math.max(low, Math.trunc(value)));
  if (kept !== value) warnings.push(`"${name}" has to be a whole number from ${String(low)} to ${String(high)}; ${String(kept)} counts.`);
  return kept;
}

function actionsOf({ actions }: Fields, warnings: string[]): readonly string[] {
  const usual = ['shell'];
  if (actions === undefined) return usual;
  const named: unknown[] = Array.isArray(actions) ? actions : [];
  const good = named.filter((action): action is string => typeof action === 'string' && action !== '').map((action) => (action === 'bash' ? 'shell' : action));
  if (good.length === named.length && good.length > 0) return [...new Set(good)];
  warnings.push(good.length === 0 ? '"actions" is not a list of names; ["shell"] counts.' : '"actions" holds something that is not a name; the others count.');
  return good.length === 0 ? usual : [...new Set(good)];
}
