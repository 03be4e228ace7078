// What the configured classifier says about a text: the embedded one here, or the remote one through
// the hooks' own client, so that this answer and a hook's are the same.
import crypto from 'node:crypto';
import type { ClassifierInput, Explanation, Surface } from '../../hooks/classifier/classify.ts';
import { classifyRemote } from '../../hooks/core/classify-client.ts';
import { riskClassOf } from '../../hooks/core/risk-class.ts';
import type { Failure, Result } from '../../installers/engine/plan.ts';
import type { HookLabel } from '../contract/classify.ts';
import { sharedEmbeddedClassifier } from './embedded.ts';

export interface ClassifierAnswer {
  readonly prediction: 'BENIGN' | 'MALICIOUS';
  /** Null when a remote answer left it out. */
  readonly score: number | null;
  readonly threshold: number | null;
  /** Evidence risk class. */
  readonly category: string;
}

export type ClassifierKind =
  | { readonly kind: 'embedded' }
  | { readonly kind: 'remote'; readonly apiUrl: string; readonly apiKey: string; readonly timeoutMs: number };

/** One text to one answer. Failures of the remote one are values. */
export type Classifier = (input: ClassifierInput) => Promise<Result<ClassifierAnswer>>;

const labels: Readonly<Record<Surface, HookLabel>> = { prompt: 'user_input', tool_call: 'tool_call', tool_result: 'tool_response' };

export function classifierOf(chosen: ClassifierKind): Classifier {
  return chosen.kind === 'embedded' ? embedded : (input) => remote(input, chosen);
}

const embedded: Classifier = (input) => {
  const { prediction, score, threshold, riskClass } = sharedEmbeddedClassifier().classify(input);
  return Promise.resolve({ ok: true, value: { prediction, score, threshold, category: riskClass } });
};

/** Why the embedded one says what it says: for a person who asks, never for evidence, since it quotes the text. */
export function explainEmbedded(input: ClassifierInput): Explanation {
  return sharedEmbeddedClassifier().explain(input);
}

async function remote(input: ClassifierInput, to: Extract<ClassifierKind, { kind: 'remote' }>): Promise<Result<ClassifierAnswer>> {
  const body = JSON.stringify({
    // Lone surrogates are removed, as the contract says; with the u flag a pair is one character and stays.
    text: input.text.replace(/\p{Surrogate}/gu, ''),
    hook: labels[input.surface],
    ...(input.toolName ? { tool_name: input.toolName } : {}),
    metadata: { silmaril: { integration: 'silmaril-command', request_id: crypto.randomUUID() } },
  });
  const answer = await classifyRemote({ apiUrl: to.apiUrl, apiKey: to.apiKey, body, timeoutMs: to.timeoutMs });
  if (!answer.ok) return { ok: false, failure: remoteFailure(answer.code, to.apiUrl) };
  const { prediction, score, threshold, primaryOutcome } = answer.classified;
  const number = (value: number | undefined) => (value !== undefined && Number.isFinite(value) ? value : null);
  return { ok: true, value: { prediction: prediction === 'MALICIOUS' ? 'MALICIOUS' : 'BENIGN', score: number(score), threshold: number(threshold), category: riskClassOf(primaryOutcome) } };
}

/** One sentence for each of the client's codes. It names the host alone: a URL's path may hold a tenant's id. */
function remoteFailure(code: string, apiUrl: string): Failure {
  const host = URL.canParse(apiUrl) ? new URL(apiUrl).host : 'the configured address';
  if (code === 'url-invalid') return { code, sentence: 'The configured API URL is not an http or https address without user name and password. Set it with: silmaril install --all --api-url URL' };
  if (code === 'url-insecure') return { code, sentence: `The API URL must be https: over plain http to ${host} the key and the text would be readable on the way. Set it with: silmaril install --all --api-url URL` };
  if (code === 'api-key-invalid') return { code, sentence: 'The stored API key cannot be sent. Set it again with: silmaril install --all --classifier remote --api-key-stdin' };
  if (code === 'classify-timeout') return { code, sentence: `The classifier at ${host} did not answer in time.` };
  if (code === 'classify-http-401' || code === 'classify-http-403') return { code, sentence: `The classifier at ${host} refuses the API key (${code.slice(-3)}). Set it again with: silmaril install --all --classifier remote --api-key-stdin` };
  if (code.startsWith('classify-http-')) return { code, sentence: `The classifier at ${host} answered with HTTP status ${code.slice(-3)}.` };
  if (code === 'classify-response') return { code, sentence: `The classifier at ${host} answered something that is not in the /classify contract. Is the URL the full endpoint, ending in /classify?` };
  return { code, sentence: `The classifier at ${host} could not be asked (${code}). Check the network and the API URL.` };
}
