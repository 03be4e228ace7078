import crypto from 'node:crypto';
import fs from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createClassifier } from './classify.ts';
import { readWeights } from './weights.ts';

const file = (name: string): Buffer => fs.readFileSync(new URL(name, import.meta.url));
const bytes = file('weights.bin');
const manifest = JSON.parse(file('manifest.json').toString('utf8')) as { model: string; weightsSha256: string; bytes: number; gzipBytes: number };

describe('weights.bin', () => {
  test('is the file that the manifest and the model card name, at most 400 KB packed', () => {
    expect(crypto.createHash('sha256').update(bytes).digest('hex')).toBe(manifest.weightsSha256);
    expect(file('MODEL_CARD.md').toString('utf8')).toContain(manifest.weightsSha256);
    expect(bytes.length).toBe(manifest.bytes);
    expect(manifest.gzipBytes).toBeLessThan(400_000);
    expect(createClassifier(bytes).version).toBe(manifest.model);
  });
  test('has a warn threshold below the block threshold, and none to block a prompt', () => {
    const [prompt, call, result] = readWeights(bytes).surfaces;
    expect(prompt.tier.block).toBeNull();
    for (const { tier } of [call, result]) expect(tier.warn).toBeLessThan(tier.block ?? 0);
  });
  test('is read from any offset of a larger buffer', () => {
    const shifted = Buffer.concat([Buffer.alloc(3), bytes]).subarray(3);
    expect(createClassifier(shifted).classify({ surface: 'tool_call', text: 'Bash\ncommand: rm -rf ~' }).prediction).toBe('MALICIOUS');
  });
  test.each([
    ['nothing', Buffer.alloc(0), /not a weights file/],
    ['another file', Buffer.from('{"weights":"none, but long enough"}'), /not a weights file/],
    ['a cut file', bytes.subarray(0, bytes.length - 5), /cut/],
    ['a longer file', Buffer.concat([bytes, Buffer.alloc(4)]), /expected/],
    ['another format', Buffer.concat([bytes.subarray(0, 4), Buffer.from([9, 0, 0, 0]), bytes.subarray(8)]), /format 9/],
    ['damaged tables', Buffer.concat([bytes.subarray(0, bytes.length - 64), Buffer.alloc(64, 7)]), /checksum/],
  ])('%s is refused by name', (_, wrong, message) => {
    expect(() => createClassifier(wrong)).toThrow(message);
  });
});
