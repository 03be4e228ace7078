// One lock per home: whoever changes files of this home holds it.
//
// The lock is the file `Locks/home.lock.<n>` with the highest n. It is linked into place complete, so
// nobody reads half a holder. A dead holder's lock is never deleted first (two stealers could then
// delete each other's new one): the next generation n+1 is made, which only one process can do, and
// then both directions are looked at again. Whoever finds a newer generation, or a different older one
// than the dead one it saw, steps back.
import { randomBytes } from 'node:crypto';
import { link, readdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod/mini';
import { removeIfThere, writeState } from './atomic-file.ts';
import { fail, failureOf, isErrno, ok } from './failure.ts';
import type { Owner, Result } from './plan.ts';
import { liveness, ownIdentity, type ProcessIdentity } from './process-identity.ts';
import { observe } from './read.ts';
import { makeSupport } from './support-folder.ts';

export interface Lock {
  /** Idempotent. */
  release(): Promise<void>;
}

const holderSchema = z.object({ pid: z.int(), start: z.string(), boot: z.string(), namespace: z.string(), doing: z.string(), at: z.string(), token: z.string() });
type Holder = z.infer<typeof holderSchema>;

interface Generation {
  readonly number: number;
  readonly file: string;
  /** null: gone again, or not a lock file of ours. */
  readonly holder: Holder | null;
}

/**
 * Takes the lock, waiting at most `waitMs` (default 10 s) for a live holder.
 * Fails with `locked` (the sentence names the holder), or with what made the support folder unusable.
 */
export async function takeLock(home: string, owner: Owner, doing: string, waitMs = 10_000): Promise<Result<Lock>> {
  const identity = await ownIdentity();
  const until = performance.now() + waitMs;
  for (;;) {
    const support = await makeSupport(home, owner);
    if (!support.ok) return support;
    const attempt = await tryLock(support.value.locks, owner, identity, doing);
    if (!attempt.ok) return attempt;
    if (attempt.value.got) return ok(attempt.value.lock);
    if (performance.now() >= until) return busy(attempt.value.by);
    // Unequal waits, so that two that stepped back for each other do not do so for ever.
    await sleep(20 + Math.random() * 60);
  }
}

function busy(by: { readonly holder: Holder | null; readonly file: string; readonly certain: boolean } | null): Result<never> {
  if (by && !by.holder) return fail('locked', `${by.file} is not a lock of Silmaril's that can be read. If no other Silmaril runs, delete it and run it again.`, by.file);
  if (!by?.holder) return fail('locked', 'Another Silmaril process is starting or ending a change. Run it again in a moment.');
  const who = `process ${String(by.holder.pid)} (${by.holder.doing}, since ${by.holder.at})`;
  if (by.certain) return fail('locked', `Silmaril is already changing this home: ${who}. Wait for it to end, then run it again.`, by.file);
  return fail('locked', `Silmaril seems to be changing this home: ${who}; from here it cannot be seen whether it still runs. If it does not, delete ${by.file} and run it again.`, by.file);
}

type Attempt = { readonly got: true; readonly lock: Lock } | { readonly got: false; readonly by: Parameters<typeof busy>[0] };

async function tryLock(locks: string, owner: Owner, identity: ProcessIdentity, doing: string): Promise<Result<Attempt>> {
  const token = randomBytes(8).toString('hex');
  const pending = path.join(locks, `.pending-${token}`);
  let mine: string | null = null;
  try {
    const before = await generations(locks);
    const top = before.at(-1);
    if (top?.holder) {
      const life = await liveness(top.holder);
      if (life !== 'dead') return ok({ got: false, by: { holder: top.holder, file: top.file, certain: life === 'alive' } });
    } else if (top) {
      return ok({ got: false, by: { holder: null, file: top.file, certain: false } });
    }
    const number = (top?.number ?? 0) + 1;
    const file = path.join(locks, `home.lock.${String(number)}`);
    const holder: Holder = { ...identity, doing, at: new Date().toISOString(), token };
    const written = await writeState(pending, `${JSON.stringify(holder)}\n`, owner, `${pending}.tmp`);
    if (!written.ok) return vanished(written) ? ok({ got: false, by: null }) : written;
    await link(pending, file);
    mine = file;
    const seen = new Set(before.map((g) => g.holder?.token));
    const now = await generations(locks);
    const clear = now.every((g) => g.holder?.token === token || (g.number < number && seen.has(g.holder?.token)));
    if (!clear || !now.some((g) => g.holder?.token === token)) {
      await removeIfThere(file);
      return ok({ got: false, by: null });
    }
    for (const older of now) if (older.number < number) await removeIfThere(older.file);
    return ok({ got: true, lock: { release: () => removeIfThere(file) } });
  } catch (error) {
    if (mine !== null) await removeIfThere(mine);
    // EEXIST: another process made this generation. ENOENT: a finished uninstall took the folder away.
    if (isErrno(error, 'EEXIST', 'ENOENT')) return ok({ got: false, by: null });
    return { ok: false, failure: await failureOf(error, 'take the lock in', locks) };
  } finally {
    await removeIfThere(pending).catch(() => undefined);
  }
}

function vanished(result: Result<void>): boolean {
  return !result.ok && (result.failure.code === 'io-enoent' || result.failure.code === 'not-written');
}

/** Oldest first. */
async function generations(locks: string): Promise<readonly Generation[]> {
  const found: Generation[] = [];
  for (const name of await readdir(locks)) {
    const digits = /^home\.lock\.(\d{1,9})$/.exec(name)?.[1];
    if (digits === undefined) continue;
    const file = path.join(locks, name);
    found.push({ number: Number(digits), file, holder: await readHolder(file) });
  }
  return found.sort((a, b) => a.number - b.number);
}

async function readHolder(file: string): Promise<Holder | null> {
  const seen = await observe(file, 4096);
  if (seen.state !== 'file') return null;
  try {
    const parsed = holderSchema.safeParse(JSON.parse(new TextDecoder().decode(seen.bytes)));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
