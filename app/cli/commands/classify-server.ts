import { maxBodyBytes, startClassifyServer } from '../../core/classify-server.ts';
import { stopped, type Command } from '../command.ts';

export const classifyServerCommand: Command = {
  name: 'classify-server',
  summary: 'serve the embedded classifier on this computer under the /classify contract',
  usage: 'classify-server [--port PORT]',
  about: [
    'Answers POST /classify on 127.0.0.1 with the embedded classifier, until Ctrl-C. It is for trying the remote path and other clients of the same contract without an account.',
    `A new random key is made at each start and printed once; a request without it is refused, and so is one with an Origin header (a web page) or another Host than the address itself. A body may hold ${String(maxBodyBytes / 1024 / 1024)} MiB. Nothing is stored.`,
  ],
  examples: [
    ['classify-server', 'start on a free port; prints the address and the key'],
    ['classify-server --port 8787 --json', 'start on port 8787; the first line is {"url", "apiKey"}'],
  ],
  arguments: { options: { port: { type: 'string', value: 'PORT', help: 'The port, 1 to 65535; any free one when left out.' } }, positionals: null },
  needsHome: false,
  async run({ out, signal }, given) {
    const text = given.text('port');
    const port = Number(text ?? 0);
    if (text !== undefined && (!/^\d{1,5}$/.test(text) || port < 1 || port > 65_535)) return stopped({ code: 'bad-port', sentence: 'A port is a number from 1 to 65535.' });
    const started = await startClassifyServer({ port });
    if (!started.ok) return stopped(started.failure);
    const { url, apiKey, close } = started.value;
    if (out.json) out.row({ url, apiKey });
    else out.lines([`Serving the embedded classifier at ${url}`, `Key of this start (x-api-key): ${apiKey}`, '', 'Try it on an installed hook, from another terminal:', `  silmaril install --all --classifier remote --api-url ${url} --api-key-stdin`, 'Ctrl-C ends it.']);
    await new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      else signal.addEventListener('abort', () => { resolve(); }, { once: true });
    });
    await close();
    return { exit: 0, lines: [], data: null };
  },
};
