// Plans that the window looks at, and what becomes of them. A plan is held here until it is applied:
// what is applied is the very plan that was shown, and the engine refuses it when the disk has changed
// since. One change at a time.
import crypto from 'node:crypto';
import { findKey } from '../core/api-key.ts';
import { chosenBefore } from '../core/configuration.ts';
import type { EvidenceStore } from '../core/evidence/store.ts';
import type { Changed, Planned, Protection } from '../core/protection.ts';
import { entryOf } from '../core/registry.ts';
import { removeOwnData } from '../core/removal.ts';
import type { SecretStore } from '../core/secrets/secret-store.ts';
import { viewPlan } from '../../installers/engine/describe.ts';
import type { ClassifierChoice, Mode } from '../../installers/engine/harness-installer.ts';
import type { HarnessId, Result } from '../../installers/engine/plan.ts';
import type { ChangeView, HeldPlan, HeldRemoval, PlanView, ProgressView, RemovalReport } from '../contract/harness-views.ts';
import type { Answer, Failure } from '../contract/ipc-kinds.ts';
import { noFilter } from '../contract/evidence-views.ts';
import type { ClassifierWish } from '../contract/protection-views.ts';
import { settleApiUrl } from './classifier-check.ts';
import type { LoginItem } from './login-item.ts';
import type { SettingsStore } from '../core/settings-store.ts';
import type { Turns } from './turns.ts';

interface Held {
  readonly purpose: HeldPlan['purpose'];
  readonly planned: readonly Planned[];
  readonly keepEvidence: boolean;
  readonly stop: AbortController;
}

/** Plans that are held at most; the oldest is forgotten. A plan holds the files' new bytes. */
const maxHeld = 8;

export interface ChangeParts {
  readonly protection: Protection;
  readonly evidence: Pick<EvidenceStore, 'facets' | 'clear' | 'deleteOf' | 'stop'>;
  readonly secrets: SecretStore;
  readonly settings: SettingsStore;
  readonly loginItem: LoginItem;
  readonly turns: Turns;
  readonly onProgress: (progress: ProgressView) => void;
  /** After every change, whether it went well or not. */
  readonly onDone: () => Promise<void>;
}

export class Changes {
  private readonly held = new Map<string, Held>();
  private readonly active = new Map<string, AbortController>();

  constructor(private readonly parts: ChangeParts) {}

  async planInstall(harnesses: readonly HarnessId[], mode: Mode | null, wish: ClassifierWish | null): Promise<Answer<HeldPlan>> {
    const classifier = await this.choice(wish);
    if (!classifier.ok) return classifier;
    const planned: Planned[] = [];
    for (const id of new Set(harnesses)) planned.push(await this.parts.protection.planInstall(id, { mode, classifier: classifier.value, userDataDirs: [] }));
    return { ok: true, value: this.hold('install', planned, false) };
  }

  async planRepair(harnesses: readonly HarnessId[]): Promise<Answer<HeldPlan>> {
    const planned: Planned[] = [];
    for (const id of new Set(harnesses)) planned.push(await this.parts.protection.planRepair(id));
    return { ok: true, value: this.hold('repair', planned, false) };
  }

  async planRemoval(harnesses: readonly HarnessId[], keepEvidence: boolean): Promise<Answer<HeldRemoval>> {
    const ids = [...new Set(harnesses)];
    const planned: Planned[] = [];
    for (const id of ids) planned.push(await this.parts.protection.planUninstall(id));
    const last = (await this.parts.protection.installed()).every(({ id }) => ids.includes(id));
    const facets = await this.parts.evidence.facets({ ...noFilter, hosts: last ? [] : ids.map((id) => entryOf(id).host) });
    const held = this.hold('uninstall', planned, keepEvidence);
    const goes: HeldRemoval['goes'] = [...(keepEvidence ? [] : (['evidence'] as const)), 'counters', ...(last ? (['context', 'key', 'login-item', 'settings'] as const) : [])];
    return { ok: true, value: { ...held, last, evidence: { events: facets.ok ? facets.value.matched : 0, kept: keepEvidence }, goes, stays: [] } };
  }

