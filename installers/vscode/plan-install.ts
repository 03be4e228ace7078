// Install, repair and change of mode: what must be there, compared with what is there. Running one of them twice
// plans nothing the second time.
import path from 'node:path';
import { fail, ok } from '../engine/failure.ts';
import type { InstallRequest, Machine, Mode } from '../engine/harness-installer.ts';
import type { Plan, ReceiptDraft, Result, Step } from '../engine/plan.ts';
import type { Wanted as Own } from '../engine/owned.ts';
import { missingFolders, planOwned } from '../engine/owned.ts';
import { observe } from '../engine/read.ts';
import type { Receipt } from '../engine/receipt.ts';
import { resolveAgain } from '../node-runtime/find.ts';
import { codeCaches } from '../engine/code-cache.ts';
import { configFor, repairedConfig, withMode } from '../engine/hook-config.ts';
import type { Look } from './detect.ts';
import { LIMITS, lookAround } from './detect.ts';
import { isFolder } from './find-product.ts';
import { factsFrom, factsOf, type Facts } from './receipt-facts.ts';
import type { Layout } from './layout.ts';
import { layoutOf, PLUGIN_FOLDERS } from './layout.ts';
import { planRegistrations } from './plan-registrations.ts';
import type { PluginSource } from './plugin-source.ts';
import { readPluginSource } from './plugin-source.ts';
import { readsOldKey, tooOld } from './product-version.ts';

type NodeChoice = InstallRequest['node'];

export async function planInstall(machine: Machine, request: InstallRequest, receipt: Receipt | null): Promise<Result<Plan>> {
  for (const folder of request.userDataDirs)
    if (!path.isAbsolute(folder) || !(await isFolder(folder))) return fail('user-data-dir-missing', `There is no folder ${folder}. Name the folder that VS Code gets as --user-data-dir, as an absolute path.`, folder);
  // Folders that an earlier install was told of stay covered while they exist.
  const userDataDirs = [...request.userDataDirs];
  for (const folder of factsFrom(receipt).userDataDirs) if (!userDataDirs.includes(folder) && (await isFolder(folder))) userDataDirs.push(folder);
  const look = await lookAround(machine, userDataDirs);
  const left = request.skipSurfaces ?? [];
  const unknown = left.find((id) => !look.spots.some((spot) => spot.id === id));
  if (unknown !== undefined) return fail('surface-unknown', `There is no profile "${unknown}" to leave out. There are: ${look.spots.map((spot) => spot.id).join(', ') || 'none'}.`);
  if (look.spots.every((spot) => spot.skipped !== null || left.includes(spot.id)))
    return fail('harness-absent', 'Neither VS Code, VS Code Insiders nor VSCodium was found on this computer. Install one of them, or name its data folder.');
  const layout = layoutOf(machine.home);
  const source = await readPluginSource(request.hooksRoot, layout, machine.platform);
  if (!source.ok) return source;
  const existing = await privateText(layout.config);
  if (!existing.ok) return existing;
  const config = configFor(request, existing.value);
  if (!config.ok) return config;
  const facts: Facts = { mode: request.mode, classifier: request.classifier.kind, userDataDirs, skipSurfaces: left };
  return compose(machine, { purpose: 'install', layout, look, source: source.value, config: config.value, node: request.node, facts, receipt, notes: installNotes(look) });
}

