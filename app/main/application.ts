// The app without Electron: core's services, put together behind the bridge's handlers. What it needs of
// the desktop it asks through `Desktop`; main.ts is the only one that knows how Electron does that.
import { finishModeChange, setMode } from '../core/mode-change.ts';
import { EvidenceStore } from '../core/evidence/store.ts';
import { viewOf } from '../core/evidence/view.ts';
import type { Protection } from '../core/protection.ts';
import { harnessNames, registry } from '../core/registry.ts';
import type { SecretStore } from '../core/secrets/secret-store.ts';
import type { EvidenceEvent, EvidenceHost } from '../contract/evidence.ts';
import { noFilter, type EvidenceStatus } from '../contract/evidence-views.ts';
import type { HarnessId, Mode, ModeReport } from '../contract/harness-views.ts';
import type { IpcHandlers, IpcPushers } from '../contract/ipc.ts';
import type { Answer } from '../contract/ipc-kinds.ts';
import type { newOnboarding, Settings, SettingsView } from '../contract/settings.ts';
import type { LinkId, Route, SystemView } from '../contract/system-views.ts';
import { done, fail, failed, value } from './answers.ts';
import { AppState } from './app-state.ts';
import { handlersOf } from './bridge-handlers.ts';
import { Changes } from './changes.ts';
import { KeyService } from './key-service.ts';
import type { LoginItem } from './login-item.ts';
import { NotificationPolicy, type Circumstances, type Notice } from './notification-policy.ts';
import { Pausing } from '../core/pause.ts';
import { RuntimeChecks } from './runtime-check.ts';
import { SettingsStore, settingsPath } from '../core/settings-store.ts';
import { trayModel, type TrayAction, type TrayModel } from './tray-model.ts';
import type { Updates } from './updates.ts';
import { FileWatch } from './watch-files.ts';
import { languageOf, type Language } from './words.ts';
import type { Log } from './log.ts';
import { Turns } from './turns.ts';

/** What the app asks of the desktop. */
export interface Desktop {
  readonly system: SystemView;
  readonly loginItem: LoginItem;
  openExternal(link: LinkId): void;
  copy(text: string): void;
  quit(): void;
  /** Where to save; null: the person changed their mind. The dialogue has asked about replacing an existing file. */
  chooseFile(name: string): Promise<string | null>;
  showWindow(route: Route): void;
  /** Where the window goes first. */
  route(): Route;
  /** The person looks at the window. */
  watched(): boolean;
  renderTray(model: TrayModel): void;
  notify(notice: Notice): void;
  testNotification(): void;
  notificationState(): SettingsView['notifications'];
  /** The theme of the window's frame and of what the page is told of the system. */
  setAppearance(appearance: Settings['appearance']): void;
}

/** A look at the harnesses without any other reason. Milliseconds. */
const slowLook = 5 * 60_000;
/** Events that arrive within this time are one reason to look. */
const lookAfterEvents = 1_000;

export class Application {
  readonly settings: SettingsStore;
  readonly evidence: EvidenceStore;
  readonly state: AppState;
  readonly changes: Changes;
  readonly turns = new Turns();
  private readonly pausing: Pausing;
  readonly keys: KeyService;
  readonly checks: RuntimeChecks;
  private readonly policy = new NotificationPolicy();
  private readonly watch = new FileWatch(() => { void this.look(); });
  private readonly timers = new Set<NodeJS.Timeout>();
  private noticeTimer: NodeJS.Timeout | null = null;
  private minuteTimer: NodeJS.Timeout | null = null;
  private lookTimer: NodeJS.Timeout | null = null;
  evidenceStatus: EvidenceStatus = { total: 0, oldestAt: null, newestAt: null, intake: { state: 'idle', waiting: 0, done: 0 }, quarantined: [], evicted: { count: 0, lastAt: null }, bytes: 0, problem: null };
  unfollow: (() => void) | null = null;
  follows = 0;
  private readonly ends: (() => void)[] = [];
  readonly exports = new AbortController();
  ready: Promise<void> = Promise.resolve();

  constructor(
    readonly protection: Protection,
    secrets: SecretStore,
    readonly desktop: Desktop,
    readonly push: IpcPushers,
    readonly updates: Updates,
    private readonly log: Log,
  ) {
    const { machine } = protection;
    this.settings = new SettingsStore(machine);
    this.evidence = new EvidenceStore(machine.home, machine.owner.uid);
    this.state = new AppState({ protection, evidence: this.evidence, settings: this.settings, language: () => this.language, locale: () => this.locale, onChanged: () => { this.changed(); } });
    this.changes = new Changes({
      protection,
      evidence: this.evidence,
      secrets,
      settings: this.settings,
      loginItem: desktop.loginItem,
      turns: this.turns,
      onProgress: (progress) => { push.harnesses.progress(progress); },
      onDone: () => this.look(),
    });
    this.pausing = new Pausing(protection, this.settings);
    this.keys = new KeyService(secrets, (key) => this.changes.spreadKey(key), (view) => { push.secrets.changed(view); });
    this.checks = new RuntimeChecks((harness) => this.state.harnesses.find((one) => one.id === harness)?.changedAt ?? null, (views) => { push.harnesses.runtimeChecks(views); });
  }

