import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { generate, type GeneratedRow } from './generate/generate.mjs';
import { random } from './learn.mjs';
import { ownDigest } from './own-digest.mjs';

const rowsOf = (seed: number, hosts: string[][] = []): GeneratedRow[] => generate({ seed, each: 400, hosts });
const here = path.dirname(fileURLToPath(import.meta.url));

describe('the generators', () => {
  const rows = rowsOf(3);
  test('give the same rows for a seed, and others for another', () => {
    expect(rowsOf(3)).toEqual(rows);
    expect(rowsOf(4)).not.toEqual(rows);
  });
  test('fill every slot', () => {
    const names = new Set([...fs.readFileSync(path.join(here, 'generate/grammar.mjs'), 'utf8').matchAll(/^ {2}(\w+): /gm)].map((match) => match[1] as string));
    expect(names.size).toBeGreaterThan(15);
    for (const { text } of rows) for (const name of names) expect(text.includes(`{${name}}`), `{${name}} in ${text}`).toBe(false);
  });
  test('repeat no text on a surface, and never call one both', () => {
    const labels = new Map<string, string>();
    for (const { surface, text, label } of rows) {
      expect(labels.has(`${surface} ${text}`), text).toBe(false);
      labels.set(`${surface} ${text}`, label);
    }
  });
  test('vary: most attacks of a family begin unlike each other', () => {
    const families = new Set(rows.map((row) => row.source));
    expect(families.size).toBeGreaterThan(25);
    for (const surface of ['prompt', 'tool_call', 'tool_result']) {
      const attacks = rows.filter((row) => row.surface === surface && row.label === 'MALICIOUS');
      expect(new Set(attacks.map((row) => row.text.slice(0, 60))).size).toBeGreaterThan(attacks.length * 0.6);
    }
  });
  test('put orders into the hosts that they are given', () => {
    const hosted = rowsOf(3, [['alpha line of a host', 'beta line of a host']]).filter((row) => row.source.endsWith('-hosted') && row.label === 'MALICIOUS');
    expect(hosted.length).toBeGreaterThan(20);
    for (const { text } of hosted) expect(text).toContain('line of a host');
  });
});

describe('the trainer', () => {
  test('its random numbers are those of mulberry32', () => {
    const rnd = random(1);
    expect([rnd(), rnd()].map((x) => Math.floor(x * 4294967296))).toEqual([2693262067, 11749833]);
  });
  test('learns the same bytes from our own rows as when the weights were made', () => {
    const manifest = JSON.parse(fs.readFileSync(path.join(here, '../../hooks/classifier/manifest.json'), 'utf8')) as { ownRows: { sha256: string } };
    expect(ownDigest(path.join(here, 'train.mjs')).sha256).toBe(manifest.ownRows.sha256);
  }, 120_000);
});
