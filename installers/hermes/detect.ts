// Looks for Hermes and its homes. Nothing is run. A home without a program is what an uninstall leaves.
import { readdir } from 'node:fs/promises';
import type { Detection, Machine } from '../engine/harness-installer.ts';
import type { Receipt } from '../engine/receipt.ts';
import { homesOf, type HomeSurface } from './homes.ts';
import { managedBlockers } from './managed.ts';
import { findPrograms } from './products.ts';

export interface Look {
  readonly state: Detection['state'];
  readonly evidence: readonly string[];
  readonly version: string | null;
  readonly python: string | null;
  readonly surfaces: readonly HomeSurface[];
}

/** What no file of the user's can tell, or no plugin can help. */
export const LIMITS = [
  'A gateway and open sessions keep the plugin and the mode that they started with: run "hermes gateway restart" and open new sessions.',
  'HERMES_SAFE_MODE=1 starts Hermes without any plugin, and with HERMES_ENABLE_PROJECT_PLUGINS=1 a project can put a plugin of the same name in place of this one.',
  'Another plugin can change a call after it was judged.',
  'A prompt cannot be blocked, and completed work of a sub-agent is only seen; its tool calls pass the same hooks.',
] as const;

export async function lookAround(machine: Machine, receipt: Receipt | null): Promise<Look> {
  const programs = await findPrograms(machine);
  const surfaces = await homesOf(machine, receipt);
  const evidence = programs.map(({ place, version }) => (version === null ? `${place} (version unknown)` : `${place} (version ${version})`));
  const version = programs.find((program) => program.version !== null)?.version ?? null;
  const python = programs.find((program) => program.python !== null)?.python ?? null;
  const data = (await Promise.all(surfaces.map(({ home }) => hasOwnData(home)))).some(Boolean);
  return { state: programs.length > 0 ? 'present' : data ? 'leftover' : 'absent', evidence, version, python, surfaces };
}

export async function detectHermes(machine: Machine): Promise<Detection> {
  const { state, evidence, version, surfaces } = await lookAround(machine, null);
  const managed = (await managedBlockers(machine)).map((blocker) => blocker.sentence);
  const plain = surfaces.map(({ id, label, file, skipped }) => ({ id, label, file, skipped }));
  return { harness: 'hermes', state, evidence, version, surfaces: plain, notes: state === 'absent' ? managed : [...managed, ...LIMITS] };
}

/** Something of Hermes' own, as opposed to what Silmaril put there. */
async function hasOwnData(home: string): Promise<boolean> {
  const entries = await readdir(home).catch(() => null);
  return entries !== null && entries.some((name) => name !== 'silmaril-firewall' && name !== 'plugins');
}
