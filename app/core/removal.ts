// What goes with an uninstall beside the installed files: evidence, counters and caches in our own
// support folder. Only files that are ours by name are removed; a folder that holds anything else stays.
import fs from 'node:fs/promises';
import path from 'node:path';
import { supportFolder } from '../../installers/engine/paths.ts';
import type { Failure, HarnessId, Result } from '../../installers/engine/plan.ts';
import { tidySupport } from '../../installers/engine/recover.ts';
import { eventFiles, readEvidenceFile, spoolFolder } from './evidence/spool.ts';
import { EvidenceStore } from './evidence/store.ts';
import { failureLogPath } from './failures.ts';
import { entryOf } from './registry.ts';

export interface Removal {
  /** Events that were deleted, stored ones and files of the spool. */
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

export async function removeOwnData(home: string, uid: number, scope: RemovalScope): Promise<Removal> {
  const support = supportFolder(home);
  let events = 0;
  let failure: Failure | null = null;
  try {
    if (!scope.keepEvidence) {
      const removed = await removeEvidence(home, uid, scope);
      if (!removed.ok) failure = removed.failure;
      else events = removed.value;
    }
    for (const harness of scope.harnesses) {
      await fs.rm(failureLogPath(home, harness), { force: true });
      for (const file of entryOf(harness).data) await fs.rm(path.join(support, file), { force: true });
    }
    if (scope.last) await fs.rm(path.join(support, 'ComputerName', 'cache.json'), { force: true });
    if (scope.last) for (const name of await fs.readdir(path.join(support, 'Grants')).catch(() => [])) if (/^(?:offer|grant|session)-[0-9a-f]{64}\.json/.test(name)) await fs.rm(path.join(support, 'Grants', name), { force: true });
    // Each session's key goes with its file.
    if (scope.last) for (const name of await fs.readdir(path.join(support, 'Context')).catch(() => [])) if (/^[0-9a-f]{40}(?:\.[0-9a-f-]{36}\.tmp)?$/.test(name)) await fs.rm(path.join(support, 'Context', name), { force: true });
    // The pinned bytes of checkers: a later installation makes them anew from the files that the policy names.
    if (scope.last) for (const name of await fs.readdir(path.join(support, 'Providers')).catch(() => [])) if (/^[0-9a-f]{64}$/.test(name)) await fs.rm(path.join(support, 'Providers', name), { recursive: true, force: true });
    for (const folder of ['Evidence/incoming', 'Evidence', 'Health', 'ComputerName', 'Grants', 'Context', 'Providers', ...new Set(scope.harnesses.flatMap((id) => entryOf(id).data.map((file) => path.dirname(file))))])
      await fs.rmdir(path.join(support, folder)).catch(() => undefined);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
    return { events, stays: [], failure: { code: 'data-not-removed', sentence: `The evidence and counters in ${support} could not all be removed (${code}). Remove that folder by hand.`, path: support } };
  }
  if (!scope.last) return { events, stays: [], failure };
  const tidied: Result<boolean> = await tidySupport(home);
  if (!tidied.ok) return { events, stays: [], failure: failure ?? tidied.failure };
  if (tidied.value) return { events, stays: [], failure };
  return { events, stays: [{ path: support, why: await whyItStays(support, scope) }], failure };
}

/** The policy is the person's own words, so it is kept, and said. */
async function whyItStays(support: string, scope: RemovalScope): Promise<string> {
  if (scope.keepEvidence) return 'it holds the evidence, as you asked';
  const names: readonly string[] = await fs.readdir(support).catch(() => []);
  return names.includes('policy.json') ? 'it holds your policy (policy.json), for a later installation; remove it when you need it no more' : 'it holds something that is not known to be ours';
}

async function removeEvidence(home: string, uid: number, scope: RemovalScope): Promise<Result<number>> {
  const store = new EvidenceStore(home, uid);
  try {
    if (scope.last) return await store.clear();
    const waiting = await removeEventsOf(spoolFolder(home), uid, scope.harnesses);
    const stored = await store.deleteOf(scope.harnesses.map((id) => entryOf(id).host));
    return stored.ok ? { ok: true, value: stored.value + waiting } : stored;
  } finally {
    await store.stop();
  }
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
