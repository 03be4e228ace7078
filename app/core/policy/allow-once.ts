// The person's word on one denied call. An agent must not be able to give it.
import { grantOnce } from '../../../hooks/core/policy-grants.ts';
import { RULES } from '../../../hooks/policy/judge.ts';
import type { Machine } from '../../../installers/engine/harness-installer.ts';
import type { Result } from '../../../installers/engine/plan.ts';
import { ancestorsOf, harnessIn, type Ancestor } from './ancestors.ts';

export interface Allowed {
  readonly harness: string;
  readonly ruleId: string;
  readonly title: string;
  /** All calls of this kind in that session; null: one call. */
  readonly forSession: string | null;
}

const sentences = {
  'not-a-code': 'That is not a code. A code has eight letters and digits, as Silmaril has shown it beside the denial.',
  unknown: 'There is no denied call of that code: it was used, it has expired (after 10 minutes), or it was mistyped.',
  expired: 'That code has expired: it was good for 10 minutes. Let the agent try again, and a new one is shown.',
  'no-kind': 'That code is for one call only: what it was denied for is not a question of yours about a kind of calls.',
  'not-written': 'The permission could not be written to the folder of Silmaril. See: silmaril status',
} as const;

/** @param ancestors for tests; null when the system does not say who they are */
export async function allowOnce(machine: Machine, code: string, ancestors: readonly Ancestor[] | null | undefined = undefined, session = false): Promise<Result<Allowed>> {
  const who = ancestors === undefined ? await ancestorsOf() : ancestors;
  const fail = (failureCode: string, sentence: string): Result<never> => ({ ok: false, failure: { code: failureCode, sentence } });
  if (who === null) return fail('ancestors-unknown', 'The system does not say who started this command, so it cannot be told whether an agent did. Nothing is allowed.');
  const harness = harnessIn(who);
  if (harness !== null) return fail('started-by-agent', `This command was started from ${harness}, where an agent could have typed it. Open a terminal of your own and type it there.`);
  const granted = grantOnce(machine.home, code, undefined, session);
  if (!granted.ok) return fail(`code-${granted.reason}`, sentences[granted.reason]);
  const { offer } = granted;
  return { ok: true, value: { harness: offer.harness, ruleId: offer.ruleId, title: RULES.find(({ id }) => id === offer.ruleId)?.title ?? offer.ruleId, forSession: session ? (offer.kind?.about ?? null) : null } };
}
