// What can be said of the installation from its files: the plugin, its configuration, its Node.js, and for each
// profile whether the entry is there, once, and on. Whether it fires is not said here; only an event proves that.
import path from 'node:path';
import { readConfigFile } from '../../hooks/core/config.ts';
import type { JsoncDocument } from '../edit/jsonc-syntax.ts';
import { JSONC, valueAt } from '../edit/jsonc-syntax.ts';
import type { HealthCheck, HealthReport } from '../engine/health.ts';
import { overall } from '../engine/health.ts';
import type { Machine } from '../engine/harness-installer.ts';
import { checkOwned } from '../engine/owned-health.ts';
import { observe } from '../engine/read.ts';
import type { Receipt } from '../engine/receipt.ts';
import type { Spot } from './detect.ts';
import { LIMITS, lookAround } from './detect.ts';
import type { FoundProduct } from './find-product.ts';
import type { Layout } from './layout.ts';
import { layoutOf } from './layout.ts';
import { readsOldKey, readsRootHooks, tooOld } from './product-version.ts';
import { factsFrom } from './receipt-facts.ts';
import { neededKeys, ourLocations } from './registration.ts';
import { parseSettings, readSettings } from '../edit/settings-file.ts';

const REPAIR = 'silmaril repair vscode';
const INSTALL = 'silmaril install vscode';

type Status = HealthCheck['status'];
const check = (code: string, status: Status, subject: string, sentence: string, fix?: string): HealthCheck => ({ code, status, subject, sentence, ...(fix === undefined ? {} : { fix }) });

export async function healthOfVscode(machine: Machine, receipt: Receipt | null): Promise<HealthReport> {
  const layout = layoutOf(machine.home);
  const facts = factsFrom(receipt);
  const look = await lookAround(machine, facts.userDataDirs);
  const checks: HealthCheck[] = [];
  if (receipt === null) {
    const left = await leftovers(layout, look.spots);
    checks.push(
      left === null
        ? check('not-installed', 'unknown', '', 'Silmaril is not installed in VS Code.', INSTALL)
        : check('receipt-missing', 'problem', left, 'Parts of Silmaril are there without a receipt, so they cannot be vouched for. Install again or uninstall.', INSTALL),
    );
    return report(checks);
  }
  checks.push(...(await ownedChecks(layout, receipt, machine)), configCheck(layout));
  checks.push(...versionChecks(look.products));
  for (const problem of look.problems) checks.push(check(problem.code, 'unknown', problem.path ?? '', problem.sentence));
  for (const spot of look.spots) checks.push(...(await spotChecks(spot, layout, facts.skipSurfaces)));
  if (!look.spots.some((spot) => spot.skipped === null)) checks.push(check('harness-gone', 'problem', '', 'No VS Code profile is left that could run the plugin.', 'silmaril uninstall vscode'));
  checks.push(check('scope', 'ok', '', LIMITS.join(' ')));
  return report(checks);
}

const report = (checks: readonly HealthCheck[]): HealthReport => ({ harness: 'vscode', status: overall(checks), checks });

/** The first thing of ours that is there, or null. */
async function leftovers(layout: Layout, spots: readonly Spot[]): Promise<string | null> {
  for (const place of [layout.plugin, layout.config, layout.nodePath]) if ((await observe(place, 0)).state !== 'absent') return place;
  for (const spot of spots) {
    const file = await readSettings(spot.file);
    const document = file.ok ? parseSettings(file.value, JSONC) : null;
    if (document?.ok && ourLocations(document.value).length > 0) return spot.file;
  }
  return null;
}

/**
 * The plugin, its launcher and Node.js, from the receipt. Left out: the configuration, which a person may edit (its own
 * check asks whether the hook accepts it), and folders that we share with VS Code.
 */
async function ownedChecks(layout: Layout, receipt: Receipt, machine: Machine): Promise<readonly HealthCheck[]> {
  const owned = receipt.owned.filter((entry) => entry.path === layout.plugin || entry.path.startsWith(layout.plugin + path.sep) || entry.path === layout.nodePath);
  return checkOwned({ ...receipt, owned }, machine);
}

/** Asks the very reader that the hook uses. */
function configCheck(layout: Layout): HealthCheck {
  const read = readConfigFile(layout.config);
  if (read.state === 'missing') return check('config-missing', 'problem', layout.config, 'The configuration file is gone, so the hook does nothing.', INSTALL);
  if (read.state === 'invalid') return check(read.reason, 'problem', layout.config, `The hook refuses the configuration file (${read.reason}) and does nothing.`, REPAIR);
  const { settings } = read;
  if (!settings.enabled) return check('config-off', 'problem', layout.config, 'The configuration says "enabled": false, so the hook does nothing.', INSTALL);
  if (settings.classifier === 'remote' && (settings.apiKey === '' || settings.apiUrl === '')) return check('config-no-key', 'problem', layout.config, 'The configuration names no API key or URL, so nothing is classified.', INSTALL);
  return check('config', 'ok', layout.config, `The configuration is valid: mode ${settings.mode ?? 'as the service says'}, ${settings.classifier} classifier.`);
}

