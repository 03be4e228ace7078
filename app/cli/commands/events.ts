import { policyDecisions, type EvidenceEvent, type PolicyDecision } from '../../contract/evidence.ts';
import { followSpool, readSpool, spoolFolder, type EventFilter } from '../../core/evidence/spool.ts';
import { entryOf, harnessNames, labelOfHost } from '../../core/registry.ts';
import { harnessIds, stopped, type Command } from '../command.ts';
import { printable, table } from '../output.ts';
import { localTime, parseSince } from '../time.ts';

const defaultLimit = 50;
const maxLimit = 100_000;

const hookWords: Readonly<Record<EvidenceEvent['hook'], string>> = {
  user_input: 'prompt',
  pre_tool: 'before a tool',
  post_tool: 'after a tool',
  tool_result: 'tool result',
  llm_output: 'model output',
  subagent: 'subagent',
  unknown: 'unknown',
};

/** What can truly be said of one event. A warning is reported by the plugin only; nothing is ever called prevented. */
function consequence(event: EvidenceEvent): string {
  switch (event.policyDecision) {
    case 'block':
      if (event.evidenceTruth !== 'native_response_returned') return 'judged malicious; the hook reports that it answered "block"';
      if (event.nativeAction === 'content_replaced') return 'the hook replaced the result; the tool itself had run';
      return event.hook === 'tool_result' || event.hook === 'post_tool' ? 'the hook answered "block"; the tool itself had run' : 'the hook answered "block"';
    case 'warn':
      return event.warnDelivery === 'unsupported' ? 'judged malicious; this harness takes no warning here' : 'the hook answered with a warning';
    case 'monitor':
      return 'judged malicious, not interfered with (shadow)';
    case 'allow':
      return 'no objection';
    case 'unavailable':
      return 'not judged';
  }
}

function row(event: EvidenceEvent): string[] {
  const score = event.modelScore === undefined ? '' : event.modelScore.toFixed(2);
  const by = event.ruleId ? `rule ${event.ruleId}` : score === '' ? '' : `score ${score}`;
  return [localTime(event.occurredAt), labelOfHost(event.host), hookWords[event.hook], printable(event.toolDisplayName ?? '-'), event.policyDecision, printable(by), consequence(event)];
}

const lineWidths = [19, 12, 13, 20, 11, 12];

export const eventsCommand: Command = {
  name: 'events',
  summary: 'list what the hooks saw and decided',
  usage: 'events [--harness NAME] [--decision D] [--since WHEN] [--limit N] [--follow]',
  about: [
    'Lists evidence, oldest first. An event holds fingerprints, the decision and bounded metadata: no prompt, command, result, path or key.',
    'Decisions: allow (no objection), monitor (malicious, shadow mode), warn, block, unavailable (not judged). "block" says what the hook answered; what the harness then did with it is not observed.',
    'With --follow it goes on until Ctrl-C. With --json and --follow it prints one JSON event per line.',
  ],
  examples: [
    ['events --since 1h', 'the last hour'],
    ['events --decision block --decision warn --harness claude-code', 'what was blocked or warned about in Claude Code'],
    ['events --follow', 'watch while you work'],
    ['events --json --limit 1000', 'for a script'],
  ],
  arguments: {
    options: {
      harness: { type: 'string', choices: harnessNames, repeatable: true, help: 'Only this harness; may be given again.' },
      decision: { type: 'string', choices: policyDecisions, repeatable: true, help: 'Only this decision; may be given again.' },
      since: { type: 'string', value: 'WHEN', help: 'Only from then on: 15m, 2h, 7d, 2026-01-31, 2026-01-31T08:00Z.' },
      limit: { type: 'string', value: 'N', help: `The newest N, 1 to ${String(maxLimit)}; ${String(defaultLimit)} when left out.` },
      follow: { type: 'boolean', help: 'Go on with what arrives, until Ctrl-C.' },
    },
    positionals: null,
  },
  needsHome: true,
  async run({ machine, out, signal }, given) {
    const limitText = given.text('limit') ?? String(defaultLimit);
    const limit = Number(limitText);
    if (!/^\d{1,6}$/.test(limitText) || limit < 1 || limit > maxLimit) return stopped({ code: 'bad-limit', sentence: `--limit is a number from 1 to ${String(maxLimit)}.` });
    const sinceText = given.text('since');
    const since = sinceText === undefined ? null : parseSince(sinceText, Date.now());
    if (since && !since.ok) return stopped(since.failure);
    const harnesses = harnessIds(given.list('harness'));
    const decisions = given.list('decision') as readonly PolicyDecision[];
    const filter: EventFilter = {
      ...(harnesses.length > 0 ? { hosts: harnesses.map((id) => entryOf(id).host) } : {}),
      ...(decisions.length > 0 ? { decisions } : {}),
      ...(since ? { since: since.value } : {}),
    };
    const folder = spoolFolder(machine.home);
    const { uid } = machine.owner;

    if (given.flag('follow')) {
      const followed = await followSpool(folder, uid, filter, {
        signal,
        recent: limit,
        onEvent: (event) => {
          if (out.json) out.row(event);
          else out.lines([row(event).map((cell, i) => cell.padEnd(lineWidths[i] ?? 0)).join('  ').trimEnd()]);
        },
      });
      return followed.ok ? { exit: 0, lines: [], data: null } : stopped(followed.failure);
    }

    const reading = await readSpool(folder, uid, filter, limit);
    if (!reading.ok) return stopped(reading.failure);
    const { events, matched, unreadable } = reading.value;
    const filtered = Object.keys(filter).length > 0;
    const lines = events.length > 0 ? table([['TIME', 'HARNESS', 'EVENT', 'TOOL', 'DECISION', 'BY', 'WHAT IS KNOWN'], ...events.map(row)]) : [filtered ? 'No event matches. Leave out a filter (--harness, --decision, --since) to see more.' : 'No events yet. Open a new session in an installed harness, or run: silmaril verify'];
    if (matched > events.length) lines.push('', `${String(matched - events.length)} older events match too; see them with --limit ${String(Math.min(matched, maxLimit))}.`);
    if (unreadable.length > 0) {
      const kinds = [...new Set(unreadable.map((file) => file.code))].sort().join(', ');
      lines.push('', `${String(unreadable.length)} ${unreadable.length === 1 ? 'file' : 'files'} in ${folder} cannot be taken as evidence (${kinds}).`);
    }
    return { exit: 0, lines, data: { ok: true, events, matched, unreadable } };
  },
};
