// Protection as a whole: one state for the menu bar and the window, pause, classifier, coverage.
import * as z from 'zod/mini';
import { classifierKind, harnessId, mode, time } from './harness-views.ts';
import { list } from './ipc-kinds.ts';

/**
 * The one state that the menu bar shows. `off`: nothing is installed. `degraded`: an installed harness is
 * broken, so events pass unjudged. `attention`: something waits for the person (a harness not seen running
 * yet, harnesses in different modes). The others: all installed harnesses work in that mode.
 */
export const protectionState = z.enum(['off', 'shadow', 'warn', 'block', 'paused', 'degraded', 'attention']);
export type ProtectionState = z.infer<typeof protectionState>;

export const pauseLength = z.enum(['15-minutes', '1-hour', 'tomorrow']);
export type PauseLength = z.infer<typeof pauseLength>;

/** What one boundary of one harness can do in each mode. */
export const coverageEffect = z.enum(['observed', 'warned', 'refused', 'result-replaced', 'not-covered']);
export type CoverageEffect = z.infer<typeof coverageEffect>;
export const coverageRow = z.object({
  harness: harnessId,
  boundary: z.enum(['prompt', 'tool-call', 'tool-result', 'subagent', 'model-output', 'settings-change']),
  shadow: coverageEffect,
  warn: coverageEffect,
  block: coverageEffect,
  /** Stable code of the limit that a person has to know, else null; the window has the words. */
  limit: z.nullable(z.enum(['tool-already-ran', 'text-only-replaced', 'no-hook', 'own-entries-only', 'version-2-never-run'])),
});
export type CoverageRow = z.infer<typeof coverageRow>;

/** The window has the words for each. */
export const packId = z.enum(['base', 'git-history', 'secret-read', 'self-protection', 'exfiltration', 'database', 'infra']);
export type PackId = z.infer<typeof packId>;

/** Local rules beside the classifier. Unavailable is said with its reason, never shown as an empty list. */
export const rulePacksView = z.discriminatedUnion('state', [
  z.object({ state: z.literal('unavailable'), sentence: z.string() }),
  z.object({
    state: z.literal('available'),
    /** How the installed harnesses treat a local denial; null when nothing is installed. */
    setting: z.nullable(z.enum(['off', 'follow', 'enforce', 'mixed'])),
    /** The private policy file. */
    file: z.string(),
    /** What is wrong with that file: then the built-in defaults count, and no pack can be switched. */
    problem: z.nullable(z.string()),
    packs: list(z.object({ id: packId, rules: z.number(), enabled: z.boolean(), onByDefault: z.boolean() })),
    /** The person's own checkers, which are asked where the packs say nothing. They are registered in a terminal. */
    checkers: list(z.object({
      id: z.string(),
      /** The program, absolute. */
      program: z.string(),
      /** Whether its files still are what was registered; what was registered runs in any case. */
      files: z.enum(['pinned', 'changed', 'gone']),
      /** Milliseconds that a harness really leaves it. */
      timeoutMs: z.number(),
      mayAllow: z.boolean(),
    })),
  }),
]);
export type RulePacksView = z.infer<typeof rulePacksView>;

export const protectionView = z.object({
  state: protectionState,
  /** The state in words, as the first line of the menu says it. */
  sentence: z.string(),
  /** The mode of all installed harnesses; null when none is installed or they differ. */
  mode: z.nullable(mode),
  /** Modes differ from harness to harness. */
  mixed: z.boolean(),
  pause: z.nullable(z.object({ until: time, before: list(z.object({ harness: harnessId, mode })) })),
  classifier: z.object({
    /** Null when nothing is installed. */
    kind: z.nullable(z.enum([...classifierKind.options, 'mixed'])),
    /** Of the remote classifier; null when it is not used. */
    apiUrl: z.nullable(z.string()),
  }),
  coverage: list(coverageRow),
  rulePacks: rulePacksView,
});
export type ProtectionView = z.infer<typeof protectionView>;

/** `https://HOST/.../classify`, at most 2048 characters. Main checks it again as the hooks do. */
export const apiUrl = z.string().check(z.minLength(1), z.maxLength(2048));

export const classifierWish = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('embedded') }),
  /** The key is taken from the keychain: it never comes with a wish. */
  z.object({ kind: z.literal('remote'), apiUrl }),
]);
export type ClassifierWish = z.infer<typeof classifierWish>;
