import path from 'node:path';
import { noFilter, type EvidenceFilter } from '../../contract/evidence-views.ts';
import { policyDecisions, type EvidenceEvent, type PolicyDecision } from '../../contract/evidence.ts';
import { followSpool, readSpool, spoolFolder, type EventFilter } from '../../core/evidence/spool.ts';
import { EvidenceStore } from '../../core/evidence/store.ts';
import type { Failure, Result } from '../../../installers/engine/plan.ts';
import { entryOf, harnessNames, labelOfHost } from '../../core/registry.ts';
import { harnessIds, stopped, type Command, type Context, type Outcome } from '../command.ts';
import type { ParsedArguments } from '../args.ts';
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

interface Wanted {
  readonly filter: EvidenceFilter;
  /** Whether an option narrows it. */
  readonly narrowed: boolean;
  readonly limit: number;
}

function wanted(given: ParsedArguments): Result<Wanted> {
  const limitText = given.text('limit') ?? String(defaultLimit);
  const limit = Number(limitText);
  if (!/^\d{1,6}$/.test(limitText) || limit < 1 || limit > maxLimit) return { ok: false, failure: { code: 'bad-limit', sentence: `--limit is a number from 1 to ${String(maxLimit)}.` } };
  const now = Date.now();
  const time = (name: string): Result<number | null> => {
    const text = given.text(name);
    return text === undefined ? { ok: true, value: null } : parseSince(text, now);
  };
  const from = time('since');
  if (!from.ok) return from;
  const to = time('until');
  if (!to.ok) return to;
  if (from.value !== null && to.value !== null && from.value >= to.value) return { ok: false, failure: { code: 'empty-range', sentence: '--since is not before --until, so nothing can lie between them.' } };
  const filter = { ...noFilter, hosts: harnessIds(given.list('harness')).map((id) => entryOf(id).host), decisions: given.list('decision') as readonly PolicyDecision[], from: from.value, to: to.value };
  return { ok: true, value: { filter, narrowed: filter.hosts.length + filter.decisions.length > 0 || filter.from !== null || filter.to !== null, limit } };
}

/** What the spool alone can be asked. */
function spoolFilter({ hosts, decisions, from, to }: EvidenceFilter): EventFilter {
  return { ...(hosts.length > 0 ? { hosts } : {}), ...(decisions.length > 0 ? { decisions } : {}), ...(from === null ? {} : { since: from }), ...(to === null ? {} : { until: to }) };
}

