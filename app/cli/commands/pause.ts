import { Pausing } from '../../core/pause.ts';
import { readConfiguration } from '../../core/configuration.ts';
import type { Protection } from '../../core/protection.ts';
import { harnessNames } from '../../core/registry.ts';
import { protectionFor } from '../../core/runtime.ts';
import { SettingsStore } from '../../core/settings-store.ts';
import type { Mode } from '../../../installers/engine/harness-installer.ts';
import type { HarnessId } from '../../../installers/engine/plan.ts';
import { stopped, type Command, type Context } from '../command.ts';
import { printable, table } from '../output.ts';

const lengths = { '15m': '15-minutes', '1h': '1-hour', tomorrow: 'tomorrow' } as const;
type Length = keyof typeof lengths;

async function modesNow(protection: Protection): Promise<ReadonlyMap<HarnessId, Mode | null>> {
  const modes = new Map<HarnessId, Mode | null>();
  for (const id of harnessNames) {
    const receipt = await protection.receipt(id);
    if (!receipt.ok || !receipt.value) continue;
    const configuration = readConfiguration(receipt.value);
    modes.set(id, configuration.state === 'valid' ? configuration.mode : null);
  }
  return modes;
}

async function pausing({ machine, projectRoot }: Context): Promise<{ readonly settings: SettingsStore; readonly pause: Pausing; readonly protection: Protection }> {
  const protection = protectionFor(machine, projectRoot);
  const settings = new SettingsStore(machine);
  await settings.load();
  return { settings, protection, pause: new Pausing(protection, settings) };
}

/** Ends a pause whose time is over: nobody else does while the app is not running. @returns what was done, as a sentence; null: nothing */
export async function endOverduePause(context: Context): Promise<string | null> {
  const { pause, protection } = await pausing(context);
  if (!pause.over) return null;
  const now = await modesNow(protection);
  const ended = await pause.end((id) => now.get(id) ?? null);
  return ended.ok ? 'The pause is over: the harnesses are in their modes again.' : `The pause is over, but not every mode could be put back: ${ended.failure.sentence}`;
}

export const pauseCommand: Command = {
  name: 'pause',
  summary: 'put every harness into shadow for a while',
  usage: 'pause [15m|1h|tomorrow]',
  about: [
    'All harnesses that warn or block go into shadow: events are recorded, and nothing is interfered with. At its end they get their modes back.',
    'The app ends it when it runs; otherwise the next silmaril command does, or silmaril resume. tomorrow: at six in the morning.',
  ],
  examples: [['pause 1h', 'one hour of watching only'], ['resume', 'back to the modes from before, now']],
  arguments: { options: {}, positionals: { name: 'LENGTH', choices: Object.keys(lengths), max: 1 } },
  needsHome: true,
  async run(context, given) {
    const length = (given.positionals[0] ?? '15m') as Length;
    const { pause, protection, settings } = await pausing(context);
    const modes = await modesNow(protection);
    const begun = await pause.begin(lengths[length], [...modes].map(([id, mode]) => ({ id, mode, installed: true })));
    if (!begun.ok) return stopped(begun.failure);
    const kept = settings.value.pause;
    const until = kept?.until ?? '';
    return {
      exit: 0,
      lines: [`Paused until ${new Date(until).toLocaleString()}. Until then nothing is interfered with.`, ...table((kept?.before ?? []).map(({ harness, mode }) => [protection.installer(harness).label, `shadow, then ${mode} again`]), '  '), 'End it earlier: silmaril resume'],
      data: { ok: true, until, before: kept?.before ?? [] },
    };
  },
};

export const resumeCommand: Command = {
  name: 'resume',
  summary: 'end a pause now',
  usage: 'resume',
  about: ['Puts back the modes that the harnesses had before the pause. A harness whose mode was changed meanwhile keeps that.'],
  examples: [['resume', 'end the pause that runs']],
  arguments: { options: {}, positionals: null },
  needsHome: true,
  async run(context) {
    const { pause, protection, settings } = await pausing(context);
    if (settings.value.pause === null) return { exit: 0, lines: ['No pause runs.'], data: { ok: true, harnesses: [] } };
    const now = await modesNow(protection);
    const ended = await pause.end((id) => now.get(id) ?? null);
    if (!ended.ok) return stopped(ended.failure);
    return { exit: 0, lines: ['The pause is over.', ...table(ended.value.map((report) => [report.label, `${printable(report.mode ?? 'unknown')} again`]), '  ')], data: { ok: true, harnesses: ended.value } };
  },
};