  /** Reads what there is. Writes only to finish what a killed run had begun. */
  start(): Promise<void> {
    this.ready = this.startNow();
    return this.ready;
  }

  private async startNow(): Promise<void> {
    await this.settings.load();
    this.desktop.setAppearance(this.settings.value.settings.appearance);
    this.draw();
    for (const report of await this.protection.recover()) this.log('recovery', `${report.purpose ?? 'change'} of ${report.harness ?? 'a harness'}: ${report.outcome}`);
    for (const report of await finishModeChange(this.protection)) this.log('recovery', `mode of ${report.harness} is ${report.mode ?? 'unknown'}`);
    const { days, megabytes } = this.settings.value.settings.retention;
    await this.evidence.setRetention({ days, bytes: megabytes * 1024 * 1024 });
    this.evidenceStatus = await this.evidence.status();
    this.ends.push(
      this.evidence.onStatus((status) => {
        this.evidenceStatus = status;
        this.push.evidence.status(status);
      }),
      await this.evidence.onArrival(noFilter, ({ events }) => { this.arrived(events); }),
    );
    // The window waits for this look, so that a backlog is taken in after it.
    await this.look();
    this.evidence.start();
    if (this.pausing.over) await this.endPause();
    this.tick();
    this.timers.add(setInterval(() => { void this.look(); }, slowLook));
  }

  /** The computer slept, or the person came back: clocks and files may have moved. */
  async wake(): Promise<void> {
    if (this.pausing.over) await this.endPause();
    await this.look();
  }

  async stop(): Promise<void> {
    this.exports.abort();
    for (const timer of this.timers) clearInterval(timer);
    for (const timer of [this.noticeTimer, this.minuteTimer, this.lookTimer]) if (timer) clearTimeout(timer);
    this.watch.close();
    for (const end of this.ends) end();
    this.unfollow?.();
    await this.changes.settle();
    await this.evidence.stop();
  }

  get onboarded(): boolean {
    return this.settings.value.onboarding.endedAt !== null || this.state.harnesses.some((harness) => harness.installed);
  }

  get language(): Language {
    return languageOf(this.settings.value.settings.locale, this.desktop.system.locale);
  }

  private get locale(): string {
    const { locale } = this.settings.value.settings;
    return locale === 'system' ? this.desktop.system.locale : locale;
  }

  // --- What the menu bar and notifications ask for ---

  /** A failure has no place in a menu: the window opens where it shows. */
  async act(action: TrayAction): Promise<void> {
    switch (action.kind) {
      case 'set-mode': {
        const done = await this.setMode(action.mode);
        // The click has moved the radio mark already; the menu must say what holds.
        if (!done.ok || done.value.some((report) => report.failure !== null)) this.desktop.showWindow({ view: 'protection', eventId: null });
        break;
      }
      case 'pause':
        if (!(await this.pause(action.length)).ok) this.desktop.showWindow({ view: 'protection', eventId: null });
        break;
      case 'resume':
        if (!(await this.endPause()).ok) this.desktop.showWindow({ view: 'protection', eventId: null });
        break;
      case 'show-harness':
      case 'repair':
        this.desktop.showWindow({ view: 'harnesses', eventId: null });
        break;
      case 'show-event':
        this.desktop.showWindow({ view: 'timeline', eventId: action.id });
        break;
      case 'open-timeline':
        this.desktop.showWindow({ view: 'timeline', eventId: null });
        break;
      case 'settings':
        this.desktop.showWindow({ view: 'settings', eventId: null });
        break;
      case 'quit':
        this.desktop.quit();
    }
    this.draw();
  }

  noticeClicked(notice: Notice): void {
    this.desktop.showWindow(notice.kind === 'blocked' ? { view: 'timeline', eventId: notice.newest } : { view: 'harnesses', eventId: null });
  }

  windowChanged(): void {
    this.tellNotices();
    if (this.desktop.watched()) void this.look();
  }

  settingsView(): SettingsView {
    return { settings: this.settings.value.settings, loginItem: this.desktop.loginItem.read(), notifications: this.desktop.notificationState(), problem: this.settings.problem };
  }

  tellSettings(): void {
    this.push.settings.changed(this.settingsView());
  }

  // --- The bridge ---

  readonly handlers: IpcHandlers = handlersOf(this);


  // --- Within ---

  async look(): Promise<void> {
    // The command may have begun or ended a pause.
    if (await this.settings.refresh()) {
      this.tellSettings();
      this.changed();
    }
    await this.state.look();
    this.watch.set([...this.state.files, settingsPath(this.protection.machine.home)]);
  }

