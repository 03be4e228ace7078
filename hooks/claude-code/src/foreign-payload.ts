// VS Code's Local agent can be set to run Claude Code's hooks too (`chat.useClaudeHooks`). The same event would
// then be judged, and recorded, twice: once by VS Code's own plugin and once here.
import { closeSync, constants, existsSync, fstatSync, openSync } from 'node:fs';
import { readBounded, readPrivateFile } from '../../core/private-file.ts';
import { supportFolder } from '../../core/product.ts';
import type { Payload } from '../../core/profile.ts';

const MAX_RECEIPT_BYTES = 1_048_576;
const MAX_PLUGIN_FILE_BYTES = 4_194_304;

/**
 * True when the payload is VS Code's and its own plugin is installed and healthy, so that it answers. In any doubt the
 * payload is judged: recorded twice is better than not at all.
 */
export function isAnsweredByVscode(payload: Payload, home: string): boolean {
  return hasVscodeMarks(payload) && isVscodePluginHealthy(home);
}

/** What VS Code sends and Claude Code never does, and the other way round. Cursor's marks are not known; its events are judged. */
export function hasVscodeMarks(payload: Payload): boolean {
  return typeof payload['timestamp'] === 'string' && !['permission_mode', 'prompt_id', 'effort', 'agent_id'].some((name) => Object.hasOwn(payload, name));
}

function isVscodePluginHealthy(home: string): boolean {
  if (!existsSync(`${home}/.vscode/silmaril-firewall.json`)) return false;
  const read = readPrivateFile(`${supportFolder(home)}/Receipts/vscode.json`, MAX_RECEIPT_BYTES);
  if (read.state !== 'read') return false;
  try {
    const receipt = JSON.parse(read.text) as { state?: unknown; digests?: unknown };
    if (receipt.state !== 'installed' || typeof receipt.digests !== 'object' || receipt.digests === null) return false;
    // The other digests are keyed, since their files are secret; only the key's owner can check them.
    const plain = Object.entries(receipt.digests).filter(([, digest]) => typeof digest === 'string' && digest.startsWith('sha256:'));
    return plain.length > 0 && plain.every(([file, digest]) => digest === digestOf(file));
  } catch {
    return false;
  }
}

function digestOf(file: string): string | null {
  let descriptor: number;
  try {
    descriptor = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch {
    return null;
  }
  try {
    const stat = fstatSync(descriptor);
    const bytes = stat.isFile() ? readBounded(descriptor, MAX_PLUGIN_FILE_BYTES, stat.size) : null;
    const crypto = process.getBuiltinModule?.('node:crypto');
    return bytes && crypto ? `sha256:${crypto.createHash('sha256').update(bytes).digest('hex')}` : null;
  } finally {
    closeSync(descriptor);
  }
}
