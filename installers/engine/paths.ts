// Where the product keeps its own state in a home. One layout on macOS and Linux.
import path from 'node:path';
import type { HarnessId } from './plan.ts';

/** Folders of the home that lead to the support folder, outermost first; on Linux they may have to be made. */
export const supportAncestors = ['Library', 'Library/Application Support'] as const;

export interface SupportPaths {
  /** `<home>/Library/Application Support/Silmaril`, 0700. */
  readonly root: string;
  /** `<harness>.json` receipts and `.key`. */
  readonly receipts: string;
  /** 32 random bytes as hex: the key of the receipts' digests. */
  readonly key: string;
  readonly journal: string;
  readonly locks: string;
  /** Which of `supportAncestors` we made, so that taking the product down removes them again. */
  readonly marker: string;
}

/** @param home absolute path of the home */
export function supportFolder(home: string): string {
  return path.join(home, 'Library', 'Application Support', 'Silmaril');
}

export function supportPaths(home: string): SupportPaths {
  const root = supportFolder(home);
  const receipts = path.join(root, 'Receipts');
  return {
    root,
    receipts,
    key: path.join(receipts, '.key'),
    journal: path.join(root, 'Journal'),
    locks: path.join(root, 'Locks'),
    marker: path.join(root, '.made-by-silmaril'),
  };
}

export function receiptPath(home: string, harness: HarnessId): string {
  return path.join(supportPaths(home).receipts, `${harness}.json`);
}