  drop(planId: string): void {
    this.held.delete(planId);
  }

  cancel(planId: string): void {
    this.active.get(planId)?.abort();
  }

  /** Waits for the change that runs, after asking it to stop. */
  async settle(): Promise<void> {
    for (const stop of this.active.values()) stop.abort();
    await this.parts.turns.idle();
  }

  /** Applies a held plan once. */
  async apply(planId: string): Promise<Answer<readonly ChangeView[]>> {
    const held = this.take(planId, ['install', 'repair']);
    return held.ok ? this.inTurn(planId, held.value, () => this.applyAll(planId, held.value)) : held;
  }

  async remove(planId: string): Promise<Answer<RemovalReport>> {
    const held = this.take(planId, ['uninstall']);
    return held.ok ? this.inTurn(planId, held.value, () => this.removeAll(planId, held.value)) : held;
  }

  /** Another classifier for all installed harnesses, in the mode that each has. */
  async setClassifier(wish: ClassifierWish): Promise<Answer<readonly ChangeView[]>> {
    const ids = (await this.parts.protection.installed()).map(({ id }) => id);
    if (ids.length === 0) return fail('not-installed', 'Silmaril is in no harness yet, so there is no classifier to change.');
    const planned = await this.planInstall(ids, null, wish);
    if (!planned.ok) return planned;
    const broken = planned.value.plans.find(({ outcome }) => !outcome.ok);
    if (broken && !broken.outcome.ok) {
      this.drop(planned.value.planId);
      return { ok: false, failure: broken.outcome.failure };
    }
    return this.apply(planned.value.planId);
  }

  /** Gives a new key to every installed harness that uses the remote classifier. */
  async spreadKey(apiKey: string): Promise<readonly ChangeView[]> {
    const { protection } = this.parts;
    const planned: Planned[] = [];
    for (const { id, receipt } of await protection.installed()) {
      const before = receipt.ok ? chosenBefore(receipt.value) : null;
      if (before?.classifier.kind === 'remote') planned.push(await protection.planInstall(id, { mode: null, classifier: { ...before.classifier, apiKey }, userDataDirs: [] }));
    }
    if (planned.length === 0) return [];
    const { planId } = this.hold('install', planned, false);
    const applied = await this.apply(planId);
    return applied.ok ? applied.value : [];
  }

  private hold(purpose: HeldPlan['purpose'], planned: readonly Planned[], keepEvidence: boolean): HeldPlan {
    const planId = crypto.randomUUID();
    this.held.set(planId, { purpose, planned, keepEvidence, stop: new AbortController() });
    for (const oldest of this.held.keys()) {
      if (this.held.size <= maxHeld) break;
      this.held.delete(oldest);
    }
    return { planId, purpose, plans: planned.map(planOf), notes: [] };
  }

  private take(planId: string, purposes: readonly HeldPlan['purpose'][]): Answer<Held> {
    const held = this.held.get(planId);
    if (!held || !purposes.includes(held.purpose)) return fail('plan-gone', 'This plan is no longer held: it was applied, or Silmaril was restarted. Look at a new plan.');
    this.held.delete(planId);
    return { ok: true, value: held };
  }

  private inTurn<T>(planId: string, held: Held, work: () => Promise<T>): Promise<Answer<T>> {
    this.active.set(planId, held.stop);
    return this.parts.turns.take(async (): Promise<Answer<T>> => {
      try {
        return { ok: true, value: await work() };
      } finally {
        this.active.delete(planId);
        await this.parts.onDone();
      }
    });
  }

  private async applyOne(planId: string, one: Planned, stop: AbortController): Promise<Changed> {
    return this.parts.protection.apply(one, stop.signal, ({ index, total, kind, path, phase }) => { this.parts.onProgress({ planId, harness: one.harness, index, total, kind, path, phase }); });
  }

