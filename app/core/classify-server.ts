// The embedded classifier under the /classify contract, on loopback, so that the remote path and any
// other client of that contract can be tried without an account.
//
// What a web page, another user or a stuck client can do to such a server, and what stands against it:
// - a page in the person's browser posts to it, or rebinds a name to 127.0.0.1: any `Origin` header and
//   any `Host` but the address itself is refused before the body is read;
// - another local user connects: without the key of this start there is no answer;
// - a client sends for ever or never finishes: byte cap, deadline per request, few connections.
import crypto from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { classifyRequest, type ClassifyError, type ClassifyResponse, type HookLabel } from '../contract/classify.ts';
import { sharedEmbeddedClassifier } from './embedded.ts';
import type { Classification, Surface } from '../../hooks/classifier/classify.ts';
import type { Result } from '../../installers/engine/plan.ts';

/** Most bytes of one request body; a larger one is answered 413. The hooks' own input cap is 16 MiB, a JSON string at most doubles it. */
export const maxBodyBytes = 32 * 1024 * 1024;
/** Time from a request's first byte to its last, milliseconds; then 408 and the connection ends. */
export const bodyDeadline = 10_000;
const maxConnections = 32;

export interface ClassifyServerOptions {
  /** 0 takes any free port. */
  readonly port: number;
  /** Tests lower these; the defaults are the constants above. */
  readonly maxBodyBytes?: number;
  readonly bodyDeadline?: number;
}

export interface ClassifyServer {
  /** `http://127.0.0.1:PORT/classify` */
  readonly url: string;
  /** Random, of this start only: 256 bits in hexadecimal. */
  readonly apiKey: string;
  close(): Promise<void>;
}

/** Which of the classifier's surfaces a hook label belongs to; text of unknown origin is judged like a prompt. */
export function surfaceOf(label: HookLabel | undefined): Surface {
  if (label === 'tool_call') return 'tool_call';
  return label === 'tool_response' ? 'tool_result' : 'prompt';
}

function responseOf(found: Classification, mode: ClassifyResponse['mode']): ClassifyResponse {
  return {
    prediction: found.prediction,
    score: found.score,
    threshold: found.threshold,
    primary_outcome: found.primaryOutcome,
    ...(mode ? { mode } : {}),
  };
}

class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

function readBody(request: http.IncomingMessage, cap: number): Promise<Buffer> {
  const tooLarge = new Refusal(413, 'PayloadTooLarge', `The body may hold ${String(cap)} bytes.`);
  if (Number(request.headers['content-length'] ?? 0) > cap) return Promise.reject(tooLarge);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > cap) {
        request.pause();
        reject(tooLarge);
      } else chunks.push(chunk);
    });
    request.on('end', () => { resolve(Buffer.concat(chunks)); });
    request.on('aborted', () => { reject(new Refusal(400, 'MalformedInput', 'The body ended early.')); });
    request.on('error', () => { reject(new Refusal(400, 'MalformedInput', 'The body could not be read.')); });
  });
}

/** Compares digests, so that neither the time nor the length of the key shows. */
function sameKey(given: string | string[] | undefined, digest: Buffer): boolean {
  const text = typeof given === 'string' ? given : '';
  return crypto.timingSafeEqual(crypto.createHash('sha256').update(text, 'utf8').digest(), digest);
}

