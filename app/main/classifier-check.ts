// Whether a remote classifier can be used: its address, and its answer to one benign text under a key.
import { parseEndpoint } from '../../hooks/core/endpoint-url.ts';
import { classifierOf } from '../core/classifier.ts';
import type { Answer } from '../contract/ipc-kinds.ts';
import type { KeyVerdict } from '../contract/settings.ts';

/** Time for the whole answer, milliseconds; longer than a hook's own deadline, since a person waits for a verdict. */
const patience = 8_000;

/** The address as it will be stored: without surrounding white space, and one that the hooks accept. */
export function settleApiUrl(text: string): Answer<string> {
  const address = text.trim();
  const endpoint = parseEndpoint(address);
  if (endpoint.ok) return { ok: true, value: address };
  const sentence =
    endpoint.code === 'url-insecure'
      ? 'The address of the classifier must begin with https://, since the key and the texts would be readable on the way.'
      : 'The address of the classifier is not an https URL without user name and password. It is the full endpoint, such as https://HOST/classify';
  return { ok: false, failure: { code: endpoint.code, sentence } };
}

/** The benign text that is sent. */
export const benignText = 'What is the capital of France?';

export async function verifyKey(apiUrl: string, apiKey: string): Promise<Answer<KeyVerdict>> {
  const url = settleApiUrl(apiUrl);
  if (!url.ok) return url;
  const start = performance.now();
  const answer = await classifierOf({ kind: 'remote', apiUrl: url.value, apiKey, timeoutMs: patience })({ text: benignText, surface: 'prompt' });
  if (answer.ok) return { ok: true, value: { host: new URL(url.value).host, ms: Math.round(performance.now() - start) } };
  // Core's sentences end with the command's remedy; here the remedy is in front of the person.
  return { ok: false, failure: { code: answer.failure.code, sentence: answer.failure.sentence.replace(/ (Set it( again)?) with: silmaril .*$/, ' $1 here.') } };
}
