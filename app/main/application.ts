// The app without Electron: core's services, put together behind the bridge's handlers. What it needs of
// the desktop it asks through `Desktop`; main.ts is the only one that knows how Electron does that.
import { finishModeChange, setMode } from '../core/mode-change.ts';
import { EvidenceStore } from '../core/evidence/store.ts';
import { viewOf } from '../core/evidence/view.ts';
import type { Protection } from '../core/protection.ts';
import { harnessNames, registry } from '../core/registry.ts';
import type { SecretStore } from '../core/secrets/secret-store.ts';
import { verifyHarness } from '../core/verify.ts';
import type { Result } from '../../installers/engine/plan.ts';
import type { EvidenceEvent, EvidenceHost } from '../contract/evidence.ts';
import { noFilter, type EvidenceStatus } from '../contract/evidence-views.ts';
import type { HarnessId, Mode, ModeReport } from '../contract/harness-views.ts';
import type { IpcHandlers, IpcPushers } from '../contract/ipc.ts';
import type { Answer } from '../contract/ipc-kinds.ts';
import { newOnboarding, type Settings, type SettingsView } from '../contract/settings.ts';
import type { LinkId, Route, SystemView } from '../contract/system-views.ts';
import { AppState } from './app-state.ts';
import { Changes } from './changes.ts';
import { KeyService } from './key-service.ts';
import type { LoginItem } from './login-item.ts';
import { NotificationPolicy, type Circumstances, type Notice } from './notification-policy.ts';
import { Pausing } from './pause.ts';
import { privacyFacts } from './privacy.ts';
import { RuntimeChecks } from './runtime-check.ts';
import { SettingsStore } from './settings-store.ts';
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
  private readonly turns = new Turns();
  private readonly pausing: Pausing;
  private readonly keys: KeyService;
  private readonly checks: RuntimeChecks;
  private readonly policy = new NotificationPolicy();
  private readonly watch = new FileWatch(() => { void this.look(); });
  private readonly timers = new Set<NodeJS.Timeout>();
  private noticeTimer: NodeJS.Timeout | null = null;
  private minuteTimer: NodeJS.Timeout | null = null;
  private lookTimer: NodeJS.Timeout | null = null;
  private evidenceStatus: EvidenceStatus = { total: 0, oldestAt: null, newestAt: null, intake: { state: 'idle', waiting: 0, done: 0 }, quarantined: [], evicted: { count: 0, lastAt: null }, bytes: 0, problem: null };
  private unfollow: (() => void) | null = null;
  private follows = 0;
  private readonly ends: (() => void)[] = [];
  private readonly exports = new AbortController();
  private ready: Promise<void> = Promise.resolve();

  constructor(
    private readonly protection: Protection,
    secrets: SecretStore,
    private readonly desktop: Desktop,
    private readonly push: IpcPushers,
    private readonly updates: Updates,
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
    this.evidence.start();
    await this.look();
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

  readonly handlers: IpcHandlers = {
    harnesses: {
      refresh: async () => {
        await this.look();
        return value(this.state.harnesses);
      },
      planInstall: ({ harnesses, mode, classifier }) => this.changes.planInstall(known(harnesses), mode, classifier),
      planRepair: ({ harnesses }) => this.changes.planRepair(known(harnesses)),
      apply: ({ planId }) => this.changes.apply(planId),
      planRemoval: ({ harnesses, keepEvidence }) => this.changes.planRemoval(known(harnesses), keepEvidence),
      remove: async ({ planId }) => {
        const removed = await this.changes.remove(planId);
        if (removed.ok) this.tellSettings();
        return removed;
      },
      cancel: ({ planId }) => {
        this.changes.cancel(planId);
        return done;
      },
      drop: ({ planId }) => {
        this.changes.drop(planId);
        return done;
      },
      setMode: async ({ harness, mode }) => {
        const reports = await this.turns.take(() => setMode(this.protection, known([harness]), mode));
        await this.look();
        return value(reports.map(reportOf));
      },
      selfTest: async ({ harness }) => {
        if (known([harness]).length === 0) return fail('unknown-harness', 'This version does not know that harness.');
        const receipt = await this.protection.receipt(harness);
        if (!receipt.ok || !receipt.value) return fail('not-installed', `Silmaril is not installed in ${this.protection.installer(harness).label}, so there is nothing to test.`);
        const { machine } = this.protection;
        const tested = await verifyHarness(machine, harness, this.protection.installer(harness).probe(machine), (fingerprint) => this.evidence.ofRequest(fingerprint));
        await this.look();
        return value({ harness, ok: tested.ok, events: tested.events.map(({ event, ok, result, ms, sentence }) => ({ event, ok, result, ms, sentence })) });
      },
      startRuntimeCheck: ({ harness }) => value(this.checks.start(harness)),
      stopRuntimeCheck: ({ harness }) => {
        this.checks.stop(harness);
        return done;
      },
    },
    protection: {
      setMode: ({ mode }) => this.setMode(mode),
      pause: async ({ length }) => this.protectionAfter(await this.pause(length)),
      resume: async () => this.protectionAfter(await this.endPause()),
      setClassifier: (wish) => this.changes.setClassifier(wish),
    },
    evidence: {
      query: ({ filter, after, limit }) => passed(this.evidence.page(filter, after, limit)),
      facets: ({ filter }) => passed(this.evidence.facets(filter)),
      histogram: ({ filter, buckets }) => passed(this.evidence.histogram(filter, buckets)),
      event: ({ id }) => passed(this.evidence.event(id)),
      follow: async ({ filter }) => {
        const mine = ++this.follows;
        this.unfollow?.();
        this.unfollow = null;
        if (filter === null) return done;
        const end = await this.evidence.onArrival(filter, ({ events, more }) => { this.push.evidence.arrived({ events: events.map(viewOf), more }); });
        // Another call may have come while this one waited: the last one counts.
        if (mine === this.follows) this.unfollow = end;
        else end();
        return done;
      },
      export: async ({ filter, format }) => {
        const file = await this.desktop.chooseFile(`silmaril-events-${new Date().toISOString().slice(0, 10)}.${format}`);
        if (file === null) return value({ state: 'cancelled' as const });
        const written = await this.evidence.export(filter, format, { file, replace: true }, this.exports.signal);
        return written.ok ? value({ state: 'saved' as const, path: file, events: written.value }) : failed(written);
      },
      clear: async () => {
        const cleared = await this.evidence.clear();
        await this.look();
        return cleared.ok ? value({ deleted: cleared.value }) : failed(cleared);
      },
    },
    settings: {
      change: async (change) => {
        const { settings } = this.settings.value;
        const next = Object.fromEntries(Object.entries({ ...settings, ...change }).filter(([, set]) => set !== undefined)) as Settings;
        const written = await this.settings.change({ settings: next });
        if (!written.ok) return failed(written);
        if (next.appearance !== settings.appearance) this.desktop.setAppearance(next.appearance);
        if (next.retention.days !== settings.retention.days || next.retention.megabytes !== settings.retention.megabytes)
          await this.evidence.setRetention({ days: next.retention.days, bytes: next.retention.megabytes * 1024 * 1024 });
        this.tellSettings();
        this.changed();
        return value(this.settingsView());
      },
      setLoginItem: ({ enabled }) => {
        if (this.desktop.loginItem.read().state !== 'unsupported') this.desktop.loginItem.set(enabled);
        this.tellSettings();
        return value(this.settingsView());
      },
      openLoginItemSettings: () => {
        this.desktop.loginItem.openSettings();
        return done;
      },
      testNotification: () => {
        this.desktop.testNotification();
        return value(this.settingsView());
      },
      privacy: async () => value(await privacyFacts(this.protection, this.keys.view)),
    },
    secrets: {
      look: () => this.keys.look(),
      set: ({ key }) => this.keys.set(key),
      remove: () => this.keys.remove(),
      verify: ({ apiUrl, key }) => this.keys.verify(apiUrl, key),
    },
    onboarding: {
      save: (change) => this.saveOnboarding({ ...this.settings.value.onboarding, ...(Object.fromEntries(Object.entries(change).filter(([, set]) => set !== undefined)) as Partial<typeof newOnboarding>) }),
      end: ({ skipped }) => this.saveOnboarding({ ...this.settings.value.onboarding, endedAt: new Date().toISOString(), skipped }, true),
      restart: () => this.saveOnboarding(newOnboarding),
    },
    updates: { check: () => this.updates.check() },
    system: {
      snapshot: async () => {
        await this.ready;
        return value({
          system: this.desktop.system,
          harnesses: this.state.harnesses,
          runtimeChecks: this.checks.views,
          protection: this.state.protectionView(),
          evidence: this.evidenceStatus,
          settings: this.settingsView(),
          key: this.keys.view,
          onboarding: this.settings.value.onboarding,
          updates: this.updates.view,
          route: this.desktop.route(),
        });
      },
      openExternal: ({ link }) => {
        this.desktop.openExternal(link);
        return done;
      },
      copy: ({ text }) => {
        this.desktop.copy(text);
        return done;
      },
      quit: () => {
        this.desktop.quit();
        return done;
      },
    },
  };

  // --- Within ---

  private async look(): Promise<void> {
    await this.state.look();
    this.watch.set(this.state.files);
  }

  private async setMode(mode: Mode): Promise<Answer<readonly ModeReport[]>> {
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

  private async pause(length: 'tomorrow' | '1-hour' | '15-minutes'): Promise<Answer<null>> {
    const begun = await this.turns.take(async () => {
      await this.look();
      return this.pausing.begin(length, this.state.harnesses);
    });
    await this.look();
    this.changed();
    return begun;
  }

  private async endPause(): Promise<Answer<null>> {
    const ended = await this.turns.take(async () => {
      await this.look();
      return this.pausing.end((id) => this.state.harnesses.find((harness) => harness.id === id)?.mode ?? null);
    });
    await this.look();
    this.changed();
    if (!ended.ok) this.log('pause', ended.failure.sentence);
    return ended.ok ? done : ended;
  }

  private protectionAfter(result: Answer<null>) {
    return result.ok ? value(this.state.protectionView()) : result;
  }

  /** Before anything was installed or chosen, progress is only remembered: an app that was looked at leaves nothing. */
  private async saveOnboarding(onboarding: typeof newOnboarding, keep = false): Promise<Answer<typeof newOnboarding>> {
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

  private changed(): void {
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

function reportOf(report: Awaited<ReturnType<typeof setMode>>[number]): ModeReport {
  return { ...report, failure: report.failure && { code: report.failure.code, sentence: report.failure.sentence } };
}

/** The contract names harnesses that are still to come; only those of the registry can be asked. */
function known(ids: readonly HarnessId[]): readonly HarnessId[] {
  return ids.filter((id) => harnessNames.includes(id));
}

const done: Answer<null> = { ok: true, value: null };

function value<T>(of: T): Answer<T> {
  return { ok: true, value: of };
}

function fail(code: string, sentence: string): Answer<never> {
  return { ok: false, failure: { code, sentence } };
}

function failed(result: Extract<Result<unknown>, { ok: false }>): Answer<never> {
  return fail(result.failure.code, result.failure.sentence);
}

async function passed<T>(result: Promise<Result<T>>): Promise<Answer<T>> {
  const got = await result;
  return got.ok ? got : failed(got);
}
