// Which notifications are shown, decided without Electron. Few on purpose: refusals and broken
// harnesses, grouped, each once, none while the person looks at the window.
import type { EventView } from '../contract/evidence-views.ts';
import type { HarnessId, HarnessView } from '../contract/harness-views.ts';
import type { Settings } from '../contract/settings.ts';

/** Refusals of one harness that come within this time of the first are one notification. Milliseconds. */
export const groupingTime = 3_000;
/** Least time between two notifications of refusals of one harness. */
export const restTime = 60_000;
/** Older events are history: a backlog that is taken in notifies nobody. */
export const freshFor = 120_000;

export type Notice =
  | { readonly kind: 'blocked'; readonly harness: HarnessId; readonly count: number; readonly newest: string }
  | { readonly kind: 'degraded'; readonly harness: HarnessId; readonly label: string; readonly reason: string };

export interface Circumstances {
  readonly now: number;
  /** The person looks at our window. */
  readonly watching: boolean;
  readonly settings: Settings['notifications'];
}

interface Group {
  readonly since: number;
  readonly ids: Set<string>;
  newest: string;
}

/** Remembered ids of events that were told; the oldest are forgotten. */
const maxTold = 5_000;

export class NotificationPolicy {
  private readonly groups = new Map<HarnessId, Group>();
  private readonly lastShown = new Map<HarnessId, number>();
  private readonly told = new Set<string>();
  /** The harnesses that were told to be broken: told again only after they recovered, not for each new reason. */
  private readonly toldDegraded = new Set<HarnessId>();

  /** New events, in any order. */
  offerEvents(events: readonly Pick<EventView, 'id' | 'at' | 'decision'>[], harness: HarnessId, circumstances: Circumstances): void {
    const { now, watching, settings } = circumstances;
    for (const event of events) {
      if (event.decision !== 'block' || this.told.has(event.id) || now - Date.parse(event.at) > freshFor) continue;
      this.remember(event.id);
      if (watching || !settings.blocks || settings.muted.includes(harness)) continue;
      const group = this.groups.get(harness) ?? { since: now, ids: new Set<string>(), newest: event.id };
      group.ids.add(event.id);
      group.newest = event.id;
      this.groups.set(harness, group);
    }
  }

  /** The harnesses as they are now. @returns what is to be shown at once */
  offerHarnesses(harnesses: readonly Pick<HarnessView, 'id' | 'label' | 'state' | 'reasons'>[], circumstances: Circumstances): readonly Notice[] {
    const { watching, settings } = circumstances;
    const notices: Notice[] = [];
    for (const { id, label, state, reasons } of harnesses) {
      if (state !== 'degraded') {
        this.toldDegraded.delete(id);
        continue;
      }
      if (this.toldDegraded.has(id)) continue;
      this.toldDegraded.add(id);
      if (!watching && settings.degraded && !settings.muted.includes(id)) notices.push({ kind: 'degraded', harness: id, label, reason: reasons[0] ?? '' });
    }
    return notices;
  }

  /** The groups whose time has come. */
  due(circumstances: Circumstances): readonly Notice[] {
    const { now, watching, settings } = circumstances;
    const notices: Notice[] = [];
    for (const [harness, group] of this.groups) {
      if (watching || !settings.blocks || settings.muted.includes(harness)) {
        this.groups.delete(harness);
        continue;
      }
      if (now < this.dueAt(harness, group)) continue;
      this.groups.delete(harness);
      this.lastShown.set(harness, now);
      notices.push({ kind: 'blocked', harness, count: group.ids.size, newest: group.newest });
    }
    return notices;
  }

  /** When `due` has something next, milliseconds since the epoch; null: nothing waits. */
  nextDue(): number | null {
    const times = [...this.groups].map(([harness, group]) => this.dueAt(harness, group));
    return times.length === 0 ? null : Math.min(...times);
  }

  private dueAt(harness: HarnessId, group: Group): number {
    return Math.max(group.since + groupingTime, (this.lastShown.get(harness) ?? Number.NEGATIVE_INFINITY) + restTime);
  }

  private remember(id: string): void {
    this.told.add(id);
    for (const oldest of this.told) {
      if (this.told.size <= maxTold) break;
      this.told.delete(oldest);
    }
  }
}
