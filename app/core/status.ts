// What can truthfully be said of each harness now. "Configured" is not "protected": only an event that
// was seen since the last change makes it so, and what cannot be known is unknown, with its reason.
import type { Detection, Mode } from '../../installers/engine/harness-installer.ts';
import { PACKS } from '../../hooks/policy/table.ts';
import type { HealthReport } from '../../installers/engine/health.ts';
import type { HarnessId, Result } from '../../installers/engine/plan.ts';
import type { Receipt } from '../../installers/engine/receipt.ts';
import type { EvidenceEvent } from '../contract/evidence.ts';
import { readConfiguration, type Configuration } from './configuration.ts';
import { newestEvents } from './evidence/newest.ts';
import { countByReason, readFailures, type FailureLog } from './failures.ts';
import { faultSentence, policySource, policyUses } from './policy/policy-source.ts';
import type { Protection } from './protection.ts';
import { entryOf } from './registry.ts';

/**
 * - `absent`: neither the harness nor Silmaril in it.
 * - `not-installed`: the harness is here, Silmaril is not in it.
 * - `unproven`: installed and healthy as far as files go, but no event was seen since the last change.
 * - `working`: installed, healthy, and an event was judged since the last change.
 * - `degraded`: installed, and something is wrong; `reasons` says what.
 * - `unknown`: it cannot be told; `reasons` says why.
 */
export type HarnessState = 'absent' | 'not-installed' | 'unproven' | 'working' | 'degraded' | 'unknown';

export interface HarnessStatus {
  readonly harness: HarnessId;
  readonly label: string;
  readonly state: HarnessState;
  /** One sentence with the next step. */
  readonly sentence: string;
  readonly reasons: readonly string[];
  readonly mode: Mode | null;
  readonly classifier: 'embedded' | 'remote' | null;
  readonly localPolicy: 'off' | 'follow' | 'enforce' | null;
  /** Rule packs that are on by default and that the private policy file switches off. */
  readonly packsOff: readonly string[];
  /** ISO 8601 UTC; of the last install, mode change or repair. */
  readonly changedAt: string | null;
  readonly version: string | null;
  readonly lastEvent: { readonly at: string; readonly hook: string; readonly decision: string; readonly sinceChange: boolean } | null;
  readonly failOpen: { readonly count: number; readonly atLeast: boolean; readonly lastAt: string | null; readonly reasons: readonly { readonly reason: string; readonly count: number }[] };
  readonly health: HealthReport | null;
  readonly detection: Detection;
  /** The launcher that the harness is told to start; null when nothing is installed. */
  readonly launcher: string | null;
}

/** Everything that a judgement needs, gathered; the judgement itself is pure. */
export interface Facts {
  readonly harness: HarnessId;
  readonly label: string;
  readonly detection: Detection;
  readonly receipt: Result<Receipt | null>;
  readonly configuration: Configuration | null;
  readonly health: HealthReport | null;
  readonly lastEvent: Result<EvidenceEvent | null>;
  readonly failures: FailureLog;
  /** Why the private policy file does not count, one sentence each. */
  readonly policyFaults: readonly string[];
  readonly packsOff?: readonly string[];
  readonly launcher: string | null;
  /** Hooks of ours are there although no receipt says so: somebody took the receipt away. */
  readonly stray?: boolean;
}

/** Whether an uninstall without a receipt would find something of ours: then the hooks are live, whatever the receipts say. */
async function isStray(protection: Protection, id: HarnessId): Promise<boolean> {
  const { plan } = await protection.planUninstall(id);
  return plan.ok && plan.value.steps.length > 0;
}

/** The harnesses that hold hooks of ours without a receipt: no command that goes by receipts reaches them. */
export async function straysOf(protection: Protection, ids: readonly HarnessId[]): Promise<readonly { readonly harness: HarnessId; readonly sentence: string }[]> {
  const found = [];
  for (const id of ids) {
    const receipt = await protection.receipt(id);
    if (receipt.ok && receipt.value === null && (await isStray(protection, id))) found.push({ harness: id, sentence: straySentence(protection.installer(id).label, id) });
  }
  return found;
}

function straySentence(label: string, id: HarnessId): string {
  return `${label} still runs our hooks, but their receipt is gone, so nothing here changes them. Take them over with "silmaril install ${id}", or out with "silmaril uninstall ${id}".`;
}

export async function statusOf(protection: Protection, ids: readonly HarnessId[]): Promise<readonly HarnessStatus[]> {
  const { machine } = protection;
  const newest = await newestEvents(machine.home, machine.owner.uid);
  const policyUsers = new Set((await policyUses(machine)).flatMap(({ harness, localPolicy }) => (localPolicy === 'follow' || localPolicy === 'enforce' ? [harness] : [])));
  const statuses: HarnessStatus[] = [];
  for (const id of ids) {
    const installer = protection.installer(id);
    const receipt = await protection.receipt(id);
    const present = receipt.ok ? receipt.value : null;
    statuses.push(
      judge({
        harness: id,
        label: installer.label,
        detection: await installer.detect(machine),
        receipt,
        configuration: present ? readConfiguration(present) : null,
        health: present ? await installer.health(machine, present) : null,
        lastEvent: newest.ok ? { ok: true, value: newest.value.get(entryOf(id).host) ?? null } : newest,
        failures: await readFailures(machine.home, id),
        ...(policyUsers.has(id) ? await policyFacts(machine, id) : { policyFaults: [] }),
        launcher: present ? installer.probe(machine).launcher : null,
        stray: receipt.ok && receipt.value === null && (await isStray(protection, id)),
      }),
    );
  }
  return statuses;
}

