// A /classify service on 127.0.0.1 whose verdict the test decides: tests of the wiring must not
// depend on what a rule set finds malicious.
import http from 'node:http';
import { listenOnLoopback } from './listen.ts';

export interface ClassifyRequest {
  readonly text: string;
  readonly hook: string;
  readonly toolName: string | null;
  readonly apiKey: string | null;
}

/** Whatever contains this word is malicious to the stub; nothing else is. */
export const malice = 'LAB-MALICE';

export class ClassifyStub {
  readonly requests: ClassifyRequest[] = [];
  readonly port: number;
  readonly #server: http.Server;

  private constructor(server: http.Server, port: number) {
    this.#server = server;
    this.port = port;
  }

  static async start(): Promise<ClassifyStub> {
    let stub: ClassifyStub | null = null;
    const server = http.createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Record<string, unknown>;
        const text = String(body['text']);
        const key = request.headers['x-api-key'];
        (stub as ClassifyStub).requests.push({
          text,
          hook: String(body['hook']),
          toolName: typeof body['tool_name'] === 'string' ? body['tool_name'] : null,
          apiKey: typeof key === 'string' ? key : null,
        });
        const bad = text.includes(malice);
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ prediction: bad ? 'MALICIOUS' : 'BENIGN', score: bad ? 0.97 : 0.02, threshold: 0.5, primary_outcome: bad ? 'control_abuse' : 'benign' }));
      });
    });
    stub = new ClassifyStub(server, await listenOnLoopback(server));
    return stub;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/classify`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((done) => this.#server.close(done));
  }
}
