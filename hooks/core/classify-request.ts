// The /classify request body. Field order and names are the contract's.
import { mcpTool } from './tool-name.ts';
import type { EventKind, HarnessProfile, Payload } from './profile.ts';
import type { Mode } from './product.ts';

// What the service's own TypeScript client of this contract says of itself.
const SDK_LANGUAGE = 'typescript';
const SDK_VERSION = '0.7.2';

const LABELS = { prompt: 'user_input', tool_call: 'tool_call', tool_result: 'tool_response', model_output: 'llm_output', subagent: 'user_input' } as const;

export interface ClassifyRequest {
  readonly kind: EventKind;
  readonly event: string;
  readonly text: string;
  /** Sent only when it is explicit; null lets the service decide. */
  readonly mode: Mode | null;
  readonly toolName: string | null;
  readonly toolUseId: string | null;
  readonly sessionId: string | null;
  readonly cwd: string | null;
  readonly requestId: string;
  readonly endpointId: string | null;
  readonly deviceName: string | null;
  readonly payload: Payload;
}

/** @returns the JSON text; keys that are not known are left out */
export function classifyBody(profile: HarnessProfile, request: ClassifyRequest): string {
  return JSON.stringify({
    text: withoutLoneSurrogates(request.text),
    mode: request.mode ?? undefined,
    hook: LABELS[request.kind],
    tool_name: request.toolName ?? undefined,
    metadata: {
      silmaril: {
        integration: profile.integration,
        version: profile.version,
        provenance: {
          schema_version: 1,
          endpoint_id: request.endpointId ?? undefined,
          harness: profile.harness,
          device_name: request.deviceName ?? undefined,
        },
        governance: profile.dialect?.governance === false ? undefined : { agent: profile.harness, resource: resource(profile, request) },
        sdk_language: SDK_LANGUAGE,
        sdk_version: SDK_VERSION,
        request_id: request.requestId,
      },
      [profile.eventMetadataKey]: request.event,
      sessionId: request.sessionId ?? undefined,
      toolName: request.toolName ?? undefined,
      toolUseId: request.toolUseId ?? undefined,
      cwd: (profile.sendsCwd ? request.cwd : null) ?? undefined,
      ...profile.dialect?.metadata(request.payload),
    },
  });
}

function resource(profile: HarnessProfile, { kind, toolName }: ClassifyRequest): object {
  if (kind !== 'tool_call' && kind !== 'tool_result') return { kind: 'agent', id: profile.harness };
  const mcp = toolName === null ? null : mcpTool(toolName);
  return mcp ? { kind: 'mcp_tool', id: mcp.tool, parent_id: mcp.server } : { kind: 'tool', id: toolName ?? 'unknown' };
}

/** Half of a surrogate pair is not text: the service refuses it. Whole pairs are kept. */
export function withoutLoneSurrogates(text: string): string {
  // Nearly all text; compiling the expression would cost more than everything else here.
  if ((text as { isWellFormed?: () => boolean }).isWellFormed?.()) return text;
  // In Unicode mode a whole pair is one character, so only halves have this property.
  return text.replace(/\p{Surrogate}/gu, '');
}