/** Puts back what the receipt says; the values of the configuration stay. */
export async function planRepair(machine: Machine, receipt: Receipt, hooksRoot: string): Promise<Result<Plan>> {
  const facts = factsFrom(receipt);
  const look = await lookAround(machine, facts.userDataDirs);
  const layout = layoutOf(machine.home);
  const source = await readPluginSource(hooksRoot, layout, machine.platform);
  if (!source.ok) return source;
  const found = await resolveAgain(machine, receipt.node);
  // Without a usable Node.js the rest is still worth repairing; health keeps naming what is missing.
  const node = found.ok ? found.value : receipt.node;
  if (node === null) return found.ok ? fail('receipt-incomplete', 'The receipt names no Node.js.') : found;
  const existing = await privateText(layout.config);
  if (!existing.ok) return existing;
  const config = repairedConfig(existing.value, facts.mode, facts.classifier);
  if (config === null) return fail('config-lost', `${layout.config} is gone or broken, and the API key was only there. Run "silmaril install vscode" to write it again.`, layout.config);
  return compose(machine, { purpose: 'repair', layout, look, source: source.value, config, node, facts, receipt, notes: [...look.problems, ...(found.ok ? [] : [found.failure])].map((problem) => problem.sentence) });
}

/** Changes the mode in the private configuration file and nothing else. */
export async function planMode(machine: Machine, receipt: Receipt, mode: Mode): Promise<Result<Plan>> {
  const layout = layoutOf(machine.home);
  const existing = await privateText(layout.config);
  if (!existing.ok) return existing;
  if (existing.value === null) return fail('config-unusable', `${layout.config} is gone; run "silmaril install vscode" to write it again.`, layout.config);
  const config = withMode(existing.value, mode);
  if (!config.ok) return fail(config.failure.code, `${layout.config}: ${config.failure.sentence}`, layout.config);
  const steps = await planOwned([configFile(layout, config.value, `Switch to ${mode}.`)], machine.owner);
  if (!steps.ok) return steps;
  const { version, owned, edited, node } = receipt;
  return ok({
    harness: 'vscode',
    purpose: 'configure',
    owner: machine.owner,
    steps: steps.value,
    receipt: { version, facts: { ...receipt.facts, ...factsOf({ ...factsFrom(receipt), mode }) }, owned, edited, node },
    notes: ['The next event uses the new mode; nothing has to be restarted.'],
  });
}

interface Wanted {
  readonly purpose: 'install' | 'repair';
  readonly layout: Layout;
  readonly look: Look;
  readonly source: PluginSource;
  readonly config: string;
  readonly node: NodeChoice;
  readonly facts: Facts;
  readonly receipt: Receipt | null;
  readonly notes: readonly string[];
}

async function compose(machine: Machine, wanted: Wanted): Promise<Result<Plan>> {
  const { layout, source, receipt, facts, node } = wanted;
  if (/[\r\n]/.test(node.real) || !path.isAbsolute(node.real)) return fail('node-path-invalid', `The path of Node.js must be absolute and on one line: ${JSON.stringify(node.real)}.`, node.real);
  const folders = PLUGIN_FOLDERS.map((relative) => ({ path: path.join(layout.plugin, relative), kind: 'folder' as const, mode: 0o755, why: 'Holds the plugin.' }));
  const files: OwnFile[] = [
    ...source.files.map(({ relative, mode, bytes }) => ownFile(path.join(layout.plugin, relative), mode, bytes, 'Part of the plugin.')),
    ...(await codeCaches(source.files, source.root, layout.plugin, node, receipt)).map(({ relative, bytes }) => ownFile(path.join(layout.plugin, relative), 0o644, bytes, 'Spares the hook compiling that part at every event; made for this Node.js.')),
    configFile(layout, wanted.config, 'Tells the hook its mode and its classifier; private.'),
    ownFile(layout.nodePath, 0o600, new TextEncoder().encode(`${node.real}\n`), 'Tells the launcher which Node.js to start.'),
  ];
  const above = await missingFolders(layout.plugin, machine.home, 0o755, 'VS Code has not made its folder yet.');
  if (!above.ok) return above;
  const own = await planOwned([...folders, ...files], machine.owner);
  if (!own.ok) return own;
  const stale = await planStale(layout, files, receipt);
  if (!stale.ok) return stale;
  const registrations = await planRegistrations({ spots: wanted.look.spots, left: facts.skipSurfaces, plugin: layout.plugin, home: machine.home, owner: machine.owner, purpose: wanted.purpose, receipt });
  if (!registrations.ok) return registrations;
  const { edited } = registrations.value;

    const ownedBefore = (receipt?.owned ?? []).filter((owned) => owned.kind === 'folder').map((owned) => owned.path);
  const dotFolder = above.value.length > 0 || ownedBefore.includes(layout.dotFolder) ? [{ path: layout.dotFolder, mode: 0o755 }] : [];
  const dataFolders = new Set([...ownedBefore.filter((folder) => folder !== layout.dotFolder && !inside(folder, layout.plugin)), ...registrations.value.folders]);
  const owned: ReceiptDraft['owned'] = [
    ...[...dotFolder, ...folders].map(({ path: place, mode }) => ({ path: place, kind: 'folder' as const, mode, secret: false })),
    ...[...dataFolders].map((place) => ({ path: place, kind: 'folder' as const, mode: 0o700, secret: false })),
    ...files.map(({ path: place, mode, content }) => ({ path: place, kind: 'file' as const, mode, secret: content.secret })),
  ];
  return ok({
    harness: 'vscode',
    purpose: wanted.purpose,
    owner: machine.owner,
    // The plugin is whole before VS Code, which watches its settings, hears of it.
    steps: [...above.value, ...own.value, ...stale.value, ...registrations.value.steps],
    receipt: { version: source.version, facts: factsOf(facts), owned, edited, node },
    notes: [...wanted.notes, ...registrations.value.notes],
  });
}

