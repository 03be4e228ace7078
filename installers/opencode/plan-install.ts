// Install, repair and change of mode: what must be there, compared with what is there. Running one of them twice
// plans nothing the second time.
import path from 'node:path';
import { fail, ok } from '../engine/failure.ts';
import type { InstallRequest, Machine, Mode } from '../engine/harness-installer.ts';
import { planConfigMode } from '../engine/config-mode.ts';
import { configFor, repairedConfig } from '../engine/hook-config.ts';
import { configFile, hookFile, liesIn, planStaleFiles, privateText, type HookFile } from '../engine/hook-files.ts';
import { missingFolders, planOwned } from '../engine/owned.ts';
import type { Plan, ReceiptDraft, Result } from '../engine/plan.ts';
import { observe } from '../engine/read.ts';
import type { Receipt } from '../engine/receipt.ts';
import { resolveAgain } from '../node-runtime/find.ts';
import { copiesInAutoLoad } from './auto-load.ts';
import { LIMITS, lookAround, type Look } from './detect.ts';
import { layoutOf, type Layout } from './layout.ts';
import { managedFindings } from './managed-config.ts';
import { readPluginSource, type PluginSource } from './plugin-source.ts';
import { planRegistrations } from './plan-registrations.ts';
import { movedConfigFolder, TRIED_VERSION } from './products.ts';
import { factsFrom, factsOf, type Facts } from './receipt-facts.ts';

type NodeChoice = InstallRequest['node'];

export async function planInstall(machine: Machine, request: InstallRequest, receipt: Receipt | null): Promise<Result<Plan>> {
  const look = await lookAround(machine, receipt);
  if (look.state === 'absent' && receipt === null) return fail('harness-absent', 'OpenCode was not found on this computer: no executable in the usual places or on PATH, and no ~/.config/opencode. Install it, then run this again.');
  const left = request.skipSurfaces ?? [];
  const unknown = left.find((id) => !look.surfaces.some((surface) => surface.id === id));
  if (unknown !== undefined) return fail('surface-unknown', `There is no "${unknown}" to leave out. There are: ${look.surfaces.map((surface) => surface.id).join(', ')}.`);
  const layout = layoutOf(machine.home);
  const source = await readPluginSource(request.hooksRoot, look.major);
  if (!source.ok) return source;
  const existing = await privateText(layout.config);
  if (!existing.ok) return existing;
  const config = configFor(request, existing.value);
  if (!config.ok) return config;
  const facts: Facts = { mode: request.mode, classifier: request.classifier.kind, major: look.major, skipSurfaces: left, said: look.said };
  return compose(machine, { purpose: 'install', layout, look, source: source.value, config: config.value, node: request.node, facts, receipt, notes: await installNotes(machine, look) });
}

/** Puts back what the receipt says; the values of the configuration stay. A Node.js that went away is followed or replaced. */
export async function planRepair(machine: Machine, receipt: Receipt, hooksRoot: string): Promise<Result<Plan>> {
  const look = await lookAround(machine, receipt);
  const layout = layoutOf(machine.home);
  const source = await readPluginSource(hooksRoot, look.major);
  if (!source.ok) return source;
  const node = await repairedNode(machine, receipt);
  if (!node.ok) return node;
  const existing = await privateText(layout.config);
  if (!existing.ok) return existing;
  const facts: Facts = { ...factsFrom(receipt), major: look.major, said: look.said };
  const config = repairedConfig(existing.value, facts.mode, facts.classifier);
  if (config === null) return fail('config-lost', `${layout.config} is gone or broken, and the API key was only there. Run "silmaril install opencode" to write it again.`, layout.config);
  return compose(machine, { purpose: 'repair', layout, look, source: source.value, config, node: node.value.node, facts, receipt, notes: node.value.notes });
}

/** The recorded Node.js while it is good, else another. Where there is none the rest is repaired all the same. */
async function repairedNode(machine: Machine, { node: recorded }: Receipt): Promise<Result<{ node: NodeChoice; notes: string[] }>> {
  const found = await resolveAgain(machine, recorded);
  if (!found.ok) return recorded ? ok({ node: recorded, notes: [found.failure.sentence] }) : found;
  // The version may have changed in place; only another file is another choice.
  if (recorded?.real === found.value.real) return ok({ node: recorded, notes: [] });
  return ok({ node: found.value, notes: [`The hook will run on ${found.value.real} (Node.js ${found.value.version}).`] });
}

