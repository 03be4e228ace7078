// ConfigChange: refuses a settings change that would switch this hook off, in block mode, unless our own
// installer is at work. Claude Code applies a changed settings file within seconds, so an agent that can write
// files could otherwise blind the firewall in mid-session.
import { closeSync, constants, fstatSync, openSync, readSync, readdirSync } from 'node:fs';
import { readPrivateFile, readBounded } from '../../core/private-file.ts';
import { supportFolder, type Mode } from '../../core/product.ts';
import { field } from '../../core/judge.ts';
import type { Payload } from '../../core/profile.ts';

/** Settings files are small; one above this is not read, and so not refused. */
const MAX_SETTINGS_BYTES = 4_194_304;
const MAX_RECEIPT_BYTES = 1_048_576;

/** Our entry's command names the launcher in the installed folder, quoted or not. */
const OUR_COMMAND = /\/\.claude\/silmaril-firewall\/scripts\/run-hook\.sh/;

/** Without any of these the firewall, or this very guard, is off. */
const NEEDED_EVENTS = ['UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'ConfigChange'];

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
  const ruleId = switchedOff(file, source === 'user_settings' || isUserSettings(file, home));
  if (ruleId === null || explainedByReceipt(home)) return null;
  const reason =
    'Silmaril Firewall refused a settings change that would switch its hooks off. To change its mode or to remove it, use the `silmaril mode` or `silmaril uninstall claude-code` command.';
  return { output: { decision: 'block', reason }, ruleId };
}

function isUserSettings(file: string, home: string): boolean {
  return file === `${home}/.claude/settings.json`;
}

/** The rule that the changed file breaks, or null. Only the user's own settings hold our entry. */
function switchedOff(file: string, userSettings: boolean): string | null {
  const text = readSettings(file);
  // Too large or unreadable: nothing can be said. A file that is gone, or does not parse, is dropped by Claude
  // Code with all its hooks; in a project's file that takes nothing of ours away.
  if (text === undefined) return null;
  const settings = text === null ? null : parse(text);
  if (settings?.['disableAllHooks'] === true) return 'settings-disable-all-hooks';
  if (!userSettings) return null;
  return settings && hasOurEntries(settings) ? null : 'settings-entry-removed';
}

/** null: no such file. undefined: not readable, or larger than the cap. A symlink into a dotfiles repository is followed. */
function readSettings(file: string): string | null | undefined {
  let descriptor: number;
  try {
    descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? null : undefined;
  }
  try {
    const stat = fstatSync(descriptor);
    return stat.isFile() ? readBounded(descriptor, MAX_SETTINGS_BYTES, stat.size)?.toString('utf8') : undefined;
  } catch {
    return undefined;
  } finally {
    closeSync(descriptor);
  }
}

function parse(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

function hasOurEntries(settings: Readonly<Record<string, unknown>>): boolean {
  const hooks = settings['hooks'];
  if (typeof hooks !== 'object' || hooks === null) return false;
  return NEEDED_EVENTS.every((event) => commandsOf((hooks as Record<string, unknown>)[event]).some((command) => OUR_COMMAND.test(command)));
}

/** `[{ matcher?, hooks: [{ command }] }]`; whatever has another form holds no command of ours. */
function commandsOf(groups: unknown): string[] {
  if (!Array.isArray(groups)) return [];
  return groups
    .flatMap((group: unknown) => (typeof group === 'object' && group !== null && 'hooks' in group && Array.isArray(group.hooks) ? (group.hooks as unknown[]) : []))
    .flatMap((hook) => (typeof hook === 'object' && hook !== null && 'command' in hook && typeof hook.command === 'string' ? [hook.command] : []));
}

/** Our installer says what it does before it does it: no receipt, one that is not `installed`, or an open journal. */
function explainedByReceipt(home: string): boolean {
  const support = supportFolder(home);
  const receipt = readPrivateFile(`${support}/Receipts/claude-code.json`, MAX_RECEIPT_BYTES);
  if (receipt.state !== 'read' || parse(receipt.text)?.['state'] !== 'installed') return true;
  return journals(`${support}/Journal`).some((file) => /"harness":"claude-code"/.test(beginning(file)));
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
