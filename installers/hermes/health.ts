// What can be said of the installation from its files, home by home: the plugin, its settings, and whether Hermes takes it
// for enabled. Whether it runs only an event proves.
import { overriddenAfterBlock, readEnvBlock } from '../edit/dotenv-block.ts';
import { readSettings } from '../edit/settings-file.ts';
import { quoted } from '../engine/failure.ts';
import type { Machine } from '../engine/harness-installer.ts';
import { overall, type HealthCheck, type HealthReport } from '../engine/health.ts';
import { liesIn } from '../engine/hook-files.ts';
import { checkOwned } from '../engine/owned-health.ts';
import { observe } from '../engine/read.ts';
import type { Receipt } from '../engine/receipt.ts';
import { LIMITS, lookAround } from './detect.ts';
import { enabledIn } from './hermes-files.ts';
import type { HomeSurface } from './homes.ts';
import { layoutOf, PLUGIN_NAME, roots, type Layout } from './layout.ts';
import { managedBlockers } from './managed.ts';
import { TRIED_VERSION } from './products.ts';
import { factsFrom, type Facts } from './receipt-facts.ts';
import { settingsIn } from './env-settings.ts';

const REPAIR = 'silmaril repair hermes';
const INSTALL = 'silmaril install hermes';

type Status = HealthCheck['status'];
const check = (code: string, status: Status, subject: string, sentence: string, fix?: string): HealthCheck => ({ code, status, subject, sentence, ...(fix === undefined ? {} : { fix }) });
const report = (checks: readonly HealthCheck[]): HealthReport => ({ harness: 'hermes', status: overall(checks), checks });

/**
 * Codes of this harness: `not-installed`, `receipt-missing`, `enabled`, `plugin-not-enabled`, `plugin-disabled`,
 * `config-invalid`, `wrong-type`, `env`, `env-missing`, `env-changed`, `env-overridden`, `env-too-open`, `env-unreadable`,
 * `home-unprotected`, `surface-left-out`, `managed-*`, `harness-gone`, `version`, `version-unknown`, `scope`; those of
 * `checkOwned` come first.
 */
export async function healthOfHermes(machine: Machine, receipt: Receipt | null): Promise<HealthReport> {
  const look = await lookAround(machine, receipt);
  if (receipt === null) {
    const left = await leftovers(look.surfaces);
    return report([
      left === null
        ? check('not-installed', 'unknown', '', 'Silmaril is not installed in Hermes.', INSTALL)
        : check('receipt-missing', 'problem', left, 'Parts of Silmaril are there without a receipt, so they cannot be vouched for. Install again or uninstall.', INSTALL),
    ]);
  }
  const facts = factsFrom(receipt);
  const ours = facts.homes.flatMap((home) => roots(layoutOf(home)));
  const owned = receipt.owned.filter((entry) => ours.some((root) => entry.path === root || liesIn(entry.path, root)));
  const checks: HealthCheck[] = [...(await checkOwned({ ...receipt, owned }, machine))];
  for (const blocker of await managedBlockers(machine)) checks.push(check(blocker.code, blocker.status, blocker.file, blocker.sentence));
  for (const surface of look.surfaces) checks.push(...(await homeChecks(surface, facts)));
  if (look.state === 'absent') checks.push(check('harness-gone', 'problem', '', 'Hermes is no longer on this computer.', 'silmaril uninstall hermes'));
  else if (look.version === null) checks.push(check('version-unknown', 'ok', '', `The version of Hermes could not be read; the plugin was tried with ${TRIED_VERSION}.`));
  else checks.push(check('version', 'ok', '', `Hermes ${look.version}; the plugin was tried with ${TRIED_VERSION}.`));
  checks.push(check('scope', 'ok', '', LIMITS.join(' ')));
  return report(checks);
}

