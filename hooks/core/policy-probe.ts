// What the policy engine may ask the file system: nothing but where a name leads and what stands there.
import { lstatSync, realpathSync } from 'node:fs';
import type { PathProbe } from '../policy/judge.ts';

export const fileSystemProbe: PathProbe = {
  realpath(path) {
    try {
      return realpathSync.native(path);
    } catch {
      return null;
    }
  },
  lstat(path) {
    try {
      const stat = lstatSync(path, { throwIfNoEntry: false });
      if (stat === undefined) return null;
      return stat.isFile() ? 'file' : stat.isDirectory() ? 'folder' : stat.isSymbolicLink() ? 'symlink' : 'other';
    } catch {
      return null;
    }
  },
};
