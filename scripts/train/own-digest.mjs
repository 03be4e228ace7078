// Trains on our own rows alone, in a process of its own, and names the bytes that come out: what CI
// can repeat without the corpora.
import { execFileSync } from 'node:child_process';
import crypto from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

export const OWN_ROWS = 400;

/** @returns {{ each: number, sha256: string }} sha256 of the weights */
export function ownDigest(trainer) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'silmaril-own-'));
  try {
    execFileSync(process.execPath, [trainer, '--own', String(OWN_ROWS), '--out', folder], { stdio: ['ignore', 'ignore', 'pipe'] });
    return { each: OWN_ROWS, sha256: crypto.createHash('sha256').update(fs.readFileSync(path.join(folder, 'weights.bin'))).digest('hex') };
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}
