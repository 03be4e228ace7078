// What can be said of the installation from its files: the hook, its configuration, its Node.js, and for each
// settings file whether our entries are there, once each, and heard. Whether they fire only an event proves.
import { valueAt, valueOf, type JsoncDocument } from '../edit/jsonc-syntax.ts';
import { parseSettings, readSettings } from '../edit/settings-file.ts';
import { checkConfig } from '../engine/config-health.ts';
import type { Machine, Surface } from '../engine/harness-installer.ts';
import { overall, type HealthCheck, type HealthReport } from '../engine/health.ts';
import { liesIn } from '../engine/hook-files.ts';
import { checkOwned } from '../engine/owned-health.ts';
import { observe } from '../engine/read.ts';
import type { Receipt } from '../engine/receipt.ts';
import { LIMITS, lookAround } from './detect.ts';
import { EVENTS, layoutOf, type Layout } from './layout.ts';
import { managedBlockers } from './managed-settings.ts';
import { TRIED_VERSION } from './products.ts';
import { factsFrom } from './receipt-facts.ts';
import { DIALECT, groupOf, ourEntries } from './registration.ts';
import { droppedFor } from '../../hooks/claude-code/src/settings-validity.ts';

const REPAIR = 'silmaril repair claude-code';
const INSTALL = 'silmaril install claude-code';

type Status = HealthCheck['status'];
const check = (code: string, status: Status, subject: string, sentence: string, fix?: string): HealthCheck => ({ code, status, subject, sentence, ...(fix === undefined ? {} : { fix }) });
const report = (checks: readonly HealthCheck[]): HealthReport => ({ harness: 'claude-code', status: overall(checks), checks });

/**
 * Codes of this harness: `not-installed`, `receipt-missing`, `config*`, `entry`, `entry-missing`, `entry-duplicate`,
 * `entry-changed`, `hooks-off`, `settings-dropped`, `settings-invalid`, `settings-unreadable`, `managed-*`,
 * `harness-gone`, `surface-left-out`, `version`, `version-unknown`, `scope`; those of `checkOwned` come first.
 */
export async function healthOfClaudeCode(machine: Machine, receipt: Receipt | null): Promise<HealthReport> {
  const layout = layoutOf(machine.home);
  const look = await lookAround(machine, receipt);
  if (receipt === null) {
    const left = await leftovers(layout, look.surfaces);
    return report([
      left === null
        ? check('not-installed', 'unknown', '', 'Silmaril is not installed in Claude Code.', INSTALL)
        : check('receipt-missing', 'problem', left, 'Parts of Silmaril are there without a receipt, so they cannot be vouched for. Install again or uninstall.', INSTALL),
    ]);
  }
  const { skipSurfaces } = factsFrom(receipt);
  const checks: HealthCheck[] = [...(await ownedChecks(layout, receipt, machine)), checkConfig(layout.config, 'claude-code')];
  for (const blocker of await managedBlockers(machine)) checks.push(check(blocker.code, blocker.status, blocker.file, blocker.sentence));
  for (const surface of look.surfaces) checks.push(...(await surfaceChecks(surface, layout, skipSurfaces)));
  if (look.state === 'absent') checks.push(check('harness-gone', 'problem', '', 'Claude Code is no longer on this computer.', 'silmaril uninstall claude-code'));
  else if (look.version === null) checks.push(check('version-unknown', 'unknown', '', `The version of Claude Code could not be read; the hook was tried with ${TRIED_VERSION}.`));
  else checks.push(check('version', 'ok', '', `Claude Code ${look.version}; the hook was tried with ${TRIED_VERSION}.`));
  checks.push(check('scope', 'ok', '', LIMITS.join(' ')));
  return report(checks);
}

/** The first thing of ours that is there, or null. */
async function leftovers(layout: Layout, surfaces: readonly Surface[]): Promise<string | null> {
  for (const place of [layout.root, layout.config, layout.nodePath]) if ((await observe(place, 0)).state !== 'absent') return place;
  for (const { file: place } of surfaces) {
    const file = await readSettings(place);
    const document = file.ok ? parseSettings(file.value, DIALECT) : null;
    if (document?.ok && ourEntries(document.value).length > 0) return place;
  }
  return null;
}

/**
 * The hook, its launcher and Node.js, from the receipt. Left out: the configuration, which a person may edit (its own
 * check asks whether the hook accepts it), and folders that we share with Claude Code.
 */
async function ownedChecks(layout: Layout, receipt: Receipt, machine: Machine): Promise<readonly HealthCheck[]> {
  const owned = receipt.owned.filter((entry) => entry.path === layout.root || liesIn(entry.path, layout.root) || entry.path === layout.nodePath);
  return checkOwned({ ...receipt, owned }, machine);
}

async function surfaceChecks(surface: Surface, layout: Layout, skipped: readonly string[]): Promise<HealthCheck[]> {
  const { file: place } = surface;
  if (surface.skipped !== null) return [];
  if (skipped.includes(surface.id)) return [check('surface-left-out', 'ok', place, `The ${surface.label} were left out on purpose; sessions that read them are not protected.`, INSTALL)];
  const file = await readSettings(place);
  if (!file.ok) return [check('settings-unreadable', 'problem', place, file.failure.sentence)];
  const document = parseSettings(file.value, DIALECT);
  if (!document.ok) return [check('settings-invalid', 'problem', place, `Claude Code ignores this file, hooks included. ${document.failure.sentence}`)];
  const { root } = document.value;
  const checks: HealthCheck[] = [];
  const dropped = root === null ? null : droppedFor(valueOf(root));
  if (dropped !== null) checks.push(check('settings-dropped', 'problem', place, `Claude Code ignores the whole file, hooks included, because ${dropped}. Mend that value.`));
  if (valueAt(document.value, ['disableAllHooks']) === true) checks.push(check('hooks-off', 'problem', place, '"disableAllHooks" is true here: Claude Code runs no hooks.'));
  checks.push(...entryChecks(document.value, place, layout));
  return checks.length > 0 ? checks : [check('entry', 'ok', place, `Registered for ${String(EVENTS.length)} events in ${place}.`)];
}

function entryChecks(document: JsoncDocument, place: string, layout: Layout): HealthCheck[] {
  const entries = ourEntries(document);
  const checks: HealthCheck[] = [];
  const missing = EVENTS.filter((event) => !entries.some((entry) => entry.event === event));
  if (missing.length > 0) checks.push(check('entry-missing', 'problem', place, `The hook is not registered for ${missing.join(', ')}. Claude Code or another tool may have rewritten the file.`, REPAIR));
  const twice = EVENTS.filter((event) => entries.filter((entry) => entry.event === event).length > 1);
  if (twice.length > 0) checks.push(check('entry-duplicate', 'problem', place, `The hook is registered more than once for ${twice.join(', ')}.`, REPAIR));
  const changed = EVENTS.filter((event) => !twice.includes(event) && entries.some((entry) => entry.event === event && JSON.stringify(entry.group) !== JSON.stringify(groupOf(layout, event))));
  if (changed.length > 0) checks.push(check('entry-changed', 'problem', place, `The entry for ${changed.join(', ')} is not as it was written (command, timeout or matcher).`, REPAIR));
  const foreign = [...new Set(entries.map((entry) => entry.event).filter((event) => !(EVENTS as readonly string[]).includes(event)))];
  if (foreign.length > 0) checks.push(check('entry-duplicate', 'problem', place, `The hook is registered for events that it does not handle: ${foreign.join(', ')}.`, REPAIR));
  return checks;
}
