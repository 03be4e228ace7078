// Which receipt a plan leaves behind, with the digests of what it makes.
import type { Change } from './change.ts';
import { fail, ok } from './failure.ts';
import { receiptPath } from './paths.ts';
import type { Plan, Result } from './plan.ts';
import type { Receipt } from './receipt.ts';
import { digest, parseReceipt, privateText, receiptText } from './receipts.ts';
import { observe } from './read.ts';

export interface ReceiptTexts {
  /** As it lies there, byte for byte, also when it is not a valid receipt: an undo puts it back. */
  readonly before: string | null;
  /** While an uninstall runs: a hook that guards our entries must not stand in its way. */
  readonly during: string | null;
  readonly after: string | null;
}

export async function currentReceipt(home: string, plan: Plan): Promise<Result<{ readonly text: string | null; readonly receipt: Receipt | null }>> {
  const place = receiptPath(home, plan.harness);
  const seen = await observe(place, 1024 * 1024);
  if (seen.state === 'absent') return ok({ text: null, receipt: null });
  const text = privateText(seen, place);
  if (!text.ok) return text;
  const parsed = parseReceipt(text.value, place);
  if (!parsed.ok && parsed.failure.code === 'receipt-newer') return parsed;
  return ok({ text: text.value, receipt: parsed.ok ? parsed.value : null });
}

export function receiptDuring(plan: Plan, current: Receipt | null, at: string): Receipt | null {
  if (plan.purpose !== 'uninstall') return null;
  if (current) return { ...current, state: 'uninstalling', at };
  // The receipt is lost: the guarding hook still has to be told that this uninstall is ours.
  const edited = plan.steps.flatMap((step) => (step.kind === 'edit' ? [{ path: step.path, target: step.target, createdByUs: false, entry: 'unknown' }] : []));
  return { schemaVersion: 1, harness: plan.harness, state: 'uninstalling', at, version: 'unknown', facts: {}, owned: [], edited, node: null, digests: {} };
}

/**
 * Digests come from the plan's own bytes, for files that the plan does not touch from the receipt before
 * (reading them now would bless what somebody else did to them), and from the disk only when neither knows.
 */
export async function receiptAfter(plan: Plan, changes: readonly Change[], current: Receipt | null, key: Uint8Array, at: string): Promise<Result<Receipt | null>> {
  if (!plan.receipt) return ok(null);
  const digests: Record<string, string> = {};
  for (const owned of plan.receipt.owned) {
    if (owned.kind !== 'file') continue;
    const change = changes.find((c) => c.place === owned.path);
    const after = change?.after;
    const known = current?.digests[owned.path];
    if (after?.state === 'absent') return fail('plan-invalid', `The plan is not usable: it removes ${owned.path} and keeps it in the receipt.`, owned.path);
    if (after?.state === 'file' && after.bytes) digests[owned.path] = digest(after.bytes, key, owned.secret);
    else if (known !== undefined && known.startsWith('sha256:') !== owned.secret) digests[owned.path] = known;
    else {
      const seen = await observe(owned.path);
      if (seen.state === 'unreadable') return { ok: false, failure: seen.failure };
      if (seen.state !== 'file') return fail('plan-invalid', `The plan is not usable: its receipt names ${owned.path}, which is not a file.`, owned.path);
      digests[owned.path] = digest(seen.bytes, key, owned.secret);
    }
  }
  return ok({ schemaVersion: 1, harness: plan.harness, state: 'installed', at, ...plan.receipt, digests });
}

/** Equal but for the time. */
export function sameReceipt(a: Receipt | null, b: Receipt | null): boolean {
  const text = (receipt: Receipt | null) => (receipt ? canonical({ ...receipt, at: '' }) : '');
  return text(a) === text(b);
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([name, inner]) => `${JSON.stringify(name)}:${canonical(inner)}`).join(',')}}`;
}

export function textOf(receipt: Receipt | null): string | null {
  return receipt ? receiptText(receipt) : null;
}
