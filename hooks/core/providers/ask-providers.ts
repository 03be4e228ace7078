// Asks the person's own checkers about a tool call on which the built-in packs said nothing. A part of its own
// (scripts/build.mjs), loaded only where one is registered.
import { appliesTo, type Provider } from '../../policy/providers.ts';
import { askAll, NO_OBJECTION, type ProviderFinding } from './ask-all.ts';
import { letterFor, type CallForProviders } from './provider-letter.ts';

/** All that apply to this call, as `askAll` has it. */
export async function askProviders(providers: readonly Provider[], call: CallForProviders, home: string, budget: { readonly harnessMs: number; readonly classifierMs: number }, count: (reason: string) => void): Promise<ProviderFinding> {
  const asked = providers.filter((provider) => appliesTo(provider, call.harness, call.toolName));
  return asked.length === 0 ? NO_OBJECTION : askAll(asked, letterFor(call), home, budget, count);
}