  async setMode(mode: Mode): Promise<Answer<readonly ModeReport[]>> {
    const reports = await this.turns.take(async () => {
      const ids = (await this.protection.installed()).map(({ id }) => id);
      const set = await setMode(this.protection, ids, mode);
      // A mode that was chosen ends the pause, wherever it was chosen.
      if (set.every((report) => report.failure === null)) await this.pausing.forget();
      return set;
    });
    if (reports.length === 0) return fail('not-installed', 'Silmaril is in no harness yet, so there is no mode to set.');
    await this.look();
    this.changed();
    return value(reports.map(reportOf));
  }

  async pause(length: 'tomorrow' | '1-hour' | '15-minutes'): Promise<Answer<null>> {
    const begun = await this.turns.take(async () => {
      await this.look();
      return this.pausing.begin(length, this.state.harnesses);
    });
    await this.look();
    this.changed();
    return begun;
  }

  async endPause(): Promise<Answer<null>> {
    const ended = await this.turns.take(async () => {
      await this.look();
      return this.pausing.end((id) => this.state.harnesses.find((harness) => harness.id === id)?.mode ?? null);
    });
    await this.look();
    this.changed();
    if (!ended.ok) this.log('pause', ended.failure.sentence);
    return ended.ok ? done : ended;
  }

  protectionAfter(result: Answer<null>) {
    return result.ok ? value(this.state.protectionView()) : result;
  }

  /** Before anything was installed or chosen, progress is only remembered: an app that was looked at leaves nothing. */
  async saveOnboarding(onboarding: typeof newOnboarding, keep = false): Promise<Answer<typeof newOnboarding>> {
    if (keep || this.state.harnesses.some((harness) => harness.installed)) {
      const written = await this.settings.change({ onboarding });
      if (!written.ok) return failed(written);
    } else this.settings.remember({ onboarding });
    this.push.onboarding.changed(onboarding);
    return value(onboarding);
  }

  private arrived(events: readonly EvidenceEvent[]): void {
    for (const entry of registry) {
      const own = events.filter((event) => event.host === entry.host);
      if (own.length === 0) continue;
      this.checks.offer(own, entry.installer.id);
      this.policy.offerEvents(own.map(viewOf), entry.installer.id, this.circumstances());
    }
    this.tellNotices();
    this.lookTimer ??= setTimeout(() => {
      this.lookTimer = null;
      void this.look();
    }, lookAfterEvents);
  }

  private circumstances(): Circumstances {
    return { now: Date.now(), watching: this.desktop.watched(), settings: this.settings.value.settings.notifications };
  }

  private tellNotices(): void {
    for (const notice of this.policy.due(this.circumstances())) this.desktop.notify(notice);
    if (this.noticeTimer) clearTimeout(this.noticeTimer);
    const next = this.policy.nextDue();
    this.noticeTimer = next === null ? null : setTimeout(() => { this.tellNotices(); }, Math.max(0, next - Date.now()));
  }

  changed(): void {
    this.push.harnesses.changed(this.state.harnesses);
    this.push.protection.changed(this.state.protectionView());
    for (const notice of this.policy.offerHarnesses(this.state.harnesses, this.circumstances())) this.desktop.notify(notice);
    this.tick();
  }

  /** Draws, and while a pause runs draws again each minute until it is over. */
  private tick(): void {
    this.draw();
    if (this.minuteTimer) clearTimeout(this.minuteTimer);
    this.minuteTimer = null;
    const until = this.state.pausedUntil;
    if (until === null) return;
    this.minuteTimer = setTimeout(
      () => {
        if (this.pausing.over) void this.endPause().then((ended) => { if (!ended.ok) this.tick(); });
        else this.tick();
      },
      // A pause that cannot be ended is tried again in a minute, not in a loop.
      Math.min(60_000, Math.max(1_000, until - Date.now() || 60_000)),
    );
  }

  private draw(): void {
    const newest = this.state.harnesses.flatMap((harness) => harness.lastEvents.map((event) => ({ ...event, from: harness.label, host: hostOf(harness.id) }))).sort((a, b) => Date.parse(b.at) - Date.parse(a.at))[0];
    this.desktop.renderTray(
      trayModel({
        overall: this.state.overall,
        harnesses: this.state.harnesses,
        lastEvent: newest ?? null,
        lastEventFrom: newest ? newest.from : '',
        pausedUntil: this.state.pausedUntil,
        now: Date.now(),
        language: this.language,
        locale: this.locale,
      }),
    );
  }
}

function hostOf(id: HarnessId): EvidenceHost {
  return registry.find((entry) => entry.installer.id === id)?.host ?? 'vscode';
}

export function reportOf(report: Awaited<ReturnType<typeof setMode>>[number]): ModeReport {
  return { ...report, failure: report.failure && { code: report.failure.code, sentence: report.failure.sentence } };
}

/** The contract names harnesses that are still to come; only those of the registry can be asked. */
export function known(ids: readonly HarnessId[]): readonly HarnessId[] {
  return ids.filter((id) => harnessNames.includes(id));
}
