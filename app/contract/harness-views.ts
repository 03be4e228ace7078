// What the window may know of harnesses: detection, state, health, plans and what became of them.
import * as z from 'zod/mini';
import { evidenceHooks, policyDecisions } from './evidence-words.ts';
import { failure, list } from './ipc-kinds.ts';

export const harnessIds = ['vscode', 'claude-code', 'opencode', 'hermes'] as const;
export const harnessId = z.enum(harnessIds);
export type HarnessId = z.infer<typeof harnessId>;

export const mode = z.enum(['shadow', 'warn', 'block']);
export type Mode = z.infer<typeof mode>;

export const classifierKind = z.enum(['embedded', 'remote']);

/** ISO 8601 UTC. */
export const time = z.string();

/**
 * - `absent`: neither the harness nor Silmaril in it. - `not-installed`: the harness is here, Silmaril is not in it.
 * - `unproven`: installed and loadable as far as files go, but no event was seen since the last change.
 * - `working`: an event was judged since the last change. - `degraded`: something is wrong, `reasons` says what.
 * - `unknown`: it cannot be told, `reasons` says why.
 */
export const harnessState = z.enum(['absent', 'not-installed', 'unproven', 'working', 'degraded', 'unknown']);
export type HarnessState = z.infer<typeof harnessState>;

/** One place where a harness takes a registration: a VS Code profile, Claude Code's user settings. */
export const surfaceView = z.object({
  id: z.string(),
  label: z.string(),
  file: z.string(),
  /** Why nothing is written here although it is listed, else null. */
  skipped: z.nullable(z.string()),
});
export type SurfaceView = z.infer<typeof surfaceView>;

export const checkView = z.object({
  code: z.string(),
  status: z.enum(['ok', 'problem', 'unknown']),
  /** A surface's label or a file's path; '' when it is the installation as a whole. */
  subject: z.string(),
  sentence: z.string(),
  /** A command that fixes it, else null. */
  fix: z.nullable(z.string()),
});
export type CheckView = z.infer<typeof checkView>;

/** The newest event of one kind. */
export const lastEventView = z.object({
  id: z.string(),
  at: time,
  hook: z.enum(evidenceHooks),
  decision: z.enum(policyDecisions),
  /** Whether it came after the last install, mode change or repair: only then it proves anything about now. */
  sinceChange: z.boolean(),
});
export type LastEventView = z.infer<typeof lastEventView>;

/** Events that passed unjudged because something was broken, since the last change. */
export const failOpenView = z.object({
  count: z.number(),
  /** The log keeps the newest lines only: then `count` is a lower bound. */
  atLeast: z.boolean(),
  lastAt: z.nullable(time),
  reasons: list(z.object({ reason: z.string(), count: z.number() })),
});

/** Milliseconds inside the hook, over the newest `samples` events that carry a time; null: none does. */
export const latencyView = z.nullable(z.object({ samples: z.number(), p50: z.number(), p95: z.number() }));
export type LatencyView = z.infer<typeof latencyView>;

export const harnessView = z.object({
  id: harnessId,
  label: z.string(),
  state: harnessState,
  sentence: z.string(),
  reasons: list(z.string()),
  /** Null when nothing is installed, or when the configuration leaves it to the classifier. */
  mode: z.nullable(mode),
  classifier: z.nullable(classifierKind),
  localPolicy: z.nullable(z.enum(['off', 'follow', 'enforce'])),
  installed: z.boolean(),
  /** Of the last install, mode change or repair. */
  changedAt: z.nullable(time),
  version: z.nullable(z.string()),
  launcher: z.nullable(z.string()),
  detection: z.object({
    state: z.enum(['present', 'leftover', 'absent']),
    /** What was found, one line each. */
    evidence: list(z.string()),
    version: z.nullable(z.string()),
    surfaces: list(surfaceView),
    notes: list(z.string()),
  }),
  checks: list(checkView),
  /** At most one of each hook, newest first. */
  lastEvents: list(lastEventView),
  failOpen: failOpenView,
  latency: latencyView,
});
export type HarnessView = z.infer<typeof harnessView>;

// --- Plans ---

const hunk = z.object({ line: z.number(), removed: list(z.string()), added: list(z.string()) });

/** One change of a plan. Secret contents read `<secret>`, without size, hash or lines. */
export const stepView = z.object({
  kind: z.enum(['mkdir', 'create', 'replace', 'edit', 'chmod', 'remove', 'rmdir']),
  path: z.string(),
  why: z.string(),
  /** Four octal digits; null where the mode stays as it is. */
  mode: z.nullable(z.string()),
  /** Where a file that is a link really lies, else null. */
  target: z.nullable(z.string()),
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
  /** Bytes. */
  size: z.nullable(z.number()),
  /** Line numbers are 1-based, in the old text. */
  hunks: list(hunk),
});
export type StepView = z.infer<typeof stepView>;

