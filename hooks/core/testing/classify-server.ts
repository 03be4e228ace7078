// A /classify service on loopback whose answers the test scripts.
import http from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Seen {
  readonly method: string;
  readonly path: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
}

export interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | object;
}

export class ClassifyServer {
  readonly requests: Seen[] = [];
  url = '';
  private readonly server: http.Server;
  /** Answers the nth request (from 0); null never answers. */
  reply: (n: number, seen: Seen) => Reply | null = () => ({ body: { prediction: 'BENIGN', score: 0.1, threshold: 0.5 } });

  private constructor() {
    this.server = http.createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const seen = { method: request.method ?? '', path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks).toString('utf8') };
        this.requests.push(seen);
        const reply = this.reply(this.requests.length - 1, seen);
        if (!reply) return;
        response.writeHead(reply.status ?? 200, { 'content-type': 'application/json', ...reply.headers });
        response.end(typeof reply.body === 'object' ? JSON.stringify(reply.body) : (reply.body ?? ''));
      });
    });
  }

  static async start(): Promise<ClassifyServer> {
    const made = new ClassifyServer();
    await new Promise<void>((resolve) => made.server.listen(0, '127.0.0.1', resolve));
    made.url = `http://127.0.0.1:${String((made.server.address() as AddressInfo).port)}/v1/classify`;
    return made;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