function versionChecks(products: readonly FoundProduct[]): HealthCheck[] {
  return products.flatMap(({ product, present, version }) => {
    if (!present) return [];
    if (version === null) return [check('version-unknown', 'unknown', product.label, `The version of ${product.label} could not be read; 1.110 or newer is needed.`)];
    if (tooOld(version)) return [check('version-too-old', 'problem', product.label, `${product.label} ${version.text} has no agent plugins: update it to 1.110 or newer.`)];
    if (readsOldKey(version)) return [check('version-old-key', 'ok', product.label, `${product.label} ${version.text} reads chat.plugins.paths, and the root hooks.json of the plugin.`)];
    if (readsRootHooks(version)) return [check('version-old-layout', 'ok', product.label, `${product.label} ${version.text} is from before Agent Plugins 1.0 and reads the root hooks.json of the plugin.`)];
    return [check('version', 'ok', product.label, `${product.label} ${version.text} reads Agent Plugins 1.0.`)];
  });
}

async function spotChecks(spot: Spot, layout: Layout, skipped: readonly string[]): Promise<HealthCheck[]> {
  if (spot.skipped !== null) return [];
  if (skipped.includes(spot.id)) return [check('surface-left-out', 'ok', spot.label, 'This profile was left out on purpose and is not protected.', INSTALL)];
  const file = await readSettings(spot.file);
  if (!file.ok) return [check('settings-unreadable', 'problem', spot.label, file.failure.sentence)];
  const own = parseSettings(file.value, JSONC);
  if (!own.ok) return [check('settings-invalid', 'problem', spot.label, own.failure.sentence)];
  const shared = await appliedToAll(spot);
  const documentOf = (key: string): JsoncDocument => (shared?.keys.includes(key) ? shared.document : own.value);
  const checks: HealthCheck[] = [];
  if (valueAt(documentOf('chat.plugins.enabled'), ['chat.plugins.enabled']) === false) checks.push(check('plugins-off', 'problem', spot.label, '"chat.plugins.enabled" is false for this profile: VS Code loads no plugins at all.'));
  if (valueAt(documentOf('chat.useHooks'), ['chat.useHooks']) === false) checks.push(check('hooks-off', 'problem', spot.label, '"chat.useHooks" is false for this profile: VS Code runs no hooks.'));
  for (const key of neededKeys(spot.version)) {
    const entries = ourLocations(documentOf(key)).filter((entry) => entry.key === key);
    const [entry] = entries;
    if (entry === undefined) checks.push(check('entry-missing', 'problem', spot.label, `The plugin is not registered in ${spot.file} ("${key}").`, REPAIR));
    else if (entries.length > 1) checks.push(check('entry-duplicate', 'problem', spot.label, `The plugin is registered ${String(entries.length)} times in ${spot.file} ("${key}") and may run more than once.`, entries.some(({ value }) => value === false) ? INSTALL : REPAIR));
    else if (entry.value === false) checks.push(check('entry-off', 'problem', spot.label, `The plugin was switched off by you in ${spot.file} ("${key}"). Install again to switch it on.`, INSTALL));
    else if (entry.value !== true) checks.push(check('entry-invalid', 'problem', spot.label, `The plugin's entry in ${spot.file} ("${key}") is neither true nor false.`, REPAIR));
    else if (entry.location !== layout.plugin) checks.push(check('entry-old-form', 'problem', spot.label, `The plugin's entry in ${spot.file} names ${entry.location} instead of ${layout.plugin}.`, REPAIR));
  }
  return checks.length > 0 ? checks : [check('entry', 'ok', spot.label, `Registered in ${spot.file}.`)];
}

/** Keys whose value VS Code takes from the default profile for every profile; null when there are none. */
async function appliedToAll(spot: Spot): Promise<{ document: JsoncDocument; keys: readonly unknown[] } | null> {
  if (spot.file === spot.defaultSettings) return null;
  const file = await readSettings(spot.defaultSettings);
  const document = file.ok ? parseSettings(file.value, JSONC) : null;
  if (!document?.ok) return null;
  const keys = valueAt(document.value, ['workbench.settings.applyToAllProfiles']);
  return Array.isArray(keys) ? { document: document.value, keys } : null;
}
