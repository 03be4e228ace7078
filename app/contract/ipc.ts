// The whole surface between the window and main, in one literal. See ipc-kinds.ts for how names,
// handlers and the window's functions are derived from it.
import * as z from 'zod/mini';
import { arrival, eventDetail, evidenceFilter, evidenceStatus, exportFormat, exportOutcome, facets, histogram, histogramQuery, page, pageQuery } from './evidence-views.ts';
import {
  changeView,
  harnessId,
  harnessView,
  heldPlan,
  heldRemoval,
  mode,
  modeReport,
  progressView,
  removalReport,
  runtimeCheckView,
  selfTestReport,
} from './harness-views.ts';
import { invoke, list, nothing, push, type Bridge, type Handlers, type Pushers } from './ipc-kinds.ts';
import { apiUrl, classifierWish, packId, pauseLength, protectionView } from './protection-views.ts';
import { keyVerdict, keyView, onboardingChange, onboardingShape, privacyFacts, settingsChange, settingsView } from './settings.ts';
import { linkId, route, snapshot, updatesView } from './system-views.ts';

const harnessChoice = z.readonly(z.array(harnessId).check(z.minLength(1), z.maxLength(16)));
const planId = z.object({ planId: z.string().check(z.maxLength(64)) });
/** Longest text that may be put on the clipboard, UTF-16 units. */
const maxCopy = 1_000_000;

export const ipc = {
  harnesses: {
    /** Looks at this computer again. Every change that main notices comes as a push anyway. */
    refresh: invoke(nothing, list(harnessView)),
    /** Plans an installation (or, over an existing one, an update). Nothing is written. */
    planInstall: invoke(z.object({ harnesses: harnessChoice, mode: z.nullable(mode), classifier: z.nullable(classifierWish) }), heldPlan),
    planRepair: invoke(z.object({ harnesses: harnessChoice }), heldPlan),
    /** Applies a held plan, as it was shown; a place that has changed since refuses it (code `changed`). */
    apply: invoke(planId, list(changeView)),
    /** Plans the removal from these harnesses. Nothing is written. */
    planRemoval: invoke(z.object({ harnesses: harnessChoice, keepEvidence: z.boolean() }), heldRemoval),
    remove: invoke(planId, removalReport),
    /** Stops a running `apply` or `remove` between two steps; what was done of that harness is undone. */
    cancel: invoke(planId, nothing),
    /** Forgets a plan that was not applied. */
    drop: invoke(planId, nothing),
    /** Overrides the mode of one harness. */
    setMode: invoke(z.object({ harness: harnessId, mode }), list(modeReport)),
    selfTest: invoke(z.object({ harness: harnessId }), selfTestReport),
    startRuntimeCheck: invoke(z.object({ harness: harnessId }), runtimeCheckView),
    stopRuntimeCheck: invoke(z.object({ harness: harnessId }), nothing),
    changed: push(list(harnessView)),
    progress: push(progressView),
    runtimeChecks: push(list(runtimeCheckView)),
  },
  protection: {
    /** All installed harnesses, or none. Ends a pause. */
    setMode: invoke(z.object({ mode }), list(modeReport)),
    /** Puts all installed harnesses into shadow until then. */
    pause: invoke(z.object({ length: pauseLength }), protectionView),
    resume: invoke(nothing, protectionView),
    /** All installed harnesses. */
    setClassifier: invoke(classifierWish, list(changeView)),
    /** In the private policy file, for every harness. */
    setRulePack: invoke(z.object({ pack: packId, enabled: z.boolean() }), protectionView),
    changed: push(protectionView),
  },
  evidence: {
    query: invoke(pageQuery, page),
    facets: invoke(z.object({ filter: evidenceFilter }), facets),
    histogram: invoke(histogramQuery, histogram),
    event: invoke(z.object({ id: z.string().check(z.maxLength(128)) }), eventDetail),
    /** From now on `arrived` tells the new events that this filter matches; null ends it. */
    follow: invoke(z.object({ filter: z.nullable(evidenceFilter) }), nothing),
    /** Asks where to save, then writes everything that the filter matches. */
    export: invoke(z.object({ filter: evidenceFilter, format: exportFormat }), exportOutcome),
    /** Deletes all evidence. */
    clear: invoke(nothing, z.object({ deleted: z.number() })),
    arrived: push(arrival),
    status: push(evidenceStatus),
  },
  settings: {
    change: invoke(settingsChange, settingsView),
    setLoginItem: invoke(z.object({ enabled: z.boolean() }), settingsView),
    openLoginItemSettings: invoke(nothing, nothing),
    /** Shows one notification, so that the person sees whether the system lets it through. */
    testNotification: invoke(nothing, settingsView),
    privacy: invoke(nothing, privacyFacts),
    changed: push(settingsView),
  },
  secrets: {
    /** Looks into the keychain; some systems ask the person. */
    look: invoke(nothing, keyView),
    /** One way: the key goes in and never comes back. Installed harnesses that use the remote classifier get it, too. */
    set: invoke(z.object({ key: z.string().check(z.maxLength(8192)) }), keyView),
    remove: invoke(nothing, keyView),
    /** One benign text to the classifier, under the given key or, when null, under the stored one. */
    verify: invoke(z.object({ apiUrl, key: z.nullable(z.string().check(z.maxLength(8192))) }), keyVerdict),
    changed: push(keyView),
  },
  onboarding: {
    save: invoke(onboardingChange, onboardingShape),
    end: invoke(z.object({ skipped: z.boolean() }), onboardingShape),
    restart: invoke(nothing, onboardingShape),
    changed: push(onboardingShape),
  },
  updates: {
    check: invoke(nothing, updatesView),
    changed: push(updatesView),
  },
  system: {
    /** The first question of every window. */
    snapshot: invoke(nothing, snapshot),
    openExternal: invoke(z.object({ link: linkId }), nothing),
    copy: invoke(z.object({ text: z.string().check(z.maxLength(maxCopy)) }), nothing),
    quit: invoke(nothing, nothing),
    /** The tray or a notification wants this view to be shown. */
    route: push(route),
  },
} as const;

export type Ipc = typeof ipc;
/** `window.silmaril` */
export type SilmarilBridge = Bridge<Ipc>;
export type IpcHandlers = Handlers<Ipc>;
export type IpcPushers = Pushers<Ipc>;
