// The /classify contract: what a client posts and what a server answers. Unknown keys are let
// through on both sides, so that newer clients and servers still understand each other.
import * as z from 'zod';

export const hookLabels = ['user_input', 'system_prompt', 'tool_call', 'tool_response', 'llm_output', 'unknown'] as const;
const mode = z.enum(['shadow', 'warn', 'block']);
const metadata = z.record(z.string(), z.unknown());

/** Most texts in one batch request; a longer one is refused with 400. */
export const maxBatch = 256;

const singleRequest = z.looseObject({
  text: z.string(),
  mode: mode.optional(),
  hook: z.enum(hookLabels).optional(),
  tool_name: z.string().min(1).optional(),
  metadata: metadata.optional(),
});

const batchRequest = z
  .looseObject({
    texts: z.array(z.string()).min(1).max(maxBatch),
    mode: mode.optional(),
    hooks: z.array(z.enum(hookLabels)).optional(),
    tool_names: z.array(z.string().min(1).nullable()).optional(),
    metadata: z.array(metadata).optional(),
  })
  .refine(
    (body) => [body.hooks, body.tool_names, body.metadata].every((list) => list === undefined || list.length === body.texts.length),
    'hooks, tool_names and metadata must be as long as texts',
  );

export const classifyRequest = z.union([singleRequest, batchRequest]);
export type ClassifyRequest = z.infer<typeof classifyRequest>;
export type HookLabel = (typeof hookLabels)[number];

const scores = z
  .record(z.string(), z.number())
  .refine((table) => !('benign' in table))
  .nullable()
  .optional();

/** A success body. `mode` absent means that the server leaves the mode to the client. */
export const classifyResponse = z.looseObject({
  prediction: z.enum(['BENIGN', 'MALICIOUS']),
  score: z.number(),
  threshold: z.number(),
  mode: mode.optional(),
  primary_outcome: z.string().optional(),
  outcome_scores: scores,
  detector_scores: scores,
  detector_counts: scores,
  governance: z.looseObject({ action: z.enum(['allow', 'block']), policy_version: z.string().min(1), rule_id: z.string().optional() }).optional(),
});
export type ClassifyResponse = z.infer<typeof classifyResponse>;

/** An error body, as the published clients read it. */
export interface ClassifyError {
  readonly error: string;
  readonly message: string;
}