/** The first thing of ours that is there, or null. */
async function leftovers(surfaces: readonly HomeSurface[]): Promise<string | null> {
  for (const { home } of surfaces) {
    const layout = layoutOf(home);
    for (const place of roots(layout)) if ((await observe(place, 0)).state !== 'absent') return place;
    const env = await readSettings(layout.env);
    const block = env.ok ? readEnvBlock(env.value.text) : null;
    if (block?.ok && block.value !== null) return layout.env;
  }
  return null;
}

async function homeChecks(surface: HomeSurface, facts: Facts): Promise<readonly HealthCheck[]> {
  if (surface.skipped !== null) return [];
  if (facts.skipSurfaces.includes(surface.id)) return [check('surface-left-out', 'ok', surface.file, `${surface.label} was left out on purpose; sessions there are not protected.`, INSTALL)];
  if (!facts.homes.includes(surface.home)) return [check('home-unprotected', 'problem', surface.home, `The plugin is not in ${surface.label} (${surface.home}): sessions there are not protected.`, INSTALL)];
  const layout = layoutOf(surface.home);
  return [...(await enablingChecks(layout)), ...(await envChecks(layout, facts))];
}

async function enablingChecks(layout: Layout): Promise<readonly HealthCheck[]> {
  const enabled = await enabledIn(layout.config);
  if (!enabled.ok) return [check(enabled.failure.code === 'wrong-type' ? 'wrong-type' : 'config-invalid', 'problem', layout.config, enabled.failure.sentence)];
  switch (enabled.value) {
    case 'enabled':
      return [check('enabled', 'ok', layout.config, `Hermes takes the plugin for enabled in ${layout.config}.`)];
    case 'disabled':
      return [check('plugin-disabled', 'problem', layout.config, `plugins.disabled names ${PLUGIN_NAME}, so Hermes does not load it.`, `hermes plugins enable ${PLUGIN_NAME}`)];
    case 'not-enabled':
      return [check('plugin-not-enabled', 'problem', layout.config, `plugins.enabled does not name ${PLUGIN_NAME}, so Hermes does not load it.`, REPAIR)];
  }
}

async function envChecks(layout: Layout, facts: Facts): Promise<readonly HealthCheck[]> {
  const file = await readSettings(layout.env);
  if (!file.ok) return [check('env-unreadable', 'problem', layout.env, file.failure.sentence)];
  const block = readEnvBlock(file.value.text);
  const later = overriddenAfterBlock(file.value.text);
  if (!block.ok) return [check('env-missing', 'problem', layout.env, block.failure.sentence, REPAIR)];
  if (block.value === null) return [check('env-missing', 'problem', layout.env, 'The plugin’s settings are gone from the environment file, so it stays in shadow.', REPAIR)];
  const checks: HealthCheck[] = [];
  const now = settingsIn(file.value.text);
  if (later.ok && later.value.length > 0) checks.push(check('env-overridden', 'problem', layout.env, `A later line sets ${later.value.join(', ')} again, which wins over what was installed. Delete that line.`, INSTALL));
  else if (now.mode !== facts.mode || now.classifier !== facts.classifier) checks.push(check('env-changed', 'problem', layout.env, `The settings were changed: mode ${now.mode ?? 'as the service says'}, ${now.classifier} classifier.`, REPAIR));
  if (now.classifier === 'remote' && (now.apiKey === '' || now.apiUrl === '')) checks.push(check('config-no-key', 'problem', layout.env, 'The environment file names no API key or URL, so nothing is classified.', INSTALL));
  const mode = file.value.facts?.mode ?? 0;
  if (now.apiKey !== '' && (mode & 0o077) !== 0) checks.push(check('env-too-open', 'problem', layout.env, 'Other users can read the environment file, which holds the API key.', `chmod 600 ${quoted(file.value.target)}`));
  return checks.length > 0 ? checks : [check('env', 'ok', layout.env, `The settings are there: mode ${facts.mode}, ${facts.classifier} classifier.`)];
}