export const planView = z.object({
  harness: harnessId,
  label: z.string(),
  outcome: z.discriminatedUnion('ok', [
    z.object({
      ok: z.literal(true),
      /** Empty: nothing to do. */
      steps: list(stepView),
      owner: z.object({ uid: z.number(), gid: z.number() }),
      notes: list(z.string()),
    }),
    z.object({ ok: z.literal(false), failure }),
  ]),
});
export type PlanView = z.infer<typeof planView>;

/** A plan that main holds until it is applied or dropped: what is applied is what was shown. */
export const heldPlan = z.object({
  planId: z.string(),
  purpose: z.enum(['install', 'repair', 'uninstall']),
  plans: list(planView),
  /** What concerns all of them ("There is no API key yet."). */
  notes: list(z.string()),
});
export type HeldPlan = z.infer<typeof heldPlan>;

/** A plan for taking Silmaril out. */
export const heldRemoval = z.extend(heldPlan, {
  /** Whether no harness is left afterwards; then key, login item, database and settings go, too. */
  last: z.boolean(),
  evidence: z.object({ events: z.number(), kept: z.boolean() }),
  /** What goes beside the harness files: `evidence`, `counters`, `context` (what sessions had seen, and private copies of checkers), `key`, `login-item`, `settings`. */
  goes: list(z.enum(['evidence', 'counters', 'context', 'key', 'login-item', 'settings'])),
  stays: list(z.object({ path: z.string(), why: z.string() })),
});
export type HeldRemoval = z.infer<typeof heldRemoval>;

export const changeView = z.object({
  harness: harnessId,
  label: z.string(),
  outcome: z.discriminatedUnion('ok', [
    z.object({
      ok: z.literal(true),
      /** False: all was so already. */
      changed: z.boolean(),
      steps: list(z.object({ kind: stepView.shape.kind, path: z.string(), outcome: z.enum(['done', 'kept']) })),
    }),
    z.object({ ok: z.literal(false), failure }),
  ]),
});
export type ChangeView = z.infer<typeof changeView>;

export const removalReport = z.object({
  changes: list(changeView),
  eventsDeleted: z.number(),
  /** Null: not touched, since another harness still needs it. */
  keyRemoved: z.nullable(z.boolean()),
  loginItemRemoved: z.nullable(z.boolean()),
  stays: list(z.object({ path: z.string(), why: z.string() })),
  /** What went wrong beside the harness files; the rest was done all the same. */
  failures: list(failure),
});
export type RemovalReport = z.infer<typeof removalReport>;

export const progressView = z.object({
  planId: z.string(),
  harness: harnessId,
  /** 0-based. */
  index: z.number(),
  total: z.number(),
  kind: stepView.shape.kind,
  path: z.string(),
  /** `undo`: the step is being taken back. */
  phase: z.enum(['apply', 'undo']),
});
export type ProgressView = z.infer<typeof progressView>;

export const modeReport = z.object({
  harness: harnessId,
  label: z.string(),
  mode: z.nullable(mode),
  outcome: z.enum(['set', 'same', 'failed', 'undone', 'not-undone', 'not-tried']),
  failure: z.nullable(failure),
  notes: list(z.string()),
});
export type ModeReport = z.infer<typeof modeReport>;

// --- Checks ---

/** The self-test starts the installed launcher as the harness would: it proves launcher, hook and classifier, not the harness. */
export const selfTestReport = z.object({
  harness: harnessId,
  ok: z.boolean(),
  events: list(
    z.object({
      event: z.string(),
      ok: z.boolean(),
      result: z.enum(['evidence-seen', 'answered', 'no-evidence', 'bad-answer', 'did-not-run']),
      ms: z.number(),
      sentence: z.string(),
    }),
  ),
});
export type SelfTestReport = z.infer<typeof selfTestReport>;

/** The runtime check: a line to paste into a chat of the harness; its evidence proves that the harness calls the hook. */
export const runtimeCheckView = z.object({
  harness: harnessId,
  /** To be pasted as it is. */
  line: z.string(),
  startedAt: time,
  state: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('waiting') }),
    z.object({ kind: z.literal('seen'), event: lastEventView }),
    z.object({ kind: z.literal('expired') }),
  ]),
});
export type RuntimeCheckView = z.infer<typeof runtimeCheckView>;
