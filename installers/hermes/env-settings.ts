// The plugin's settings in Hermes' environment file: what we write, and what the plugin will make of all that stands there.
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import type { ConfigFile, LocalPolicySetting, Settings } from '../../hooks/core/config.ts';
import { isMode } from '../../hooks/core/product.ts';
import { parseDotenv } from '../edit/dotenv-block.ts';
import type { ClassifierChoice, Mode } from '../engine/harness-installer.ts';

export interface Choice {
  readonly mode: Mode;
  readonly classifier: ClassifierChoice;
  readonly endpointId: string | null;
  readonly localPolicy: LocalPolicySetting;
}

export type Variables = readonly (readonly [name: string, value: string])[];

/** Our block, in this order. The key is in it with the remote classifier only. */
export function variablesOf({ mode, classifier, endpointId, localPolicy }: Choice): Variables {
  return [
    ['SILMARIL_MODE', mode],
    ['SILMARIL_CLASSIFIER', classifier.kind],
    ['SILMARIL_LOCAL_POLICY', localPolicy],
    ...(classifier.kind === 'remote' ? ([['SILMARIL_API_URL', classifier.apiUrl], ['SILMARIL_API_KEY', classifier.apiKey]] as const) : []),
    ...(endpointId === null ? [] : ([['SILMARIL_ENDPOINT_ID', endpointId]] as const)),
  ];
}

/** What the plugin reads of an environment file, by its own rules (hooks/hermes/settings.py). */
export function settingsIn(text: string): Settings {
  const values = parseDotenv(text);
  const of = (name: string): string => (values.get(name) ?? '').trim();
  const apiKey = of('SILMARIL_API_KEY');
  const apiUrl = of('SILMARIL_API_URL');
  const chosen = of('SILMARIL_CLASSIFIER').toLowerCase();
  const policy = of('SILMARIL_LOCAL_POLICY').toLowerCase();
  const endpoint = of('SILMARIL_ENDPOINT_ID');
  const seconds = Number(of('HERMES_FIREWALL_SDK_TIMEOUT_SECONDS') || '2');
  return {
    enabled: true,
    classifier: chosen === 'embedded' || chosen === 'remote' ? chosen : apiKey !== '' || apiUrl !== '' ? 'remote' : 'embedded',
    apiKey,
    apiUrl,
    endpointId: /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(endpoint) ? endpoint : null,
    timeoutMs: Math.round(1000 * (Number.isFinite(seconds) ? Math.max(0.1, seconds) : 2)),
    mode: modeOf(of('SILMARIL_MODE').toLowerCase(), of('HERMES_FIREWALL_BLOCK_MALICIOUS').toLowerCase()),
    blockMalicious: null,
    debug: false,
    localPolicy: policy === 'follow' || policy === 'enforce' ? policy : 'off',
    policyPath: null,
    // Its hook, in Python, keeps nothing of a session.
    sessionContext: 'off',
  };
}

/** A mode that is none is no mode, and the older switch is then not asked. */
function modeOf(mode: string, legacy: string): Mode | null {
  if (mode !== '') return isMode(mode) ? mode : null;
  if (legacy === '') return null;
  return ['1', 'true', 'yes', 'y', 'on'].includes(legacy) ? 'block' : 'shadow';
}

/** Whether the local policy is asked: as it was chosen, or, where nothing is written any more, as an install writes it. */
export function chosenLocalPolicy(envs: readonly string[]): LocalPolicySetting {
  for (const file of envs) {
    const read = readEnv(file);
    if (read.state === 'read' && parseDotenv(read.text).has('SILMARIL_LOCAL_POLICY')) return settingsIn(read.text).localPolicy;
  }
  return 'follow';
}

/** The settings of a home, for the faces. A file that the plugin could read is enough: Hermes has no further conditions. */
export function readEnvSettings(file: string): ConfigFile {
  const read = readEnv(file);
  if (read.state === 'read') return { state: 'valid', settings: settingsIn(read.text) };
  return read.state === 'missing' ? { state: 'missing' } : { state: 'invalid', reason: 'env-unreadable' };
}

const MAX_BYTES = 1024 * 1024;

function readEnv(file: string): { readonly state: 'read'; readonly text: string } | { readonly state: 'missing' | 'unreadable' } {
  let descriptor: number;
  try {
    descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    return { state: (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'missing' : 'unreadable' };
  }
  try {
    const stat = fstatSync(descriptor);
    if (!stat.isFile() || stat.size > MAX_BYTES) return { state: 'unreadable' };
    return { state: 'read', text: readFileSync(descriptor, 'utf8') };
  } catch {
    return { state: 'unreadable' };
  } finally {
    closeSync(descriptor);
  }
}
