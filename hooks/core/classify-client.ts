// The remote classifier: one request with retries on 429, all of it under one deadline.
import { parseClassified, type Classified } from './classify-response.ts';
import { parseEndpoint } from './endpoint-url.ts';
import { post } from './http-post.ts';

/** Leaves the host's 12 s enough room for input, evidence and output. */
export const MAX_DEADLINE_MS = 8_000;
const MAX_RETRIES = 5;
const MAX_BACKOFF_MS = 30_000;
const MAX_RESPONSE_BYTES = 1_048_576;

export type Remote =
  | { readonly ok: true; readonly classified: Classified }
  /** A Health code: `classify-timeout`, `classify-http-503` ... */
  | { readonly ok: false; readonly code: string };

export interface RemoteRequest {
  readonly apiUrl: string;
  readonly apiKey: string;
  /** Serialised once: every attempt sends identical bytes. */
  readonly body: string;
  readonly timeoutMs: number;
}

export interface Clock {
  /** Milliseconds, never going back. */
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<void>;
}

const systemClock: Clock = {
  now: () => Number(process.hrtime.bigint() / 1_000_000n),
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};

/** Never rejects. The deadline is min(timeoutMs, 8000) over attempts, waits and body reads. */
export async function classifyRemote(request: RemoteRequest, clock: Clock = systemClock): Promise<Remote> {
  const endpoint = parseEndpoint(request.apiUrl);
  if (!endpoint.ok) return failed(endpoint.code);
  // A line break in the key would write headers of its own.
  if (!/^[\x20-\x7e\x80-\xff]+$/.test(request.apiKey)) return failed('api-key-invalid');
  const headers = { 'content-type': 'application/json', 'x-api-key': request.apiKey };
  const body = Buffer.from(request.body, 'utf8');
  const until = clock.now() + Math.min(request.timeoutMs, MAX_DEADLINE_MS);

  for (let attempt = 0; ; attempt++) {
    const left = until - clock.now();
    if (left <= 0) return failed('classify-timeout');
    const answer = await post({ url: endpoint.url, headers, body, timeoutMs: left, maxResponseBytes: MAX_RESPONSE_BYTES });
    if (!answer.ok) return failed(`classify-${answer.reason}`);
    if (answer.status !== 429) return read(answer.status, answer.body);
    if (attempt === MAX_RETRIES) return failed('classify-http-429');
    const wait = Math.min(1_000 * 2 ** attempt, MAX_BACKOFF_MS);
    // Waiting past the deadline could only end in the same answer, later.
    if (clock.now() + wait >= until) return failed('classify-timeout');
    await clock.sleep(wait);
  }
}

function read(status: number, body: Buffer): Remote {
  if (status < 200 || status > 299) return failed(`classify-http-${status}`);
  const classified = parseClassified(body.toString('utf8'));
  return classified ? { ok: true, classified } : failed('classify-response');
}

function failed(code: string): Remote {
  return { ok: false, code };
}
