// The spool: one evidence file per event, for the app to take away. Nothing here counts or deletes.
import { join } from 'node:path';
import type { Environment } from './config.ts';
import { ensurePrivateFolder, publish } from './private-folder.ts';
import { supportFolder } from './product.ts';
import { sha256Hex } from './sha256.ts';
import { randomUuid } from './unique.ts';

const MAX_EVENT_BYTES = 16_384;

export function spoolFolder(home: string, env: Environment): string {
  const chosen = env['SILMARIL_LOCAL_EVENT_DIR']?.trim();
  if (chosen) return chosen;
  const root = env['SILMARIL_EVIDENCE_ROOT']?.trim();
  return join(root || `${supportFolder(home)}/Evidence`, 'incoming');
}

/** @returns false when the record was not written: too large, or the folder is not ours */
export function writeEvidence(folder: string, record: { readonly id: string }): boolean {
  const line = `${JSON.stringify(record)}\n`;
  if (Buffer.byteLength(line) > MAX_EVENT_BYTES) return false;
  if (!ensurePrivateFolder(folder)) return false;
  const name = `event-${sha256Hex(record.id)}`;
  return publish(join(folder, `.${name}.${process.pid}.${randomUuid()}.tmp`), join(folder, `${name}.json`), line);
}