export const eventsCommand: Command = {
  name: 'events',
  summary: 'list what the hooks saw and decided',
  usage: 'events [--harness NAME] [--decision D] [--since WHEN] [--follow | --export FILE]',
  about: [
    'Lists evidence, oldest first. An event holds fingerprints, the decision and bounded metadata: no prompt, command, result, path or key.',
    'Decisions: allow (no objection), monitor (malicious, shadow mode), warn, block, unavailable (not judged). "block" says what the hook answered; what the harness then did with it is not observed.',
    'What the hooks have written is first taken into the evidence database, which keeps 90 days or 500 MB unless the app was told otherwise. A running app does that itself.',
    'With --follow it goes on until Ctrl-C. With --json and --follow it prints one JSON event per line.',
  ],
  examples: [
    ['events --since 1h', 'the last hour'],
    ['events --decision block --decision warn --harness claude-code', 'what was blocked or warned about in Claude Code'],
    ['events --follow', 'watch while you work'],
    ['events --json --limit 1000', 'for a script'],
    ['events --since 2026-01-01 --until 2026-02-01 --export january.csv', 'a month as a table'],
  ],
  arguments: {
    options: {
      harness: { type: 'string', choices: harnessNames, repeatable: true, help: 'Only this harness; may be given again.' },
      decision: { type: 'string', choices: policyDecisions, repeatable: true, help: 'Only this decision; may be given again.' },
      since: { type: 'string', value: 'WHEN', help: 'Only from then on: 15m, 2h, 7d, 2026-01-31, 2026-01-31T08:00Z.' },
      until: { type: 'string', value: 'WHEN', help: 'Only before then.' },
      limit: { type: 'string', value: 'N', help: `The newest N, 1 to ${String(maxLimit)}; ${String(defaultLimit)} when left out.` },
      follow: { type: 'boolean', help: 'Go on with what arrives, until Ctrl-C.' },
      export: { type: 'string', value: 'FILE', help: 'Write all that match into a new file, newest first: FILE.jsonl or FILE.csv.' },
    },
    positionals: null,
  },
  needsHome: true,
  async run(context, given) {
    const asked = wanted(given);
    if (!asked.ok) return stopped(asked.failure);
    const file = given.text('export');
    if (file !== undefined && (given.flag('follow') || given.text('limit') !== undefined)) return stopped({ code: 'export-alone', sentence: '--export writes all that match, once: leave out --follow and --limit.' });
    const store = new EvidenceStore(context.machine.home, context.machine.owner.uid);
    try {
      const taken = await takeIn(context, store);
      if (!taken.ok && spoolFailures.has(taken.failure.code)) return stopped(taken.failure);
      if (!taken.ok && file !== undefined) return stopped(taken.failure);
      if (!taken.ok) {
        context.out.aside(`${taken.failure.sentence} What waits in the spool is shown.`);
        return await (given.flag('follow') ? followWithoutStore(context, asked.value) : listWithoutStore(context, asked.value));
      }
      if (taken.value.state === 'cancelled') return stopped({ code: 'cancelled', sentence: 'Cancelled; what was not taken in waits in the spool.' });
      if (taken.value.state === 'busy') context.out.aside('Another Silmaril process (the app) is taking evidence in; what is stored by now is shown.');
      if (file !== undefined) return await exportTo(context, store, asked.value, file);
      return await (given.flag('follow') ? follow(context, store, asked.value) : list(store, asked.value));
    } finally {
      await store.stop();
    }
  },
};

/** The spool itself is in the way: there is nothing that could be shown instead. */
const spoolFailures = new Set(['spool-not-a-folder', 'spool-foreign-owner', 'spool-unreadable']);

/** Silent for as long as a person does not wonder. Milliseconds. */
const patience = 1500;

function takeIn({ out, signal }: Context, store: EvidenceStore): ReturnType<EvidenceStore['takeIn']> {
  let said = performance.now();
  return store.takeIn(signal, ({ waiting, stored }) => {
    if (performance.now() - said < patience) return;
    said = performance.now();
    out.aside(`Taking evidence in: ${String(stored)} events stored, ${String(waiting)} files wait.`);
  });
}

async function list(store: EvidenceStore, { filter, narrowed, limit }: Wanted): Promise<Outcome> {
  const newest = await store.events(filter, null, limit);
  if (!newest.ok) return stopped(newest.failure);
  const facets = await store.facets(filter);
  const { quarantined, problem } = await store.status();
  const events = [...newest.value].reverse();
  const matched = facets.ok ? facets.value.matched : events.length;
  const lines = listing(events, matched, narrowed);
  if (quarantined.length > 0) lines.push('', unusableLine(quarantined.reduce((sum, { count }) => sum + count, 0), quarantined.map(({ reason }) => reason)));
  if (problem) lines.push('', printable(problem.sentence));
  return { exit: 0, lines, data: { ok: true, events, matched, quarantined, problem, source: 'database' } };
}

async function listWithoutStore({ machine }: Context, { filter, narrowed, limit }: Wanted): Promise<Outcome> {
  const reading = await readSpool(spoolFolder(machine.home), machine.owner.uid, spoolFilter(filter), limit);
  if (!reading.ok) return stopped(reading.failure);
  const { events, matched, unreadable } = reading.value;
  const counts = new Map<string, number>();
  for (const { code } of unreadable) counts.set(code, (counts.get(code) ?? 0) + 1);
  const lines = listing(events, matched, narrowed);
  if (unreadable.length > 0) lines.push('', unusableLine(unreadable.length, [...counts.keys()]));
  return { exit: 0, lines, data: { ok: true, events, matched, quarantined: [...counts].map(([reason, count]) => ({ reason, count })), problem: null, source: 'spool' } };
}

