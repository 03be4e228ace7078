// Pausing: all installed harnesses in shadow until a time, then back to the modes that they had. What
// was before is kept in the settings, so that a pause ends also after a restart of the app; while the
// app does not run nobody ends it, and the first line of the menu says so by its time.
import type { Protection } from './protection.ts';
import { setMode, type ModeReport } from './mode-change.ts';
import type { HarnessId } from '../../installers/engine/plan.ts';
import type { Mode } from '../contract/harness-views.ts';
import type { Answer } from '../contract/ipc-kinds.ts';
import type { PauseLength } from '../contract/protection-views.ts';
import type { Pause, SettingsStore } from './settings-store.ts';

/** When a pause that begins now ends, milliseconds since the epoch. `tomorrow`: at six in the morning, local time. */
export function pauseEnd(length: PauseLength, now: Date): number {
  if (length === '15-minutes') return now.getTime() + 15 * 60_000;
  if (length === '1-hour') return now.getTime() + 60 * 60_000;
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, 6).getTime();
}

export class Pausing {
  constructor(
    private readonly protection: Protection,
    private readonly settings: SettingsStore,
    private readonly now: () => Date = () => new Date(),
  ) {}

  async begin(length: PauseLength, harnesses: readonly { readonly id: HarnessId; readonly installed: boolean; readonly mode: Mode | null }[]): Promise<Answer<null>> {
    const { pause } = this.settings.value;
    const until = new Date(pauseEnd(length, this.now())).toISOString();
    // A longer pause on top of a running one keeps what was before the first.
    if (pause !== null) return this.keep({ ...pause, until });
    const installed = harnesses.filter((harness) => harness.installed);
    if (installed.length === 0) return fail('nothing-installed', 'Silmaril is in no harness, so there is nothing to pause.');
    const before = installed.flatMap(({ id, mode }) => (mode === null || mode === 'shadow' ? [] : [{ harness: id, mode }]));
    if (before.length === 0) return fail('nothing-to-pause', 'All harnesses are in shadow mode already: nothing is interfered with.');
    // The note first: a kill in between leaves a pause that ends, not a shadow that stays.
    const kept = await this.keep({ until, before });
    if (!kept.ok) return kept;
    const reports = await setMode(this.protection, before.map(({ harness }) => harness), 'shadow');
    const failed = reports.find((report) => report.failure !== null);
    if (!failed?.failure) return kept;
    await this.keep(null);
    return fail(failed.failure.code, failed.failure.sentence);
  }

  /** Puts the modes back that held before. A harness whose mode was changed meanwhile keeps that. */
  async end(modeNow: (id: HarnessId) => Mode | null): Promise<Answer<readonly ModeReport[]>> {
    const { pause } = this.settings.value;
    if (pause === null) return { ok: true, value: [] };
    const reports: ModeReport[] = [];
    for (const mode of ['warn', 'block'] as const) {
      const ids = pause.before.filter((one) => one.mode === mode && modeNow(one.harness) === 'shadow').map((one) => one.harness);
      if (ids.length > 0) reports.push(...(await setMode(this.protection, ids, mode)));
    }
    const failed = reports.find((report) => report.failure !== null);
    // The note stays until it is done: the next try, or the next start, ends the pause.
    if (failed?.failure) return fail(failed.failure.code, failed.failure.sentence);
    const kept = await this.keep(null);
    return kept.ok ? { ok: true, value: reports } : kept;
  }

  /** Forgets the pause without touching a mode: the person has chosen one. */
  forget(): Promise<Answer<null>> {
    return this.settings.value.pause === null ? Promise.resolve({ ok: true, value: null }) : this.keep(null);
  }

  get over(): boolean {
    const { pause } = this.settings.value;
    return pause !== null && Date.parse(pause.until) <= this.now().getTime();
  }

  private async keep(pause: Pause): Promise<Answer<null>> {
    const written = await this.settings.change({ pause });
    return written.ok ? { ok: true, value: null } : fail(written.failure.code, written.failure.sentence);
  }
}

function fail(code: string, sentence: string): { readonly ok: false; readonly failure: { readonly code: string; readonly sentence: string } } {
  return { ok: false, failure: { code, sentence } };
}
