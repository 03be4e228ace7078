// The names in a spool, newest first, in little memory: 40 bytes a file instead of a string and a date.
import { lstatSync, rmSync } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import type { Result } from '../../../installers/engine/plan.ts';
import { eventName, unpublishedName } from './places.ts';
import { askSpool } from './spool.ts';

/** Files of one listing: 5 MB at most. What a fuller spool holds beyond them comes with the next listing. */
const maxFiles = 2 ** 17;

/** After this time an event that its producer has not published never will be: it was killed. Milliseconds. */
const unpublishedMs = 86_400_000;

/** Files looked at between two turns of the event loop: some 2 ms. */
const batch = 500;

export class Backlog {
  private hashes = Buffer.alloc(32 * 256);
  /** Time of change in tenths of a second, times `maxFiles`, plus the position: sorts as numbers. */
  private keys = new Float64Array(256);
  private count = 0;

  get waiting(): number {
    return this.count;
  }

  add(name: string, changedMs: number): void {
    if (this.count === this.keys.length) {
      this.hashes = Buffer.concat([this.hashes, Buffer.alloc(this.hashes.length)]);
      const keys = new Float64Array(2 * this.keys.length);
      keys.set(this.keys);
      this.keys = keys;
    }
    this.hashes.write(name.slice(6, 70), 32 * this.count, 'hex');
    const tenths = Math.min(2 ** 36 - 1, Math.max(0, Math.floor(changedMs / 100)));
    this.keys[this.count] = tenths * maxFiles + this.count;
    this.count += 1;
  }

  get full(): boolean {
    return this.count >= maxFiles;
  }

  sort(): void {
    this.keys = this.keys.slice(0, this.count).sort();
  }

  /** Takes the newest `limit` names out, newest first. */
  take(limit: number): string[] {
    const taken: string[] = [];
    while (taken.length < limit && this.count > 0) {
      this.count -= 1;
      const position = (this.keys[this.count] ?? 0) % maxFiles;
      taken.push(`event-${this.hashes.toString('hex', 32 * position, 32 * position + 32)}.json`);
    }
    return taken;
  }
}

/**
 * Lists the spool; one that does not exist is empty. Events that a producer began long ago and never
 * published are deleted. Fails when something else than the user's own folder is in its place.
 */
export async function listBacklog(folder: string, uid: number, signal: AbortSignal): Promise<Result<Backlog>> {
  const backlog = new Backlog();
  return askSpool(folder, uid, backlog, async () => {
    const now = Date.now();
    let looked = 0;
    for await (const entry of await fs.opendir(folder, { bufferSize: batch })) {
      if (signal.aborted || backlog.full) break;
      if (++looked % batch === 0) await turn();
      const published = eventName.test(entry.name);
      if (!published && !unpublishedName.test(entry.name)) continue;
      const file = path.join(folder, entry.name);
      const seen = lstatSync(file, { throwIfNoEntry: false });
      if (!seen) continue;
      if (published) backlog.add(entry.name, seen.mtimeMs);
      else if (seen.isFile() && seen.uid === uid && now - seen.mtimeMs > unpublishedMs) rmSync(file, { force: true });
    }
    backlog.sort();
    return backlog;
  });
}
