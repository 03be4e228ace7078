// What main itself says: in the menu bar, in notifications and dialogues. The window has its own table.
import type { HarnessState } from '../core/status.ts';
import type { Mode } from '../../installers/engine/harness-installer.ts';
import type { PauseLength, ProtectionState } from '../contract/protection-views.ts';
import type { Why } from './protection-state.ts';

export type Language = 'en' | 'de';

export interface Words {
  readonly modes: Readonly<Record<Mode, string>>;
  /** One word for each state, in the tool tip. */
  readonly states: Readonly<Record<ProtectionState, string>>;
  readonly harnessStates: Readonly<Record<HarnessState, string>>;
  readonly pauseLengths: Readonly<Record<PauseLength, string>>;
  /** The state as a sentence. `until` is a formatted time. */
  sentence(state: ProtectionState, why: Why, mode: Mode | null, until: string): string;
  readonly decisions: Readonly<Record<'allow' | 'monitor' | 'warn' | 'block' | 'unavailable', string>>;
  readonly hooks: Readonly<Record<'user_input' | 'pre_tool' | 'post_tool' | 'tool_result' | 'llm_output' | 'subagent' | 'unknown', string>>;
  readonly mode: string;
  readonly pause: string;
  resume(left: string): string;
  minutes(count: number): string;
  hours(hours: number, minutes: number): string;
  readonly noEvent: string;
  lastEvent(what: string, harness: string, when: string): string;
  readonly openTimeline: string;
  readonly repair: string;
  readonly settings: string;
  readonly quit: string;
  readonly open: string;
  readonly edit: { readonly menu: string; readonly window: string; readonly close: string };
  blocked(harness: string, count: number): { readonly title: string; readonly body: string };
  degraded(harness: string, reason: string): { readonly title: string; readonly body: string };
  readonly testNotification: { readonly title: string; readonly body: string };
  readonly saveEvidence: string;
}

const list = (language: Language, labels: readonly string[]) => new Intl.ListFormat(language, { type: 'conjunction' }).format(labels);

const en: Words = {
  modes: { shadow: 'Shadow: watch only', warn: 'Warn', block: 'Block' },
  states: { off: 'off', shadow: 'shadow', warn: 'warn', block: 'block', paused: 'paused', degraded: 'degraded', attention: 'needs attention' },
  harnessStates: { absent: 'not found', 'not-installed': 'not installed', unproven: 'not seen running yet', working: 'working', degraded: 'degraded', unknown: 'unknown' },
  pauseLengths: { '15-minutes': 'For 15 minutes', '1-hour': 'For 1 hour', tomorrow: 'Until tomorrow' },
  sentence: (state, why, mode, until) => {
    switch (why.kind) {
      case 'nothing-installed':
        return 'Off: Silmaril is in no harness';
      case 'degraded':
        return `Degraded: ${list('en', why.labels)} ${why.labels.length === 1 ? 'lets' : 'let'} events pass unjudged`;
      case 'paused':
        return `Paused until ${until}: watching only`;
      case 'unknown':
        return `Unknown: what ${list('en', why.labels)} does cannot be told`;
      case 'mixed':
        return 'Harnesses are in different modes';
      case 'unproven':
        return `Set to ${mode ?? 'an unknown mode'}, but not seen running yet in ${list('en', why.labels)}`;
      case 'works':
        return { shadow: 'Shadow: watching, nothing is interfered with', warn: 'Warning about malicious content', block: 'Blocking malicious content' }[state as Mode];
    }
  },
  decisions: { allow: 'no objection', monitor: 'malicious, only watched', warn: 'warned', block: 'refused', unavailable: 'not judged' },
  hooks: { user_input: 'prompt', pre_tool: 'tool call', post_tool: 'tool result', tool_result: 'tool result', llm_output: 'model output', subagent: 'subagent', unknown: 'event' },
  mode: 'Mode',
  pause: 'Pause',
  resume: (left) => `End the pause (${left} left)`,
  minutes: (count) => `${String(count)} min`,
  hours: (hours, minutes) => `${String(hours)} h ${String(minutes)} min`,
  noEvent: 'No event seen yet',
  lastEvent: (what, harness, when) => `Last: ${what}, ${harness}, ${when}`,
  openTimeline: 'Open Timeline',
  repair: 'Repair …',
  settings: 'Settings …',
  quit: 'Quit Silmaril',
  open: 'Open Silmaril',
  edit: { menu: 'Edit', window: 'Window', close: 'Close Window' },
  blocked: (harness, count) =>
    count === 1
      ? { title: `${harness}: refused`, body: 'The hook answered that malicious content must not pass. Click to see the event.' }
      : { title: `${harness}: ${String(count)} events refused`, body: 'The hook answered that malicious content must not pass. Click to see the newest.' },
  degraded: (harness, reason) => ({ title: `${harness} is not protected`, body: reason }),
  testNotification: { title: 'Silmaril', body: 'Notifications reach you.' },
  saveEvidence: 'Export events',
};

