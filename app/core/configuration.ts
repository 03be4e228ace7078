// The private configuration that a hook reads, as the faces may know it: everything but the key.
import type { ClassifierChoice, Mode } from '../../installers/engine/harness-installer.ts';
import type { Receipt } from '../../installers/engine/receipt.ts';
import { configuredMode, readConfigFile, type ConfigFile, type Settings } from '../../hooks/core/config.ts';
import { registry } from './registry.ts';
import { processSecrets } from './redaction/process-secrets.ts';

export type Configuration =
  | { readonly state: 'missing' }
  | { readonly state: 'invalid'; readonly file: string; readonly reason: string }
  | {
      readonly state: 'valid';
      readonly file: string;
      /** Null: the file leaves it to the classifier's answer. */
      readonly mode: Mode | null;
      readonly enabled: boolean;
      readonly classifier: 'embedded' | 'remote';
      /** Null with the embedded classifier. */
      readonly apiUrl: string | null;
      readonly hasKey: boolean;
      readonly localPolicy: Settings['localPolicy'];
    };

/**
 * The file that holds the hook's settings, and may hold the key, with what it says: the one secret file among those that the
 * receipt calls ours, or where the harness says. Null: there is none.
 */
export function settingsOf(receipt: Receipt): { readonly file: string; readonly read: ConfigFile } | null {
  const settings = registry.find(({ installer }) => installer.id === receipt.harness)?.installer.settings;
  if (settings) return settings(receipt);
  const file = receipt.owned.find((item) => item.kind === 'file' && item.secret && item.path.endsWith('.json'))?.path ?? null;
  return file === null ? null : { file, read: readConfigFile(file) };
}

export function readConfiguration(receipt: Receipt): Configuration {
  const found = settingsOf(receipt);
  if (found === null || found.read.state === 'missing') return { state: 'missing' };
  const { file, read } = found;
  if (read.state === 'invalid') return { state: 'invalid', file, reason: read.reason };
  const { settings } = read;
  return {
    state: 'valid',
    file,
    mode: configuredMode(settings),
    enabled: settings.enabled,
    classifier: settings.classifier,
    apiUrl: settings.classifier === 'remote' && settings.apiUrl !== '' ? settings.apiUrl : null,
    hasKey: settings.apiKey !== '',
    localPolicy: settings.localPolicy,
  };
}

/** What was chosen at the last install, to be kept by the next one. The only function here that gives the key away. */
export function chosenBefore(receipt: Receipt): { mode: Mode | null; classifier: ClassifierChoice; endpointId: string | null; timeoutMs: number } | null {
  const read = settingsOf(receipt)?.read;
  if (read?.state !== 'valid') return null;
  const { settings } = read;
  processSecrets.register(`configuration of ${receipt.harness}`, [settings.apiKey]);
  return {
    mode: configuredMode(settings),
    classifier: settings.classifier === 'embedded' ? { kind: 'embedded' } : { kind: 'remote', apiUrl: settings.apiUrl, apiKey: settings.apiKey },
    endpointId: settings.endpointId,
    timeoutMs: settings.timeoutMs,
  };
}