  private async applyAll(planId: string, held: Held): Promise<readonly ChangeView[]> {
    const changes: ChangeView[] = [];
    for (const one of held.planned) changes.push(changeOf(await this.applyOne(planId, one, held.stop)));
    return changes;
  }

  private async removeAll(planId: string, held: Held): Promise<RemovalReport> {
    const { protection, evidence, secrets, settings, loginItem } = this.parts;
    const { machine } = protection;
    const changed: Changed[] = [];
    for (const one of held.planned) changed.push(await this.applyOne(planId, one, held.stop));
    const gone = changed.filter(({ result }) => result.ok).map(({ harness }) => harness);
    const last = gone.length > 0 && (await protection.installed()).length === 0;
    const failures: Failure[] = [];
    const note = (result: { readonly ok: true } | { readonly ok: false; readonly failure: Failure }) => {
      if (!result.ok) failures.push({ code: result.failure.code, sentence: result.failure.sentence });
    };
    let eventsDeleted = 0;
    if (!held.keepEvidence && gone.length > 0) {
      const cleared = await (last ? evidence.clear() : evidence.deleteOf(gone.map((id) => entryOf(id).host)));
      note(cleared);
      if (cleared.ok) eventsDeleted = cleared.value;
    }
    let keyRemoved: boolean | null = null;
    let loginItemRemoved: boolean | null = null;
    if (last) {
      const key = await secrets.remove();
      // Where there is no keychain there is no key in it.
      if (!key.ok && key.failure.code !== 'no-keychain') note(key);
      keyRemoved = key.ok && key.value;
      loginItemRemoved = loginItem.read().state === 'enabled';
      if (loginItemRemoved) loginItem.set(false);
      note(await settings.remove());
    }
    const removal = await removeOwnData(machine.home, machine.owner.uid, { harnesses: gone, last, keepEvidence: held.keepEvidence });
    if (removal.failure) note({ ok: false, failure: removal.failure });
    return { changes: changed.map(changeOf), eventsDeleted: eventsDeleted + removal.events, keyRemoved, loginItemRemoved, stays: removal.stays, failures };
  }

  /** The wish with the key that belongs to it. */
  private async choice(wish: ClassifierWish | null): Promise<Answer<ClassifierChoice | null>> {
    if (wish === null) return { ok: true, value: null };
    if (wish.kind === 'embedded') return { ok: true, value: { kind: 'embedded' } };
    const url = settleApiUrl(wish.apiUrl);
    if (!url.ok) return url;
    const { key } = await findKey({ given: null, secrets: this.parts.secrets, configured: await this.configuredKey(), ask: null });
    if (key.ok) return { ok: true, value: { kind: 'remote', apiUrl: url.value, apiKey: key.value.key } };
    if (key.failure.code === 'no-key') return fail('no-key', 'The remote classifier needs an API key, and none is stored yet. Enter one first.');
    return { ok: false, failure: { code: key.failure.code, sentence: key.failure.sentence } };
  }

  private async configuredKey(): Promise<string | null> {
    for (const { receipt } of await this.parts.protection.installed()) {
      const before = receipt.ok ? chosenBefore(receipt.value) : null;
      if (before?.classifier.kind === 'remote') return before.classifier.apiKey;
    }
    return null;
  }
}

function planOf({ harness, label, plan }: Planned): PlanView {
  if (!plan.ok) return { harness, label, outcome: { ok: false, failure: failureOf(plan) } };
  const { steps, owner, notes } = viewPlan(plan.value);
  return { harness, label, outcome: { ok: true, steps, owner, notes } };
}

function changeOf({ harness, label, result }: Changed): ChangeView {
  return result.ok ? { harness, label, outcome: { ok: true, changed: result.value.changed, steps: result.value.steps } } : { harness, label, outcome: { ok: false, failure: failureOf(result) } };
}

function failureOf(result: Extract<Result<unknown>, { ok: false }>): Failure {
  return { code: result.failure.code, sentence: result.failure.sentence };
}

function fail(code: string, sentence: string): { readonly ok: false; readonly failure: Failure } {
  return { ok: false, failure: { code, sentence } };
}
