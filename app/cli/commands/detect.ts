import { protectionFor } from '../../core/runtime.ts';
import type { Command } from '../command.ts';
import { printable, table } from '../output.ts';

const words = { present: 'found', leftover: 'only its data', absent: 'not found' } as const;

export const detectCommand: Command = {
  name: 'detect',
  summary: 'find the agents on this computer',
  usage: 'detect',
  about: ['Looks for the harnesses that Silmaril knows and for each place where one takes a registration. Reads only; nothing is written and no agent is started.', 'Exit status: 1 when no harness was found.'],
  examples: [
    ['detect', 'what is here, with the evidence for it'],
    ['detect --json', 'for a script'],
  ],
  arguments: { options: {}, positionals: null },
  needsHome: true,
  async run({ machine, projectRoot, out }) {
    const protection = protectionFor(machine, projectRoot);
    const found = await Promise.all(protection.all().map(async (installer) => ({ label: installer.label, ...(await installer.detect(machine)) })));
    const lines: string[] = [];
    for (const one of found) {
      lines.push(`${out.paint('strong', one.label)} (${one.harness}): ${words[one.state]}${one.version === null ? '' : `, version ${printable(one.version)}`}`);
      for (const evidence of one.evidence) lines.push(`  ${printable(evidence)}`);
      lines.push(...table(one.surfaces.map((surface) => [printable(surface.label), printable(surface.file), surface.skipped === null ? '' : `(${printable(surface.skipped)})`]), '  '));
      for (const note of one.notes) lines.push(`  Note: ${printable(note)}`);
      lines.push('');
    }
    const present = found.filter((one) => one.state === 'present');
    lines.push(present.length > 0 ? 'See what an installation would change: silmaril install --all --plan' : 'No harness that Silmaril knows was found. If one is installed elsewhere, check that it is on PATH.');
    return { exit: present.length > 0 ? 0 : 1, lines, data: { ok: true, harnesses: found } };
  },
};
