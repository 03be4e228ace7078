// Reads one HTTP/1.1 response from bytes as they arrive (RFC 9112). Strict: whatever is not plainly one
// well-formed response is an error, since the only sender is the configured classifier.
// Why not node:http: loading it and making one request costs 4 ms more than a socket, of a hook's 30.

export type Reading =
  | { readonly state: 'more' }
  | { readonly state: 'done'; readonly status: number; readonly body: Buffer }
  | { readonly state: 'failed'; readonly reason: 'malformed' | 'too-large' };

const MAX_HEAD_BYTES = 65_536;
const MORE: Reading = { state: 'more' };

const failed = (reason: 'malformed' | 'too-large'): Reading => ({ state: 'failed', reason });

/** How the body ends. */
type Framing = { readonly kind: 'length'; readonly length: number } | { readonly kind: 'chunked' } | { readonly kind: 'close' };

interface Head {
  readonly status: number;
  readonly framing: Framing;
}

export class HttpResponse {
  private buffered: Buffer = Buffer.alloc(0);
  private head: Head | null = null;
  private body: Buffer[] = [];
  private bodyLength = 0;
  private chunkState: 'size' | 'trailer' = 'size';
  private readonly maxBody: number;

  constructor(maxBody: number) {
    this.maxBody = maxBody;
  }

  push(bytes: Buffer): Reading {
    this.buffered = this.buffered.length === 0 ? bytes : Buffer.concat([this.buffered, bytes]);
    if (!this.head) {
      const reading = this.readHead();
      if (reading) return reading;
    }
    return this.readBody(false);
  }

  /** The other side has closed. */
  end(): Reading {
    return this.head ? this.readBody(true) : failed('malformed');
  }

  /** null: the head is complete, go on with the body. Interim (1xx) responses are passed over. */
  private readHead(): Reading | null {
    for (;;) {
      const end = this.buffered.indexOf('\r\n\r\n');
      if (end === -1) return this.buffered.length > MAX_HEAD_BYTES ? failed('too-large') : MORE;
      if (end > MAX_HEAD_BYTES) return failed('too-large');
      const head = parseHead(this.buffered.toString('latin1', 0, end));
      if (!head) return failed('malformed');
      this.buffered = this.buffered.subarray(end + 4);
      if (head.status >= 200) {
        this.head = head;
        return null;
      }
      // We never ask to switch protocols.
      if (head.status === 101) return failed('malformed');
    }
  }

  private readBody(closed: boolean): Reading {
    const framing = this.head?.framing ?? { kind: 'close' };
    if (framing.kind === 'chunked') return this.readChunks(closed);
    if (framing.kind === 'length' && framing.length > this.maxBody) return failed('too-large');
    const wanted = framing.kind === 'length' ? framing.length - this.bodyLength : this.buffered.length;
    if (!this.keep(this.buffered.subarray(0, wanted))) return failed('too-large');
    this.buffered = this.buffered.subarray(wanted);
    if (framing.kind === 'close') return closed ? this.done() : MORE;
    if (this.bodyLength === framing.length) return this.done();
    return closed ? failed('malformed') : MORE;
  }

  private readChunks(closed: boolean): Reading {
    for (;;) {
      const lineEnd = this.buffered.indexOf('\r\n');
      const incomplete = closed ? failed('malformed') : this.buffered.length > this.maxBody + MAX_HEAD_BYTES ? failed('too-large') : MORE;
      if (lineEnd === -1) return this.buffered.length > MAX_HEAD_BYTES ? failed('malformed') : incomplete;
      if (this.chunkState === 'trailer') {
        this.buffered = this.buffered.subarray(lineEnd + 2);
        if (lineEnd === 0) return this.done();
        continue;
      }
      const size = chunkSize(this.buffered.toString('latin1', 0, Math.min(lineEnd, 64)));
      if (size === null) return failed('malformed');
      if (size > this.maxBody - this.bodyLength) return failed('too-large');
      if (size === 0) {
        this.buffered = this.buffered.subarray(lineEnd + 2);
        this.chunkState = 'trailer';
        continue;
      }
      const start = lineEnd + 2;
      if (this.buffered.length < start + size + 2) return incomplete;
      if (this.buffered.toString('latin1', start + size, start + size + 2) !== '\r\n') return failed('malformed');
      this.keep(this.buffered.subarray(start, start + size));
      this.buffered = this.buffered.subarray(start + size + 2);
    }
  }

  private keep(bytes: Buffer): boolean {
    if (bytes.length === 0) return true;
    this.bodyLength += bytes.length;
    if (this.bodyLength > this.maxBody) return false;
    this.body.push(bytes);
    return true;
  }

  private done(): Reading {
    return { state: 'done', status: this.head?.status ?? 0, body: Buffer.concat(this.body) };
  }
}

function chunkSize(line: string): number | null {
  const found = /^([0-9a-fA-F]{1,8})[ \t]*(?:;|$)/.exec(line);
  return found?.[1] ? Number.parseInt(found[1], 16) : null;
}

function parseHead(text: string): Head | null {
  const [statusLine = '', ...lines] = text.split('\r\n');
  const status = /^HTTP\/1\.[01] ([1-9][0-9]{2})(?: |$)/.exec(statusLine)?.[1];
  if (!status) return null;
  const lengths: string[] = [];
  const codings: string[] = [];
  for (const line of lines) {
    // No folded lines and no space before the colon: both are ways to hide a header from one of two readers.
    const header = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([^\r\n\0]*?)[ \t]*$/.exec(line);
    if (!header) return null;
    const [, name = '', value = ''] = header;
    if (name.toLowerCase() === 'content-length') lengths.push(value);
    if (name.toLowerCase() === 'transfer-encoding') codings.push(value.toLowerCase());
    // Compression is not asked for; bytes that are compressed all the same are not JSON.
    if (name.toLowerCase() === 'content-encoding' && value.toLowerCase() !== 'identity') return null;
  }
  const framing = framingOf(Number(status), lengths, codings);
  return framing && { status: Number(status), framing };
}

function framingOf(status: number, lengths: readonly string[], codings: readonly string[]): Framing | null {
  if (status < 200 || status === 204 || status === 304) return { kind: 'length', length: 0 };
  if (codings.length > 0) return codings.length === 1 && codings[0] === 'chunked' && lengths.length === 0 ? { kind: 'chunked' } : null;
  const [length] = lengths;
  if (length === undefined) return { kind: 'close' };
  if (lengths.some((other) => other !== length) || !/^[0-9]{1,15}$/.test(length)) return null;
  return { kind: 'length', length: Number(length) };
}