type OwnFile = Extract<Own, { kind: 'file' }>;

function ownFile(place: string, mode: number, bytes: Uint8Array, why: string, secret = false): OwnFile {
  return { path: place, kind: 'file', mode, content: { bytes, secret }, why };
}

const configFile = (layout: Layout, text: string, why: string): OwnFile => ownFile(layout.config, 0o600, new TextEncoder().encode(text), why, true);

/** Files of an older version that this one does not have. */
async function planStale(layout: Layout, files: readonly OwnFile[], receipt: Receipt | null): Promise<Result<Step[]>> {
  const steps: Step[] = [];
  for (const owned of receipt?.owned ?? []) {
    if (owned.kind !== 'file' || !inside(owned.path, layout.plugin) || files.some((file) => file.path === owned.path)) continue;
    const seen = await observe(owned.path);
    if (seen.state === 'unreadable') return { ok: false, failure: seen.failure };
    if (seen.state === 'file') steps.push({ kind: 'remove', path: owned.path, before: seen.sha256, secret: owned.secret, why: 'This version of the plugin no longer has it.' });
  }
  return ok(steps);
}

/** The text of the configuration file; null when there is none. A link or folder in its place is left to planOwned to refuse. */
async function privateText(file: string): Promise<Result<string | null>> {
  const seen = await observe(file, 1024 * 1024);
  if (seen.state === 'unreadable') return { ok: false, failure: seen.failure };
  return ok(seen.state === 'file' ? new TextDecoder('utf-8', { ignoreBOM: true }).decode(seen.bytes) : null);
}

const inside = (place: string, folder: string): boolean => place === folder || place.startsWith(folder + path.sep);

function installNotes(look: Look): string[] {
  const notes = [...look.notes, ...look.problems.map((problem) => problem.sentence)];
  for (const { product, present, version } of look.products) {
    if (!present) continue;
    if (version === null) notes.push(`The version of ${product.label} is not known. The plugin needs 1.110 or newer, and is registered as 1.111 and newer read it.`);
    else if (tooOld(version)) notes.push(`${product.label} ${version.text} has no agent plugins: update it to 1.110 or newer.`);
    else if (readsOldKey(version)) notes.push(`${product.label} ${version.text} reads the older setting chat.plugins.paths, which is written, too.`);
  }
  return [...notes, 'Open windows take the plugin up at once; a running agent session may need a new chat.', ...LIMITS];
}
