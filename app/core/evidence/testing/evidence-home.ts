// A temporary home with a spool, for the tests of the evidence store.
import crypto from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { evidencePlaces, type EvidencePlaces } from '../places.ts';

export const ownUid = process.getuid?.() ?? 0;
export const hex = (text: string) => crypto.createHash('sha256').update(text).digest('hex');

export interface EvidenceHome {
  readonly home: string;
  readonly places: EvidencePlaces;
  /** Publishes a file as a producer does. @returns its name */
  put(value: Record<string, unknown> | string | Buffer, name?: string, mode?: number): string;
  /** Names in the spool. */
  spool(): string[];
  remove(): void;
}

export function evidenceHome(): EvidenceHome {
  const home = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'silmaril-evidence-')));
  const places = evidencePlaces(home);
  fs.mkdirSync(places.incoming, { recursive: true, mode: 0o700 });
  return {
    home,
    places,
    put: (value, name = `event-${hex(crypto.randomUUID())}.json`, mode = 0o600) => {
      const file = path.join(places.incoming, name);
      const temp = path.join(places.incoming, `.${name.replace(/\.json$/, '')}.${String(process.pid)}.${crypto.randomUUID()}.tmp`);
      fs.writeFileSync(temp, typeof value === 'string' || Buffer.isBuffer(value) ? value : `${JSON.stringify(value)}\n`);
      fs.chmodSync(temp, mode);
      fs.renameSync(temp, file);
      return name;
    },
    spool: () => fs.readdirSync(places.incoming).sort(),
    remove: () => { fs.rmSync(home, { recursive: true, force: true }); },
  };
}

/** The value of a result that must be one. */
export function must<T>(result: { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: { readonly sentence: string } }): T {
  if (!result.ok) throw new Error(result.failure.sentence);
  return result.value;
}

export const noSignal = new AbortController().signal;
