// Which classifier the installed harnesses ask.
import type { Machine } from '../../installers/engine/harness-installer.ts';
import type { HarnessId, Result } from '../../installers/engine/plan.ts';
import { readReceipts } from '../../installers/engine/receipts.ts';
import type { ClassifierKind } from './classifier.ts';
import { chosenBefore, readConfiguration } from './configuration.ts';

/**
 * The classifier of this harness, or of the first installed one; the embedded one when nothing is installed.
 * A configuration that the hook would reject is a failure, not a reason to fall back: the hook does not either.
 */
export async function configuredClassifier(machine: Machine, harness: HarnessId | null): Promise<Result<ClassifierKind>> {
  for (const [id, read] of await readReceipts(machine.home)) {
    if (harness !== null && id !== harness) continue;
    if (read.state === 'unreadable') return { ok: false, failure: read.failure };
    const configuration = readConfiguration(read.receipt);
    if (configuration.state !== 'valid')
      return { ok: false, failure: { code: 'configuration-broken', sentence: `The configuration of ${id} is ${configuration.state === 'missing' ? 'missing' : `not valid (${configuration.reason})`}. Mend it with: silmaril repair ${id}` } };
    const chosen = chosenBefore(read.receipt);
    if (chosen?.classifier.kind === 'remote') {
      const { apiUrl, apiKey } = chosen.classifier;
      return { ok: true, value: { kind: 'remote', apiUrl, apiKey, timeoutMs: chosen.timeoutMs } };
    }
    return { ok: true, value: { kind: 'embedded' } };
  }
  if (harness !== null) return { ok: false, failure: { code: 'not-installed', sentence: `Silmaril is not installed in ${harness}. Install it with: silmaril install ${harness}` } };
  return { ok: true, value: { kind: 'embedded' } };
}
