// Streams between commands: text with what is known of its origin.
import type { Stream } from '../facts.ts';
import { MAX_VALUE_CHARS } from '../limits.ts';
import { HOLE, type Text } from '../values.ts';
import type { Call, Outcome } from './call.ts';

/** Output that is known, with the origin of the arguments that it was made of. */
export function says(text: Text, call: Call): Outcome {
  return { out: { text: text.slice(0, MAX_VALUE_CHARS), fetched: call.taint.fetched, secret: call.taint.secret, from: 'nowhere' } };
}

/** Output that is not known but comes from the input: filters. */
export function filtered(call: Call): Stream {
  return { text: HOLE, fetched: call.stdin.fetched || call.taint.fetched, secret: call.stdin.secret ?? call.taint.secret, from: 'nowhere', ...(call.stdin.decoded === true ? { decoded: true } : {}) };
}

export const SILENT: Outcome = { out: { text: '', fetched: false, secret: null, from: 'nowhere' } };

export function concat(a: Stream, b: Stream): Stream {
  if (a.text === '' && !a.fetched && a.secret === null) return b;
  if (b.text === '' && !b.fetched && b.secret === null) return a;
  const text = a.text + b.text;
  return { text: text.length > MAX_VALUE_CHARS ? HOLE : text, fetched: a.fetched || b.fetched, secret: a.secret ?? b.secret, from: a.from };
}
