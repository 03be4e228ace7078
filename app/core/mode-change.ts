// One mode for several harnesses, all or none. Each harness's change is journalled by the engine; what
// spans them is a note in our own folder, so that a kill between two of them is finished at the next
// start, and nobody believes in "block" everywhere while one harness is still in shadow.
import fs from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { writeState } from '../../installers/engine/atomic-file.ts';
import type { Mode } from '../../installers/engine/harness-installer.ts';
import { supportFolder } from '../../installers/engine/paths.ts';
import type { Failure, HarnessId } from '../../installers/engine/plan.ts';
import { liveness, ownIdentity } from '../../installers/engine/process-identity.ts';
import { observe } from '../../installers/engine/read.ts';
import { readConfiguration } from './configuration.ts';
import type { Changed, Planned, Protection } from './protection.ts';

const modes = z.enum(['shadow', 'warn', 'block']);
const identity = z.object({ pid: z.int(), start: z.string(), boot: z.string(), namespace: z.string() });
const noteShape = z.object({ schemaVersion: z.literal(1), to: modes, before: z.record(z.string(), modes), by: identity });

export function modeNotePath(home: string): string {
  return path.join(supportFolder(home), 'mode-change.json');
}

export type ModeOutcome = 'set' | 'same' | 'failed' | 'undone' | 'not-undone' | 'not-tried';

export interface ModeReport {
  readonly harness: HarnessId;
  readonly label: string;
  /** The mode that holds now; null when it cannot be read. */
  readonly mode: Mode | null;
  readonly outcome: ModeOutcome;
  readonly failure: Failure | null;
  /** What a person should know ("Running sessions must be restarted."). */
  readonly notes: readonly string[];
}

async function modeOf(protection: Protection, id: HarnessId): Promise<Mode | null> {
  const receipt = await protection.receipt(id);
  const configuration = receipt.ok && receipt.value ? readConfiguration(receipt.value) : null;
  return configuration?.state === 'valid' ? configuration.mode : null;
}

/**
 * Plans all, then applies all; the first that cannot be planned stops everything before a byte is written,
 * the first that cannot be applied has the earlier ones put back.
 */
export async function setMode(protection: Protection, ids: readonly HarnessId[], to: Mode): Promise<readonly ModeReport[]> {
  const before = new Map<HarnessId, Mode | null>();
  const planned: Planned[] = [];
  for (const id of ids) {
    before.set(id, await modeOf(protection, id));
    planned.push(await protection.planMode(id, to));
  }
  const report = async ({ harness, label, plan }: Planned, outcome: ModeOutcome, failure: Failure | null = null): Promise<ModeReport> => ({
    harness,
    label,
    mode: await modeOf(protection, harness),
    outcome,
    failure,
    notes: outcome === 'set' && plan.ok ? plan.value.notes : [],
  });
  if (planned.some(({ plan }) => !plan.ok))
    return Promise.all(planned.map((one) => report(one, one.plan.ok ? 'not-tried' : 'failed', one.plan.ok ? null : one.plan.failure)));

  const known = Object.fromEntries([...before].flatMap(([id, mode]) => (mode === null ? [] : [[id, mode]])));
  const note = modeNotePath(protection.machine.home);
  if (ids.length > 1) {
    const text = JSON.stringify({ schemaVersion: 1, to, before: known, by: await ownIdentity() } satisfies z.infer<typeof noteShape>);
    const written = await writeState(note, `${text}\n`, protection.machine.owner, `${note}.tmp`);
    if (!written.ok) return Promise.all(planned.map((one) => report(one, 'failed', written.failure)));
  }
  const done: Changed[] = [];
  let failed: Changed | null = null;
  for (const one of planned) {
    const changed = await protection.apply(one);
    if (changed.result.ok) done.push(changed);
    else {
      failed = changed;
      break;
    }
  }
  const reports: ModeReport[] = [];
  for (const one of planned) {
    const changed = done.find(({ harness }) => harness === one.harness);
    if (failed === null) reports.push(await report(one, changed?.result.ok && changed.result.value.changed ? 'set' : 'same'));
    else if (one.harness === failed.harness) reports.push(await report(one, 'failed', failed.result.ok ? null : failed.result.failure));
    else if (!changed) reports.push(await report(one, 'not-tried'));
    else if (changed.result.ok && !changed.result.value.changed) reports.push(await report(one, 'same'));
    else {
      const undo = await putBack(protection, one.harness, before.get(one.harness) ?? null);
      reports.push(await report(one, undo === null ? 'undone' : 'not-undone', undo));
    }
  }
  if (ids.length > 1) await fs.rm(note, { force: true });
  return reports;
}

/** @returns null when the old mode holds again */
async function putBack(protection: Protection, id: HarnessId, mode: Mode | null): Promise<Failure | null> {
  if (mode === null) return { code: 'mode-unknown', sentence: 'The mode that held before is not known, so it was not put back.' };
  const back = await protection.apply(await protection.planMode(id, mode));
  return back.result.ok ? null : back.result.failure;
}

/**
 * Finishes a change of mode that was killed between two harnesses. To be called at each start, after the
 * engine's own recovery. Empty when there was none.
 */
export async function finishModeChange(protection: Protection): Promise<readonly ModeReport[]> {
  const note = modeNotePath(protection.machine.home);
  const seen = await observe(note, 4096);
  if (seen.state === 'absent') return [];
  let value: unknown;
  try {
    value = seen.state === 'file' && (seen.mode & 0o077) === 0 && seen.uid === protection.machine.owner.uid ? JSON.parse(new TextDecoder().decode(seen.bytes)) : null;
  } catch {
    value = null;
  }
  const parsed = noteShape.safeParse(value);
  // A process that still runs finishes its own change.
  if (parsed.success && (await liveness(parsed.data.by)) !== 'dead') return [];
  const ids = parsed.success ? (await protection.installed()).map(({ id }) => id).filter((id) => Object.hasOwn(parsed.data.before, id)) : [];
  const reports = parsed.success && ids.length > 0 ? await setMode(protection, ids, parsed.data.to) : [];
  await fs.rm(note, { force: true });
  return reports;
}
