// Our entries in Claude Code's settings: `hooks.<Event>[]`, one group of ours per event. Which ones are ours,
// putting them in and taking them out.
import { removeMatching, upsertItem, type Edit, type EditOptions, type IsOurs } from '../edit/jsonc.ts';
import { parseJsonc, STRICT_JSON, valueAt, type JsoncDocument, type JsoncResult } from '../edit/jsonc-syntax.ts';
import { mergeUndo, NO_UNDO, type Undo } from '../edit/jsonc-undo.ts';
import { EVENTS, type ClaudeEvent, type Layout } from './layout.ts';

/** Claude Code reads its settings as plain JSON: with a comment or a trailing comma it drops the whole file (seen, 2.1.332). */
export const DIALECT = STRICT_JSON;
const OPTIONS: EditOptions = { dialect: DIALECT, unit: '  ' };

/** What a receipt calls our entries. */
export const ENTRY_KIND = 'settings-hooks';
/** Stands in every entry of ours. */
export const ENTRY_MARK = '.claude/silmaril-firewall/scripts/run-hook.sh';

/** Seconds. Longer than the hook's own deadlines, far below Claude Code's default of 600. */
export const TIMEOUT = 12;

/** One word for /bin/sh, whatever the home is called. */
const shellQuoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

export function commandOf(layout: Layout, event: ClaudeEvent): string {
  return `${shellQuoted(layout.launcher)} ${event}`;
}

/** No matcher: every tool. No `onFailure: "block"`: a broken hook never breaks the agent. */
export function groupOf(layout: Layout, event: ClaudeEvent): object {
  return { hooks: [{ type: 'command', command: commandOf(layout, event), timeout: TIMEOUT }] };
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The launcher in any form that was ever written, of any home: quoted in any way or not, with the event as an argument or not. */
const OUR_COMMAND = /(?:^|[\\/'"~ ])\.claude\/silmaril-firewall\/scripts\/run-hook\.sh(?:$|['"\s])/;

export const isOurHook = (hook: unknown): boolean => isRecord(hook) && typeof hook['command'] === 'string' && OUR_COMMAND.test(hook['command']);

const hooksOf = (group: unknown): readonly unknown[] => (isRecord(group) && Array.isArray(group['hooks']) ? (group['hooks'] as unknown[]) : []);

/** A group that holds nothing but ours; also a hook of ours that stands where a group belongs. */
const isOurGroup: IsOurs = (_key, group) => isOurHook(group) || (hooksOf(group).length > 0 && hooksOf(group).every(isOurHook));

export interface OurEntry {
  readonly event: string;
  readonly group: unknown;
  readonly hook: Readonly<Record<string, unknown>>;
}

/** All our hooks in a settings file, in any event, alone in their group or not. */
export function ourEntries(document: JsoncDocument): OurEntry[] {
  const hooks = valueAt(document, ['hooks']);
  if (!isRecord(hooks)) return [];
  return Object.entries(hooks).flatMap(([event, groups]) =>
    (Array.isArray(groups) ? (groups as unknown[]) : []).flatMap((group) => [group, ...hooksOf(group)].filter((hook): hook is Record<string, unknown> => isOurHook(hook)).map((hook) => ({ event, group, hook }))),
  );
}

/** Whether the entries are exactly what an install writes. */
export function isComplete(document: JsoncDocument, layout: Layout): boolean {
  const entries = ourEntries(document);
  return entries.length === EVENTS.length && EVENTS.every((event) => entries.some((entry) => entry.event === event && JSON.stringify(entry.group) === JSON.stringify(groupOf(layout, event))));
}

/** Leaves exactly one group of ours per event: ours inside other people's groups, and in other events, go. */
export function register(text: string, layout: Layout): JsoncResult<Edit> {
  const cleaned = strip(text, (event) => !(EVENTS as readonly string[]).includes(event), NO_UNDO);
  if (!cleaned.ok) return cleaned;
  let current = cleaned.value.text;
  let undo: Undo = NO_UNDO;
  for (const event of EVENTS) {
    const edited = upsertItem(current, ['hooks', event], isOurGroup, groupOf(layout, event), OPTIONS);
    if (!edited.ok) return edited;
    current = edited.value.text;
    undo = mergeUndo(undo, edited.value.undo);
  }
  return { ok: true, value: { text: current, changed: current !== text, undo } };
}

/** Takes every entry of ours out, and what was made to hold it. */
export function unregister(text: string, undo: Undo): JsoncResult<Edit> {
  return strip(text, () => true, undo);
}

/** Takes our hooks out of mixed groups everywhere, and whole groups of ours out of the events that `wholly` names. */
function strip(text: string, wholly: (event: string) => boolean, undo: Undo): JsoncResult<Edit> {
  let current = text;
  const parsed = parseJsonc(text, DIALECT);
  if (!parsed.ok) return parsed;
  const hooks = valueAt(parsed.value, ['hooks']);
  const events = isRecord(hooks) ? Object.keys(hooks) : [];
  for (const event of events) {
    const groups = (hooks as Record<string, unknown>)[event];
    if (!Array.isArray(groups)) continue;
    for (const [index, group] of groups.entries()) {
      if (isOurGroup(null, group) || !hooksOf(group).some(isOurHook)) continue;
      const edited = removeMatching(current, ['hooks', event, index, 'hooks'], (_key, hook) => isOurHook(hook), NO_UNDO, OPTIONS);
      if (!edited.ok) return edited;
      current = edited.value.text;
    }
    if (!wholly(event)) continue;
    const edited = removeMatching(current, ['hooks', event], isOurGroup, undo, OPTIONS);
    if (!edited.ok) return edited;
    current = edited.value.text;
  }
  // Events whose array we made and the person emptied in between.
  for (const event of EVENTS) {
    if (!wholly(event) || events.includes(event)) continue;
    const edited = removeMatching(current, ['hooks', event], isOurGroup, undo, OPTIONS);
    if (!edited.ok) return edited;
    current = edited.value.text;
  }
  return { ok: true, value: { text: current, changed: current !== text, undo: NO_UNDO } };
}