export function planMode(machine: Machine, receipt: Receipt, mode: Mode): Promise<Result<Plan>> {
  return planConfigMode(machine, receipt, layoutOf(machine.home).config, mode);
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
  const folders = layout.folders.map((place) => ({ path: place, kind: 'folder' as const, mode: 0o755, why: 'Holds the plugin.' }));
  const files: HookFile[] = [
    ...source.files.map(({ relative, mode, bytes }) => hookFile(path.join(layout.root, relative), mode, bytes, 'Part of the plugin.')),
    configFile(layout, wanted.config, 'Tells the plugin its mode and its classifier; private.'),
    hookFile(layout.nodePath, 0o600, new TextEncoder().encode(`${node.real}\n`), 'Tells the probe which Node.js to start.'),
    hookFile(layout.checkerNodePath, 0o600, new TextEncoder().encode(`${node.real}\n`), 'Tells the checker which Node.js to start.'),
  ];
  const above = await missingFolders(layout.root, machine.home, 0o700, 'OpenCode has not made its folder yet.');
  if (!above.ok) return above;
  const own = await planOwned([...folders, ...files], machine.owner);
  if (!own.ok) return own;
  const stale = await planStaleFiles(layout, files, receipt);
  if (!stale.ok) return stale;
  const registrations = await planRegistrations({ machine, layout, major: facts.major, surfaces: wanted.look.surfaces, left: facts.skipSurfaces, purpose: wanted.purpose, receipt });
  if (!registrations.ok) return registrations;

  const ownedBefore = (receipt?.owned ?? []).filter((owned) => owned.kind === 'folder').map((owned) => owned.path);
  const shared = new Set([...above.value.map((step) => step.path), ...ownedBefore.filter((folder) => folder !== layout.root && !liesIn(folder, layout.root)), ...registrations.value.folders]);
  const owned: ReceiptDraft['owned'] = [
    ...[...shared].map((place) => ({ path: place, kind: 'folder' as const, mode: 0o700, secret: false })),
    ...folders.map(({ path: place, mode }) => ({ path: place, kind: 'folder' as const, mode, secret: false })),
    ...files.map(({ path: place, mode, content }) => ({ path: place, kind: 'file' as const, mode, secret: content.secret })),
  ];
  return ok({
    harness: 'opencode',
    purpose: wanted.purpose,
    owner: machine.owner,
    // The plugin is whole before OpenCode hears of it.
    steps: [...above.value, ...own.value, ...stale.value, ...registrations.value.steps],
    receipt: { version: source.version, facts: factsOf(facts), owned, edited: registrations.value.edited, node },
    notes: [...wanted.notes, ...registrations.value.notes],
  });
}

async function installNotes(machine: Machine, look: Look): Promise<string[]> {
  const notes = (await managedFindings(machine)).map((finding) => finding.sentence);
  if (look.state !== 'present') notes.push('No opencode executable was found in the usual places; the plugin is registered for when there is one.');
  else if (look.version === null) notes.push(`The version of OpenCode could not be read; the plugin for version 1 is registered (tried with ${TRIED_VERSION}).`);
  if (look.major === 2) notes.push('The plugin for OpenCode 2 follows its published interface and was never run in it: no build of it could be had. A project\'s configuration can switch it off by its id there.');
  if (look.otherMajor !== null) notes.push(`OpenCode ${String(look.otherMajor)} is installed, too; it takes other plugins and is not covered.`);
  for (const file of await copiesInAutoLoad(machine)) notes.push(`${file} is a copy of the plugin that OpenCode loads by itself: remove it, or each event is judged twice.`);
  if (!(await hasOwnPackage(machine))) notes.push('OpenCode fetches a package of its own (@opencode-ai/plugin) when it first starts with any plugin. Without a network that one start takes over a minute.');
  return [...notes, ...look.notes, ...LIMITS];
}

/** Whether OpenCode has what it puts beside plugins. */
async function hasOwnPackage(machine: Machine): Promise<boolean> {
  const folder = movedConfigFolder(machine) ?? layoutOf(machine.home).dotFolder;
  return (await observe(path.join(folder, 'node_modules/@opencode-ai/plugin'), 0)).state === 'folder';
}
