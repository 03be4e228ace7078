// What the menu bar shows, as data. Which state it is and what it looks like are two things: the
// appearance is chosen from the state last, and by shape, since colour alone says nothing to many people.
import type { HarnessView, Mode } from '../contract/harness-views.ts';
import type { EventView } from '../contract/evidence-views.ts';
import type { PauseLength, ProtectionState } from '../contract/protection-views.ts';
import type { Overall } from './protection-state.ts';
import { wordsIn, type Language } from './words.ts';

export type TrayAction =
  | { readonly kind: 'set-mode'; readonly mode: Mode }
  | { readonly kind: 'pause'; readonly length: PauseLength }
  | { readonly kind: 'resume' }
  | { readonly kind: 'show-harness' }
  | { readonly kind: 'show-event'; readonly id: string }
  | { readonly kind: 'open-timeline' }
  | { readonly kind: 'repair' }
  | { readonly kind: 'settings' }
  | { readonly kind: 'quit' };

/** `id` is stable over time: the same item at another moment has the same one. */
export type TrayItem =
  | { readonly id: string; readonly type: 'text'; readonly label: string }
  | { readonly id: string; readonly type: 'separator' }
  | { readonly id: string; readonly type: 'action'; readonly label: string; readonly enabled: boolean; readonly action: TrayAction }
  | { readonly id: string; readonly type: 'radio'; readonly label: string; readonly enabled: boolean; readonly checked: boolean; readonly action: TrayAction }
  | { readonly id: string; readonly type: 'menu'; readonly label: string; readonly enabled: boolean; readonly items: readonly TrayItem[] };

export interface TrayModel {
  readonly state: ProtectionState;
  readonly toolTip: string;
  readonly items: readonly TrayItem[];
}

export interface TrayFacts {
  readonly overall: Overall;
  readonly harnesses: readonly Pick<HarnessView, 'id' | 'label' | 'state' | 'installed' | 'mode'>[];
  readonly lastEvent: Pick<EventView, 'id' | 'at' | 'hook' | 'decision' | 'host'> | null;
  /** The label of the harness that the last event came from. */
  readonly lastEventFrom: string;
  readonly pausedUntil: number | null;
  readonly now: number;
  readonly language: Language;
  /** BCP 47, for times. */
  readonly locale: string;
}

const modes: readonly Mode[] = ['shadow', 'warn', 'block'];
const lengths: readonly PauseLength[] = ['15-minutes', '1-hour', 'tomorrow'];

export function trayModel(facts: TrayFacts): TrayModel {
  const { overall, pausedUntil, now, language, locale } = facts;
  const words = wordsIn(language);
  const clock = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit' });
  const sentence = words.sentence(overall.state, overall.why, overall.mode, pausedUntil === null ? '' : clock.format(pausedUntil));
  const any = facts.harnesses.some((harness) => harness.installed);
  const shown = facts.harnesses.filter((harness) => harness.state !== 'absent');
  const action = (id: string, label: string, what: TrayAction, enabled = true): TrayItem => ({ id, type: 'action', label, enabled, action: what });
  const separator = (id: string): TrayItem => ({ id, type: 'separator' });
  const pauseItem: TrayItem =
    pausedUntil === null
      ? { id: 'pause', type: 'menu', label: words.pause, enabled: any && overall.mode !== 'shadow', items: lengths.map((length) => action(`pause:${length}`, words.pauseLengths[length], { kind: 'pause', length })) }
      : action('resume', words.resume(timeLeft(pausedUntil - now, language)), { kind: 'resume' });
  const items: TrayItem[] = [
    { id: 'state', type: 'text', label: sentence },
    separator('after-state'),
    ...modes.map((mode): TrayItem => ({ id: `mode:${mode}`, type: 'radio', label: words.modes[mode], enabled: any, checked: pausedUntil === null && overall.mode === mode, action: { kind: 'set-mode', mode } })),
    pauseItem,
    separator('after-mode'),
    ...shown.map((harness) => action(`harness:${harness.id}`, `${harness.label}: ${words.harnessStates[harness.state]}`, { kind: 'show-harness' })),
    ...(shown.length > 0 ? [separator('after-harnesses')] : []),
    facts.lastEvent === null
      ? { id: 'last-event', type: 'text', label: words.noEvent }
      : action('last-event', words.lastEvent(`${words.hooks[facts.lastEvent.hook]}, ${words.decisions[facts.lastEvent.decision]}`, facts.lastEventFrom, clock.format(Date.parse(facts.lastEvent.at))), { kind: 'show-event', id: facts.lastEvent.id }),
    action('timeline', words.openTimeline, { kind: 'open-timeline' }),
    ...(overall.state === 'degraded' ? [action('repair', words.repair, { kind: 'repair' })] : []),
    separator('before-settings'),
    action('settings', words.settings, { kind: 'settings' }),
    action('quit', words.quit, { kind: 'quit' }),
  ];
  return { state: overall.state, toolTip: `Silmaril: ${words.states[overall.state]}. ${sentence}`, items };
}

/** Rounded up: `0 min left` would be a lie for a minute. */
export function timeLeft(ms: number, language: Language): string {
  const minutes = Math.max(1, Math.ceil(ms / 60_000));
  const words = wordsIn(language);
  return minutes < 60 ? words.minutes(minutes) : words.hours(Math.floor(minutes / 60), minutes % 60);
}

export type MenuUpdate =
  | { readonly kind: 'nothing' }
  /** Only what a menu can change in place without jumping under the pointer. */
  | { readonly kind: 'patch'; readonly changes: readonly { readonly id: string; readonly enabled: boolean; readonly checked: boolean }[] }
  | { readonly kind: 'rebuild' };

/** The least that turns the shown menu into the wanted one. */
export function menuUpdate(shown: readonly TrayItem[] | null, wanted: readonly TrayItem[]): MenuUpdate {
  if (shown === null) return { kind: 'rebuild' };
  const before = flat(shown);
  const after = flat(wanted);
  if (before.length !== after.length) return { kind: 'rebuild' };
  const changes: { id: string; enabled: boolean; checked: boolean }[] = [];
  for (const [index, item] of after.entries()) {
    const old = before[index];
    if (!old || JSON.stringify(fixed(old)) !== JSON.stringify(fixed(item))) return { kind: 'rebuild' };
    const [was, is] = [movable(old), movable(item)];
    if (was.enabled !== is.enabled || was.checked !== is.checked) changes.push({ id: item.id, ...is });
  }
  return changes.length === 0 ? { kind: 'nothing' } : { kind: 'patch', changes };
}

function flat(items: readonly TrayItem[]): readonly TrayItem[] {
  return items.flatMap((item) => (item.type === 'menu' ? [item, ...flat(item.items), { id: `${item.id}:end`, type: 'separator' as const }] : [item]));
}

const movable = (item: TrayItem) => ({ enabled: 'enabled' in item ? item.enabled : true, checked: 'checked' in item && item.checked });

/** What of an item a native menu cannot change in place. */
function fixed(item: TrayItem): unknown {
  return { id: item.id, type: item.type, label: 'label' in item ? item.label : '', action: 'action' in item ? item.action : null };
}
