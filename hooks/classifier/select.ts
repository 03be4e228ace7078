// Which parts of a very long text are read, by counts alone. An attack must be read by the model to
// work, so it stands in words; a block of words that attacks use is kept from anywhere in the text.

/** Texts up to this many UTF-16 units are read whole. */
export const WHOLE = 65_536;
const HEAD = 16_384;
const TAIL = 8_192;
const BLOCK = 2_048;
const KEPT_BLOCKS = 16;
/** Read without case. */
export const TELLING = String.raw`ignore|disregard|forget|override|instruction|system prompt|assistant|secret|password|credential|id_rsa|\.ssh|curl|wget|base64|attacker|exfiltrat|do not tell|<!--|im_start|rm -rf`;
const telling = new RegExp(TELLING, 'gi');

/** The text itself, or its head, its tail and the blocks between that hold most telling words. */
export function selectParts(text: string): string {
  if (text.length <= WHOLE) return text;
  const counts: { at: number; count: number }[] = [];
  for (let at = HEAD; at < text.length - TAIL; at += BLOCK) {
    // Blocks overlap by 256, so that no phrase is cut by a border in both.
    const count = text.slice(at, at + BLOCK + 256).match(telling)?.length ?? 0;
    if (count > 0) counts.push({ at, count });
  }
  const kept = counts.sort((a, b) => b.count - a.count || a.at - b.at).slice(0, KEPT_BLOCKS).sort((a, b) => a.at - b.at);
  return [text.slice(0, HEAD), ...kept.map(({ at }) => text.slice(at, at + BLOCK + 256)), text.slice(-TAIL)].join('\n');
}
