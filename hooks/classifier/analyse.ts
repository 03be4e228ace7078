// What one text comes to before it is judged: itself and whatever was decoded out of it, each
// normalised and looked through by the rules. Shared by the classifier and its trainer.
import { decodeHidden, type Decoded } from './decode.ts';
import { normalise } from './normalise.ts';
import { scanRules, type RuleHit } from './scan.ts';
import { selectParts } from './select.ts';
import type { SurfaceIndex } from './features.ts';

export interface Segment {
  /** Normalised. */
  readonly text: string;
  /** How it was hidden, outermost first; empty for the text itself. */
  readonly encodings: readonly Decoded['how'][];
  readonly hits: readonly RuleHit[];
  /** Kinds of hiding met, as small numbers: 1 smuggled letters, 2 bidi, 3 zero-width, 4 look-alikes, 5 and up the encodings. */
  readonly hiding: readonly number[];
}

const MAX_SEGMENTS = 24;
const ENCODINGS: readonly Decoded['how'][] = ['base64', 'hex', 'percent', 'spaced', 'rot13', 'reversed'];

/** The text first. Never throws; bounded by counts. */
export function analyse(raw: string, surface: SurfaceIndex): Segment[] {
  const segments: Segment[] = [];
  const read = (text: string, json: boolean, encodings: readonly Decoded['how'][]): void => {
    if (segments.length >= MAX_SEGMENTS) return;
    const plain = normalise(text, json);
    const hiding: number[] = [];
    if (plain.smuggled > 3) hiding.push(1);
    if (plain.bidi > 0) hiding.push(2);
    if (plain.invisible > 3) hiding.push(3);
    if (plain.lookAlikes > 2) hiding.push(4);
    for (const how of encodings) hiding.push(5 + ENCODINGS.indexOf(how));
    segments.push({ text: plain.text, encodings, hits: scanRules(plain.text, surface), hiding });
    if (encodings.length < 2) for (const hidden of decodeHidden(text, plain.text)) read(hidden.text, false, [...encodings, hidden.how]);
  };
  read(selectParts(raw), surface !== 0, []);
  return segments;
}