function listing(events: readonly EvidenceEvent[], matched: number, narrowed: boolean): string[] {
  if (events.length === 0) return [narrowed ? 'No event matches. Leave out a filter (--harness, --decision, --since, --until) to see more.' : 'No events yet. Open a new session in an installed harness, or run: silmaril verify'];
  const lines = table([['TIME', 'HARNESS', 'EVENT', 'TOOL', 'DECISION', 'BY', 'WHAT IS KNOWN'], ...events.map(row)]);
  if (matched > events.length) lines.push('', `${String(matched - events.length)} older events match too; see them with --limit ${String(Math.min(matched, maxLimit))}.`);
  return lines;
}

function unusableLine(count: number, reasons: readonly string[]): string {
  return `${String(count)} ${count === 1 ? 'file' : 'files'} could not be taken as evidence (${[...reasons].sort().join(', ')}).`;
}

async function exportTo({ signal }: Context, store: EvidenceStore, { filter }: Wanted, file: string): Promise<Outcome> {
  const format = /\.(jsonl|csv)$/i.exec(file)?.[1]?.toLowerCase();
  if (format !== 'jsonl' && format !== 'csv') return stopped({ code: 'export-format', sentence: '--export takes a file that ends in .jsonl (one JSON event a line) or .csv (a table).' });
  const target = path.resolve(file);
  const saved = await store.export(filter, format, { file: target, replace: false }, signal);
  if (!saved.ok) return stopped(saved.failure);
  return { exit: 0, lines: [`${String(saved.value)} ${saved.value === 1 ? 'event' : 'events'} written to ${printable(target)}.`], data: { ok: true, file: target, format, events: saved.value } };
}

function print({ out }: Context, event: EvidenceEvent): void {
  if (out.json) out.row(event);
  else out.lines([row(event).map((cell, i) => cell.padEnd(lineWidths[i] ?? 0)).join('  ').trimEnd()]);
}

async function follow(context: Context, store: EvidenceStore, { filter, limit }: Wanted): Promise<Outcome> {
  const { out, signal } = context;
  const early: EvidenceEvent[] = [];
  let show = (event: EvidenceEvent): void => { early.push(event); };
  const end = await store.onArrival(filter, ({ events, more }) => {
    if (more > 0) out.aside(`${String(more)} more events came at the same time; see them with: silmaril events`);
    for (const event of [...events].reverse()) show(event);
  });
  const recent = await store.events(filter, null, limit);
  if (!recent.ok) return stopped(recent.failure);
  for (const event of [...recent.value].reverse()) print(context, event);
  // Stored between the two questions: answers to both.
  const printed = new Set(recent.value.map(({ id }) => id));
  for (const event of early) if (!printed.has(event.id)) print(context, event);
  show = (event) => { if (!printed.has(event.id)) print(context, event); };
  let problem: Failure['code'] | null = null;
  const endStatus = store.onStatus((status) => {
    if (status.problem && status.problem.code !== problem) out.aside(status.problem.sentence);
    problem = status.problem?.code ?? null;
  });
  store.start();
  if (!signal.aborted) await new Promise((resolve) => { signal.addEventListener('abort', resolve, { once: true }); });
  end();
  endStatus();
  return { exit: 0, lines: [], data: null };
}

async function followWithoutStore(context: Context, { filter, limit }: Wanted): Promise<Outcome> {
  const { machine, signal } = context;
  const followed = await followSpool(spoolFolder(machine.home), machine.owner.uid, spoolFilter(filter), { signal, recent: limit, onEvent: (event) => { print(context, event); } });
  return followed.ok ? { exit: 0, lines: [], data: null } : stopped(followed.failure);
}
