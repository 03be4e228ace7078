// One state out of those of all harnesses, for the menu bar and the window.
import type { HarnessState } from '../core/status.ts';
import type { Mode } from '../../installers/engine/harness-installer.ts';
import type { ProtectionState } from '../contract/protection-views.ts';

export interface HarnessFacts {
  readonly label: string;
  readonly state: HarnessState;
  readonly installed: boolean;
  readonly mode: Mode | null;
}

export type Why =
  | { readonly kind: 'nothing-installed' }
  | { readonly kind: 'degraded' | 'unknown' | 'unproven'; readonly labels: readonly string[] }
  | { readonly kind: 'mixed' }
  | { readonly kind: 'paused'; readonly until: number }
  | { readonly kind: 'works' };

export interface Overall {
  readonly state: ProtectionState;
  readonly why: Why;
  /** The mode of all installed harnesses; null when none is installed, they differ, or one leaves it to the classifier. */
  readonly mode: Mode | null;
  readonly mixed: boolean;
}

/**
 * What is broken outweighs everything, since then events pass unjudged; a pause outweighs what merely
 * waits. A mode alone is shown only when every installed harness was seen running in it.
 */
export function overallState(harnesses: readonly HarnessFacts[], pausedUntil: number | null): Overall {
  const installed = harnesses.filter((harness) => harness.installed);
  const labels = (state: HarnessState) => installed.filter((harness) => harness.state === state).map((harness) => harness.label);
  const modes = new Set(installed.map((harness) => harness.mode));
  const mixed = modes.size > 1;
  const [only] = modes;
  const mode = mixed ? null : (only ?? null);
  const as = (state: ProtectionState, why: Why): Overall => ({ state, why, mode, mixed });
  if (installed.length === 0) return as('off', { kind: 'nothing-installed' });
  const degraded = labels('degraded');
  if (degraded.length > 0) return as('degraded', { kind: 'degraded', labels: degraded });
  if (pausedUntil !== null) return as('paused', { kind: 'paused', until: pausedUntil });
  const unknown = labels('unknown');
  if (unknown.length > 0) return as('attention', { kind: 'unknown', labels: unknown });
  if (mixed || mode === null) return as('attention', { kind: 'mixed' });
  const unproven = labels('unproven');
  if (unproven.length > 0) return as('attention', { kind: 'unproven', labels: unproven });
  return as(mode, { kind: 'works' });
}
