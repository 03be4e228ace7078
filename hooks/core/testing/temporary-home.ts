// A throw-away home for tests, with a configuration in it.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

export interface TemporaryHome {
  readonly home: string;
  /** Real path of a working folder beside the home. */
  readonly work: string;
  readonly at: (...names: string[]) => string;
  /** Writes a file with its parents; 0600 unless told. */
  readonly put: (name: string, content: string | object, mode?: number) => string;
  readonly evidence: () => Record<string, unknown>[];
  /** Lines of Health/<harness>.log, without their time. */
  readonly failures: (harness: string) => string[];
  readonly remove: () => void;
}

export function temporaryHome(): TemporaryHome {
  const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'silmaril-hook-')));
  const home = path.join(root, 'home');
  const work = path.join(root, 'work');
  fs.mkdirSync(home);
  fs.mkdirSync(work);
  const at = (...names: string[]): string => path.join(home, ...names);
  const support = at('Library/Application Support/Silmaril');
  return {
    home,
    work,
    at,
    put(name, content, mode = 0o600) {
      const file = at(name);
      fs.mkdirSync(path.dirname(file), { recursive: true });
      fs.writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
      fs.chmodSync(file, mode);
      return file;
    },
    evidence() {
      const folder = path.join(support, 'Evidence/incoming');
      if (!fs.existsSync(folder)) return [];
      return fs.readdirSync(folder).map((name) => JSON.parse(fs.readFileSync(path.join(folder, name), 'utf8')) as Record<string, unknown>);
    },
    failures(harness) {
      const log = path.join(support, 'Health', `${harness}.log`);
      if (!fs.existsSync(log)) return [];
      return fs.readFileSync(log, 'utf8').trimEnd().split('\n').map((line) => line.slice(line.indexOf(' ') + 1));
    },
    remove: () => fs.rmSync(root, { recursive: true, force: true }),
  };
}
