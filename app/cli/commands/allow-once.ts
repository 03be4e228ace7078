import { allowOnce } from '../../core/policy/allow-once.ts';
import { entryOf, registry } from '../../core/registry.ts';
import { stopped, type Command } from '../command.ts';
import { printable } from '../output.ts';

export const allowOnceCommand: Command = {
  name: 'allow-once',
  summary: 'let one denied call of an agent pass, by the code that you were shown',
  usage: 'allow-once CODE [--session]',
  about: [
    'When the local policy denies a call in block mode, the harness shows you a code. With it exactly that call, in that folder and that session, passes the rule that denied it one time, if the agent repeats it within 10 minutes.',
    "It works only in a terminal of your own: not in one that an agent or its editor has opened. What would wipe a disk, end the computer's processes without end, or switch Silmaril off cannot be allowed once.",
  ],
  examples: [['allow-once K7QX-M2PD', 'the code as it was shown; dashes and case do not matter']],
  arguments: { options: { session: { type: 'boolean', help: 'Where you are asked about a kind of commands: all of that kind in that session, for 12 hours at most.' } }, positionals: { name: 'CODE', choices: [], max: 1 } },
  needsHome: true,
  async run({ machine }, given) {
    const [code] = given.positionals;
    if (code === undefined) return stopped({ code: 'no-code', sentence: 'Say which code: silmaril allow-once CODE' });
    const allowed = await allowOnce(machine, code, undefined, given.flag('session'));
    if (!allowed.ok) return stopped(allowed.failure);
    const { harness, ruleId, title, forSession } = allowed.value;
    const known = registry.find(({ installer }) => installer.id === harness);
    const label = known ? entryOf(known.installer.id).installer.label : harness;
    return {
      exit: 0,
      lines: [forSession !== null ? `In that session of ${printable(label)} you are asked no more about this kind (${printable(forSession)}). What a rule pack denies stays denied.` : `Allowed once in ${printable(label)}: ${printable(title)} (${printable(ruleId)}). The agent has 10 minutes to repeat exactly that call.`],
      data: { ok: true, ...allowed.value },
    };
  },
};
