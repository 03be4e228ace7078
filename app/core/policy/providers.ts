// The person's external checkers: registered with the bytes that may run, listed with what holds now, tried by hand.
import fs from 'node:fs';
import path from 'node:path';
import { randomUUID } from 'node:crypto';
import { askChecker, type LetterFailure, type LetterVerdict } from '../../../hooks/core/letter-client.ts';
import { effectiveTimeoutMs } from '../../../hooks/core/providers/ask-all.ts';
import { digestOf, pinnedCommand, pinOf, providersFolder, type CopyFailure } from '../../../hooks/core/providers/pinned-copy.ts';
import { isProviderId, MAX_PROVIDER_TIMEOUT_MS, MAX_PROVIDERS, MIN_PROVIDER_TIMEOUT_MS, type Provider } from '../../../hooks/policy/providers.ts';
import type { Machine } from '../../../installers/engine/harness-installer.ts';
import type { Result } from '../../../installers/engine/plan.ts';
import { ancestorsOf, harnessIn, type Ancestor } from './ancestors.ts';
import { changePolicy, type Saved } from './policy-edit.ts';
import { policySource } from './policy-source.ts';

export interface ProviderState {
  readonly provider: Provider;
  /** `pinned`: the file has the pinned bytes. `changed`, `gone`: it does not; the private copy runs on as long as it is sound. */
  readonly files: readonly { readonly file: string; readonly state: 'pinned' | 'changed' | 'gone' }[];
  /** Its allow may answer a pending question. */
  readonly mayAllow: boolean;
  /** Milliseconds that it really gets in a harness that waits 12 s, where a remote classifier may take 2.5 s of them. */
  readonly effectiveMs: number;
}

/** What every harness of this product waits for a hook, and what the classifier's deadline is where nobody changed it. */
const HARNESS_MS = 12_000;
const CLASSIFIER_MS = 2_500;

export async function providerStates(machine: Machine): Promise<readonly ProviderState[]> {
  const { policy } = await policySource(machine, null, null);
  return policy.providers.map((provider) => ({
    provider,
    files: Object.entries(provider.files).map(([file, sha256]) => {
      const now = digestOf(file);
      return { file, state: !now.ok ? 'gone' : now.sha256 === sha256 ? 'pinned' : 'changed' } as const;
    }),
    mayAllow: provider.mayAllow === pinOf(provider),
    effectiveMs: effectiveTimeoutMs(provider, HARNESS_MS, CLASSIFIER_MS),
  }));
}

export interface Registration {
  readonly id: string;
  readonly command: readonly string[];
  readonly timeoutMs: number | null;
  readonly harnesses: readonly string[];
  readonly tools: readonly string[];
  readonly mayAllow: boolean;
}

const refused = (code: string, sentence: string): { readonly ok: false; readonly failure: { readonly code: string; readonly sentence: string } } => ({ ok: false, failure: { code, sentence } });

/**
 * The registration with the pins of what is there now; nothing is written. Every word of the command that names a
 * regular file is pinned, the program always.
 */
export function prepareProvider({ id, command, timeoutMs, harnesses, tools, mayAllow }: Registration): Result<Provider> {
  if (!isProviderId(id)) return refused('provider-id', 'A checker has a short name of a-z, 0-9 and -, starting with a letter.');
  const [program] = command;
  if (program === undefined) return refused('provider-command', 'Say which program to ask, after two dashes: silmaril providers add NAME -- /absolute/path/to/checker');
  if (!path.isAbsolute(program)) return refused('provider-command', 'The program must be an absolute path: a checker gets no PATH to look it up in.');
  if (timeoutMs !== null && (!Number.isInteger(timeoutMs) || timeoutMs < MIN_PROVIDER_TIMEOUT_MS || timeoutMs > MAX_PROVIDER_TIMEOUT_MS)) return refused('provider-timeout', `The time-out is ${String(MIN_PROVIDER_TIMEOUT_MS)} to ${String(MAX_PROVIDER_TIMEOUT_MS)} milliseconds.`);
  const files: Record<string, string> = {};
  for (const [index, word] of command.entries()) {
    if (!path.isAbsolute(word)) continue;
    const now = digestOf(word);
    if (now.ok) files[word] = now.sha256;
    else if (index === 0) return refused(`provider-${now.code}`, sentences[now.code](word));
    else if (now.code === 'too-large') return refused('provider-too-large', sentences['too-large'](word));
  }
  try {
    fs.accessSync(program, fs.constants.X_OK);
  } catch {
    return refused('provider-not-executable', `${program} may not be executed. Make it executable, or name its interpreter first.`);
  }
  const provider: Provider = { id, command, files, timeoutMs: timeoutMs ?? 3_000, harnesses: harnesses.length === 0 ? ['*'] : harnesses, tools: tools.length === 0 ? ['*'] : tools, mayAllow: null };
  return { ok: true, value: mayAllow ? { ...provider, mayAllow: pinOf(provider) } : provider };
}

