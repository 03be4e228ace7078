import type { Planned } from '../../core/protection.ts';
import { harnessNames } from '../../core/registry.ts';
import { protectionFor } from '../../core/runtime.ts';
import { statusOf, straysOf } from '../../core/status.ts';
import { harnessIds, stopped, type Command } from '../command.ts';
import { printable } from '../output.ts';
import { agreed, changeData, changeLines, exitOf, planData, planLines } from './changes.ts';

export const repairCommand: Command = {
  name: 'repair',
  summary: 'put back what is missing or was changed',
  usage: 'repair [HARNESS...] [--plan]',
  about: ['Compares each installation with its receipt and puts back what is missing or wrong: hook files, their modes, the registration. Your configuration keeps its values. Running it twice changes nothing the second time.', 'Exit status: 1 when something is still wrong afterwards.'],
  examples: [
    ['repair --plan', 'show what would be put back'],
    ['repair claude-code', 'only there'],
  ],
  arguments: {
    options: { plan: { type: 'boolean', help: 'Show the plan and write nothing.' }, yes: { type: 'boolean', help: 'Do not ask in a terminal.' } },
    positionals: { name: 'HARNESS', choices: harnessNames, max: harnessNames.length },
  },
  needsHome: true,
  async run(context, given) {
    const { machine, projectRoot, out } = context;
    const protection = protectionFor(machine, projectRoot);
    const ids = given.positionals.length > 0 ? harnessIds(given.positionals) : (await protection.installed()).map(({ id }) => id);
    if (ids.length === 0) return stopped({ code: 'nothing-installed', sentence: 'Nothing is installed, so there is nothing to repair. Start with: silmaril detect' });
    const planned: Planned[] = [];
    for (const id of ids) planned.push(await protection.planRepair(id));
    if (given.flag('plan')) {
      const ok = planned.every(({ plan }) => plan.ok);
      return { exit: ok ? 0 : 1, lines: [...planLines(planned, out), 'Nothing was written.'], data: { ok, applied: false, harnesses: planData(planned) } };
    }
    const work = planned.some(({ plan }) => plan.ok && plan.value.steps.length > 0);
    if (work && context.stdin.isTTY && !given.flag('yes')) out.lines(planLines(planned, out));
    if (work && !(await agreed(context, given.flag('yes'), 'Apply this?'))) return stopped({ code: 'cancelled', sentence: 'Cancelled; nothing was changed.' });
    const changed = [];
    for (const one of planned) changed.push(await protection.apply(one, context.signal));
    const still: string[] = (await straysOf(protection, given.positionals.length > 0 ? [] : harnessNames.filter((id) => !ids.includes(id)))).map(({ sentence }) => printable(sentence));
    for (const status of await statusOf(protection, ids)) {
      // What only a new event can show is no fault of the repair.
      for (const check of status.health?.checks ?? []) if (check.status === 'problem') still.push(`${status.label}: ${printable(check.sentence)}`);
    }
    const exit = exitOf(changed);
    return {
      exit: exit === 0 && still.length > 0 ? 1 : exit,
      lines: [...changeLines(changed, { done: 'repaired.', same: 'nothing was wrong with the files.', failed: 'not repaired.' }, out), ...still.map((line) => `Still wrong: ${line}`)],
      data: { ok: exit === 0 && still.length === 0, applied: true, harnesses: changeData(changed), stillWrong: still },
    };
  },
};