const de: Words = {
  modes: { shadow: 'Schatten: nur beobachten', warn: 'Warnen', block: 'Blockieren' },
  states: { off: 'aus', shadow: 'Schatten', warn: 'warnt', block: 'blockiert', paused: 'pausiert', degraded: 'beeinträchtigt', attention: 'braucht Aufmerksamkeit' },
  harnessStates: { absent: 'nicht gefunden', 'not-installed': 'nicht installiert', unproven: 'noch nicht in Betrieb gesehen', working: 'arbeitet', degraded: 'beeinträchtigt', unknown: 'unbekannt' },
  pauseLengths: { '15-minutes': '15 Minuten', '1-hour': '1 Stunde', tomorrow: 'Bis morgen' },
  sentence: (state, why, mode, until) => {
    switch (why.kind) {
      case 'nothing-installed':
        return 'Aus: Silmaril ist in keiner Umgebung installiert';
      case 'degraded':
        return `Beeinträchtigt: ${list('de', why.labels)} ${why.labels.length === 1 ? 'lässt' : 'lassen'} Ereignisse ungeprüft durch`;
      case 'paused':
        return `Pausiert bis ${until}: nur beobachten`;
      case 'unknown':
        return `Unbekannt: was ${list('de', why.labels)} tut, lässt sich nicht sagen`;
      case 'mixed':
        return 'Die Umgebungen sind in verschiedenen Modi';
      case 'unproven':
        return `Eingestellt: ${mode === null ? 'unbekannter Modus' : de.modes[mode]}; noch nicht in Betrieb gesehen: ${list('de', why.labels)}`;
      case 'works':
        return { shadow: 'Schatten: beobachtet, greift nicht ein', warn: 'Warnt vor schädlichem Inhalt', block: 'Blockiert schädlichen Inhalt' }[state as Mode];
    }
  },
  decisions: { allow: 'kein Einwand', monitor: 'schädlich, nur beobachtet', warn: 'gewarnt', block: 'abgelehnt', unavailable: 'nicht geprüft' },
  hooks: { user_input: 'Eingabe', pre_tool: 'Werkzeugaufruf', post_tool: 'Werkzeugergebnis', tool_result: 'Werkzeugergebnis', llm_output: 'Modellausgabe', subagent: 'Unteragent', unknown: 'Ereignis' },
  mode: 'Modus',
  pause: 'Pausieren',
  resume: (left) => `Pause beenden (noch ${left})`,
  minutes: (count) => `${String(count)} Min.`,
  hours: (hours, minutes) => `${String(hours)} Std. ${String(minutes)} Min.`,
  noEvent: 'Noch kein Ereignis gesehen',
  lastEvent: (what, harness, when) => `Zuletzt: ${what}, ${harness}, ${when}`,
  openTimeline: 'Zeitachse öffnen',
  repair: 'Reparieren …',
  settings: 'Einstellungen …',
  quit: 'Silmaril beenden',
  open: 'Silmaril öffnen',
  edit: { menu: 'Bearbeiten', window: 'Fenster', close: 'Fenster schließen' },
  blocked: (harness, count) =>
    count === 1
      ? { title: `${harness}: abgelehnt`, body: 'Der Hook hat geantwortet, dass schädlicher Inhalt nicht durchgehen darf. Klicken zeigt das Ereignis.' }
      : { title: `${harness}: ${String(count)} Ereignisse abgelehnt`, body: 'Der Hook hat geantwortet, dass schädlicher Inhalt nicht durchgehen darf. Klicken zeigt das neueste.' },
  degraded: (harness, reason) => ({ title: `${harness} ist nicht geschützt`, body: reason }),
  testNotification: { title: 'Silmaril', body: 'Mitteilungen kommen bei Ihnen an.' },
  saveEvidence: 'Ereignisse exportieren',
};

const tables: Readonly<Record<Language, Words>> = { en, de };

/** @param setting `system` follows the system's language @param system BCP 47 */
export function languageOf(setting: 'system' | Language, system: string): Language {
  if (setting !== 'system') return setting;
  return /^de\b/i.test(system) ? 'de' : 'en';
}

/** The first of the system's languages that can be one at all (LANG=C names none), BCP 47. */
export function usableLocale(candidates: readonly string[]): string {
  for (const candidate of candidates) {
    try {
      if (Intl.DateTimeFormat.supportedLocalesOf(candidate).length > 0) return candidate;
    } catch {
      // Not a language tag.
    }
  }
  return 'en-GB';
}

export function wordsIn(language: Language): Words {
  return tables[language];
}
