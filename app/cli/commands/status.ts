import { harnessNames } from '../../core/registry.ts';
import { protectionFor } from '../../core/runtime.ts';
import { statusOf, type HarnessState, type HarnessStatus } from '../../core/status.ts';
import { harnessIds, type Command } from '../command.ts';
import { printable, table, type Output, type Tone } from '../output.ts';
import { ago } from '../time.ts';

const words: Readonly<Record<HarnessState, string>> = {
  absent: 'not on this computer',
  'not-installed': 'not installed',
  unproven: 'installed, not seen running yet',
  working: 'working',
  degraded: 'degraded',
  unknown: 'unknown',
};
const tones: Readonly<Record<HarnessState, Tone>> = { absent: 'dim', 'not-installed': 'dim', unproven: 'strong', working: 'good', degraded: 'bad', unknown: 'strong' };

function describe(status: HarnessStatus, out: Output, now: number): string[] {
  const lines = [`${out.paint('strong', status.label)} (${status.harness}): ${out.paint(tones[status.state], words[status.state])}`];
  if (status.changedAt === null) return status.state === 'absent' ? lines : [...lines, ...status.reasons.map((reason) => `  - ${printable(reason)}`), `  ${status.sentence}`];
  const rows: string[][] = [
    ['mode', status.mode ?? (status.classifier === null ? 'unknown' : "left to the classifier's answer")],
    ['classifier', status.classifier ?? 'unknown'],
    ['local policy', `${status.localPolicy ?? 'unknown'}${status.packsOff.length > 0 ? `, switched off: ${status.packsOff.join(', ')}` : ''}`],
    ['last change', ago(Date.parse(status.changedAt), now)],
    ['last event', status.lastEvent ? `${ago(Date.parse(status.lastEvent.at), now)}, ${status.lastEvent.decision}${status.lastEvent.sinceChange ? '' : ', before the last change'}` : 'none seen'],
  ];
  const { count, atLeast, reasons } = status.failOpen;
  if (count > 0) rows.push(['let through unjudged', `${atLeast ? 'at least ' : ''}${String(count)} since the last change: ${reasons.map((r) => `${printable(r.reason)} ${String(r.count)}`).join(', ')}`]);
  lines.push(...table(rows, '  '));
  for (const reason of status.reasons) lines.push(`  - ${printable(reason)}`);
  for (const check of status.health?.checks ?? []) if (check.status !== 'ok' && check.fix && !status.reasons.includes(check.fix)) lines.push(`    ${printable(check.fix)}`);
  if (status.state !== 'working') lines.push(`  ${status.sentence}`);
  return lines;
}

export const statusCommand: Command = {
  name: 'status',
  summary: 'say for each harness whether it is protected, and why not',
  usage: 'status [HARNESS...]',
  about: [
    'An installed harness counts as working only when its hook judged an event since the last change: a session of yours, or `silmaril verify`. Everything else is said as what it is: installed but not seen running, degraded with the reasons, or unknown.',
    'Events that passed unjudged because something was broken (the hooks never break the agent) are counted here.',
    'Exit status: 1 when an installed harness is degraded or unknown, or when nothing is installed.',
  ],
  examples: [
    ['status', 'all harnesses'],
    ['status claude-code --json', 'one harness, with every check'],
  ],
  arguments: { options: {}, positionals: { name: 'HARNESS', choices: harnessNames, max: harnessNames.length } },
  needsHome: true,
  async run({ machine, projectRoot, out }, given) {
    const protection = protectionFor(machine, projectRoot);
    const ids = given.positionals.length > 0 ? harnessIds(given.positionals) : harnessNames;
    const statuses = await statusOf(protection, ids);
    const installed = statuses.filter((status) => status.changedAt !== null);
    const bad = statuses.some((status) => status.state === 'degraded' || status.state === 'unknown');
    const now = Date.now();
    const lines = statuses.flatMap((status) => [...describe(status, out, now), '']);
    if (installed.length === 0) lines.push('Nothing is installed. Start with: silmaril detect');
    return { exit: bad || installed.length === 0 ? 1 : 0, lines: lines.at(-1) === '' ? lines.slice(0, -1) : lines, data: { ok: true, harnesses: statuses } };
  },
};
