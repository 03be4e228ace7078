// One event in whole sentences. Every sentence is backed by a field of the event; what no field backs is said to be
// unknown.
import type { EventView } from '../../contract/evidence-views.ts';
import type { Formats } from '../words/formats.ts';
import type { Words } from '../words/words.ts';

export interface Description {
  readonly seen: readonly string[];
  readonly judged: readonly string[];
  readonly told: readonly string[];
  readonly notKnown: readonly string[];
}

export function describe(event: EventView, words: Words, formats: Formats): Description {
  const { events } = words;
  return {
    seen: [seenSentence(event, words), ...(event.risk === 'unknown' ? [] : [events.risk(events.risks[event.risk])])],
    judged: [verdict(event, words, formats), ...(event.rule === null || checkerOf(event.rule) !== null ? [] : [events.rule(event.rule)]), decided(event, words), ...timing(event, words, formats)],
    told: [
      events.told[event.nativeAction],
      ...(event.warnDelivery === 'unsupported' ? [events.warnUnsupported] : []),
      ...(event.blockUnavailable ? [events.blockUnavailable] : []),
    ],
    notKnown: [
      ...(event.hook === 'post_tool' || event.hook === 'tool_result' ? [events.toolHadRun] : []),
      event.truth === 'native_response_returned' ? events.returned : events.reported,
      events.notObserved,
      events.noContent,
    ],
  };
}

function seenSentence({ hook, host, tool }: EventView, { events, common }: Words): string {
  const name = common.hosts[host];
  switch (hook) {
    case 'pre_tool':
      return events.seen.pre_tool(name, tool);
    case 'post_tool':
    case 'tool_result':
      return events.seen.post_tool(name, tool);
    default:
      return events.seen[hook](name);
  }
}

function verdict({ prediction, score, threshold, source, decision, rule }: EventView, { events }: Words, formats: Formats): string {
  const { judged } = events;
  // A local rule decides without any classifier having been asked: there is a rule, but no prediction.
  if (source === 'local_policy') return decision === 'allow' ? judged.ruleLetPass : judged.ruleObjected;
  if (source === 'provider') return decision === 'allow' ? judged.checkerLetPass : judged.checkerObjected(checkerOf(rule));
  const who = events.who.classifier;
  const numbers = score !== null && threshold !== null ? ([formats.score(score), formats.score(threshold)] as const) : null;
  switch (prediction) {
    case 'malicious':
      return numbers ? judged.maliciousScore(who, ...numbers) : judged.malicious(who);
    case 'benign':
      return numbers ? judged.benignScore(who, ...numbers) : judged.benign(who);
    case 'unknown':
      return judged.unknown(who);
    case 'unavailable':
      return judged.unavailable;
  }
}

/** The name of the person's own checker, which stands where a rule's id would. */
function checkerOf(rule: string | null): string | null {
  return rule?.startsWith('provider:') === true ? rule.slice('provider:'.length) : null;
}

/** In block mode a warning needs its reason: a rule that asks the person, or a classifier that is not sure enough. */
function decided({ decision, mode, source }: EventView, { events }: Words): string {
  if (decision !== 'warn' || mode !== 'block') return events.decided[decision];
  return source === 'local_policy' || source === 'provider' ? events.askedInBlock : events.warnedInBlock;
}

function timing({ totalMs, classifyMs }: EventView, { events }: Words, formats: Formats): readonly string[] {
  if (totalMs === null) return [];
  return [classifyMs === null ? events.took(formats.ms(totalMs)) : events.tookOf(formats.ms(totalMs), formats.ms(classifyMs))];
}
