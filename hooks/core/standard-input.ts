// Reads the harness's one JSON document from standard input, with a cap and an end-of-input deadline.
import { read } from 'node:fs';

/** Larger inputs are drained, so that the harness can finish its write, and not judged. */
export const MAX_INPUT_BYTES = 17 * 1024 * 1024;

/**
 * The harness gives a hook 12 s and the classifier may take 8 of them. Input that has not ended by then is not judged.
 */
export const INPUT_DEADLINE_MS = 3_000;

const CHUNK_BYTES = 65_536;

export type Input =
  | { readonly state: 'read'; readonly bytes: Buffer }
  /** `pending`: a read of the descriptor may still be blocked, which keeps an ordinary exit waiting. */
  | { readonly state: 'failed'; readonly reason: 'input-too-large' | 'input-timeout' | 'input-unreadable'; readonly pending: boolean };

/** Resolves always, after at most `deadlineMs`. */
export function readInput(maxBytes = MAX_INPUT_BYTES, deadlineMs = INPUT_DEADLINE_MS): Promise<Input> {
  return new Promise((resolve) => {
    const collected = new Collected(maxBytes);
    const timer = setTimeout(() => settle({ state: 'failed', reason: collected.overflowed ? 'input-too-large' : 'input-timeout', pending: true }), deadlineMs);
    const settle = (input: Input): void => {
      clearTimeout(timer);
      resolve(input);
    };
    const end = (): void => settle(collected.overflowed ? { state: 'failed', reason: 'input-too-large', pending: false } : { state: 'read', bytes: collected.bytes() });
    // process.stdin loads the stream and socket modules, 3 ms of a hook that lives for 30. Plain reads do
    // without, but a blocked one can only be left behind by `execve` (see exit.ts), which Node.js has since 22.15.
    if (canLeaveBlockedRead()) readDescriptor(collected, end, () => readStream(collected, end, settle));
    else readStream(collected, end, settle);
  });
}

export function canLeaveBlockedRead(): boolean {
  return typeof (process as { execve?: unknown }).execve === 'function';
}

class Collected {
  private chunks: Buffer[] = [];
  private length = 0;
  overflowed = false;
  private readonly max: number;

  constructor(max: number) {
    this.max = max;
  }

  /** Keeps a copy, or nothing at all once the cap is passed: memory stays bounded while the rest is drained. */
  add(chunk: Buffer): void {
    this.length += chunk.length;
    if (this.length > this.max) {
      this.overflowed = true;
      this.chunks = [];
    }
    if (!this.overflowed) this.chunks.push(Buffer.from(chunk));
  }

  bytes(): Buffer {
    return Buffer.concat(this.chunks);
  }
}

function readDescriptor(collected: Collected, end: () => void, wouldBlock: () => void): void {
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
  const next = (): void =>
    read(0, buffer, 0, CHUNK_BYTES, null, (error, read) => {
      // A descriptor that someone made non-blocking cannot be waited for this way.
      if (error?.code === 'EAGAIN') return wouldBlock();
      // EOF is an error on some kinds of descriptor; a closed or missing one is empty input.
      if (error || read === 0) return end();
      collected.add(buffer.subarray(0, read));
      next();
    });
  next();
}

function readStream(collected: Collected, end: () => void, settle: (input: Input) => void): void {
  try {
    process.stdin.on('data', (chunk: Buffer) => collected.add(chunk));
    process.stdin.on('end', end);
    process.stdin.on('error', end);
  } catch {
    settle({ state: 'failed', reason: 'input-unreadable', pending: false });
  }
}
