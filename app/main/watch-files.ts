// Tells when one of some files changes, by watching their folders: a rename replaces a file, and with it
// a watch on the file itself. Folders that do not exist are tried again with the next list.
import { watch, type FSWatcher } from 'node:fs';
import path from 'node:path';

/** Changes within this time are told once. Milliseconds. */
const settleTime = 500;

export class FileWatch {
  private readonly watchers = new Map<string, { readonly watcher: FSWatcher; names: ReadonlySet<string> }>();
  private timer: NodeJS.Timeout | null = null;

  constructor(private readonly onChange: () => void) {}

  /** From now on these files; the former ones are forgotten. */
  set(files: readonly string[]): void {
    const wanted = new Map<string, Set<string>>();
    for (const file of files) {
      const folder = path.dirname(file);
      const names = wanted.get(folder) ?? new Set();
      names.add(path.basename(file));
      wanted.set(folder, names);
    }
    for (const [folder, { watcher }] of this.watchers)
      if (!wanted.has(folder)) {
        watcher.close();
        this.watchers.delete(folder);
      }
    for (const [folder, names] of wanted) {
      const known = this.watchers.get(folder);
      if (known) known.names = names;
      else this.open(folder, names);
    }
  }

  close(): void {
    if (this.timer) clearTimeout(this.timer);
    this.set([]);
  }

  private open(folder: string, names: ReadonlySet<string>): void {
    let watcher: FSWatcher;
    try {
      watcher = watch(folder, { persistent: false }, (_kind, name) => {
        const interesting = this.watchers.get(folder)?.names;
        if (name !== null && interesting && !interesting.has(name)) return;
        this.timer ??= setTimeout(() => {
          this.timer = null;
          this.onChange();
        }, settleTime);
      });
    } catch {
      // Missing, or no watches left: the slow look every few minutes still sees it.
      return;
    }
    watcher.on('error', () => {
      watcher.close();
      this.watchers.delete(folder);
    });
    this.watchers.set(folder, { watcher, names });
  }
}
