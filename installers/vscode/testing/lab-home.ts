// A throw-away computer: a home, a system root with applications, a plugin to install, a file that passes for Node.js.
import { chmodSync, copyFileSync, cpSync, lstatSync, mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
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
    this.root = realpathSync(mkdtempSync(path.join(tmpdir(), 'silmaril-vscode-')));
    this.home = path.join(this.root, name);
    this.system = path.join(this.root, 'system');
    this.hooksRoot = path.join(this.root, 'product');
    this.node = path.join(this.root, 'node');
    this.platform = platform;
    mkdirSync(this.home);
    chmodSync(this.home, 0o700);
    mkdirSync(this.system);
    copyPlugin(this.hooksRoot);
    this.write('../node', '#!/bin/sh\n', 0o755);
  }

  get machine(): Machine {
    const { uid, gid } = lstatSync(this.home);
    return { home: this.home, platform: this.platform, env: { PATH: path.join(this.root, 'bin'), ...this.env }, owner: { uid, gid }, systemRoot: this.system };
  }

  request(changes: Partial<InstallRequest> = {}): InstallRequest {
    return { mode: 'shadow', classifier: { kind: 'embedded' }, endpointId: null, node: { real: this.node, alias: null, version: '22.11.0' }, hooksRoot: this.hooksRoot, userDataDirs: [], ...changes };
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
    const place = path.join(this.home, relative);
    mkdirSync(path.dirname(place), { recursive: true, mode: 0o700 });
    symlinkSync(to, place);
  }

  /** The data folder of a product, relative to the home. */
  data(name = 'Code'): string {
    return this.platform === 'darwin' ? `Library/Application Support/${name}` : `.config/${name}`;
  }

  settings(text: string, name = 'Code'): string {
    return this.write(`${this.data(name)}/User/settings.json`, text);
  }

  /** The index of profiles beside the default one. */
  profiles(entries: readonly unknown[], name = 'Code'): void {
    this.write(`${this.data(name)}/User/globalStorage/storage.json`, JSON.stringify({ telemetry: 1, userDataProfiles: entries }));
  }

  profile(id: string, text: string, name = 'Code'): string {
    return this.write(`${this.data(name)}/User/profiles/${id}/settings.json`, text);
  }

  /** Installs an application: an .app bundle, or a folder below usr/share with a link in usr/bin. */
  application(version: string | null, product: 'code' | 'code-insiders' | 'codium' = 'code'): void {
    const bundles = { code: 'Visual Studio Code', 'code-insiders': 'Visual Studio Code - Insiders', codium: 'VSCodium' };
    const app = this.platform === 'darwin' ? `Applications/${bundles[product]}.app/Contents` : `usr/share/${product}`;
    const resources = `../system/${app}/${this.platform === 'darwin' ? 'Resources' : 'resources'}/app`;
    this.write(`${resources}/product.json`, JSON.stringify({ applicationName: product }));
    if (version !== null) this.write(`${resources}/package.json`, JSON.stringify({ name: 'Code', version }));
    if (this.platform === 'darwin') return;
    this.write(`../system/${app}/bin/${product}`, '#!/bin/sh\n', 0o755);
    mkdirSync(path.join(this.system, 'usr/bin'), { recursive: true });
    symlinkSync(`../share/${product}/bin/${product}`, path.join(this.system, 'usr/bin', product));
  }
}

/** The plugin as it is in the repository, with a bundle of a few bytes in place of the built one. */
function copyPlugin(hooksRoot: string): void {
  const from = path.join(repository, 'hooks/vscode');
  const to = path.join(hooksRoot, 'hooks/vscode');
  mkdirSync(path.join(to, 'scripts'), { recursive: true });
  mkdirSync(path.join(to, 'dist'));
  copyFileSync(path.join(from, 'plugin.json'), path.join(to, 'plugin.json'));
  copyFileSync(path.join(from, 'scripts/run-hook.sh'), path.join(to, 'scripts/run-hook.sh'));
  cpSync(path.join(from, 'com.github.copilot'), path.join(to, 'com.github.copilot'), { recursive: true });
  writeFileSync(path.join(to, 'dist/vscode-hook.js'), 'process.stdout.write("{}\\n");\n');
  writeFileSync(path.join(to, 'dist/weights.bin'), new Uint8Array([1, 2, 3]));
}
