// ConfigChange: refuses a settings change that would switch this hook off, in block mode, unless our own
// installer is at work. Claude Code applies a changed settings file within seconds, so an agent that can write
// files could otherwise blind the firewall in mid-session.
import { closeSync, constants, fstatSync, openSync, readSync, readdirSync } from 'node:fs';
import { readPrivateFile, readBounded } from '../../core/private-file.ts';
import { supportFolder, type Mode } from '../../core/product.ts';
import { field } from '../../core/judge.ts';
import type { Payload } from '../../core/profile.ts';
import { droppedFor } from './settings-validity.ts';

/** Settings files are small; one above this cannot be checked, so in block mode it is refused. */
const MAX_SETTINGS_BYTES = 4_194_304;
const MAX_RECEIPT_BYTES = 1_048_576;

/** Without any of these the firewall, or this very guard, is off. */
const NEEDED_EVENTS = ['UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'ConfigChange'];

/** Seconds, as the installer writes it: under a shorter one Claude Code gives up before the hook may answer. */
const MIN_TIMEOUT = 12;

export interface Refusal {
  readonly output: object;
  readonly ruleId: string;
}

/**
 * @param mode the configured mode; only `block` refuses
 * @returns null when the change may be applied. Managed settings are the administrator's and never refused.
 */
export function judgeSettingsChange(payload: Payload, home: string, mode: Mode | null): Refusal | null {
  if (mode !== 'block') return null;
  const source = field(payload, 'source');
  const file = field(payload, 'file_path');
  if (file === null || source === 'policy_settings' || source === 'skills') return null;
  const receipt = ownReceipt(home);
  if (receipt === null || changing(home)) return null;
  const ruleId = switchedOff(file, home, source === 'user_settings' || isUserSettings(file, home, receipt));
  if (ruleId === null) return null;
  const reason =
    'Silmaril Firewall refused a settings change that would switch its hooks off. To change its mode or to remove it, use the `silmaril mode` or `silmaril uninstall claude-code` command.';
  return { output: { decision: 'block', reason }, ruleId };
}

/** Also the file of a CLAUDE_CONFIG_DIR: the receipt names every file that holds our entries. */
function isUserSettings(file: string, home: string, receipt: Fields): boolean {
  if (file === `${home}/.claude/settings.json`) return true;
  const edited: unknown = receipt['edited'];
  return Array.isArray(edited) && edited.some((entry: unknown) => isFields(entry) && (entry['path'] === file || entry['target'] === file));
}

/** The rule that the changed file breaks, or null. Only the user's own settings hold our entry. */
function switchedOff(file: string, home: string, userSettings: boolean): string | null {
  const text = readSettings(file);
  // Not ours to read: nothing can be said. A file that is gone, or does not parse, is dropped by Claude
  // Code with all its hooks; in a project's file that takes nothing of ours away.
  if (text === 'unreadable') return null;
  if (text === 'too-large') return 'settings-too-large';
  const settings = text === null ? null : parse(text.text);
  if (settings?.['disableAllHooks'] === true) return 'settings-disable-all-hooks';
  if (!userSettings) return null;
  if (settings === null || !hasOurEntries(settings, home)) return 'settings-entry-removed';
  return droppedFor(settings) === null ? null : 'settings-dropped';
}

/** null: no such file. A symlink into a dotfiles repository is followed. */
function readSettings(file: string): { readonly text: string } | null | 'too-large' | 'unreadable' {
  let descriptor: number;
  try {
    descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? null : 'unreadable';
  }
  try {
    const stat = fstatSync(descriptor);
    if (!stat.isFile()) return 'unreadable';
    const bytes = readBounded(descriptor, MAX_SETTINGS_BYTES, stat.size);
    return bytes ? { text: bytes.toString('utf8') } : 'too-large';
  } catch {
    return 'unreadable';
  } finally {
    closeSync(descriptor);
  }
}

type Fields = Readonly<Record<string, unknown>>;

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parse(text: string): Fields | null {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    return isFields(value) ? value : null;
  } catch {
    return null;
  }
}

function hasOurEntries(settings: Fields, home: string): boolean {
  const hooks = settings['hooks'];
  return isFields(hooks) && NEEDED_EVENTS.every((event) => groupsOf(hooks[event]).some((group) => holdsOurs(group, commandsFor(home, event))));
}

function groupsOf(groups: unknown): readonly Fields[] {
  return Array.isArray(groups) ? groups.filter(isFields) : [];
}

/**
 * Whether Claude Code would call our launcher for every tool because of this group. What an entry may say beyond
 * that is taken as a way to blind it: a matcher for no tool, `if`, `async`, `once`, another `type`, a short timeout.
 */
function holdsOurs(group: Fields, commands: readonly string[]): boolean {
  const { matcher, hooks, ...rest } = group;
  if (Object.keys(rest).length > 0 || !(matcher === undefined || matcher === '' || matcher === '*') || !Array.isArray(hooks)) return false;
  return hooks.filter(isFields).some((hook) => {
    const { type, command, timeout, ...more } = hook;
    return Object.keys(more).length === 0 && type === 'command' && commands.includes(command as string) && (timeout === undefined || (typeof timeout === 'number' && timeout >= MIN_TIMEOUT));
  });
}

/** The command as the installer writes it, and in double quotes or bare where that means the same to a shell. */
function commandsFor(home: string, event: string): readonly string[] {
  const launcher = `${home}/.claude/silmaril-firewall/scripts/run-hook.sh`;
  const single = `'${launcher.replaceAll("'", "'\\''")}' ${event}`;
  return /^[\w/.@+ -]+$/.test(launcher) ? [single, `"${launcher}" ${event}`, ...(launcher.includes(' ') ? [] : [`${launcher} ${event}`])] : [single];
}

/** Null when our installer explains the change: there is no receipt, or one that is not `installed` any more. */
function ownReceipt(home: string): Fields | null {
  const file = readPrivateFile(`${supportFolder(home)}/Receipts/claude-code.json`, MAX_RECEIPT_BYTES);
  const receipt = file.state === 'read' ? parse(file.text) : null;
  return receipt?.['state'] === 'installed' ? receipt : null;
}

/** Whether our installer is at work: it says in its journal what it does before it does it. */
function changing(home: string): boolean {
  return journals(`${supportFolder(home)}/Journal`).some((file) => /"harness":"claude-code"/.test(beginning(file)));
}

function journals(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith('.jsonl')).map((name) => `${folder}/${name}`);
  } catch {
    return [];
  }
}

/** A journal's first line names its harness before anything long. */
function beginning(file: string): string {
  try {
    const descriptor = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const bytes = Buffer.alloc(512);
      return bytes.toString('latin1', 0, readSync(descriptor, bytes));
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return '';
  }
}
