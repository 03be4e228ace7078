import { setMode, type ModeReport } from '../../core/mode-change.ts';
import { Pausing } from '../../core/pause.ts';
import type { Protection } from '../../core/protection.ts';
import { harnessNames } from '../../core/registry.ts';
import { protectionFor } from '../../core/runtime.ts';
import { SettingsStore } from '../../core/settings-store.ts';
import { straysOf } from '../../core/status.ts';
import type { Machine, Mode } from '../../../installers/engine/harness-installer.ts';
import { harnessIds, stopped, type Command } from '../command.ts';
import { printable, table, type Output } from '../output.ts';

const modes: readonly Mode[] = ['shadow', 'warn', 'block'];

const meaning: Readonly<Record<Mode, string>> = {
  shadow: 'Events are judged and recorded; nothing is interfered with.',
  warn: 'A malicious event goes on, and the agent is told to treat it as untrusted.',
  block: 'A malicious tool call is refused, and a malicious prompt where the harness lets a hook do that (Hermes does not). A tool result is refused only after its tool ran: what the tool did is not undone.',
};

function words(report: ModeReport, to: Mode, out: Output): string {
  const reason = report.failure ? ` ${printable(report.failure.sentence)}` : '';
  switch (report.outcome) {
    case 'set':
      return out.paint('good', `now ${to}`);
    case 'same':
      return `was ${to} already`;
    case 'failed':
      return `${out.paint('bad', `not changed, still ${report.mode ?? 'unknown'}.`)}${reason}`;
    case 'undone':
      return `put back to ${report.mode ?? 'unknown'}, since another harness could not be changed`;
    case 'not-undone':
      return `${out.paint('bad', `changed to ${to}, and could not be put back.`)}${reason}`;
    case 'not-tried':
      return `not tried, still ${report.mode ?? 'unknown'}`;
  }
}

async function forgetPause(machine: Machine, protection: Protection): Promise<void> {
  const settings = new SettingsStore(machine);
  await settings.load();
  await new Pausing(protection, settings).forget();
}

export const modeCommand: Command = {
  name: 'mode',
  summary: 'switch between shadow, warn and block',
  usage: 'mode shadow|warn|block [--harness NAME]',
  about: [
    ...modes.map((mode) => `${mode}: ${meaning[mode]}`),
    'The mode is changed in all installed harnesses or in none: when one cannot be changed, the others are put back. Exit status: 1 when it was not changed.',
  ],
  examples: [
    ['mode block', 'block in every installed harness'],
    ['mode shadow --harness vscode', 'only watch in VS Code'],
  ],
  arguments: {
    options: { harness: { type: 'string', choices: harnessNames, repeatable: true, help: 'Only this harness; may be given again.' } },
    positionals: { name: 'MODE', choices: modes, max: 1 },
  },
  needsHome: true,
  async run({ machine, projectRoot, out }, given) {
    const to = modes.find((mode) => mode === given.positionals[0]);
    if (!to) return stopped({ code: 'no-mode', sentence: 'Say which mode: silmaril mode shadow, silmaril mode warn or silmaril mode block.' });
    const protection = protectionFor(machine, projectRoot);
    const wanted = harnessIds(given.list('harness'));
    const ids = wanted.length > 0 ? [...new Set(wanted)] : (await protection.installed()).map(({ id }) => id);
    if (ids.length === 0) return stopped({ code: 'nothing-installed', sentence: 'Nothing is installed, so there is no mode to change. Start with: silmaril detect' });
    const reports = await setMode(protection, ids, to);
    // Without a receipt a harness is not among the installed ones, yet its hooks may be live, in whichever mode.
    // A mode that was chosen ends the pause, wherever it was chosen.
    if (reports.every((report) => report.failure === null)) await forgetPause(machine, protection);
    const strays = await straysOf(protection, wanted.length > 0 ? [] : harnessNames.filter((id) => !ids.includes(id)));
    const ok = strays.length === 0 && reports.every((report) => report.outcome === 'set' || report.outcome === 'same');
    const notes = [...new Set(reports.flatMap((report) => report.notes))];
    const lines = [...table(reports.map((report) => [report.label, words(report, to, out)])), ...strays.map(({ sentence }) => printable(sentence)), '', ...(ok ? [meaning[to], ...notes.map(printable)] : ['The mode was not changed everywhere; see above. Try: silmaril status'])];
    return { exit: ok ? 0 : 1, lines, data: { ok, mode: to, harnesses: reports, withoutReceipt: strays } };
  },
};
