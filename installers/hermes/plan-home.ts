// One home of Hermes: our files in it, and our lines in its two files.
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { fail, ok } from '../engine/failure.ts';
import type { InstallRequest, Machine } from '../engine/harness-installer.ts';
import { hookFile, liesIn, type HookFile } from '../engine/hook-files.ts';
import { missingFolders, planOwned } from '../engine/owned.ts';
import type { ReceiptDraft, Result, Step } from '../engine/plan.ts';
import type { Receipt } from '../engine/receipt.ts';
import { observe } from '../engine/read.ts';
import type { YamlUndo } from '../edit/yaml-list.ts';
import type { Variables } from './env-settings.ts';
import { planEnabling, planVariables, type PlannedEdit } from './hermes-files.ts';
import { PLUGIN_NAME, roots, type Layout } from './layout.ts';
import { versionOf, type PluginSource } from './plugin-source.ts';
import { entryFrom, entryText } from './receipt-facts.ts';

export interface HomeWish {
  readonly layout: Layout;
  readonly source: PluginSource;
  readonly variables: Variables;
  readonly node: InstallRequest['node'];
  /** Hermes' Python, for the runtime check; null: not known. */
  readonly python: string | null;
  readonly receipt: Receipt | null;
  readonly purpose: 'install' | 'repair';
}

export interface HomePlan {
  readonly home: string;
  readonly steps: readonly Step[];
  readonly owned: ReceiptDraft['owned'];
  readonly edited: ReceiptDraft['edited'];
  readonly notes: readonly string[];
}

const line = (text: string): Uint8Array => new TextEncoder().encode(`${text}\n`);

export async function planHome(machine: Machine, wish: HomeWish): Promise<Result<HomePlan>> {
  const { layout, source, receipt } = wish;
  const foreign = await foreignPlugin(layout, receipt);
  if (foreign !== null) return fail('foreign-plugin', foreign, layout.plugin);
  const files: HookFile[] = [
    ...source.files.map(({ place, mode, bytes }) => hookFile(place(layout), mode, bytes, 'Part of the plugin.')),
    hookFile(layout.nodePath, 0o600, line(wish.node.real), 'Tells the plugin which Node.js starts the checker.'),
    ...(wish.python === null || /[\r\n]/.test(wish.python) ? [] : [hookFile(layout.pythonPath, 0o600, line(wish.python), 'Tells a runtime check which Python is Hermes’.')]),
  ];
  const folders = [...new Set([...roots(layout), ...files.flatMap((file) => foldersTo(file.path, layout))])].sort().map((place) => ({ path: place, kind: 'folder' as const, mode: 0o700, why: 'Holds the plugin.' }));
  const above = await missingFolders(layout.plugin, machine.home, 0o700, 'Hermes has not made its folder yet.');
  if (!above.ok) return above;
  if (!liesIn(layout.home, machine.home) && (await observe(layout.plugins, 0)).state === 'absent') return fail('no-plugins-folder', `${layout.plugins} does not exist and lies outside of your home. Make it, then run this again.`, layout.plugins);
  const own = await planOwned([...folders, ...files], machine.owner);
  if (!own.ok) return own;
  const stale = await planStale(layout, files, receipt);
  if (!stale.ok) return stale;
  const lines = await planLines(machine, wish);
  if (!lines.ok) return lines;

  const ownedBefore = (receipt?.owned ?? []).filter((owned) => owned.kind === 'folder' && (owned.path === layout.home || owned.path === layout.plugins)).map((owned) => owned.path);
  const shared = new Set([...above.value.map((step) => step.path), ...ownedBefore]);
  return ok({
    home: layout.home,
    // The plugin is whole and configured before Hermes, which may start at any time, is told to load it.
    steps: [...above.value, ...own.value, ...stale.value, ...lines.value.steps],
    owned: [
      ...[...shared].map((place) => ({ path: place, kind: 'folder' as const, mode: 0o700, secret: false })),
      ...folders.map(({ path: place, mode }) => ({ path: place, kind: 'folder' as const, mode, secret: false })),
      ...files.map(({ path: place, mode, content }) => ({ path: place, kind: 'file' as const, mode, secret: content.secret })),
    ],
    edited: lines.value.edited,
    notes: lines.value.notes,
  });
}

