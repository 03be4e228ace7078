// A model on 127.0.0.1 that says what a script tells it to say and remembers what it was asked.
import http from 'node:http';
import { anthropic, openai } from './dialects.ts';
import type { Dialect, Json, ToolResult } from './dialects.ts';
import { listenOnLoopback } from './listen.ts';
import { choose } from './script.ts';
import type { Script } from './script.ts';

export interface ModelRequest {
  readonly dialect: Dialect['name'];
  /** `main`, `side`, or a key of `Script.conversations`. */
  readonly conversation: string;
  readonly turn: number;
  readonly toolResults: readonly ToolResult[];
  /** The body as sent: what "the model was told" means in a test. */
  readonly raw: string;
}

const routes: Readonly<Record<string, Dialect>> = { '/v1/messages': anthropic, '/v1/chat/completions': openai };

/** A body beyond this is refused, so that a broken harness cannot fill the memory. */
const bodyLimit = 32 * 1024 * 1024;

export class MockModel {
  readonly requests: ModelRequest[] = [];
  /** Requests to routes that the model does not have, `METHOD /path`: a harness that phones elsewhere. */
  readonly strays: string[] = [];
  readonly port: number;
  readonly #server: http.Server;
  #script: Script;

  private constructor(server: http.Server, port: number, script: Script) {
    this.#server = server;
    this.port = port;
    this.#script = script;
  }

  static async start(script: Script): Promise<MockModel> {
    let model: MockModel | null = null;
    const server = http.createServer((request, response) => {
      void (model as MockModel).#answer(request, response).catch(() => response.destroy());
    });
    model = new MockModel(server, await listenOnLoopback(server), script);
    return model;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Starts over with another script and an empty memory. */
  play(script: Script): void {
    this.#script = script;
    this.requests.length = 0;
    this.strays.length = 0;
  }

  /** The turns of the main conversation, in order. */
  get main(): readonly ModelRequest[] {
    return this.requests.filter((request) => request.conversation === 'main');
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((done) => this.#server.close(done));
  }

  async #answer(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const pathname = new URL(request.url ?? '/', 'http://lab.invalid').pathname;
    const body = await readBody(request);
    const reply = (status: number, value: Json): void => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(value));
    };
    if (body === null) return reply(413, { error: { message: 'the body is too large' } });
    if (pathname === '/v1/messages/count_tokens') return reply(200, { input_tokens: 100 });
    const dialect = request.method === 'POST' ? routes[pathname] : undefined;
    if (!dialect) {
      this.strays.push(`${request.method} ${pathname}`);
      return reply(404, { error: { message: `no such route: ${request.method} ${pathname}` } });
    }
    let parsed: unknown;
    try {
      parsed = JSON.parse(body);
    } catch {
      parsed = null;
    }
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return reply(400, { error: { message: 'the body is not a JSON object' } });
    const asked = dialect.read(parsed as Json);
    const { conversation, turn, answer } = choose(this.#script, asked);
    this.requests.push({ dialect: dialect.name, conversation, turn, toolResults: asked.toolResults, raw: body });
    if (!asked.streamed) return reply(200, dialect.whole(answer, asked.model));
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
    for (const line of dialect.events(answer, asked.model)) response.write(line);
    response.end();
  }
}

async function readBody(request: http.IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    if (size <= bodyLimit) chunks.push(chunk as Buffer);
  }
  return size <= bodyLimit ? Buffer.concat(chunks).toString('utf8') : null;
}