const sentences: Readonly<Record<CopyFailure, (file: string) => string>> = {
  missing: (file) => `${file} is not there, or may not be read.`,
  'not-regular': (file) => `${file} is not a regular file.`,
  'too-large': (file) => `${file} is larger than 256 MiB.`,
  'wrong-pin': (file) => `${file} is not what was registered. If you trust it, register it again: silmaril providers add`,
  'no-copy': (file) => `${file} could not be copied into the folder of Silmaril. See: silmaril status`,
};

/** The words of an interpreter line are not pinned: whoever can change that program can change the answer. */
export function interpreterOf({ command }: Provider): string | null {
  let descriptor: number | null = null;
  try {
    descriptor = fs.openSync(command[0] ?? '', fs.constants.O_RDONLY | fs.constants.O_NONBLOCK);
    const head = Buffer.alloc(256);
    const read = fs.readSync(descriptor, head);
    return /^#!\s*([^\n]+)/.exec(head.toString('latin1', 0, read))?.[1]?.trim() ?? null;
  } catch {
    return null;
  } finally {
    if (descriptor !== null) fs.closeSync(descriptor);
  }
}

/** An agent must not be able to add, loosen or remove a checker. @param ancestors for tests */
export async function refuseAgents(ancestors: readonly Ancestor[] | null | undefined = undefined): Promise<Result<null>> {
  const who = ancestors === undefined ? await ancestorsOf() : ancestors;
  if (who === null) return refused('ancestors-unknown', 'The system does not say who started this command, so it cannot be told whether an agent did. Nothing was changed.');
  const harness = harnessIn(who);
  return harness === null ? { ok: true, value: null } : refused('started-by-agent', `This command was started from ${harness}, where an agent could have typed it. Open a terminal of your own and type it there.`);
}

/** Writes the registration and makes the private copies. */
export async function addProvider(machine: Machine, provider: Provider): Promise<Result<Saved>> {
  const existing = (await policySource(machine, null, null)).policy.providers;
  if (existing.length >= MAX_PROVIDERS && !existing.some(({ id }) => id === provider.id)) return refused('provider-too-many', `There are ${String(MAX_PROVIDERS)} checkers already, which is the most that fits into a hook's time. Remove one first.`);
  const { harnesses, tools, mayAllow, ...rest } = provider;
  const saved = await changePolicy(machine, null, { kind: 'register', provider: { ...rest, appliesTo: { harnesses, tools }, ...(mayAllow !== null && { mayAllow }) } });
  if (!saved.ok) return saved;
  const copied = pinnedCommand(machine.home, provider);
  if (!copied.ok) return refused(`provider-${copied.code}`, sentences[copied.code](copied.file));
  return saved;
}

export async function removeProvider(machine: Machine, id: string): Promise<Result<Saved>> {
  const { policy } = await policySource(machine, null, null);
  if (!policy.providers.some((provider) => provider.id === id)) return refused('provider-unknown', `No checker of that name is registered. See: silmaril providers list`);
  const saved = await changePolicy(machine, null, { kind: 'unregister', id });
  if (saved.ok) sweepCopies(machine.home, saved.value.policy.providers);
  return saved;
}

/** Copies that no registration names. */
function sweepCopies(home: string, providers: readonly Provider[]): void {
  const kept = new Set(providers.flatMap(({ files }) => Object.values(files)));
  const folder = providersFolder(home);
  let names: string[] = [];
  try {
    names = fs.readdirSync(folder);
  } catch {
    return;
  }
  for (const name of names) if (/^[0-9a-f]{64}$/.test(name) && !kept.has(name)) fs.rmSync(path.join(folder, name), { recursive: true, force: true });
}

export type Trial =
  | { readonly ok: true; readonly verdict: LetterVerdict; readonly message: string; readonly ruleId: string | null; readonly ms: number }
  | { readonly ok: false; readonly code: LetterFailure | CopyFailure; readonly detail: string; readonly ms: number };

/** Asks one checker about a shell command, as a hook would. */
export async function tryProvider(machine: Machine, provider: Provider, command: string, cwd: string): Promise<Trial> {
  const run = pinnedCommand(machine.home, provider);
  if (!run.ok) return { ok: false, code: run.code, detail: sentences[run.code](run.file), ms: 0 };
  const outcome = await askChecker({
    command: run.command,
    letter: { version: 1, invocation: { id: randomUUID(), sessionID: 'silmaril-test', agent: 'silmaril', projectDir: cwd }, action: 'shell', commands: [{ index: 0, raw: command, cwd }] },
    timeoutMs: effectiveTimeoutMs(provider, HARNESS_MS, CLASSIFIER_MS),
    killGraceMs: 0,
  });
  const ms = Math.round(outcome.ms);
  return outcome.ok ? { ok: true, ...outcome.answer, ms } : { ok: false, code: outcome.code, detail: outcome.detail, ms };
}
