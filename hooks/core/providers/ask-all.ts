// Asks checkers about one letter, and says what their answers mean together: they can stop a call or have it asked about;
// what they call fine is left to the harness, as everything is.
import type { Provider } from '../../policy/providers.ts';
import { askChecker, type LetterFailure } from '../letter-client.ts';
import { pinnedCommand, pinOf, type CopyFailure } from './pinned-copy.ts';
import type { WrittenLetter } from './provider-letter.ts';

/** Milliseconds that a harness's own time-out keeps for everything else. */
export const RESERVED_MS = 3_000;
const KILL_GRACE_MS = 0;

export type ProviderFailure = LetterFailure | CopyFailure | 'no-time' | 'no-folder' | 'cut';

export interface ProviderFinding {
  readonly verdict: 'deny' | 'ask' | 'none';
  /** Whose word it is; null with `none`. */
  readonly provider: string | null;
  /** What the checker said, one line of at most 1,000 characters; '' when nothing. */
  readonly message: string;
  /** Why its word is `ask` although it did not say so. */
  readonly failure: ProviderFailure | null;
  /** With `none`: every checker said allow, and one may answer the harness's pending question, by the person's own word. */
  readonly mayAnswer: boolean;
}

export const NO_OBJECTION: ProviderFinding = { verdict: 'none', provider: null, message: '', failure: null, mayAnswer: false };

interface Said {
  readonly provider: Provider;
  readonly verdict: 'allow' | 'ask' | 'deny';
  readonly message: string;
  readonly failure: ProviderFailure | null;
}

/**
 * Milliseconds that one provider may take: its own time-out, inside what the harness leaves after the classifier and a
 * reserve. 0: there is no time for it at all.
 * @param harnessMs the harness's time-out of the hook
 * @param classifierMs what a classifier may still take after it
 */
export function effectiveTimeoutMs(provider: Pick<Provider, 'timeoutMs'>, harnessMs: number, classifierMs: number): number {
  return Math.max(0, Math.min(provider.timeoutMs, harnessMs - RESERVED_MS - classifierMs));
}

/**
 * All at once: any deny wins, and ends the others; else any ask. A failure of whatever kind counts as ask.
 * @param written null: there is no folder to write a letter with
 * @param count gets `provider-<failure>` for each failure
 */
export async function askAll(asked: readonly Provider[], written: WrittenLetter | null, home: string, budget: { readonly harnessMs: number; readonly classifierMs: number }, count: (reason: string) => void): Promise<ProviderFinding> {
  const over = new AbortController();
  const one = async (provider: Provider): Promise<Said> => {
    const failed = (failure: ProviderFailure): Said => {
      if (failure !== 'aborted') count(`provider-${failure}`);
      return { provider, verdict: 'ask', message: '', failure };
    };
    if (!written) return failed('no-folder');
    const timeoutMs = effectiveTimeoutMs(provider, budget.harnessMs, budget.classifierMs);
    if (timeoutMs === 0) return failed('no-time');
    const run = pinnedCommand(home, provider);
    if (!run.ok) return failed(run.code);
    const outcome = await askChecker({ command: run.command, letter: written.letter, timeoutMs, killGraceMs: KILL_GRACE_MS, abort: over.signal });
    if (!outcome.ok) return failed(outcome.code);
    const { verdict } = outcome.answer;
    if (verdict === 'deny') over.abort();
    if (verdict === 'allow' && written.cut) return failed('cut');
    return { provider, verdict, message: oneLine(outcome.answer.message), failure: null };
  };
  const said = await Promise.all(asked.map(one));
  const strictest = said.find(({ verdict }) => verdict === 'deny') ?? said.find(({ verdict, failure }) => verdict === 'ask' && failure === null) ?? said.find(({ verdict }) => verdict === 'ask');
  if (strictest) return { verdict: strictest.verdict === 'deny' ? 'deny' : 'ask', provider: strictest.provider.id, message: strictest.message, failure: strictest.failure, mayAnswer: false };
  return { ...NO_OBJECTION, mayAnswer: said.some(({ provider }) => provider.mayAllow !== null && provider.mayAllow === pinOf(provider)) };
}

/** Neither line breaks nor control characters of a foreign program reach a terminal or a model. */
const oneLine = (text: string): string => text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ').trim();
