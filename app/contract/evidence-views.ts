// The timeline's questions and answers. Events hold no content by contract: fingerprints and bounded metadata only.
import * as z from 'zod/mini';
import { evidenceHooks, evidenceHosts, evidenceTruths, nativeActions, policyDecisions, predictions, riskClasses } from './evidence-words.ts';
import { mode, time } from './harness-views.ts';
import { failure, list } from './ipc-kinds.ts';

/** Rows of one page at most. */
export const maxPage = 500;
/** Buckets of one histogram at most. */
export const maxBuckets = 400;

const few = <S extends z.ZodMiniType>(item: S) => z.readonly(z.array(item).check(z.maxLength(64)));
const word = z.string().check(z.maxLength(256));

/** Empty lists and nulls filter nothing. Times are milliseconds since the epoch, `from` included, `to` excluded. */
export const evidenceFilter = z.object({
  hosts: few(z.enum(evidenceHosts)),
  decisions: few(z.enum(policyDecisions)),
  modes: few(mode),
  risks: few(z.enum(riskClasses)),
  hooks: few(z.enum(evidenceHooks)),
  tools: few(word),
  rules: few(word),
  from: z.nullable(z.number()),
  to: z.nullable(z.number()),
  /** A session's fingerprint. */
  session: z.nullable(word),
  /** Words that must all occur in the metadata (tool, rule, risk, summary, producer). */
  text: z.nullable(word),
});
export type EvidenceFilter = z.infer<typeof evidenceFilter>;

export const noFilter: EvidenceFilter = { hosts: [], decisions: [], modes: [], risks: [], hooks: [], tools: [], rules: [], from: null, to: null, session: null, text: null };

export const eventView = z.object({
  id: z.string(),
  at: time,
  host: z.enum(evidenceHosts),
  hook: z.enum(evidenceHooks),
  mode,
  tool: z.nullable(z.string()),
  risk: z.enum(riskClasses),
  summary: z.string(),
  prediction: z.enum(predictions),
  /** 0..1; null: not given. */
  score: z.nullable(z.number()),
  threshold: z.nullable(z.number()),
  decision: z.enum(policyDecisions),
  nativeAction: z.enum(nativeActions),
  warnDelivery: z.nullable(z.enum(['delivered', 'unsupported'])),
  /** The harness takes no refusal at this boundary. */
  blockUnavailable: z.boolean(),
  truth: z.enum(evidenceTruths),
  /** Who decided; null: an older producer did not say. */
  source: z.nullable(z.enum(['classifier', 'local_policy', 'provider'])),
  rule: z.nullable(z.string()),
  policyVersion: z.nullable(z.string()),
  modelVersion: z.nullable(z.string()),
  producer: z.string(),
  producerVersion: z.string(),
  /** Fingerprints: of the session, and of the call that several events may share. */
  session: z.nullable(z.string()),
  request: z.nullable(z.string()),
  /** Milliseconds. */
  totalMs: z.nullable(z.number()),
  classifyMs: z.nullable(z.number()),
});
export type EventView = z.infer<typeof eventView>;

/** A place in the order "newest first, then by id". */
export const cursor = z.object({ at: z.number(), id: z.string() });
export type Cursor = z.infer<typeof cursor>;

export const pageQuery = z.object({
  filter: evidenceFilter,
  /** Null: from the newest on. */
  after: z.nullable(cursor),
  limit: z.int().check(z.minimum(1), z.maximum(maxPage)),
});

export const page = z.object({
  /** Newest first. */
  events: list(eventView),
  /** Null: this was the last page. */
  next: z.nullable(cursor),
});
export type Page = z.infer<typeof page>;

const counted = <V extends z.ZodMiniType>(value: V) => list(z.object({ value, count: z.number() }));

/** Counts of what each choice would show: each facet is counted under all filters but its own. */
export const facets = z.object({
  /** Events that the filter as a whole matches, and all there are. */
  matched: z.number(),
  total: z.number(),
  hosts: counted(z.enum(evidenceHosts)),
  decisions: counted(z.enum(policyDecisions)),
  modes: counted(mode),
  risks: counted(z.enum(riskClasses)),
  hooks: counted(z.enum(evidenceHooks)),
  /** The 20 most frequent. */
  tools: counted(z.string()),
  rules: counted(z.string()),
});
export type Facets = z.infer<typeof facets>;

export const histogramQuery = z.object({ filter: evidenceFilter, buckets: z.int().check(z.minimum(1), z.maximum(maxBuckets)) });

export const histogram = z.object({
  /** Milliseconds since the epoch. The filter's own range, or from the oldest match to the newest; null: nothing matches. */
  range: z.nullable(z.object({ from: z.number(), to: z.number(), bucketMs: z.number() })),
  /** From old to new; buckets without events are left out. */
  buckets: list(z.object({ at: z.number(), allow: z.number(), monitor: z.number(), warn: z.number(), block: z.number(), unavailable: z.number() })),
});
export type Histogram = z.infer<typeof histogram>;

/** One event in full. */
export const eventDetail = z.object({
  event: eventView,
  /** The event as its producer wrote it, indented, unknown keys included: for "copy as JSON". */
  json: z.string(),
  /** Other events of the same call, oldest first. */
  related: list(eventView),
});
export type EventDetail = z.infer<typeof eventDetail>;

export const arrival = z.object({
  /** Newest first; those that the followed filter matches. */
  events: list(eventView),
  /** Further ones that were left out of this message since too many came at once: ask for the page again. */
  more: z.number(),
});
export type Arrival = z.infer<typeof arrival>;

export const exportFormat = z.enum(['jsonl', 'csv']);
export const exportOutcome = z.discriminatedUnion('state', [
  z.object({ state: z.literal('saved'), path: z.string(), events: z.number() }),
  z.object({ state: z.literal('cancelled') }),
]);

export const evidenceStatus = z.object({
  total: z.number(),
  oldestAt: z.nullable(time),
  newestAt: z.nullable(time),
  /** Files of the spool that wait to be taken in; `done` of this run. */
  intake: z.object({ state: z.enum(['idle', 'running', 'failed']), waiting: z.number(), done: z.number() }),
  /** Files that are not evidence, set aside, by reason. */
  quarantined: list(z.object({ reason: z.string(), count: z.number() })),
  /** Events that retention has deleted so far. */
  evicted: z.object({ count: z.number(), lastAt: z.nullable(time) }),
  /** Size of the store on disk, bytes. */
  bytes: z.number(),
  /** What a person has to know, such as a damaged database that was set aside; else null. */
  problem: z.nullable(failure),
});
export type EvidenceStatus = z.infer<typeof evidenceStatus>;
