// The configuration, schema version 1. A present file is the only source; only "no such file" lets the
// environment count; a file that is wrong in any present field switches everything off.
import { readPrivateFile } from './private-file.ts';
import { isMode, type Mode } from './product.ts';

export type LocalPolicySetting = 'off' | 'follow' | 'enforce';

export interface Settings {
  readonly enabled: boolean;
  readonly classifier: 'remote' | 'embedded';
  /** Trimmed; '' when there is none. */
  readonly apiKey: string;
  readonly apiUrl: string;
  /** A lower-case UUID version 4, else null. */
  readonly endpointId: string | null;
  /** 250..10000. */
  readonly timeoutMs: number;
  /** The explicit mode, which is also sent to the classifier. */
  readonly mode: Mode | null;
  /** The legacy switch, used only where `mode` is null. */
  readonly blockMalicious: boolean | null;
  readonly debug: boolean;
  readonly localPolicy: LocalPolicySetting;
  /** Absolute path of the private policy file, else null. */
  readonly policyPath: string | null;
  /** Whether the embedded classifier judges a call in the light of its session; `off` keeps nothing of one. Default: on. */
  readonly sessionContext: 'on' | 'off';
}

export type ConfigFile =
  | { readonly state: 'missing' }
  | { readonly state: 'valid'; readonly settings: Settings }
  /** `reason` is a Health code: `config-mode`, `config-json`, `config-field-timeoutMs` ... */
  | { readonly state: 'invalid'; readonly reason: string };

export type Environment = Readonly<Record<string, string | undefined>>;

const MAX_CONFIG_BYTES = 65_536;
const MIN_TIMEOUT_MS = 250;
const MAX_TIMEOUT_MS = 10_000;
const DEFAULT_TIMEOUT_MS = 2_500;
const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

export function readConfigFile(file: string): ConfigFile {
  const read = readPrivateFile(file, MAX_CONFIG_BYTES);
  if (read.state === 'missing') return { state: 'missing' };
  if (read.state === 'refused') return invalid(`config-${read.problem}`);
  let value: unknown;
  try {
    value = JSON.parse(read.text);
  } catch {
    return invalid('config-json');
  }
  return parseConfig(value);
}

/** One test per field; a field that is absent keeps its default, explicit null counts as present and wrong. */
const fields: Readonly<Record<string, (value: unknown) => boolean>> = {
  enabled: isBoolean,
  apiKey: isString,
  apiUrl: isString,
  endpointId: isString,
  timeoutMs: (value) => timeoutOf(value) !== null,
  mode: isMode,
  blockMalicious: isBoolean,
  debug: isBoolean,
  classifier: (value) => value === 'remote' || value === 'embedded',
  localPolicy: (value) => value === 'off' || value === 'follow' || value === 'enforce',
  sessionContext: (value) => value === 'on' || value === 'off',
  policyPath: (value) => isString(value) && value.startsWith('/') && value.length <= 4096 && !value.includes('\0'),
};

export function parseConfig(value: unknown): ConfigFile {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return invalid('config-json');
  const file = value as Readonly<Record<string, unknown>>;
  if (file['schemaVersion'] !== 1) return invalid('config-schema-version');
  for (const [name, fits] of Object.entries(fields))
    if (Object.hasOwn(file, name) && !fits(file[name])) return invalid(`config-field-${name}`);
  return {
    state: 'valid',
    settings: {
      enabled: file['enabled'] !== false,
      classifier: file['classifier'] === 'embedded' ? 'embedded' : 'remote',
      apiKey: trimmed(file['apiKey']),
      apiUrl: trimmed(file['apiUrl']),
      endpointId: endpointIdOf(file['endpointId']),
      timeoutMs: timeoutOf(file['timeoutMs']) ?? DEFAULT_TIMEOUT_MS,
      mode: isMode(file['mode']) ? file['mode'] : null,
      blockMalicious: isBoolean(file['blockMalicious']) ? file['blockMalicious'] : null,
      debug: file['debug'] === true,
      localPolicy: localPolicyOf(file['localPolicy']),
      policyPath: isString(file['policyPath']) ? file['policyPath'] : null,
      sessionContext: file['sessionContext'] === 'off' ? 'off' : 'on',
    },
  };
}

/** What the variables say; a value that is not recognised is as good as none. */
export function settingsFromEnvironment(env: Environment): Settings {
  return {
    enabled: booleanOf(env['SILMARIL_ENABLED']) ?? true,
    classifier: env['SILMARIL_CLASSIFIER'] === 'embedded' ? 'embedded' : 'remote',
    apiKey: trimmed(env['SILMARIL_API_KEY']),
    apiUrl: trimmed(env['SILMARIL_API_URL']),
    endpointId: endpointIdOf(env['SILMARIL_ENDPOINT_ID']),
    timeoutMs: timeoutOf(env['SILMARIL_TIMEOUT_MS']) ?? DEFAULT_TIMEOUT_MS,
    mode: isMode(env['SILMARIL_MODE']) ? env['SILMARIL_MODE'] : null,
    blockMalicious: booleanOf(env['SILMARIL_BLOCK_MALICIOUS']),
    debug: booleanOf(env['SILMARIL_DEBUG']) ?? false,
    localPolicy: localPolicyOf(env['SILMARIL_LOCAL_POLICY']),
    policyPath: null,
    sessionContext: env['SILMARIL_SESSION_CONTEXT']?.trim().toLowerCase() === 'off' ? 'off' : 'on',
  };
}

/** The mode that the configuration alone decides: the explicit one, else the legacy switch, else null. */
export function configuredMode(settings: Settings): Mode | null {
  if (settings.mode) return settings.mode;
  if (settings.blockMalicious === null) return null;
  return settings.blockMalicious ? 'block' : 'shadow';
}

function invalid(reason: string): ConfigFile {
  return { state: 'invalid', reason };
}

function isBoolean(value: unknown): value is boolean {
  return typeof value === 'boolean';
}

function isString(value: unknown): value is string {
  return typeof value === 'string';
}

function trimmed(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}

function endpointIdOf(value: unknown): string | null {
  const id = trimmed(value);
  return UUID_V4.test(id) ? id : null;
}

function localPolicyOf(value: unknown): LocalPolicySetting {
  return value === 'follow' || value === 'enforce' ? value : 'off';
}

/** Numeric strings go through JavaScript's Number (" 375 ", "1e3", "0x177"); null for all that is not an integer in range. */
function timeoutOf(value: unknown): number | null {
  if (typeof value === 'string' && value.trim() === '') return null;
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const ms = Number(value);
  return Number.isInteger(ms) && ms >= MIN_TIMEOUT_MS && ms <= MAX_TIMEOUT_MS ? ms : null;
}

function booleanOf(text: string | undefined): boolean | null {
  switch (text?.trim().toLowerCase()) {
    case '1':
    case 'true':
    case 'yes':
    case 'on':
      return true;
    case '0':
    case 'false':
    case 'no':
    case 'off':
      return false;
    default:
      return null;
  }
}
