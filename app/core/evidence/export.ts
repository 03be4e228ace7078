// Evidence as a file for other programs: one JSON event a line, or a table. Written page by page beside its
// place and renamed, so that a cancelled export leaves nothing and memory stays the same for any size.
import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { Cursor, EventView } from '../../contract/evidence-views.ts';
import type { EvidenceEvent } from '../../contract/evidence.ts';
import type { Result } from '../../../installers/engine/plan.ts';
import { viewOf } from './view.ts';

export type ExportFormat = 'jsonl' | 'csv';

export interface ExportTarget {
  readonly file: string;
  /** Whether the person has agreed that an existing file is replaced. */
  readonly replace: boolean;
}

const pageEvents = 500;

/** Columns of the table, in order. */
const columns: readonly (keyof EventView)[] = [
  ...(['at', 'id', 'host', 'hook', 'mode', 'decision', 'nativeAction', 'truth', 'risk', 'summary', 'tool', 'rule', 'source', 'prediction', 'score', 'threshold'] as const),
  ...(['warnDelivery', 'blockUnavailable', 'totalMs', 'classifyMs', 'session', 'request', 'producer', 'producerVersion', 'policyVersion', 'modelVersion'] as const),
];

/**
 * One cell by RFC 4180. A text that a spreadsheet would run as a formula gets an apostrophe in front (OWASP, "CSV
 * Injection"): tool names and rules come from outside.
 */
export function csvCell(value: string | number | boolean | null): string {
  if (typeof value !== 'string') return value === null ? '' : String(value);
  // A reader may split at a line break whatever the quotes say, and begin a formula there.
  const text = value.replace(/(?<![^\r\n])(?=[=+\-@\t\r\uff0b\uff0d\uff1d\uff20])/g, "'");
  return /[",;\r\n\t']/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text;
}

function linesOf(events: readonly EvidenceEvent[], format: ExportFormat): string {
  if (format === 'jsonl') return events.map((event) => `${JSON.stringify(event)}\n`).join('');
  return events.map((event) => {
    const view = viewOf(event);
    return `${columns.map((column) => csvCell(view[column])).join(',')}\r\n`;
  }).join('');
}

async function publish(temp: string, file: string, replace: boolean): Promise<void> {
  if (replace) {
    await fs.rename(temp, file);
    return;
  }
  // Unlike rename, link refuses a file that has appeared meanwhile. Some file systems (FAT) have no links.
  await fs.link(temp, file).catch(async (error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw error;
    await fs.rename(temp, file);
  });
}

/**
 * Writes every page into the file (0600). Fails with `export-exists`, `export-failed` or `cancelled`; then the
 * place is as it was.
 * @returns how many events were written
 */
export async function exportEvents(
  pageAfter: (after: Cursor | null, limit: number) => Promise<Result<readonly EvidenceEvent[]>>,
  format: ExportFormat,
  { file, replace }: ExportTarget,
  signal: AbortSignal,
): Promise<Result<number>> {
  const temp = path.join(path.dirname(file), `.${path.basename(file).slice(0, 100)}.${randomBytes(6).toString('hex')}.tmp`);
  const fail = (code: string, sentence: string): Result<never> => ({ ok: false, failure: { code, sentence, path: file } });
  const exists = () => fail('export-exists', `${file} exists already. Choose another name, or move it away.`);
  let written = 0;
  try {
    if (!replace && (await fs.lstat(file).catch(() => null))) return exists();
    const handle = await fs.open(temp, 'wx', 0o600);
    try {
      if (format === 'csv') await handle.write(`${columns.join(',')}\r\n`);
      for (let after: Cursor | null = null; ;) {
        if (signal.aborted) return fail('cancelled', 'Cancelled; nothing was saved.');
        const events = await pageAfter(after, pageEvents);
        if (!events.ok) return events;
        await handle.write(linesOf(events.value, format));
        written += events.value.length;
        const last = events.value.at(-1);
        if (!last || events.value.length < pageEvents) break;
        after = { at: Date.parse(last.occurredAt), id: last.id };
      }
      await handle.sync();
    } finally {
      await handle.close();
    }
    await publish(temp, file, replace);
    return { ok: true, value: written };
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
    return code === 'EEXIST' ? exists() : fail('export-failed', `${file} could not be written (${code}).`);
  } finally {
    await fs.rm(temp, { force: true }).catch(() => undefined);
  }
}
