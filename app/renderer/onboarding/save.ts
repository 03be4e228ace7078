import type { Onboarding } from '../../contract/settings.ts';
import { silmaril } from '../bridge.ts';
import { useOnboarding } from '../stores/domains.ts';
import { ask } from '../stores/notices.ts';

/** Main keeps where the set-up is, so that it goes on there after a restart. */
export async function save(change: Partial<Pick<Onboarding, 'step' | 'classifier' | 'apiUrl' | 'harnesses'>>): Promise<void> {
  const after = await ask(silmaril.onboarding.save(change));
  if (after !== null) useOnboarding.setState(after, true);
}