async function policyFacts(machine: Protection['machine'], id: HarnessId): Promise<Pick<Facts, 'policyFaults' | 'packsOff'>> {
  const source = await policySource(machine, id, null);
  return { policyFaults: source.faults.map((fault) => faultSentence(fault, source)), packsOff: PACKS.filter((pack) => pack.onByDefault && !source.policy.packs[pack.id]).map((pack) => pack.id) };
}

/** Faults of a policy file: the event was judged all the same, by the built-in packs. */
const judgedAnyway = /^(?:workspace-)?policy-/;

/** The modes as a person hears them; the words of the menu bar too. */
const doing: Readonly<Record<Mode, string>> = { shadow: 'watching (shadow: nothing is interfered with)', warn: 'warning', block: 'blocking' };

export function judge(facts: Facts): HarnessStatus {
  const { receipt, configuration, health, failures, detection } = facts;
  const present = receipt.ok ? receipt.value : null;
  const valid = configuration?.state === 'valid' ? configuration : null;
  const event = facts.lastEvent.ok ? facts.lastEvent.value : null;
  const changedAt = present?.at ?? null;
  const sinceChange = event !== null && changedAt !== null && Date.parse(event.occurredAt) >= Date.parse(changedAt);
  // What went wrong under an earlier installation or configuration says nothing about this one.
  const open = failures.entries.filter((entry) => !judgedAnyway.test(entry.reason) && (changedAt === null || Date.parse(entry.at) >= Date.parse(changedAt)));
  const lastOpen = open.at(-1) ?? null;
  const status = (state: HarnessState, sentence: string, reasons: readonly string[] = []): HarnessStatus => ({
    harness: facts.harness,
    label: facts.label,
    state,
    sentence,
    reasons,
    mode: valid?.mode ?? null,
    classifier: valid?.classifier ?? null,
    localPolicy: valid?.localPolicy ?? null,
    packsOff: facts.packsOff ?? [],
    changedAt,
    version: present?.version ?? null,
    lastEvent: event ? { at: event.occurredAt, hook: event.hook, decision: event.policyDecision, sinceChange } : null,
    failOpen: { count: open.length, atLeast: failures.full, lastAt: lastOpen?.at ?? null, reasons: countByReason(open) },
    health,
    detection,
    launcher: facts.launcher,
  });
  if (!receipt.ok) return status('unknown', 'It cannot be told what is installed.', [receipt.failure.sentence]);
  if (!present) {
    if (facts.stray) return status('degraded', `Its receipt is gone. Run: silmaril install ${facts.harness}`, [straySentence(facts.label, facts.harness)]);
    if (detection.state === 'absent') return status('absent', 'Not found on this computer.');
    return status('not-installed', `Not installed. Install it with: silmaril install ${facts.harness}`);
  }
  if (present.state === 'uninstalling') return status('degraded', `An uninstall did not finish. Run: silmaril uninstall ${facts.harness}`, ['An uninstall did not finish.']);
  const problems: string[] = [];
  if (configuration?.state === 'missing') problems.push('The configuration file is missing, so every event passes unjudged.');
  if (configuration?.state === 'invalid') problems.push(`The configuration file is not valid (${configuration.reason}), so every event passes unjudged.`);
  if (valid && !valid.enabled) problems.push('The configuration says "enabled": false, so every event passes unjudged.');
  if (valid?.classifier === 'remote' && (!valid.hasKey || valid.apiUrl === null)) problems.push('The remote classifier is chosen, but its address or key is missing.');
  problems.push(...facts.policyFaults);
  for (const check of health?.checks ?? []) if (check.status === 'problem') problems.push(check.sentence);
  // A failure that is newer than the newest judged event: the hook is failing now, whatever was before.
  if (lastOpen && (!event || Date.parse(lastOpen.at) > Date.parse(event.occurredAt)))
    problems.push(`The last event passed unjudged (${lastOpen.reason}, ${lastOpen.at}).`);
  if (problems.length > 0) return status('degraded', `Degraded. Run: silmaril repair ${facts.harness}`, problems);
  const unknowns = (health?.checks ?? []).filter((check) => check.status === 'unknown').map((check) => check.sentence);
  if (!facts.lastEvent.ok) unknowns.push(facts.lastEvent.failure.sentence);
  if (failures.unreadable !== null) unknowns.push(failures.unreadable);
  const mode = valid?.mode ? doing[valid.mode] : 'following the classifier’s own mode';
  if (!sinceChange) return status('unproven', `Installed, not seen running since the last change. Open a new session, or run: silmaril verify ${facts.harness}`, unknowns);
  if (unknowns.length > 0) return status('unknown', 'An event was seen, but not everything can be told.', unknowns);
  return status('working', `Working, ${mode}: an event was judged since the last change.`);
}

