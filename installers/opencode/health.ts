// What can be said of the installation from its files: the hook, its configuration, its Node.js, and for each
// settings file whether our entries are there, once each, and heard. Whether they fire only an event proves.
import { valueOf, type JsoncDocument } from '../edit/jsonc-syntax.ts';
import { parseSettings, readSettings } from '../edit/settings-file.ts';
import { checkConfig } from '../engine/config-health.ts';
import type { Machine, Surface } from '../engine/harness-installer.ts';
import { overall, type HealthCheck, type HealthReport } from '../engine/health.ts';
import { liesIn } from '../engine/hook-files.ts';
import { checkOwned } from '../engine/owned-health.ts';
import { observe } from '../engine/read.ts';
import type { Receipt } from '../engine/receipt.ts';
import { LIMITS, lookAround } from './detect.ts';
import { copiesInAutoLoad } from './auto-load.ts';
import { layoutOf, PLUGIN_ID, type Layout, type Major } from './layout.ts';
import { managedFindings } from './managed-config.ts';
import { TRIED_VERSION } from './products.ts';
import { factsFrom } from './receipt-facts.ts';
import { DIALECT, disablesUs, isComplete, ourEntries } from './registration.ts';

const REPAIR = 'silmaril repair opencode';
const INSTALL = 'silmaril install opencode';

type Status = HealthCheck['status'];
const check = (code: string, status: Status, subject: string, sentence: string, fix?: string): HealthCheck => ({ code, status, subject, sentence, ...(fix === undefined ? {} : { fix }) });
const report = (checks: readonly HealthCheck[]): HealthReport => ({ harness: 'opencode', status: overall(checks), checks });

/**
 * Codes of this harness: `not-installed`, `receipt-missing`, `config*`, `entry`, `entry-missing`, `entry-duplicate`,
 * `entry-changed`, `plugin-disabled`, `loaded-twice`, `build-of-other-major`, `settings-invalid`, `settings-unreadable`,
 * `managed-*`, `harness-gone`, `surface-left-out`, `version`, `version-unknown`, `never-run`, `scope`; those of `checkOwned` come first.
 */
export async function healthOfOpenCode(machine: Machine, receipt: Receipt | null): Promise<HealthReport> {
  const layout = layoutOf(machine.home);
  const look = await lookAround(machine, receipt);
  if (receipt === null) {
    const left = await leftovers(layout, look.surfaces);
    return report([
      left === null
        ? check('not-installed', 'unknown', '', 'Silmaril is not installed in OpenCode.', INSTALL)
        : check('receipt-missing', 'problem', left, 'Parts of Silmaril are there without a receipt, so they cannot be vouched for. Install again or uninstall.', INSTALL),
    ]);
  }
  const { skipSurfaces, major } = factsFrom(receipt);
  const checks: HealthCheck[] = [...(await ownedChecks(layout, receipt, machine)), checkConfig(layout.config, 'opencode')];
  for (const blocker of await managedFindings(machine)) checks.push(check(blocker.code, blocker.status, blocker.file, blocker.sentence));
  for (const file of await copiesInAutoLoad(machine)) checks.push(check('loaded-twice', 'problem', file, `OpenCode loads ${file} by itself, beside the registration: each event is judged twice. Remove it.`));
  for (const surface of look.surfaces) checks.push(...(await surfaceChecks(surface, layout, look.major, skipSurfaces)));
  if (look.state === 'absent') checks.push(check('harness-gone', 'problem', '', 'OpenCode is no longer on this computer.', 'silmaril uninstall opencode'));
  else if (look.version === null) checks.push(check('version-unknown', 'unknown', '', `The version of OpenCode could not be read; the plugin was tried with ${TRIED_VERSION}.`));
  else checks.push(check('version', 'ok', '', `OpenCode ${look.version}; the plugin was tried with ${TRIED_VERSION}.`));
  if (look.major !== major) checks.push(check('build-of-other-major', 'problem', '', `OpenCode ${String(look.major)} is installed now, and the plugin is the one for version ${String(major)}, which it cannot load.`, REPAIR));
  if (look.major === 2) checks.push(check('never-run', 'unknown', '', 'The plugin for OpenCode 2 follows its published interface and was never run in it.'));
  if (look.otherMajor !== null) checks.push(check('other-major', 'unknown', '', `OpenCode ${String(look.otherMajor)} is installed, too; it takes other plugins and is not covered.`));
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
 * check asks whether the hook accepts it), and folders that we share with OpenCode.
 */
async function ownedChecks(layout: Layout, receipt: Receipt, machine: Machine): Promise<readonly HealthCheck[]> {
  const owned = receipt.owned.filter((entry) => entry.path === layout.root || liesIn(entry.path, layout.root) || entry.path === layout.nodePath);
  return checkOwned({ ...receipt, owned }, machine);
}

async function surfaceChecks(surface: Surface, layout: Layout, major: Major, skipped: readonly string[]): Promise<HealthCheck[]> {
  const { file: place } = surface;
  if (surface.skipped !== null) return [];
  if (skipped.includes(surface.id)) return [check('surface-left-out', 'ok', place, `The ${surface.label} was left out on purpose; sessions that read it are not protected.`, INSTALL)];
  const file = await readSettings(place);
  if (!file.ok) return [check('settings-unreadable', 'problem', place, file.failure.sentence)];
  const document = parseSettings(file.value, DIALECT);
  if (!document.ok) return [check('settings-invalid', 'problem', place, `OpenCode does not start with this file. ${document.failure.sentence}`)];
  const checks: HealthCheck[] = [];
  if (document.value.root !== null && disablesUs(valueOf(document.value.root))) checks.push(check('plugin-disabled', 'problem', place, `"-${PLUGIN_ID}" here switches the plugin off.`));
  checks.push(...entryChecks(document.value, place, layout, major));
  return checks.length > 0 ? checks : [check('entry', 'ok', place, `Registered in ${place}.`)];
}

function entryChecks(document: JsoncDocument, place: string, layout: Layout, major: Major): HealthCheck[] {
  const entries = ourEntries(document);
  if (entries.length === 0) return [check('entry-missing', 'problem', place, 'The plugin is not registered. OpenCode or another tool may have rewritten the file.', REPAIR)];
  if (entries.length > 1) return [check('entry-duplicate', 'problem', place, 'The plugin is registered more than once.', REPAIR)];
  return isComplete(document, layout, major) ? [] : [check('entry-changed', 'problem', place, 'The entry is not as it was written, or is that of another version of OpenCode.', REPAIR)];
}
