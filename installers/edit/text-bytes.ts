// Bytes of a text file to a string and back without loss: what is not UTF-8 is refused, since an edit of a
// text that was decoded with replacement characters would destroy it.
import type { Result } from '../engine/plan.ts';

/** The text, BOM kept. Fails with `not-utf8`. */
export function decodeText(bytes: Uint8Array): Result<string> {
  try {
    return { ok: true, value: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return { ok: false, failure: { code: 'not-utf8', sentence: 'The file is not UTF-8 text; save it as UTF-8 and try again.' } };
  }
}

export const encodeText = (text: string): Uint8Array => new TextEncoder().encode(text);
