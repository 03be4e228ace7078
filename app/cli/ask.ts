// Questions to the person at the terminal, on standard error so that a redirected result stays clean.
import readline from 'node:readline/promises';
import type { ReadStream } from 'node:tty';
import type { Result } from '../../installers/engine/plan.ts';
import { maxKeyLength } from '../core/secrets/secret-store.ts';

/** @returns whether the person typed y or yes; anything else, end of input included, is no */
export async function confirm(question: string): Promise<boolean> {
  const reader = readline.createInterface({ input: process.stdin, output: process.stderr });
  // Ctrl-C is "no"; without this readline would only pause and the process end as if all were well.
  reader.on('SIGINT', () => { reader.close(); });
  try {
    const answer = await Promise.race([
      reader.question(`${question} [y/N] `),
      new Promise<string>((resolve) => reader.once('close', () => { resolve(''); })),
    ]);
    return /^y(es)?$/i.test(answer.trim());
  } finally {
    reader.close();
  }
}

const cancelled: Result<string> = { ok: false, failure: { code: 'cancelled', sentence: 'Cancelled; nothing was changed.' } };

/**
 * Reads one line from the terminal without showing it. Raw mode, since the terminal itself would echo;
 * it is switched back whatever happens, or the person's shell would stay silent.
 */
export async function askSecret(question: string, input: ReadStream): Promise<Result<string>> {
  // Raw first: what is typed between the question and the switch would be shown.
  input.setRawMode(true);
  input.resume();
  input.setEncoding('utf8');
  process.stderr.write(question);
  try {
    return await new Promise<Result<string>>((resolve) => {
      let typed = '';
      const onEnd = () => { finish(cancelled); };
      const finish = (result: Result<string>) => {
        input.off('data', onData);
        input.off('end', onEnd);
        resolve(result);
      };
      const onData = (chunk: string | Buffer) => {
        for (const c of chunk.toString()) {
          if (c === '\r' || c === '\n') {
            finish({ ok: true, value: typed });
            return;
          }
          if (c === '\u0003' || c === '\u0004') {
            finish(cancelled);
            return;
          }
          if (c === '\u007f' || c === '\b') typed = [...typed].slice(0, -1).join('');
          else if (c === '\u0015') typed = '';
          else if (c >= ' ' && typed.length <= maxKeyLength) typed += c;
        }
      };
      input.on('data', onData);
      input.on('end', onEnd);
    });
  } finally {
    input.setRawMode(false);
    input.pause();
    process.stderr.write('\n');
  }
}

/** All of standard input as text, not past `maxBytes` (then null). */
export async function readInput(input: NodeJS.ReadableStream, maxBytes: number): Promise<string | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of input) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : (chunk as Buffer);
    size += bytes.length;
    if (size > maxBytes) return null;
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString('utf8');
}
