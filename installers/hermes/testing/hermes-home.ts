// A throw-away computer with Hermes on it: a home, a system root, the plugin of this repository with small stand-ins for
// what is built, and a file that passes for Node.js.
import { chmodSync, copyFileSync, cpSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { InstallRequest, Machine } from '../../engine/harness-installer.ts';

const hooks = path.resolve(import.meta.dirname, '../../../hooks');

export class HermesHome {
  readonly root: string;
  readonly home: string;
  readonly system: string;
  readonly hooksRoot: string;
  readonly node: string;
  env: Record<string, string> = {};

  constructor() {
    this.root = realpathSync(mkdtempSync(path.join(tmpdir(), 'silmaril-hermes-')));
    this.home = path.join(this.root, 'home');
    this.system = path.join(this.root, 'system');
    this.hooksRoot = path.join(this.root, 'product');
    this.node = path.join(this.root, 'node');
    mkdirSync(this.home, { mode: 0o700 });
    mkdirSync(this.system);
    this.copyHook();
    this.write('../node', '#!/bin/sh\n', 0o755);
  }

  private copyHook(): void {
    const to = path.join(this.hooksRoot, 'hooks');
    mkdirSync(path.join(to, 'checker/dist'), { recursive: true });
    mkdirSync(path.join(to, 'classifier'));
    cpSync(path.join(hooks, 'hermes'), path.join(to, 'hermes'), { recursive: true, filter: (from) => !/\/(?:tests|__pycache__)$/.test(from) });
    copyFileSync(path.join(hooks, 'classifier/python-files.json'), path.join(to, 'classifier/python-files.json'));
    for (const name of JSON.parse(readFileSync(path.join(hooks, 'classifier/python-files.json'), 'utf8')) as string[]) writeFileSync(path.join(to, 'classifier', name), '# a stand-in\n');
    writeFileSync(path.join(to, 'classifier/weights.bin'), new Uint8Array([1, 2, 3]));
    writeFileSync(path.join(to, 'checker/dist/silmaril-checker'), '#!/bin/sh\n');
  }

  get machine(): Machine {
    const { uid, gid } = lstatSync(this.home);
    return { home: this.home, platform: 'linux', env: { PATH: path.join(this.root, 'bin'), ...this.env }, owner: { uid, gid }, systemRoot: this.system };
  }

  request(changes: Partial<InstallRequest> = {}): InstallRequest {
    return { mode: 'shadow', classifier: { kind: 'embedded' }, endpointId: null, node: { real: this.node, alias: null, version: '22.11.0' }, hooksRoot: this.hooksRoot, userDataDirs: [], ...changes };
  }

  /** Below the home. */
  at(relative: string): string {
    return path.join(this.home, relative);
  }

  read(relative: string): string {
    return readFileSync(this.at(relative), 'utf8');
  }

  /** Writes below the home; folders on the way are 0700. */
  write(relative: string, text: string, mode = 0o600): string {
    const place = path.resolve(this.home, relative);
    mkdirSync(path.dirname(place), { recursive: true, mode: 0o700 });
    writeFileSync(place, text);
    chmodSync(place, mode);
    return place;
  }

  link(relative: string, to: string): void {
    const place = path.resolve(this.home, relative);
    mkdirSync(path.dirname(place), { recursive: true, mode: 0o700 });
    symlinkSync(to, place);
  }

  /** The script install's layout: a wrapper that starts the environment's own entry. */
  executable(version = '0.19.0'): void {
    const venv = '.hermes/hermes-agent/venv';
    const python = this.write(`${venv}/bin/python`, '\u007fELF', 0o755);
    this.write(`${venv}/bin/hermes`, `#!${python}\nfrom hermes_cli.main import main\n`, 0o755);
    this.write(`${venv}/lib/python3.11/site-packages/hermes_agent-${version}.dist-info/METADATA`, '');
    this.write('.local/bin/hermes', `#!/usr/bin/env bash\nunset PYTHONPATH PYTHONHOME\nexec "${this.at(`${venv}/bin/hermes`)}" "$@"\n`, 0o755);
  }

  /** Everything below the home but the product's own support folder: kind, mode, bytes. */
  snapshot(): ReadonlyMap<string, string> {
    const found = new Map<string, string>();
    const walk = (below: string): void => {
      for (const name of readdirSync(path.join(this.home, below)).sort()) {
        const relative = path.join(below, name);
        if (relative === 'Library') continue;
        const stat = lstatSync(this.at(relative));
        if (stat.isSymbolicLink()) found.set(relative, `link ${readlinkSync(this.at(relative))}`);
        else if (stat.isDirectory()) {
          found.set(relative, `folder ${(stat.mode & 0o7777).toString(8)}`);
          walk(relative);
        } else found.set(relative, `file ${(stat.mode & 0o7777).toString(8)} ${readFileSync(this.at(relative), 'latin1')}`);
      }
    };
    walk('');
    return found;
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}
