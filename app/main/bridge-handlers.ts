// The bridge's handlers: each call of the window turned into a call of a service. No decisions here.
import { setMode } from '../core/mode-change.ts';
import { viewOf } from '../core/evidence/view.ts';
import { setRulePack } from '../core/policy/rule-packs.ts';
import { verifyHarness } from '../core/verify.ts';
import type { IpcHandlers } from '../contract/ipc.ts';
import type { Settings } from '../contract/settings.ts';
import { newOnboarding } from '../contract/settings.ts';
import { done, fail, failed, passed, value } from './answers.ts';
import { known, reportOf, type Application } from './application.ts';
import { privacyFacts } from './privacy.ts';

export function handlersOf(app: Application): IpcHandlers {
  return {
    harnesses: {
      refresh: async () => {
        await app.look();
        return value(app.state.harnesses);
      },
      planInstall: ({ harnesses, mode, classifier }) => app.changes.planInstall(known(harnesses), mode, classifier),
      planRepair: ({ harnesses }) => app.changes.planRepair(known(harnesses)),
      apply: ({ planId }) => app.changes.apply(planId),
      planRemoval: ({ harnesses, keepEvidence }) => app.changes.planRemoval(known(harnesses), keepEvidence),
      remove: async ({ planId }) => {
        const removed = await app.changes.remove(planId);
        if (removed.ok) app.tellSettings();
        return removed;
      },
      cancel: ({ planId }) => {
        app.changes.cancel(planId);
        return done;
      },
      drop: ({ planId }) => {
        app.changes.drop(planId);
        return done;
      },
      setMode: async ({ harness, mode }) => {
        const reports = await app.turns.take(() => setMode(app.protection, known([harness]), mode));
        await app.look();
        return value(reports.map(reportOf));
      },
      selfTest: async ({ harness }) => {
        if (known([harness]).length === 0) return fail('unknown-harness', 'This version does not know that harness.');
        const receipt = await app.protection.receipt(harness);
        if (!receipt.ok || !receipt.value) return fail('not-installed', `Silmaril is not installed in ${app.protection.installer(harness).label}, so there is nothing to test.`);
        const { machine } = app.protection;
        const tested = await verifyHarness(machine, harness, app.protection.installer(harness).probe(machine), (fingerprint) => app.evidence.ofRequest(fingerprint));
        await app.look();
        return value({ harness, ok: tested.ok, events: tested.events.map(({ event, ok, result, ms, sentence }) => ({ event, ok, result, ms, sentence })) });
      },
      startRuntimeCheck: ({ harness }) => value(app.checks.start(harness)),
      stopRuntimeCheck: ({ harness }) => {
        app.checks.stop(harness);
        return done;
      },
    },
    protection: {
      setMode: ({ mode }) => app.setMode(mode),
      pause: async ({ length }) => app.protectionAfter(await app.pause(length)),
      resume: async () => app.protectionAfter(await app.endPause()),
      setClassifier: (wish) => app.changes.setClassifier(wish),
      setRulePack: async ({ pack, enabled }) => {
        const set = await app.turns.take(() => setRulePack(app.protection.machine, pack, enabled));
        await app.look();
        return set.ok ? value(app.state.protectionView()) : failed(set);
      },
    },
    evidence: {
      query: ({ filter, after, limit }) => passed(app.evidence.page(filter, after, limit)),
      facets: ({ filter }) => passed(app.evidence.facets(filter)),
      histogram: ({ filter, buckets }) => passed(app.evidence.histogram(filter, buckets)),
      event: ({ id }) => passed(app.evidence.event(id)),
      follow: async ({ filter }) => {
        const mine = ++app.follows;
        app.unfollow?.();
        app.unfollow = null;
        if (filter === null) return done;
        const end = await app.evidence.onArrival(filter, ({ events, more }) => { app.push.evidence.arrived({ events: events.map(viewOf), more }); });
        // Another call may have come while this one waited: the last one counts.
        if (mine === app.follows) app.unfollow = end;
        else end();
        return done;
      },
      export: async ({ filter, format }) => {
        const file = await app.desktop.chooseFile(`silmaril-events-${new Date().toISOString().slice(0, 10)}.${format}`);
        if (file === null) return value({ state: 'cancelled' as const });
        const written = await app.evidence.export(filter, format, { file, replace: true }, app.exports.signal);
        return written.ok ? value({ state: 'saved' as const, path: file, events: written.value }) : failed(written);
      },
      clear: async () => {
        const cleared = await app.evidence.clear();
        await app.look();
        return cleared.ok ? value({ deleted: cleared.value }) : failed(cleared);
      },
    },
    settings: {
      change: async (change) => {
        const { settings } = app.settings.value;
        const next = Object.fromEntries(Object.entries({ ...settings, ...change }).filter(([, set]) => set !== undefined)) as Settings;
        const written = await app.settings.change({ settings: next });
        if (!written.ok) return failed(written);
        if (next.appearance !== settings.appearance) app.desktop.setAppearance(next.appearance);
        if (next.retention.days !== settings.retention.days || next.retention.megabytes !== settings.retention.megabytes)
          await app.evidence.setRetention({ days: next.retention.days, bytes: next.retention.megabytes * 1024 * 1024 });
        app.tellSettings();
        app.changed();
        return value(app.settingsView());
      },
      setLoginItem: ({ enabled }) => {
        if (app.desktop.loginItem.read().state !== 'unsupported') app.desktop.loginItem.set(enabled);
        app.tellSettings();
        return value(app.settingsView());
      },
      openLoginItemSettings: () => {
        app.desktop.loginItem.openSettings();
        return done;
      },
      testNotification: () => {
        app.desktop.testNotification();
        return value(app.settingsView());
      },
      privacy: async () => value(await privacyFacts(app.protection, app.keys.view)),
    },
    secrets: {
      look: () => app.keys.look(),
      set: ({ key }) => app.keys.set(key),
      remove: () => app.keys.remove(),
      verify: ({ apiUrl, key }) => app.keys.verify(apiUrl, key),
    },
    onboarding: {
      save: (change) => app.saveOnboarding({ ...app.settings.value.onboarding, ...(Object.fromEntries(Object.entries(change).filter(([, set]) => set !== undefined)) as Partial<typeof newOnboarding>) }),
      end: ({ skipped }) => app.saveOnboarding({ ...app.settings.value.onboarding, endedAt: new Date().toISOString(), skipped }, true),
      restart: () => app.saveOnboarding(newOnboarding),
    },
    updates: { check: () => app.updates.check() },
    system: {
      snapshot: async () => {
        await app.ready;
        return value({
          system: app.desktop.system,
          harnesses: app.state.harnesses,
          runtimeChecks: app.checks.views,
          protection: app.state.protectionView(),
          evidence: app.evidenceStatus,
          settings: app.settingsView(),
          key: app.keys.view,
          onboarding: app.settings.value.onboarding,
          updates: app.updates.view,
          route: app.desktop.route(),
        });
      },
      openExternal: ({ link }) => {
        app.desktop.openExternal(link);
        return done;
      },
      copy: ({ text }) => {
        app.desktop.copy(text);
        return done;
      },
      quit: () => {
        app.desktop.quit();
        return done;
      },
    },
  };
}
