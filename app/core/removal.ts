// What goes with an uninstall beside the installed files: evidence, counters and caches in our own
// support folder. Only files that are ours by name are removed; a folder that holds anything else stays.
import fs from 'node:fs/promises';
import path from 'node:path';
import { supportFolder } from '../../installers/engine/paths.ts';
import type { Failure, HarnessId, Result } from '../../installers/engine/plan.ts';
import { tidySupport } from '../../installers/engine/recover.ts';
import { eventFiles, readEvidenceFile, spoolFolder } from './evidence/spool.ts';
import { failureLogPath } from './failures.ts';
import { entryOf } from './registry.ts';

export interface Removal {
  /** Evidence files that were deleted. */
  readonly events: number;
  /** Places that stay although nothing is installed any more, with the reason. */
  readonly stays: readonly { readonly path: string; readonly why: string }[];
  readonly failure: Failure | null;
}

export interface RemovalScope {
  /** The harnesses that were just uninstalled. */
  readonly harnesses: readonly HarnessId[];
  /** Whether no harness is installed any more: then what belongs to none of them goes too. */
  readonly last: boolean;
  readonly keepEvidence: boolean;
}

/** Evidence of any producer and its temporary files, as they are named by the contract. */
const spoolName = /^(event-[0-9a-f]{64}\.json|\.event-[0-9a-f]{64}\.[A-Za-z0-9.-]{1,80}\.tmp)$/;

export async function removeOwnData(home: string, uid: number, scope: RemovalScope): Promise<Removal> {
  const support = supportFolder(home);
  const spool = spoolFolder(home);
  let events = 0;
  try {
    if (!scope.keepEvidence) events = scope.last ? await removeNamed(spool, uid, (name) => spoolName.test(name)) : await removeEventsOf(spool, uid, scope.harnesses);
    for (const harness of scope.harnesses) {
      await fs.rm(failureLogPath(home, harness), { force: true });
      for (const file of entryOf(harness).data) await fs.rm(path.join(support, file), { force: true });
    }
    if (scope.last) await fs.rm(path.join(support, 'ComputerName', 'cache.json'), { force: true });
    for (const folder of ['Evidence/incoming', 'Evidence', 'Health', 'ComputerName', ...new Set(scope.harnesses.flatMap((id) => entryOf(id).data.map((file) => path.dirname(file))))])
      await fs.rmdir(path.join(support, folder)).catch(() => undefined);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
    return { events, stays: [], failure: { code: 'data-not-removed', sentence: `The evidence and counters in ${support} could not all be removed (${code}). Remove that folder by hand.`, path: support } };
  }
  if (!scope.last) return { events, stays: [], failure: null };
  const tidied: Result<boolean> = await tidySupport(home);
  if (!tidied.ok) return { events, stays: [], failure: tidied.failure };
  if (tidied.value) return { events, stays: [], failure: null };
  return { events, stays: [{ path: support, why: scope.keepEvidence ? 'it holds the evidence, as you asked' : 'it holds something that is not known to be ours' }], failure: null };
}

/** Deletes the matching files of a folder that is really ours. @returns how many were evidence */
async function removeNamed(folder: string, uid: number, known: (name: string) => boolean): Promise<number> {
  const stat = await fs.lstat(folder).catch(() => null);
  if (!stat?.isDirectory() || stat.uid !== uid) return 0;
  let events = 0;
  for (const name of await fs.readdir(folder)) {
    if (!known(name)) continue;
    await fs.rm(path.join(folder, name), { force: true });
    if (name.startsWith('event-')) events += 1;
  }
  return events;
}

async function removeEventsOf(spool: string, uid: number, harnesses: readonly HarnessId[]): Promise<number> {
  const names = await eventFiles(spool, uid);
  if (!names.ok) return 0;
  const hosts = harnesses.map((id) => entryOf(id).host);
  let events = 0;
  for (const name of names.value) {
    const read = readEvidenceFile(path.join(spool, name), uid);
    if (read === 'gone' || !('event' in read) || !hosts.includes(read.event.host)) continue;
    await fs.rm(path.join(spool, name), { force: true });
    events += 1;
  }
  return events;
}
