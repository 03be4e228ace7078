// Taking everything out: the list of enabled plugins first, then our variables, then files and what Python made of them.
// Works from the receipt, and without one from what is recognisably ours.
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { ok } from '../engine/failure.ts';
import type { Machine } from '../engine/harness-installer.ts';
import { liesIn } from '../engine/hook-files.ts';
import type { Plan, Result, Step } from '../engine/plan.ts';
import type { Receipt } from '../engine/receipt.ts';
import { observe } from '../engine/read.ts';
import { planDisabling, planVariablesGone } from './hermes-files.ts';
import { homesOf } from './homes.ts';
import { layoutOf, roots, type Layout } from './layout.ts';
import { versionOf } from './plugin-source.ts';
import { entryFrom, factsFrom } from './receipt-facts.ts';

export async function planUninstall(machine: Machine, receipt: Receipt | null): Promise<Result<Plan>> {
  const surfaces = await homesOf(machine, receipt);
  const homes = new Set([...factsFrom(receipt).homes, ...surfaces.map((surface) => surface.home)]);
  const notes: string[] = [];
  const steps: Step[] = [];
  const files: Step[] = [];
  const done = new Set<string>();
  for (const home of homes) {
    const layout = layoutOf(home);
    const isOurs = receipt !== null || (await isOurPlugin(layout));
    const lines = await planLinesGone(machine, layout, receipt, isOurs, done);
    if (!lines.ok) return lines;
    steps.push(...lines.value);
    const removed = await planFilesGone(layout, receipt, notes, new Set(lines.value.flatMap((step) => (step.kind === 'remove' ? [step.path] : []))));
    if (!removed.ok) return removed;
    files.push(...removed.value);
  }
  steps.push(...files);
  notes.push(steps.length === 0 ? 'Nothing of Silmaril was found in Hermes.' : 'A running gateway and open sessions keep the plugin until they end: run "hermes gateway restart". Evidence and settings of Silmaril itself stay where they are.');
  return ok({ harness: 'hermes', purpose: 'uninstall', owner: machine.owner, steps, receipt: null, notes });
}

async function planLinesGone(machine: Machine, layout: Layout, receipt: Receipt | null, isOurs: boolean, done: Set<string>): Promise<Result<readonly Step[]>> {
  const steps: Step[] = [];
  const known = (file: string): Receipt['edited'][number] | undefined => receipt?.edited.find((entry) => entry.path === file);
  const config = known(layout.config);
  const env = known(layout.env);
  // Without a receipt the plugin's name in the list is a sign of ours only where the plugin beside it is.
  if (config !== undefined || isOurs) {
    const entry = config === undefined ? null : entryFrom(config.entry);
    const planned = await planDisabling(layout.config, machine.owner, entry?.kind === 'plugins-enabled' ? entry.undo : null, config?.createdByUs ?? false);
    if (!planned.ok) {
      // Only a word for it in the receipt makes an unreadable file a reason to stop.
      if (config !== undefined) return planned;
    } else if (planned.value !== null) push(planned.value);
  }
  const planned = await planVariablesGone(layout.env, machine.owner, env?.createdByUs ?? false);
  if (!planned.ok) {
    if (env !== undefined) return planned;
  } else if (planned.value !== null) push(planned.value);
  return ok(steps);

  function push(step: Step): void {
    const place = step.kind === 'edit' ? step.target : step.path;
    if (!done.has(place)) steps.push(step);
    done.add(place);
  }
}

async function isOurPlugin(layout: Layout): Promise<boolean> {
  const seen = await observe(path.join(layout.plugin, 'plugin.yaml'));
  return seen.state === 'file' && versionOf(seen.bytes) !== null;
}

async function planFilesGone(layout: Layout, receipt: Receipt | null, notes: string[], gone: Set<string>): Promise<Result<readonly Step[]>> {
  const steps: Step[] = [];
  const removed = new Set(gone);
  for (const root of roots(layout)) {
    if ((await observe(root, 0)).state !== 'folder') continue;
    const recognised = root === layout.own || (await isOurPlugin(layout));
    const all = await below(root);
    for (const file of all.files) {
      const owned = receipt?.owned.some((entry) => entry.kind === 'file' && entry.path === file) === true;
      const compiled = path.basename(path.dirname(file)) === '__pycache__' && /\.pyc(?:\.\d+)?$/.test(file);
      if (!owned && !compiled && (receipt !== null || !recognised)) continue;
      const seen = await observe(file);
      if (seen.state === 'unreadable') return { ok: false, failure: seen.failure };
      if (seen.state !== 'file') continue;
      removed.add(file);
      steps.push({ kind: 'remove', path: file, before: seen.sha256, secret: false, why: compiled ? 'Made by Python of the plugin.' : 'Belongs to Silmaril.' });
    }
    if (receipt === null && !recognised) {
      notes.push(`${root} holds nothing that is recognisably Silmaril's; it is left as it is.`);
      continue;
    }
    const left = all.files.filter((file) => !removed.has(file));
    if (left.length > 0) notes.push(`${root} holds files that Silmaril did not make; they are left as they are.`);
    for (const folder of [...all.folders, root]) steps.push({ kind: 'rmdir', path: folder, why: 'Held the plugin.' });
    for (const folder of [...all.folders, root]) if (!left.some((file) => liesIn(file, folder))) removed.add(folder);
  }
  // Hermes' own folders, where we made them and nothing else came into them.
  for (const folder of [layout.plugins, layout.home]) {
    if (!receipt?.owned.some((entry) => entry.kind === 'folder' && entry.path === folder) || (await observe(folder, 0)).state !== 'folder') continue;
    const rest = (await readdir(folder)).filter((name) => !removed.has(path.join(folder, name)));
    if (rest.length > 0) continue;
    steps.push({ kind: 'rmdir', path: folder, why: 'Was made for the plugin.' });
    removed.add(folder);
  }
  return ok(steps);
}

/** Everything below a folder; folders deepest first. Links are not followed and count as files. */
async function below(folder: string): Promise<{ readonly files: readonly string[]; readonly folders: readonly string[] }> {
  const files: string[] = [];
  const folders: string[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const place = path.join(folder, entry.name);
    if (!entry.isDirectory()) files.push(place);
    else {
      const inner = await below(place);
      files.push(...inner.files);
      folders.push(...inner.folders, place);
    }
  }
  return { files, folders };
}
