// Health: what can be said of one installation. Issue after issue builds on this one shape, so that
// the command, the app and the diagnostics never disagree.
import type { HarnessId } from './plan.ts';

/** `unknown` is a state with a reason, never shown as fine (DESIGN promise 3). */
export type HealthStatus = 'ok' | 'problem' | 'unknown';

export interface HealthCheck {
  /** Stable, kebab-case, e.g. `entry-missing`, `node-gone`; the doctor and the tests name it. */
  readonly code: string;
  readonly status: HealthStatus;
  /** What was looked at, e.g. a profile's name or a file's path; '' when it is the installation as a whole. */
  readonly subject: string;
  /** One sentence for a person: the state, and the next action when there is one. */
  readonly sentence: string;
  /** A command that fixes it, where there is one (`silmaril repair vscode`). */
  readonly fix?: string;
}

export interface HealthReport {
  readonly harness: HarnessId;
  /** `problem` if any check is; else `unknown` if any is; else `ok`. */
  readonly status: HealthStatus;
  readonly checks: readonly HealthCheck[];
}

/** The worst of the checks; an empty list is unknown, since nothing was looked at. */
export function overall(checks: readonly HealthCheck[]): HealthStatus {
  if (checks.some((c) => c.status === 'problem')) return 'problem';
  if (checks.length === 0 || checks.some((c) => c.status === 'unknown')) return 'unknown';
  return 'ok';
}
