// Where evidence is kept below the support folder, and which names there are ours. Everything that
// deletes evidence asks here, so that nothing of ours is forgotten and nothing of others' is taken.
import fs from 'node:fs/promises';
import path from 'node:path';
import { supportFolder } from '../../../installers/engine/paths.ts';

export interface EvidencePlaces {
  /** `<support>/Evidence`, 0700. */
  readonly root: string;
  /** The spool that hooks write into. */
  readonly incoming: string;
  /** What was no evidence, `<reason>--<name>`, bounded. */
  readonly quarantine: string;
  /** SQLite, 0600, with `-wal` and `-shm` beside it while it is used and after. */
  readonly database: string;
  /** Held by the one process that takes the spool in. Empty. */
  readonly lock: string;
}

/** @param home absolute path of the home */
export function evidencePlaces(home: string): EvidencePlaces {
  const root = path.join(supportFolder(home), 'Evidence');
  return {
    root,
    incoming: path.join(root, 'incoming'),
    quarantine: path.join(root, 'quarantine'),
    database: path.join(root, 'evidence.sqlite'),
    lock: path.join(root, 'ingester.lock'),
  };
}

/** A published event, whoever produced it. */
export const eventName = /^event-[0-9a-f]{64}\.json$/;
/** An event that its producer has not published (yet). */
export const unpublishedName = /^\.event-[0-9a-f]{64}\.[A-Za-z0-9.-]{1,80}\.tmp$/;
const quarantineName = /^[a-z-]{1,32}--event-[0-9a-f]{64}\.json$/;
/** A database that was found damaged and set aside. */
const damagedName = /^evidence\.damaged-\d{8}T\d{9}Z\.sqlite$/;

const withCompanions = (name: string) => [name, `${name}-wal`, `${name}-shm`, `${name}-journal`];

export function damagedDatabase(places: EvidencePlaces, now: Date): string {
  return path.join(places.root, `evidence.damaged-${now.toISOString().replace(/[-:.]/g, '')}.sqlite`);
}

/** The databases that were set aside, oldest first. */
export async function damagedDatabases(places: EvidencePlaces): Promise<readonly string[]> {
  return (await fs.readdir(places.root).catch(() => [])).filter((name) => damagedName.test(name)).sort();
}

/** A database file and what SQLite keeps beside it. */
export function databaseFiles(file: string): readonly string[] {
  return withCompanions(file);
}

/**
 * Deletes all that is kept of evidence: spool, database, quarantine, databases that were set aside. What
 * is not ours by name stays, and the folders that hold it. No database may be open in this process.
 * @param uid who must own the folders; a link or a foreign folder in their place is left alone
 * @returns how many event files the spool held
 */
export async function deleteEvidence(places: EvidencePlaces, uid: number): Promise<number> {
  if (!(await ownFolder(places.root, uid))) return 0;
  const waiting = await deleteNamed(places.incoming, uid, (name) => eventName.test(name) || unpublishedName.test(name));
  await deleteNamed(places.quarantine, uid, (name) => quarantineName.test(name));
  const stems = [path.basename(places.database), path.basename(places.lock), ...(await damagedDatabases(places))];
  const known = new Set(stems.flatMap(withCompanions));
  await deleteNamed(places.root, uid, (name) => known.has(name));
  for (const folder of [places.incoming, places.quarantine, places.root]) await fs.rmdir(folder).catch(() => undefined);
  return waiting.filter((name) => eventName.test(name)).length;
}

async function ownFolder(folder: string, uid: number): Promise<boolean> {
  const stat = await fs.lstat(folder).catch(() => null);
  return stat?.isDirectory() === true && stat.uid === uid;
}

/** Deletes the matching entries of a folder that is really ours; a folder among them stays. @returns their names */
async function deleteNamed(folder: string, uid: number, known: (name: string) => boolean): Promise<readonly string[]> {
  if (!(await ownFolder(folder, uid))) return [];
  const deleted: string[] = [];
  for (const name of await fs.readdir(folder)) {
    if (!known(name)) continue;
    const place = path.join(folder, name);
    if ((await fs.lstat(place).catch(() => null))?.isDirectory() !== false) continue;
    await fs.rm(place, { force: true });
    deleted.push(name);
  }
  return deleted;
}
