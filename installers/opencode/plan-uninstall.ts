// Taking everything out: registrations first, files last, so that OpenCode is never told to run what is gone.
// Works from the receipt, and without one from what is recognisably ours.
import path from 'node:path';
import { planEntryRemoval } from '../edit/entry-removal.ts';
import { ok } from '../engine/failure.ts';
import type { Machine } from '../engine/harness-installer.ts';
import { planHookRemoval } from '../engine/hook-files.ts';
import type { Plan, Result } from '../engine/plan.ts';
import type { Receipt } from '../engine/receipt.ts';
import { lookAround } from './detect.ts';
import { versionIn } from './plugin-source.ts';
import { layoutOf } from './layout.ts';
import { DIALECT, ENTRY_MARK, unregister } from './registration.ts';

export async function planUninstall(machine: Machine, receipt: Receipt | null): Promise<Result<Plan>> {
  const layout = layoutOf(machine.home);
  const notes: string[] = [];
  const { surfaces } = await lookAround(machine, receipt);
  const files = [...(receipt?.edited ?? []).map((entry) => entry.path), ...surfaces.map((surface) => surface.file)];
  const entries = await planEntryRemoval({ files, receipt, owner: machine.owner, dialect: DIALECT, mark: ENTRY_MARK, unregister });
  if (!entries.ok) return entries;
  const manifest = { file: path.join(layout.root, 'manifest.json'), isOurs: (bytes: Uint8Array) => versionIn(bytes) !== null };
  const gone = entries.value.flatMap((step) => (step.kind === 'remove' ? [step.path] : []));
  const own = await planHookRemoval(layout, receipt, manifest, gone, notes);
  if (!own.ok) return own;
  const steps = [...entries.value, ...own.value];
  notes.push(steps.length === 0 ? 'Nothing of Silmaril was found in OpenCode.' : 'Running sessions keep the plugin until they are restarted; evidence and settings of Silmaril itself stay where they are.');
  return ok({ harness: 'opencode', purpose: 'uninstall', owner: machine.owner, steps, receipt: null, notes });
}
