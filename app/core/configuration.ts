// The private configuration that a hook reads, as the faces may know it: everything but the key.
import type { ClassifierChoice, Mode } from '../../installers/engine/harness-installer.ts';
import type { Receipt } from '../../installers/engine/receipt.ts';
import { configuredMode, readConfigFile, type Settings } from '../../hooks/core/config.ts';

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

/** The configuration is the one secret file among those that the receipt calls ours, since it may hold the key. */
export function configFileOf(receipt: Receipt): string | null {
  return receipt.owned.find((item) => item.kind === 'file' && item.secret && item.path.endsWith('.json'))?.path ?? null;
}

export function readConfiguration(receipt: Receipt): Configuration {
  const file = configFileOf(receipt);
  if (file === null) return { state: 'missing' };
  const read = readConfigFile(file);
  if (read.state === 'missing') return { state: 'missing' };
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
  const file = configFileOf(receipt);
  const read = file === null ? null : readConfigFile(file);
  if (read?.state !== 'valid') return null;
  const { settings } = read;
  return {
    mode: configuredMode(settings),
    classifier: settings.classifier === 'embedded' ? { kind: 'embedded' } : { kind: 'remote', apiUrl: settings.apiUrl, apiKey: settings.apiKey },
    endpointId: settings.endpointId,
    timeoutMs: settings.timeoutMs,
  };
}
