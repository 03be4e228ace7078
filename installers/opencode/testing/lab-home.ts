// A throw-away computer: a home, a system root, a hook to install, a file that passes for Node.js.
import { chmodSync, copyFileSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { InstallRequest, Machine } from '../../engine/harness-installer.ts';

const repository = path.resolve(import.meta.dirname, '../../..');

export class LabHome {
  readonly root: string;
  readonly home: string;
  readonly system: string;
  readonly hooksRoot: string;
  readonly node: string;
  readonly platform: Machine['platform'];
  env: Record<string, string> = {};

  constructor(platform: Machine['platform'], name = 'home') {
    this.root = realpathSync(mkdtempSync(path.join(tmpdir(), 'silmaril-opencode-')));
    this.home = path.join(this.root, name);
    this.system = path.join(this.root, 'system');
    this.hooksRoot = path.join(this.root, 'product');
    this.node = path.join(this.root, 'node');
    this.platform = platform;
    mkdirSync(this.home);
    chmodSync(this.home, 0o700);
    mkdirSync(this.system);
    copyHook(this.hooksRoot);
    this.write('../node', '#!/bin/sh\n', 0o755);
  }

  get machine(): Machine {
    const { uid, gid } = lstatSync(this.home);
    return { home: this.home, platform: this.platform, env: { PATH: path.join(this.root, 'bin'), ...this.env }, owner: { uid, gid }, systemRoot: this.system };
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
  write(relative: string, text: string, mode = 0o644): string {
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

  config(text: string, name = 'opencode.json', mode = 0o600): string {
    return this.write(`.config/opencode/${name}`, text, mode);
  }

  managed(config: unknown, name = 'opencode.json'): string {
    const folder = this.platform === 'darwin' ? 'Library/Application Support/opencode' : 'etc/opencode';
    return this.write(`../system/${folder}/${name}`, typeof config === 'string' ? config : JSON.stringify(config));
  }

  /** As OpenCode's own installer leaves it: a bare binary that knows its version. */
  executable(version = '1.18.33', name = 'opencode'): void {
    this.write(`.opencode/bin/${name}`, `#!/bin/sh\necho ${version}\n`, 0o755);
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}

/** The plugin as it is in the repository, with files of a few bytes in place of the built ones. */
function copyHook(hooksRoot: string): void {
  const from = path.join(repository, 'hooks/opencode');
  const to = path.join(hooksRoot, 'hooks/opencode');
  for (const folder of ['opencode/scripts', 'opencode/dist', 'checker/dist']) mkdirSync(path.join(hooksRoot, 'hooks', folder), { recursive: true });
  copyFileSync(path.join(from, 'manifest.json'), path.join(to, 'manifest.json'));
  copyFileSync(path.join(from, 'scripts/run-hook.sh'), path.join(to, 'scripts/run-hook.sh'));
  for (const major of [1, 2]) writeFileSync(path.join(to, `dist/opencode-v${String(major)}.mjs`), `export default { id: 'opencode-firewall-plugin', major: ${String(major)} };\n`);
  writeFileSync(path.join(to, 'dist/probe.mjs'), '');
  writeFileSync(path.join(to, 'dist/weights.bin'), new Uint8Array([1, 2, 3]));
  writeFileSync(path.join(hooksRoot, 'hooks/checker/dist/silmaril-checker'), '#!/bin/sh\n');
}