/** Why the folder of our name is not ours to fill: somebody else's plugin lies there. */
async function foreignPlugin(layout: Layout, receipt: Receipt | null): Promise<string | null> {
  if (receipt?.owned.some((entry) => entry.path === layout.plugin) === true || (await observe(layout.plugin, 0)).state !== 'folder') return null;
  const names = await readdir(layout.plugin);
  const manifest = await observe(path.join(layout.plugin, 'plugin.yaml'));
  if (names.length === 0 || (manifest.state === 'file' && versionOf(manifest.bytes) !== null)) return null;
  return `${layout.plugin} holds a plugin that is not Silmaril's. Move it away or remove it ("hermes plugins remove ${PLUGIN_NAME}"), then run this again.`;
}

/** The folders of ours that lead to a file. */
function foldersTo(file: string, layout: Layout): readonly string[] {
  const found: string[] = [];
  for (let folder = path.dirname(file); roots(layout).some((root) => liesIn(folder, root)); folder = path.dirname(folder)) found.push(folder);
  return found;
}

async function planStale(layout: Layout, files: readonly HookFile[], receipt: Receipt | null): Promise<Result<readonly Step[]>> {
  const steps: Step[] = [];
  for (const owned of receipt?.owned ?? []) {
    if (owned.kind !== 'file' || !roots(layout).some((root) => liesIn(owned.path, root)) || files.some((file) => file.path === owned.path)) continue;
    const seen = await observe(owned.path);
    if (seen.state === 'unreadable') return { ok: false, failure: seen.failure };
    if (seen.state === 'file') steps.push({ kind: 'remove', path: owned.path, before: seen.sha256, secret: owned.secret, why: 'This version of the plugin no longer has it.' });
  }
  return ok(steps);
}

type Lines = Pick<HomePlan, 'steps' | 'edited' | 'notes'>;

async function planLines(machine: Machine, { layout, variables, receipt, purpose }: HomeWish): Promise<Result<Lines>> {
  const steps: Step[] = [];
  const edited: ReceiptDraft['edited'][number][] = [];
  const notes: string[] = [];
  const old = (target: string): Receipt['edited'][number] | undefined => receipt?.edited.find((entry) => entry.target === target);
  const keep = ({ file, step }: PlannedEdit, entry: string): void => {
    if (step !== null) steps.push(step);
    edited.push({ path: file.path, target: file.target, createdByUs: file.facts === null || (old(file.target)?.createdByUs ?? false), entry });
  };
  const env = await planVariables(layout.env, machine.owner, variables);
  const config = await planEnabling(layout.config, machine.owner);
  for (const [planned, file] of [[env, layout.env], [config, layout.config]] as const) {
    if (planned.ok) continue;
    if (purpose === 'install') return planned;
    // A repair does what it can; health keeps showing the rest.
    notes.push(planned.failure.sentence);
    const before = receipt?.edited.find((entry) => entry.path === file);
    if (before) edited.push(before);
  }
  if (env.ok) keep(env.value, entryText({ kind: 'env-block', home: layout.home }));
  if (config.ok) keep(config.value, entryText({ kind: 'plugins-enabled', home: layout.home, undo: config.value.undo ?? undoBefore(old(config.value.file.target)) }));
  return ok({ steps, edited, notes });
}

function undoBefore(entry: Receipt['edited'][number] | undefined): YamlUndo | null {
  const before = entry === undefined ? null : entryFrom(entry.entry);
  return before?.kind === 'plugins-enabled' ? before.undo : null;
}
