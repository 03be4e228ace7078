// A later call in the light of what came before it in its session. Pure: records in, records and a raise out.
import type { OriginKind } from '../origin.ts';
import { actionOf } from './action.ts';
import { intentsOf, requestedTargets, type Intent } from './request.ts';
import { plainText, targetsOf } from './targets.ts';

/** What is kept of an event: no content, only kinds, scores and keyed hashes of targets. */
export type ContextRecord =
  | { readonly kind: 'prompt'; readonly intents: readonly Intent[]; readonly targets: readonly string[] }
  /** Named by the person's own files or the agent itself, before any suspicious text did. */
  | { readonly kind: 'known'; readonly targets: readonly string[] }
  | { readonly kind: 'suspicious'; readonly origin: OriginKind; readonly score: number; readonly malicious: boolean; readonly targets: readonly string[] }
  /** A call that changed nothing in what is known: ends "right after". */
  | { readonly kind: 'call' };

export type Hash = (target: string) => string;

/** Least score at which a result is suspicious that asks for something with a target, by origin; above 1: never. */
const ASKING: Readonly<Record<OriginKind, number>> = { user: 2, repository: 2, command: 0.4, unknown: 0.3, web: 0, mail: 0, issue: 0, mcp: 0 };

/** The person's prompts whose intents count: a session goes on to other things. */
const PROMPTS = 3;

export function promptRecord(text: string, hash: Hash): ContextRecord {
  return { kind: 'prompt', intents: intentsOf(text), targets: targetsOf(plainText(text)).map(hash) };
}

/** @returns null when there is nothing to remember of it */
export function resultRecord(text: string, origin: OriginKind, score: number, tier: 'none' | 'warn' | 'block', hash: Hash): ContextRecord | null {
  // What the person's own files name is theirs, whatever the model thinks of it: their documents say "run curl ... | bash"
  // too. A program's output is often theirs as well, so that only what would be blocked counts there.
  const malicious = origin !== 'repository' && origin !== 'user' && (tier === 'block' || (tier === 'warn' && origin !== 'command'));
  if (malicious) return { kind: 'suspicious', origin, score, malicious, targets: targetsOf(plainText(text)).map(hash) };
  const asked = score >= ASKING[origin] ? requestedTargets(text) : [];
  if (asked.length > 0) return { kind: 'suspicious', origin, score, malicious, targets: asked.map(hash) };
  if (origin !== 'repository') return null;
  const targets = targetsOf(plainText(text)).map(hash);
  return targets.length > 0 ? { kind: 'known', targets } : null;
}

/** `block`: to the block threshold; `tier`: by one tier. */
export type Raise = 'none' | 'tier' | 'block';

/** @param before the session's records, oldest first; without the person's prompt among them nothing is raised */
export function raiseOf(toolName: string, text: string, before: readonly ContextRecord[], hash: Hash): Raise {
  if (!before.some(({ kind }) => kind === 'suspicious')) return 'none';
  const prompts = before.filter((record) => record.kind === 'prompt');
  const { intent, targets } = actionOf(toolName, text);
  if (intent === null || prompts.length === 0 || prompts.slice(-PROMPTS).some(({ intents }) => intents.includes(intent))) return 'none';
  const first = new Map<string, ContextRecord>();
  const promptsSay = new Set(prompts.flatMap((record) => record.targets));
  for (const record of before) if ('targets' in record) for (const target of record.targets) if (!first.has(target)) first.set(target, record);
  const hashes = targets.map(hash);
  const named = hashes.map((target) => first.get(target)).filter((record) => record?.kind === 'suspicious');
  // The person may also name it after the text did.
  const tainted = named.length > 0 && !hashes.some((target) => promptsSay.has(target));
  if (tainted) return named.some((record) => record?.kind === 'suspicious' && record.malicious) ? 'block' : 'tier';
  const last = before.at(-1);
  const stranger = hashes.length > 0 && hashes.every((target) => !first.has(target));
  return last?.kind === 'suspicious' && last.malicious && stranger ? 'tier' : 'none';
}

/** What a call leaves behind: its targets are known from then on, unless a suspicious text named them first. */
export function callRecord(toolName: string, text: string, before: readonly ContextRecord[], hash: Hash): ContextRecord {
  const taken = new Set(before.flatMap((record) => ('targets' in record ? record.targets : [])));
  const targets = actionOf(toolName, text).targets.map(hash).filter((target) => !taken.has(target));
  return targets.length > 0 ? { kind: 'known', targets } : { kind: 'call' };
}
