// One POST on one connection that is closed afterwards, so that the process can end.
import type net from 'node:net';
import { HttpResponse, type Reading } from './http-response.ts';

export type PostResult =
  | { readonly ok: true; readonly status: number; readonly body: Buffer }
  | { readonly ok: false; readonly reason: 'timeout' | 'network' | 'malformed' | 'too-large' };

export interface Post {
  readonly url: URL;
  /** Names and values without control characters: the caller has checked them. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Bounds connecting, sending, waiting and reading together. */
  readonly timeoutMs: number;
  readonly maxResponseBytes: number;
}

/** Never rejects. No redirect is followed, no proxy is used, certificates are verified whatever the environment says. */
export async function post(request: Post): Promise<PostResult> {
  let socket: net.Socket;
  try {
    socket = await connect(request.url);
  } catch {
    return { ok: false, reason: 'network' };
  }
  return new Promise((resolve) => {
    const settle = (result: PostResult): void => {
      clearTimeout(timer);
      resolve(result);
      // Not at once: a hook's process has answered and ended by then, and taking a socket down costs it half a millisecond.
      setImmediate(() => socket.destroy());
    };
    const timer = setTimeout(() => settle({ ok: false, reason: 'timeout' }), request.timeoutMs);
    const response = new HttpResponse(request.maxResponseBytes);
    const look = (reading: Reading): void => {
      if (reading.state === 'done') settle({ ok: true, status: reading.status, body: reading.body });
      if (reading.state === 'failed') settle({ ok: false, reason: reading.reason });
    };
    socket.on('error', () => settle({ ok: false, reason: 'network' }));
    socket.on('data', (bytes: Buffer) => look(response.push(bytes)));
    socket.on('end', () => look(response.end()));
    socket.on('close', () => settle({ ok: false, reason: 'network' }));
    // One write: a head that travels alone costs a round trip where the other side delays its acknowledgement.
    socket.write(Buffer.concat([head(request), request.body]));
  });
}

async function connect(url: URL): Promise<net.Socket> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const net = await import('node:net');
  // An address needs no choice between address families.
  if (url.protocol === 'http:') return net.connect({ host, port: Number(url.port || 80), autoSelectFamily: net.isIP(host) === 0 });
  const tls = await import('node:tls');
  // `rejectUnauthorized` is said, since NODE_TLS_REJECT_UNAUTHORIZED=0 would change its default. Nothing is
  // written to a socket whose handshake failed: 'error' comes first.
  return tls.connect({ host, port: Number(url.port || 443), rejectUnauthorized: true, ALPNProtocols: ['http/1.1'], ...(net.isIP(host) ? {} : { servername: host }) });
}

function head({ url, headers, body }: Post): Buffer {
  const all = { host: url.host, ...headers, accept: 'application/json', 'content-length': String(body.length), connection: 'close' };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`POST ${url.pathname}${url.search} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1');
}
