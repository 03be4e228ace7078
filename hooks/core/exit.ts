// The one place where a hook writes its answer and ends. Exit status 0, whatever happened.
import { writeSync } from 'node:fs';

let answered = false;

/**
 * Writes the answer as one line, in one write, and ends the process.
 * @param blockedRead a read of standard input may still be blocked in a thread
 */
export function answerAndExit(answer: string, blockedRead = false): never {
  if (!answered) {
    answered = true;
    try {
      writeSync(1, `${answer}\n`);
    } catch {
      // Nobody listens any more.
    }
  }
  // An ordinary exit joins all threads and so would wait for the blocked read for ever. Becoming another
  // program that ends with 0 does not. Only taken where readInput saw that execve is there.
  const { execve } = process as { execve?: (file: string, args: string[], env: Record<string, string>) => never };
  if (blockedRead && execve) execve('/bin/sh', ['sh', '-c', 'exit 0'], {});
  process.exit(0);
}