async function answer(request: http.IncomingMessage, authority: string, keyDigest: Buffer, cap: number): Promise<unknown> {
  if (request.headers.origin !== undefined) throw new Refusal(403, 'OriginRefused', 'A web page may not ask this server.');
  // Node keeps the first of several Host headers; a second one is a smuggling attempt.
  const hosts = request.rawHeaders.filter((name, i) => i % 2 === 0 && name.toLowerCase() === 'host');
  if (hosts.length !== 1 || request.headers.host !== authority) throw new Refusal(403, 'HostRefused', `This server answers for ${authority} only.`);
  if (request.url !== '/classify') throw new Refusal(404, 'NotFound', 'There is only /classify here.');
  if (request.method !== 'POST') throw new Refusal(405, 'MethodNotAllowed', '/classify takes POST.');
  if (!sameKey(request.headers['x-api-key'], keyDigest)) throw new Refusal(401, 'Unauthorized', 'The x-api-key header does not hold the key of this start.');
  if (!/^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? '')) throw new Refusal(400, 'MalformedInput', 'The content-type must be application/json.');
  const body = await readBody(request, cap);
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw new Refusal(400, 'MalformedInput', 'The body is not JSON in UTF-8.');
  }
  const parsed = classifyRequest.safeParse(value);
  if (!parsed.success) throw new Refusal(400, 'MalformedInput', 'The body needs "text" (a string) or "texts" (1 to 256 strings), and the other fields as the contract says.');
  const wanted = parsed.data;
  if ('texts' in wanted && Array.isArray(wanted.texts)) {
    const batch = wanted as Extract<typeof wanted, { texts: string[] }>;
    return {
      predictions: batch.texts.map((text, i) => {
        const toolName = batch.tool_names?.[i];
        return responseOf(sharedEmbeddedClassifier().classify({ surface: surfaceOf(batch.hooks?.[i]), text, ...(toolName ? { toolName } : {}) }), batch.mode);
      }),
    };
  }
  const single = wanted as Extract<typeof wanted, { text: string }>;
  return responseOf(sharedEmbeddedClassifier().classify({ surface: surfaceOf(single.hook), text: single.text, ...(single.tool_name ? { toolName: single.tool_name } : {}) }), single.mode);
}

/** Starts the server on 127.0.0.1. Fails with a value when the port is taken. */
export function startClassifyServer(options: ClassifyServerOptions): Promise<Result<ClassifyServer>> {
  const cap = options.maxBodyBytes ?? maxBodyBytes;
  const deadline = options.bodyDeadline ?? bodyDeadline;
  const apiKey = crypto.randomBytes(32).toString('hex');
  const keyDigest = crypto.createHash('sha256').update(apiKey).digest();
  let authority = '';
  const server = http.createServer(
    { requestTimeout: deadline, headersTimeout: Math.min(deadline, 5000), keepAliveTimeout: 2000, connectionsCheckingInterval: Math.min(500, deadline), maxHeaderSize: 8192 },
    (request, response) => {
      const reply = (status: number, body: unknown) => {
        if (response.headersSent || response.destroyed) return;
        const bytes = Buffer.from(JSON.stringify(body));
        const unread = !request.complete;
        response.writeHead(status, {
          'content-type': 'application/json',
          'content-length': bytes.length,
          'cache-control': 'no-store',
          'x-content-type-options': 'nosniff',
          ...(unread ? { connection: 'close' } : {}),
        });
        response.end(bytes);
        // What is left of a refused body is not waited for; the client has a moment to read the answer.
        if (unread) {
          request.resume();
          setTimeout(() => request.socket.destroy(), 200).unref();
        }
      };
      answer(request, authority, keyDigest, cap).then(
        (body) => { reply(200, body); },
        (error: unknown) => {
          const refusal = error instanceof Refusal ? error : new Refusal(500, 'InternalError', 'The classifier failed.');
          const body: ClassifyError = { error: refusal.code, message: refusal.message };
          reply(refusal.status, body);
        },
      );
    },
  );
  server.maxConnections = maxConnections;
  server.on('upgrade', (_request, socket) => socket.destroy());
  return new Promise((resolve) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      resolve({
        ok: false,
        failure:
          error.code === 'EADDRINUSE'
            ? { code: 'port-taken', sentence: `Port ${String(options.port)} is taken by another program. Choose another one, or leave --port out.` }
            : { code: 'cannot-listen', sentence: `The server cannot listen on 127.0.0.1 (${error.code ?? error.message}).` },
      });
    });
    server.listen(options.port, '127.0.0.1', () => {
      authority = `127.0.0.1:${String((server.address() as AddressInfo).port)}`;
      resolve({
        ok: true,
        value: {
          url: `http://${authority}/classify`,
          apiKey,
          close: () =>
            new Promise((done) => {
              server.close(() => { done(); });
              server.closeAllConnections();
            }),
        },
      });
    });
  });
}
