// What leads where in the set-up, and what is needed to go on.
import type { ClassifierWish } from '../../contract/protection-views.ts';
import type { KeyView, Onboarding } from '../../contract/settings.ts';

type Step = Onboarding['step'];
export const stepsOf: readonly Step[] = ['welcome', 'classifier', 'harnesses', 'plan', 'install', 'check', 'extras', 'done'];

/** `plan` leads on by installing, not by a button of its own; what is installed is not planned again by going back. */
export function neighbours(step: Step): { readonly back: Step | null; readonly next: Step | null } {
  const at = stepsOf.indexOf(step);
  return {
    back: step === 'install' || step === 'check' || step === 'welcome' ? null : (stepsOf[at - 1] ?? null),
    next: step === 'plan' ? null : (stepsOf[at + 1] ?? null),
  };
}

/** What is asked of main; null: not chosen yet, main's default. */
export function wishOf({ classifier, apiUrl }: Pick<Onboarding, 'classifier' | 'apiUrl'>): ClassifierWish | null {
  if (classifier === 'remote') return apiUrl === null || apiUrl === '' ? null : { kind: 'remote', apiUrl };
  return classifier === null ? null : { kind: 'embedded' };
}

/** The remote classifier needs an address and a stored key. */
export function classifierReady(state: Pick<Onboarding, 'classifier' | 'apiUrl'>, key: KeyView): boolean {
  return wishOf(state) !== null && (state.classifier === 'embedded' || key.state === 'set');
}
