import type { HarnessId } from '../../../installers/engine/plan.ts';
import type { Planned, Protection } from '../../core/protection.ts';
import { harnessNames } from '../../core/registry.ts';
import { protectionFor } from '../../core/runtime.ts';
import { removeOwnData } from '../../core/removal.ts';
import { harnessIds, stopped, type Command } from '../command.ts';
import { printable } from '../output.ts';
import { agreed, changeData, changeLines, exitOf, planData, planLines } from './changes.ts';

async function editedWithoutReceipt(protection: Protection, planned: readonly Planned[]): Promise<readonly string[]> {
  const files: string[] = [];
  for (const { harness, plan } of planned) {
    const receipt = await protection.receipt(harness);
    if (plan.ok && (!receipt.ok || receipt.value === null)) files.push(...plan.value.steps.flatMap((step) => (step.kind === 'edit' ? [step.path] : [])));
  }
  return [...new Set(files)];
}

export const uninstallCommand: Command = {
  name: 'uninstall',
  summary: 'take the hook out again, without a trace',
  usage: 'uninstall HARNESS...|--all [--plan] [--keep-evidence]',
  about: [
    'Takes our entries out of the settings first and removes the hook files last, so that no harness is ever told to start a missing file. What you wrote since stays; what we made goes.',
    'The evidence of the harness goes too, unless you say --keep-evidence; with the last harness also the counters, caches, what sessions had seen (scores and hashes) and the API key in the keychain. It works when half of it is gone already, and in sessions that still run.',
    'In a terminal the plan is shown and you are asked; elsewhere, and with --json, it runs.',
  ],
  examples: [
    ['uninstall --all --plan', 'show what would be removed and what stays'],
    ['uninstall --all', 'take everything out'],
    ['uninstall vscode --keep-evidence', 'out of VS Code, but keep what was seen'],
  ],
  arguments: {
    options: {
      all: { type: 'boolean', help: 'Every harness that Silmaril is in.' },
      plan: { type: 'boolean', help: 'Show the plan and write nothing.' },
      'keep-evidence': { type: 'boolean', help: 'Leave the evidence in the spool.' },
      yes: { type: 'boolean', help: 'Do not ask in a terminal.' },
    },
    positionals: { name: 'HARNESS', choices: harnessNames, max: harnessNames.length },
  },
  needsHome: true,
  async run(context, given) {
    const { machine, projectRoot, out } = context;
    const all = given.flag('all');
    if (all && given.positionals.length > 0) return stopped({ code: 'option-conflict', sentence: 'Name harnesses or say --all, not both.' });
    if (!all && given.positionals.length === 0) return stopped({ code: 'no-harness', sentence: `Say from where: silmaril uninstall --all, or name one of ${harnessNames.join(', ')}.` });
    const protection = protectionFor(machine, projectRoot);
    const ids: readonly HarnessId[] = all ? harnessNames : harnessIds(given.positionals);
    const planned: Planned[] = [];
    for (const id of ids) planned.push(await protection.planUninstall(id));
    const keepEvidence = given.flag('keep-evidence');
    const fate = keepEvidence ? 'The evidence stays.' : 'The evidence of these harnesses is deleted; keep it with --keep-evidence.';
    if (given.flag('plan')) {
      const ok = planned.every(({ plan }) => plan.ok);
      return { exit: ok ? 0 : 1, lines: [...planLines(planned, out), fate, 'Nothing was written.'], data: { ok, applied: false, keepEvidence, harnesses: planData(planned) } };
    }
    if (context.stdin.isTTY && !given.flag('yes')) out.lines([...planLines(planned, out), fate]);
    if (!(await agreed(context, given.flag('yes'), 'Remove this?'))) return stopped({ code: 'cancelled', sentence: 'Cancelled; nothing was changed.' });

    // Without a receipt only what is recognisably ours goes; what a list was before is then known by nobody.
    const unsure = await editedWithoutReceipt(protection, planned);
    const changed = [];
    for (const one of planned) changed.push(await protection.apply(one, context.signal));
    const gone = changed.filter(({ result }) => result.ok).map(({ harness }) => harness);
    const last = (await protection.installed()).length === 0;
    const removal = await removeOwnData(machine.home, machine.owner.uid, { harnesses: gone, last: last && gone.length > 0, keepEvidence });
    const key = last && gone.length > 0 ? await context.secrets.remove() : null;
    // Where there is no keychain there is no key in it; anything else the person has to know.
    const keyLeft = key && !key.ok && key.failure.code !== 'no-keychain' ? `The API key may still be in the keychain (service Silmaril): ${key.failure.sentence}` : null;
    const exit = removal.failure || keyLeft !== null ? Math.max(1, exitOf(changed)) : exitOf(changed);
    const lines = [
      ...changeLines(changed, { done: 'uninstalled.', same: 'nothing of ours was there.', failed: 'not uninstalled.' }, out),
      ...unsure.map((file) => `The receipt was gone, so only what is recognisably Silmaril's was taken out of ${printable(file)}; an empty list that it had made may be left there.`),
      ...(removal.events > 0 ? [`${String(removal.events)} evidence ${removal.events === 1 ? 'file was' : 'files were'} deleted.`] : []),
      ...(key?.ok && key.value ? ['The API key was removed from the keychain.'] : []),
      ...removal.stays.map((place) => `Stays: ${printable(place.path)} (${place.why}).`),
      ...(removal.failure ? [printable(removal.failure.sentence)] : []),
      ...(keyLeft === null ? [] : [keyLeft]),
    ];
    return {
      exit: exit === 0 ? 0 : exit === 1 ? 1 : 2,
      lines,
      data: { ok: exit === 0, applied: true, harnesses: changeData(changed), eventsDeleted: removal.events, keyRemoved: key?.ok === true && key.value, withoutReceipt: unsure, stays: removal.stays, failure: removal.failure ?? (keyLeft === null ? null : { code: 'key-left', sentence: keyLeft }) },
    };
  },
};
