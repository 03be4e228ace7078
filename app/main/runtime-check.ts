// The runtime check: a marked line that the person pastes into a chat of the harness. When evidence of
// exactly that line arrives, the harness itself has called the hook: the only proof there is.
import { newMarker } from '../core/verify.ts';
import type { EvidenceEvent } from '../contract/evidence.ts';
import type { HarnessId, RuntimeCheckView } from '../contract/harness-views.ts';
import { lastEvent } from './harness-facts.ts';

/** How long a line is waited for, milliseconds. */
export const checkTime = 30 * 60_000;

interface Check {
  readonly fingerprint: string;
  view: RuntimeCheckView;
}

export class RuntimeChecks {
  private readonly checks = new Map<HarnessId, Check>();

  constructor(
    private readonly changedAt: (harness: HarnessId) => string | null,
    private readonly onChanged: (views: readonly RuntimeCheckView[]) => void,
    private readonly now: () => number = Date.now,
  ) {}

  get views(): readonly RuntimeCheckView[] {
    this.expire();
    return [...this.checks.values()].map((check) => check.view);
  }

  start(harness: HarnessId): RuntimeCheckView {
    const { marker, fingerprint } = newMarker();
    const view: RuntimeCheckView = { harness, line: `Reply with OK and nothing else. ${marker}`, startedAt: new Date(this.now()).toISOString(), state: { kind: 'waiting' } };
    this.checks.set(harness, { fingerprint, view });
    this.tell();
    return view;
  }

  stop(harness: HarnessId): void {
    if (this.checks.delete(harness)) this.tell();
  }

  /** Newly arrived events of one harness. */
  offer(events: readonly EvidenceEvent[], harness: HarnessId): void {
    const check = this.checks.get(harness);
    if (check?.view.state.kind !== 'waiting') return;
    const found = events.find((event) => event.requestFingerprint?.replace(/^sha256:/, '') === check.fingerprint);
    if (!found) return;
    check.view = { ...check.view, state: { kind: 'seen', event: lastEvent(found, this.changedAt(harness)) } };
    this.tell();
  }

  private expire(): void {
    for (const check of this.checks.values()) if (check.view.state.kind === 'waiting' && this.now() - Date.parse(check.view.startedAt) > checkTime) check.view = { ...check.view, state: { kind: 'expired' } };
  }

  private tell(): void {
    this.onChanged(this.views);
  }
}
