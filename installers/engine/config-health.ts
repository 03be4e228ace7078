// Whether the hook accepts its configuration: asks the very reader that the hook uses.
import { readConfigFile } from '../../hooks/core/config.ts';
import type { HealthCheck } from './health.ts';
import type { HarnessId } from './plan.ts';

/** Codes: `config`, `config-missing`, `config-off`, `config-no-key`, and the reader's own (`config-mode`, `config-json` ...). */
export function checkConfig(file: string, harness: HarnessId): HealthCheck {
  const problem = (code: string, sentence: string, verb: 'install' | 'repair'): HealthCheck => ({ code, status: 'problem', subject: file, sentence, fix: `silmaril ${verb} ${harness}` });
  const read = readConfigFile(file);
  if (read.state === 'missing') return problem('config-missing', 'The configuration file is gone, so the hook does nothing.', 'install');
  if (read.state === 'invalid') return problem(read.reason, `The hook refuses the configuration file (${read.reason}) and does nothing.`, 'repair');
  const { settings } = read;
  if (!settings.enabled) return problem('config-off', 'The configuration says "enabled": false, so the hook does nothing.', 'install');
  if (settings.classifier === 'remote' && (settings.apiKey === '' || settings.apiUrl === '')) return problem('config-no-key', 'The configuration names no API key or URL, so nothing is classified.', 'install');
  return { code: 'config', status: 'ok', subject: file, sentence: `The configuration is valid: mode ${settings.mode ?? 'as the service says'}, ${settings.classifier} classifier.` };
}
