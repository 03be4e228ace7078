// A change of mode: the private configuration file, and nothing else.
import { fail, ok } from './failure.ts';
import type { Machine, Mode } from './harness-installer.ts';
import { withMode } from './hook-config.ts';
import { configFile, privateText } from './hook-files.ts';
import { planOwned } from './owned.ts';
import type { Plan, Result } from './plan.ts';
import type { Receipt } from './receipt.ts';

/** @param config the configuration file. Fails with `config-unusable` when it is gone or wrong. */
export async function planConfigMode(machine: Machine, receipt: Receipt, config: string, mode: Mode): Promise<Result<Plan>> {
  const existing = await privateText(config);
  if (!existing.ok) return existing;
  if (existing.value === null) return fail('config-unusable', `${config} is gone; run "silmaril install ${receipt.harness}" to write it again.`, config);
  const text = withMode(existing.value, mode);
  if (!text.ok) return fail(text.failure.code, `${config}: ${text.failure.sentence}`, config);
  const steps = await planOwned([configFile({ config }, text.value, `Switch to ${mode}.`)], machine.owner);
  if (!steps.ok) return steps;
  const { harness, version, facts, owned, edited, node } = receipt;
  return ok({
    harness,
    purpose: 'configure',
    owner: machine.owner,
    steps: steps.value,
    receipt: { version, facts: { ...facts, mode }, owned, edited, node },
    notes: ['The next event uses the new mode; nothing has to be restarted.'],
  });
}
