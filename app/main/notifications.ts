// Shows what notification-policy.ts decides. Whether the system lets notifications through is known
// only after one has failed: unsigned apps get a `failed` event and nothing on the screen.
import { Notification } from 'electron';
import type { SettingsView } from '../contract/settings.ts';
import type { HarnessId } from '../contract/harness-views.ts';
import type { Notice } from './notification-policy.ts';
import { wordsIn, type Language } from './words.ts';

export class Notifications {
  private failure: string | null = null;
  /** Kept until clicked or closed: one that is collected loses its click. */
  private readonly alive = new Set<Notification>();

  constructor(
    private readonly language: () => Language,
    private readonly labelOf: (harness: HarnessId) => string,
    private readonly onClick: (notice: Notice) => void,
    private readonly onFailed: () => void,
  ) {}

  get view(): SettingsView['notifications'] {
    if (!Notification.isSupported()) return { state: 'unsupported', sentence: 'This session has no notification service.' };
    return this.failure === null ? { state: 'available', sentence: null } : { state: 'failed', sentence: this.failure };
  }

  show(notice: Notice): void {
    const words = wordsIn(this.language());
    this.present(notice.kind === 'blocked' ? words.blocked(this.labelOf(notice.harness), notice.count) : words.degraded(notice.label, notice.reason), () => { this.onClick(notice); });
  }

  test(): void {
    this.present(wordsIn(this.language()).testNotification, () => undefined);
  }

  private present({ title, body }: { readonly title: string; readonly body: string }, onClick: () => void): void {
    if (!Notification.isSupported()) return;
    const notification = new Notification({ title, body, silent: true });
    this.alive.add(notification);
    notification.on('click', () => {
      this.alive.delete(notification);
      onClick();
    });
    notification.on('close', () => { this.alive.delete(notification); });
    notification.on('failed', (_event, error) => {
      this.alive.delete(notification);
      this.failure = `The system did not show a notification (${String(error).slice(0, 200)}).`;
      this.onFailed();
    });
    notification.show();
  }
}
