// What every harness's health has in common: the files that are ours, and the Node.js that runs them.
// Told from the receipt alone, so that it works when the harness or the app is gone.
import { octal } from './change.ts';
import type { HealthCheck } from './health.ts';
import type { Owner } from './plan.ts';
import type { Receipt } from './receipt.ts';
import { digest, readDigestKey } from './receipts.ts';
import { lookAt, observe } from './read.ts';

/** The modes that the launchers accept for a Node.js binary (the plugin's published contract). */
export const nodeModes: readonly number[] = [0o500, 0o555, 0o700, 0o711, 0o744, 0o755];

/**
 * Checks every owned file and folder of a receipt and its Node.js binary. Codes: `files-ok`, `file-missing`,
 * `file-replaced`, `file-changed`, `file-mode`, `file-owner`, `file-unreadable`, `file-unchecked`,
 * `uninstall-unfinished`, `node-ok`, `node-gone`, `node-not-accepted`, `node-unreadable`.
 */
export async function checkOwned(receipt: Receipt, where: { readonly home: string; readonly owner: Owner }): Promise<readonly HealthCheck[]> {
  const fix = `silmaril repair ${receipt.harness}`;
  const key = await readDigestKey(where.home);
  const checks: HealthCheck[] = [];
  if (receipt.state === 'uninstalling')
    checks.push({ code: 'uninstall-unfinished', status: 'problem', subject: '', sentence: 'An uninstall was begun and not ended.', fix: `silmaril uninstall ${receipt.harness}` });
  for (const owned of receipt.owned) {
    const check = await checkOne(owned, receipt.digests[owned.path], key.ok ? key.value : null, where.owner, fix);
    if (check) checks.push(check);
  }
  if (checks.length === 0) {
    const files = receipt.owned.filter((owned) => owned.kind === 'file').length;
    checks.push({ code: 'files-ok', status: 'ok', subject: '', sentence: `All ${String(files)} files of the hook are as they were installed.` });
  }
  if (receipt.node) checks.push(await checkNode(receipt.node, where.owner, fix));
  return checks;
}

type Say = (code: string, sentence: string) => HealthCheck;

async function checkOne(owned: Receipt['owned'][number], known: string | undefined, key: Uint8Array | null, owner: Owner, fix: string): Promise<HealthCheck | null> {
  const { path: at, kind, mode, secret } = owned;
  const problem: Say = (code, sentence) => ({ code, status: 'problem', subject: at, sentence: `${sentence} Run "${fix}".`, fix });
  const unknown: Say = (code, sentence) => ({ code, status: 'unknown', subject: at, sentence });
  const seen = await observe(at);
  if (seen.state === 'absent') return problem('file-missing', `${at} is missing.`);
  if (seen.state === 'unreadable') return unknown('file-unreadable', seen.failure.sentence);
  if (seen.state !== kind) return problem('file-replaced', `${at} is not a ${kind} of Silmaril's any more.`);
  if (seen.uid !== owner.uid) return problem('file-owner', `${at} belongs to user id ${String(seen.uid)}, so the launcher refuses it.`);
  if (seen.mode !== mode) return problem('file-mode', `${at} has mode ${octal(seen.mode)} instead of ${octal(mode)}.`);
  if (seen.state === 'folder') return null;
  if (known === undefined || (secret && !key)) return unknown('file-unchecked', `The contents of ${at} cannot be checked: its digest, or the key to it, is not with the receipt.`);
  if (digest(seen.bytes, key ?? new Uint8Array(), secret) !== known) return problem('file-changed', `The contents of ${at} are not what was installed.`);
  return null;
}

async function checkNode(node: NonNullable<Receipt['node']>, owner: Owner, fix: string): Promise<HealthCheck> {
  const problem: Say = (code, sentence) => ({ code, status: 'problem', subject: node.real, sentence: `${sentence} Run "${fix}" to choose another one.`, fix });
  const refused = (why: string) => problem('node-not-accepted', `The launcher does not accept ${node.real}, so the hook lets everything pass: ${why}.`);
  const seen = await lookAt(node.real);
  if (seen.state === 'absent') return problem('node-gone', `The Node.js that runs the hook is gone, so the hook lets everything pass: ${node.real}.`);
  if (seen.state === 'unreadable') return { code: 'node-unreadable', status: 'unknown', subject: node.real, sentence: seen.failure.sentence };
  if (seen.state !== 'file') return refused(seen.state === 'symlink' ? 'it is a symbolic link' : 'it is not a regular file');
  if (seen.uid !== 0 && seen.uid !== owner.uid) return refused(`it belongs to user id ${String(seen.uid)}`);
  if (!nodeModes.includes(seen.mode)) return refused(`its mode is ${octal(seen.mode)}`);
  return { code: 'node-ok', status: 'ok', subject: node.real, sentence: `Node.js ${node.version} is where the launcher expects it.` };
}
