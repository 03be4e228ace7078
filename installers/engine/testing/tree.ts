// A folder as a list of lines: names, kinds, bytes, modes, owners, link targets. Two trees are equal
// exactly when their lines are. For tests of every installer.
import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import path from 'node:path';

/** @param skip paths relative to the root, with everything below them */
export function treeOf(root: string, skip: readonly string[] = []): readonly string[] {
  const lines: string[] = [];
  const visit = (relative: string): void => {
    const at = path.join(root, relative);
    const stat = lstatSync(at);
    const facts = `${relative || '.'} ${(stat.mode & 0o7777).toString(8)} ${String(stat.uid)}:${String(stat.gid)}`;
    if (stat.isSymbolicLink()) lines.push(`link ${facts} -> ${readlinkSync(at)}`);
    else if (stat.isDirectory()) {
      lines.push(`folder ${facts}`);
      for (const name of readdirSync(at).sort()) if (!skip.includes(path.join(relative, name))) visit(path.join(relative, name));
    } else lines.push(`file ${facts} ${createHash('sha256').update(readFileSync(at)).digest('hex')}`);
  };
  visit('');
  return lines;
}

/** Modification times in ns of the files under `root`, by relative path. */
export function timesOf(root: string): ReadonlyMap<string, bigint> {
  const times = new Map<string, bigint>();
  for (const name of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
    const stat = lstatSync(path.join(root, name), { bigint: true });
    if (stat.isFile()) times.set(name, stat.mtimeNs);
  }
  return times;
}
