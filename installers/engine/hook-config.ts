// The private configuration file (schema v1) that every harness's hook reads: what it says after an install, a
// change of mode, a repair. Keys that are not ours to decide (a time limit, a later product's) survive.
import { parseConfig } from '../../hooks/core/config.ts';
import { setProperty } from '../edit/jsonc.ts';
import { STRICT_JSON } from '../edit/jsonc-syntax.ts';
import { fail, ok } from './failure.ts';
import type { InstallRequest, Mode } from './harness-installer.ts';
import type { Result } from './plan.ts';

/** The hook refuses a larger file. */
const MAX_BYTES = 65_536;

type Config = Record<string, unknown>;
export type ConfigChoice = Pick<InstallRequest, 'mode' | 'classifier' | 'endpointId'>;

/** The whole file for a choice; `existing` is the text that is there, valid or not. Fails with `config-too-large` or `config-invalid`. */
export function configFor(choice: ConfigChoice, existing: string | null): Result<string> {
  const kept = objectIn(existing) ?? {};
  // `mode` replaces the legacy switch, which would only confuse a reader of the file.
  const { blockMalicious: _legacy, apiKey: _key, apiUrl: _url, ...rest } = kept;
  const config: Config = { schemaVersion: 1, ...rest, enabled: true, mode: choice.mode, classifier: choice.classifier.kind };
  config['schemaVersion'] = 1;
  if (!Object.hasOwn(config, 'localPolicy')) config['localPolicy'] = 'follow';
  if (choice.classifier.kind === 'remote') Object.assign(config, { apiUrl: choice.classifier.apiUrl, apiKey: choice.classifier.apiKey });
  if (choice.endpointId !== null) config['endpointId'] = choice.endpointId;
  return checked(config, existing);
}

/** The same file with another mode; only that value changes. Fails with `config-unusable`. */
export function withMode(existing: string, mode: Mode): Result<string> {
  const unusable = fail('config-unusable', 'The configuration file is not valid; install again to write a new one.');
  const parsed = objectIn(existing);
  if (!parsed || parseConfig(parsed).state !== 'valid') return unusable;
  const edited = setProperty(existing, [], 'mode', mode, { dialect: STRICT_JSON, unit: '  ' });
  return edited.ok ? ok(edited.value.text) : unusable;
}

/**
 * What a repair writes: a valid file stays as it is; wrong fields go back to their defaults. Null when it cannot be
 * known (the file is gone and the classifier was the remote one: the key is nowhere else that a repair may look).
 */
export function repairedConfig(existing: string | null, mode: Mode, classifier: 'embedded' | 'remote'): string | null {
  const parsed = objectIn(existing);
  if (parsed && parseConfig(parsed).state === 'valid') return existing;
  const known = parsed ?? {};
  const key = known['apiKey'];
  const url = known['apiUrl'];
  if (classifier === 'embedded') {
    const written = configFor({ mode, classifier: { kind: 'embedded' }, endpointId: null }, existing);
    return written.ok ? written.value : null;
  }
  if (typeof key !== 'string' || typeof url !== 'string' || key.trim() === '' || url.trim() === '') return null;
  const written = configFor({ mode, classifier: { kind: 'remote', apiKey: key, apiUrl: url }, endpointId: null }, existing);
  return written.ok ? written.value : null;
}

/** Drops kept fields that would switch the hook off, and keeps the old bytes when nothing changed. */
function checked(config: Config, existing: string | null): Result<string> {
  let state = parseConfig(config);
  for (let rounds = 0; state.state === 'invalid' && rounds < 20; rounds += 1) {
    const field = /^config-field-(.+)$/.exec(state.reason)?.[1];
    if (field === undefined || !Object.hasOwn(config, field)) break;
    config = Object.fromEntries(Object.entries(config).filter(([name]) => name !== field));
    if (field === 'localPolicy') config['localPolicy'] = 'follow';
    state = parseConfig(config);
  }
  if (state.state !== 'valid') return fail('config-invalid', 'The configuration would not be valid, so nothing was planned. Please report it.');
  const old = objectIn(existing);
  if (old && existing !== null && sameFields(old, config)) return ok(existing);
  const text = `${JSON.stringify(config, null, 2)}\n`;
  if (new TextEncoder().encode(text).length > MAX_BYTES) return fail('config-too-large', 'The configuration file would be larger than 64 KiB, which the hook refuses. Take unknown entries out of it.');
  return ok(text);
}

function sameFields(a: Config, b: Config): boolean {
  const sorted = (config: Config): string => JSON.stringify(Object.entries(config).sort(([x], [y]) => (x < y ? -1 : 1)));
  return sorted(a) === sorted(b);
}

function objectIn(text: string | null): Config | null {
  if (text === null) return null;
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? (parsed as Config) : null;
  } catch {
    return null;
  }
}
