// The letter hook (seed 002): a permission request that OpenCode has published is put to a checker, and its verdict
// becomes the answer that a person could give: allow `once`, deny `reject`, ask silence. It never invents an allow: whatever
// is wrong with the checker is answered as `onCheckerError` says, and our own base protection can still object.
import { askChecker, type Letter, type LetterAnswer } from '../../core/letter-client.ts';
import { AllowCache, cacheKey } from './allow-cache.ts';
import { CheckerPin } from './checker-pin.ts';
import type { LetterOptions } from './letter-options.ts';
import { RejectBudget } from './reject-budget.ts';

/** A pending permission request. */
export interface Asked {
  readonly id: string;
  readonly sessionID: string;
  readonly action: string;
  readonly resources: readonly string[];
  readonly source: { readonly messageID: string; readonly id: string } | null;
}

export interface LetterHook {
  /** Settles when the request is answered or left to the person. */
  readonly asked: (asked: Asked) => Promise<void>;
}

export interface LetterParts {
  readonly options: LetterOptions;
  /** The checker to run. */
  readonly command: readonly string[];
  /** The session's folder; '' degrades, since a checker refuses a letter without one. */
  readonly projectDir: string;
  readonly reply: (asked: Asked, answer: { readonly reply: 'once' } | { readonly reply: 'reject'; readonly message: string }) => Promise<void>;
  /** Whether our own protection has nothing against it. */
  readonly unobjectionable: (asked: Asked) => Promise<boolean>;
  /** Counts a failure under a Health code. */
  readonly count: (reason: string) => void;
  readonly now?: () => number;
}

const MAX_COMMANDS = 64;
const MAX_LETTER_CHARS = 1_000_000;
/** Requests that are remembered, so that an event that comes twice is answered once. */
const MAX_REQUESTS = 1_000;
const BROKEN = "Silmaril's checker could not be asked, and the settings say that this is a no.";

export function createLetterHook({ options, command, projectDir, reply, unobjectionable, count, now = Date.now }: LetterParts): LetterHook {
  const cache = new AllowCache(options.cacheTtlMs);
  const budget = new RejectBudget(options.maxRejections, options.rejectWindowMs);
  const pin = new CheckerPin(command[0] ?? '', options.sha256);
  const handled = new Set<string>();
  let running = 0;

  const check = async (asked: Asked): Promise<LetterAnswer | string> => {
    const letter = letterOf(asked, projectDir);
    if (letter === null) return 'letter';
    if (running >= options.maxConcurrentSpawns) return 'busy';
    running += 1;
    try {
      if (!(await pin.matches())) return 'pin';
      const outcome = await askChecker({ command, letter, timeoutMs: options.checkTimeoutMs, killGraceMs: options.killGraceMs });
      return outcome.ok ? outcome.answer : outcome.code;
    } finally {
      running -= 1;
    }
  };

  const reject = async (asked: Asked, rule: string, message: string): Promise<void> => {
    if (budget.take(asked.sessionID, rule, now())) await reply(asked, { reply: 'reject', message });
    else count('letter-reject-budget');
  };

  const answer = async (asked: Asked): Promise<void> => {
    const key = cacheKey(asked.action, asked.resources, projectDir);
    const remembered = cache.has(key, now());
    const said: LetterAnswer | string = remembered ? { verdict: 'allow', message: '', ruleId: null } : await check(asked);
    if (typeof said === 'string') {
      count(`letter-${said}`);
      if (options.onCheckerError === 'deny') await reject(asked, 'checker-error', BROKEN);
      return;
    }
    if (said.verdict === 'deny') return reject(asked, said.ruleId ?? '', said.message);
    if (said.verdict === 'ask') return;
    if (!remembered) cache.add(key, now());
    if (await unobjectionable(asked)) await reply(asked, { reply: 'once' });
  };

  return {
    asked: async (asked) => {
      if (asked.id === '' || !options.actions.includes(asked.action) || handled.has(asked.id)) return;
      handled.add(asked.id);
      if (handled.size > MAX_REQUESTS) handled.delete(handled.values().next().value ?? '');
      try {
        await answer(asked);
      } catch {
        // The question stays with the person.
        count('letter-reply');
      }
    },
  };
}

/** Exactly the protocol's fields. Null for a request that no letter can hold. */
export function letterOf({ sessionID, action, resources, source }: Asked, projectDir: string): Letter | null {
  if (!projectDir.startsWith('/') || projectDir.length > 4_096 || resources.length === 0 || resources.length > MAX_COMMANDS) return null;
  if (resources.reduce((sum, resource) => sum + resource.length, 0) > MAX_LETTER_CHARS) return null;
  const id = source === null ? `anon:${sessionID}:${action}` : `${source.messageID}:${source.id}`;
  return { version: 1, invocation: { id, sessionID, projectDir }, action, commands: resources.map((raw, index) => ({ index, raw, cwd: projectDir })) };
}
