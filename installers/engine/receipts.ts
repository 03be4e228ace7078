// Reading and writing receipts. A receipt that cannot be read is not an absent one: treating it so
// would make a second install on top of the first, and an uninstall that leaves things behind.
import { createHmac, randomBytes } from 'node:crypto';
import path from 'node:path';
import { z } from 'zod/mini';
import { writeState } from './atomic-file.ts';
import { fail, ok, quoted } from './failure.ts';
import { receiptPath, supportPaths } from './paths.ts';
import type { Failure, HarnessId, Owner, Result } from './plan.ts';
import type { Receipt } from './receipt.ts';
import { observe, sha256, type Observed } from './read.ts';

export const harnessIds = ['vscode', 'claude-code', 'opencode', 'hermes'] as const satisfies readonly HarnessId[];

const mode = z.int().check(z.minimum(0), z.maximum(0o7777));
const absolute = z.string().check(z.refine((value) => path.isAbsolute(value) && path.normalize(value) === value && !value.includes('\0')));

const receiptSchema = z.object({
  schemaVersion: z.literal(1),
  harness: z.enum(harnessIds),
  state: z.enum(['installed', 'uninstalling']),
  at: z.string(),
  version: z.string(),
  facts: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  owned: z.array(z.object({ path: absolute, kind: z.enum(['file', 'folder']), mode, secret: z.boolean() })),
  edited: z.array(z.object({ path: absolute, target: absolute, createdByUs: z.boolean(), entry: z.string() })),
  node: z.nullable(z.object({ real: z.string(), alias: z.nullable(z.string()), version: z.string() })),
  digests: z.record(z.string(), z.string().check(z.regex(/^(sha256:)?[0-9a-f]{64}$/))),
});

export type ReceiptRead =
  | { readonly state: 'absent' }
  | { readonly state: 'read'; readonly receipt: Receipt }
  | { readonly state: 'unreadable'; readonly failure: Failure };

/** Largest receipt that is read, in bytes. */
const receiptLimit = 1024 * 1024;

export async function readReceipt(home: string, harness: HarnessId): Promise<ReceiptRead> {
  const place = receiptPath(home, harness);
  const seen = await observe(place, receiptLimit);
  if (seen.state === 'absent') return seen;
  const text = privateText(seen, place);
  if (!text.ok) return { state: 'unreadable', failure: text.failure };
  const receipt = parseReceipt(text.value, place);
  if (!receipt.ok) return { state: 'unreadable', failure: receipt.failure };
  if (receipt.value.harness !== harness) {
    const { failure } = fail('receipt-invalid', `${place} is the receipt of ${receipt.value.harness}. Install ${harness} again to write its own.`, place);
    return { state: 'unreadable', failure };
  }
  return { state: 'read', receipt: receipt.value };
}

/** All harnesses' receipts, absent ones left out. */
export async function readReceipts(home: string): Promise<ReadonlyMap<HarnessId, Exclude<ReceiptRead, { readonly state: 'absent' }>>> {
  const found = new Map<HarnessId, Exclude<ReceiptRead, { readonly state: 'absent' }>>();
  for (const harness of harnessIds) {
    const read = await readReceipt(home, harness);
    if (read.state !== 'absent') found.set(harness, read);
  }
  return found;
}

export function parseReceipt(text: string, place: string): Result<Receipt> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return fail('receipt-invalid', `${place} is not valid JSON. Install the harness again to write a new one.`, place);
  }
  const parsed = receiptSchema.safeParse(json);
  if (parsed.success) return ok(parsed.data);
  const newer = z.object({ schemaVersion: z.number().check(z.gt(1)) }).safeParse(json).success;
  if (newer) return fail('receipt-newer', `${place} was written by a newer version of Silmaril. Update, then run it again.`, place);
  const at = parsed.error.issues[0]?.path.join('.') ?? '';
  return fail('receipt-invalid', `${place} is not a receipt (at "${at}"). Install the harness again to write a new one.`, place);
}

export function receiptText(receipt: Receipt): string {
  return `${JSON.stringify(receipt, null, 2)}\n`;
}

/** The text of a file that only its owner may read; a file that others can write is not to be believed. */
export function privateText(seen: Exclude<Observed, { readonly state: 'absent' }>, place: string): Result<string> {
  if (seen.state === 'unreadable') return { ok: false, failure: seen.failure };
  if (seen.state !== 'file') return fail('not-a-file', `${place} is not a regular file (a link in its place is refused). Move it away and run it again.`, place);
  if ((seen.mode & 0o077) !== 0) return fail('too-open', `${place} can be read or written by other users. Run: chmod 600 ${quoted(place)}`, place);
  const uid = process.getuid?.() ?? seen.uid;
  if (uid !== 0 && seen.uid !== uid) return fail('foreign-owner', `${place} belongs to user id ${String(seen.uid)}. If it should be yours, run: sudo chown ${String(uid)} ${quoted(place)}`, place);
  return ok(new TextDecoder().decode(seen.bytes));
}

/** The key of the digests; null when there is none. 32 bytes. */
export async function readDigestKey(home: string): Promise<Result<Uint8Array | null>> {
  const { key } = supportPaths(home);
  const seen = await observe(key, 1024);
  if (seen.state === 'absent') return ok(null);
  const text = privateText(seen, key);
  if (!text.ok) return text;
  const hex = /^([0-9a-f]{64})\n?$/.exec(text.value)?.[1];
  if (hex === undefined) return fail('key-invalid', `${key} does not hold a key. Delete it and install again.`, key);
  return ok(Buffer.from(hex, 'hex'));
}

/** Reads the key, or makes it. The caller holds the lock. */
export async function makeDigestKey(home: string, owner: Owner): Promise<Result<Uint8Array>> {
  const present = await readDigestKey(home);
  if (!present.ok) return present;
  if (present.value) return ok(present.value);
  const { key, receipts } = supportPaths(home);
  const bytes = randomBytes(32);
  const written = await writeState(key, `${bytes.toString('hex')}\n`, owner, path.join(receipts, '.pending-key'));
  return written.ok ? ok(bytes) : written;
}

/**
 * What a receipt says of a file's bytes. Secret ones under the key, so that a short key or token cannot
 * be guessed from the receipt; public ones as `sha256:<hex>`, which a hook can check without the key.
 */
export function digest(bytes: Uint8Array, key: Uint8Array, secret: boolean): string {
  return secret ? createHmac('sha256', key).update(bytes).digest('hex') : `sha256:${sha256(bytes)}`;
}
