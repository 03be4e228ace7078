// The editors that read VS Code's plugin settings: what they are called, where they are installed, where
// they keep their data. Pure tables and path rules; nothing is looked at here.
import path from 'node:path';
import type { Machine } from '../engine/harness-installer.ts';

export type ProductId = 'code' | 'code-insiders' | 'vscodium';

export interface Product {
  readonly id: ProductId;
  readonly label: string;
  /** Folder name of its data, the product's short name: `Code`. */
  readonly dataName: string;
  /** `applicationName` in its product.json: tells a `code` of another editor apart. */
  readonly applicationName: string;
  readonly executable: string;
  readonly app: string;
  /** Data folder of a portable copy, beside the .app bundle on macOS. */
  readonly portableName: string;
  /** Install folders on Linux, below the system's root. */
  readonly installed: readonly string[];
}

export const PRODUCTS: readonly Product[] = [
  {
    id: 'code',
    label: 'VS Code',
    dataName: 'Code',
    applicationName: 'code',
    executable: 'code',
    app: 'Visual Studio Code.app',
    portableName: 'code-portable-data',
    installed: ['usr/share/code', 'opt/visual-studio-code', 'snap/code/current/usr/share/code'],
  },
  {
    id: 'code-insiders',
    label: 'VS Code Insiders',
    dataName: 'Code - Insiders',
    applicationName: 'code-insiders',
    executable: 'code-insiders',
    app: 'Visual Studio Code - Insiders.app',
    portableName: 'code-insiders-portable-data',
    installed: ['usr/share/code-insiders', 'opt/visual-studio-code-insiders', 'snap/code-insiders/current/usr/share/code-insiders'],
  },
  {
    id: 'vscodium',
    label: 'VSCodium',
    dataName: 'VSCodium',
    applicationName: 'codium',
    executable: 'codium',
    app: 'VSCodium.app',
    portableName: 'codium-portable-data',
    installed: ['usr/share/codium', 'opt/vscodium-bin', 'snap/codium/current/usr/share/codium'],
  },
];

/** Folders in which command-line tools lie when PATH does not say (a menu bar app has a bare PATH), below the root. */
const USUAL_BIN = ['usr/local/bin', 'usr/bin', 'opt/homebrew/bin', 'snap/bin'];

/** Where its executable may lie, PATH first. */
export function executablePlaces(product: Product, machine: Machine): readonly string[] {
  const told = (machine.env['PATH'] ?? '').split(':').filter((folder) => path.isAbsolute(folder));
  const usual = USUAL_BIN.map((folder) => path.join(machine.systemRoot, folder));
  const own = [path.join(machine.home, '.local/bin'), path.join(machine.home, 'bin')];
  return unique([...told, ...usual, ...own]).map((folder) => path.join(folder, product.executable));
}

/** Where the application itself may be installed: .app bundles on macOS, install folders on Linux. */
export function applicationPlaces(product: Product, machine: Machine): readonly string[] {
  if (machine.platform === 'darwin') return [path.join(machine.systemRoot, 'Applications', product.app), path.join(machine.home, 'Applications', product.app)];
  return product.installed.map((folder) => path.join(machine.systemRoot, folder));
}

/** `resources/app` of an application, which holds package.json and product.json. */
export function resourcesOf(application: string, platform: Machine['platform']): string {
  return platform === 'darwin' ? path.join(application, 'Contents/Resources/app') : path.join(application, 'resources/app');
}

/** The `resources/app` folders that the resolved path of an executable may belong to. */
export function resourcesBesideExecutable(real: string): readonly string[] {
  const above = path.dirname(path.dirname(real));
  return [path.join(above, 'resources/app'), above, path.join(above, 'lib/vscode/resources/app')];
}

export type DataOrigin = 'default' | 'xdg' | 'portable' | 'appdata' | 'named';

export interface DataPlace {
  readonly folder: string;
  readonly origin: DataOrigin;
}

/** Where a product keeps its data when nothing moves it; the first one is where a first start would make it. */
export function usualDataFolders(product: Product, machine: Machine): readonly DataPlace[] {
  if (machine.platform === 'darwin') return [{ folder: path.join(machine.home, 'Library/Application Support', product.dataName), origin: 'default' }];
  const config = path.join(machine.home, '.config');
  const standard: DataPlace = { folder: path.join(config, product.dataName), origin: 'default' };
  const told = machine.env['XDG_CONFIG_HOME'];
  if (told === undefined || !path.isAbsolute(told) || path.resolve(told) === config) return [standard];
  // The desktop may start the editor without the variable that this process sees: both are looked at.
  return [{ folder: path.join(path.resolve(told), product.dataName), origin: 'xdg' }, standard];
}

/** Data folders that variables or a portable copy choose; they count when they exist. */
export function movedDataFolders(product: Product, machine: Machine, applications: readonly string[]): readonly DataPlace[] {
  const moved: DataPlace[] = [];
  const portable = machine.env['VSCODE_PORTABLE'];
  // The variable does not say which product it is for; stable is by far the likeliest.
  if (product.id === 'code' && portable !== undefined && path.isAbsolute(portable)) moved.push({ folder: path.join(portable, 'user-data'), origin: 'portable' });
  for (const application of applications) {
    const data = machine.platform === 'darwin' ? path.join(path.dirname(application), product.portableName) : path.join(application, 'data');
    moved.push({ folder: path.join(data, 'user-data'), origin: 'portable' });
  }
  const appData = machine.env['VSCODE_APPDATA'];
  if (appData !== undefined && path.isAbsolute(appData)) moved.push({ folder: path.join(appData, product.dataName), origin: 'appdata' });
  return moved;
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)];
}
