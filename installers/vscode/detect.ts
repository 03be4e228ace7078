// Looks for the editors, their versions, data folders and profiles. A data folder alone is weak evidence (an
// uninstalled editor leaves it): `present` needs an application or an executable.
import { createHash } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import type { Detection, Machine, Surface } from '../engine/harness-installer.ts';
import type { Failure } from '../engine/plan.ts';
import { readUserFile } from '../engine/read.ts';
import type { FoundProduct } from './find-product.ts';
import { findProduct, isFolder } from './find-product.ts';
import type { ProductVersion } from './product-version.ts';
import { tooOld } from './product-version.ts';
import type { DataPlace, Product } from './products.ts';
import { movedDataFolders, PRODUCTS, usualDataFolders } from './products.ts';
import { profilesOf } from './profiles.ts';

/** A surface with what the planner and health need beside it. */
export interface Spot extends Surface {
  /** Null for a folder that a person named: it does not say whose it is. */
  readonly product: Product | null;
  readonly version: ProductVersion | null;
  readonly dataFolder: string;
  /** Of the data folder's default profile, to which `workbench.settings.applyToAllProfiles` may refer. */
  readonly defaultSettings: string;
}

export interface Look {
  readonly products: readonly FoundProduct[];
  readonly spots: readonly Spot[];
  readonly notes: readonly string[];
  /** Data folders whose list of profiles could not be read. */
  readonly problems: readonly Failure[];
}

/** What no file can tell, so nobody may conclude it from files. */
export const LIMITS = [
  'Only Local agent sessions of windows on this computer are covered: not Copilot, Claude, Codex or cloud sessions, and not Remote SSH, WSL or dev container windows.',
  'A plugin that was switched off in the plugin list, an untrusted workspace, or an organisation policy cannot be seen from here; only an event proves protection.',
] as const;

export async function lookAround(machine: Machine, userDataDirs: readonly string[]): Promise<Look> {
  const products: FoundProduct[] = [];
  const folders: (DataPlace & { readonly found: FoundProduct | null })[] = [];
  for (const product of PRODUCTS) {
    const found = await findProduct(product, machine);
    products.push(found);
    const usual = usualDataFolders(product, machine);
    const existing: typeof folders = [];
    for (const place of [...movedDataFolders(product, machine, found.applications), ...usual]) if (await isFolder(place.folder)) existing.push({ ...place, found });
    const [standard] = usual;
    // An editor that never ran has no data yet; what is written there now is read at its first start.
    if (existing.length === 0 && found.present && standard !== undefined) existing.push({ ...standard, found });
    folders.push(...existing);
  }
  for (const folder of userDataDirs) folders.push({ folder: path.normalize(folder).replace(/(.)\/+$/, '$1'), origin: 'named', found: null });

  const spots: Spot[] = [];
  const notes: string[] = [];
  const problems: Failure[] = [];
  const foldersSeen = new Set<string>();
  const bySettings = new Map<string, Spot>();
  const known = products.filter((found) => found.present);
  for (const { folder, origin, found } of folders) {
    const real = await realpath(folder).catch(() => folder);
    if (foldersSeen.has(real)) continue;
    foldersSeen.add(real);
    const list = await profilesOf(folder);
    if (list.problem) problems.push(list.problem);
    notes.push(...list.ignored);
    const version = found ? found.version : known.length === 1 ? (known[0]?.version ?? null) : null;
    const prefix = origin === 'default' && found ? found.product.id : `${found?.product.id ?? 'folder'}@${shortId(folder)}`;
    const title = origin === 'default' && found ? found.product.label : `${found?.product.label ?? 'VS Code'} (${folder})`;
    for (const profile of list.profiles) {
      const own = await readUserFile(profile.settings, 0);
      const absent = own.ok && own.value.seen.state === 'absent';
      const target = own.ok ? own.value.target : profile.settings;
      const label = `${title}, ${profile.id === 'default' ? 'default profile' : `${profile.system ? 'system profile' : 'profile'} "${profile.name}"`}`;
      const twin = bySettings.get(target);
      const skipped = profile.inherits
        ? "It uses the default profile's settings."
        : twin
          ? `It is the same file as that of ${twin.label}.`
          : absent && found?.present === false
            ? `${found.product.label} was not found on this computer, and this profile has no settings file.`
            : null;
      const id = `${prefix}/${profile.id === 'default' ? 'default' : `profile:${profile.id}`}`;
      const spot: Spot = { id, label, file: profile.settings, skipped, product: found?.product ?? null, version, dataFolder: folder, defaultSettings: list.profiles[0]?.settings ?? profile.settings };
      if (skipped === null) bySettings.set(target, spot);
      spots.push(spot);
    }
  }
  return { products, spots, notes, problems };
}

export async function detectVscode(machine: Machine): Promise<Detection> {
  const look = await lookAround(machine, []);
  const present = look.products.filter((found) => found.present);
  const notes = [...look.notes, ...look.problems.map((problem) => problem.sentence)];
  for (const { product, version } of present) if (version && tooOld(version)) notes.push(`${product.label} ${version.text} has no agent plugins; 1.110 or newer is needed.`);
  if (machine.platform === 'linux' && (await isFolder(path.join(machine.home, '.var/app/com.visualstudio.code'))))
    notes.push('The Flatpak of VS Code runs in a sandbox without your Node.js and is not covered.');
  if (await isFolder(path.join(machine.home, '.vscode-server'))) notes.push('This computer is also a Remote SSH host (~/.vscode-server); windows that connect to it have settings of their own and are not covered.');
  return {
    harness: 'vscode',
    state: present.length > 0 ? 'present' : look.spots.length > 0 ? 'leftover' : 'absent',
    evidence: look.products.flatMap((found) => found.evidence),
    version: present.find((found) => found.version)?.version?.text ?? null,
    surfaces: look.spots.map(({ id, label, file, skipped }) => ({ id, label, file, skipped })),
    notes: present.length > 0 || look.spots.length > 0 ? [...notes, ...LIMITS] : notes,
  };
}

const shortId = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 8);
