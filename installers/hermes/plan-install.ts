// Install, repair and change of mode: what must be there in every home, compared with what is there. Running one of them
// twice plans nothing the second time.
import path from 'node:path';
import { fail, ok } from '../engine/failure.ts';
import type { InstallRequest, Machine, Mode } from '../engine/harness-installer.ts';
import type { Plan, ReceiptDraft, Result, Step } from '../engine/plan.ts';
import type { Receipt } from '../engine/receipt.ts';
import { resolveAgain } from '../node-runtime/find.ts';
import { LIMITS, lookAround, type Look } from './detect.ts';
import { chosenLocalPolicy, readEnvSettings, variablesOf, type Choice, type Variables } from './env-settings.ts';
import { enabledIn, planVariables } from './hermes-files.ts';
import type { HomeSurface } from './homes.ts';
import { layoutOf } from './layout.ts';
import { managedBlockers } from './managed.ts';
import { planHome, type HomePlan } from './plan-home.ts';
import { readPluginSource, type PluginSource } from './plugin-source.ts';
import { entryFrom, factsFrom, factsOf } from './receipt-facts.ts';

type NodeChoice = InstallRequest['node'];

export async function planInstall(machine: Machine, request: InstallRequest, receipt: Receipt | null): Promise<Result<Plan>> {
  const look = await lookAround(machine, receipt);
  if (look.state === 'absent' && receipt === null) return fail('harness-absent', 'Hermes was not found on this computer: no executable in the usual places or on PATH, and no ~/.hermes. Install it, then run this again.');
  const left = request.skipSurfaces ?? [];
  const unknown = left.find((id) => !look.surfaces.some((surface) => surface.id === id));
  if (unknown !== undefined) return fail('surface-unknown', `There is no "${unknown}" to leave out. There are: ${look.surfaces.map((surface) => surface.id).join(', ')}.`);
  const source = await readPluginSource(request.hooksRoot);
  if (!source.ok) return source;
  const choice: Choice = { mode: request.mode, classifier: request.classifier, endpointId: request.endpointId, localPolicy: chosenLocalPolicy(envsOf(receipt)) };
  const notes = await installNotes(machine, look, request.classifier.kind === 'remote');
  return compose(machine, { purpose: 'install', look, left, source: source.value, variables: variablesOf(choice), choice, node: request.node, receipt, notes });
}

const envsOf = (receipt: Receipt | null): readonly string[] => factsFrom(receipt).homes.map((home) => layoutOf(home).env);

/** Puts back what the receipt says. The settings' values stay; where they are gone, the key is too. */
export async function planRepair(machine: Machine, receipt: Receipt, hooksRoot: string): Promise<Result<Plan>> {
  const look = await lookAround(machine, receipt);
  const source = await readPluginSource(hooksRoot);
  if (!source.ok) return source;
  const found = await resolveAgain(machine, receipt.node);
  if (!found.ok && receipt.node === null) return found;
  const node = found.ok && receipt.node?.real !== found.value.real ? found.value : receipt.node;
  if (node === null) return fail('node-missing', 'No Node.js is recorded and none was found.');
  const notes = !found.ok ? [found.failure.sentence] : node === receipt.node ? [] : [`The checker will run on ${node.real} (Node.js ${node.version}).`];
  const facts = factsFrom(receipt);
  const choice = choiceFrom(receipt);
  if (choice === null) return fail('config-lost', 'The API key is gone from every environment file of Hermes. Run "silmaril install hermes" to write it again.');
  return compose(machine, { purpose: 'repair', look, left: facts.skipSurfaces, source: source.value, variables: variablesOf(choice), choice, node, receipt, notes });
}

/** The choice as it was made: from the receipt, its key from whichever home still has it. */
function choiceFrom(receipt: Receipt): Choice | null {
  const facts = factsFrom(receipt);
  const reads = envsOf(receipt).map(readEnvSettings).flatMap((read) => (read.state === 'valid' ? [read.settings] : []));
  const localPolicy = chosenLocalPolicy(envsOf(receipt));
  const endpointId = reads.find((settings) => settings.endpointId !== null)?.endpointId ?? null;
  if (facts.classifier === 'embedded') return { mode: facts.mode, classifier: { kind: 'embedded' }, endpointId, localPolicy };
  const kept = reads.find((settings) => settings.apiKey !== '' && settings.apiUrl !== '');
  return kept === undefined ? null : { mode: facts.mode, classifier: { kind: 'remote', apiUrl: kept.apiUrl, apiKey: kept.apiKey }, endpointId, localPolicy };
}

/** One value in every home's environment file, and nothing else. */
export async function planMode(machine: Machine, receipt: Receipt, mode: Mode): Promise<Result<Plan>> {
  const choice = choiceFrom(receipt);
  if (choice === null) return fail('config-unusable', 'The settings are gone from the environment file of Hermes; run "silmaril install hermes" to write them again.');
  const steps: Step[] = [];
  for (const edited of receipt.edited) {
    if (entryFrom(edited.entry)?.kind !== 'env-block') continue;
    const planned = await planVariables(edited.path, machine.owner, variablesOf({ ...choice, mode }));
    if (!planned.ok) return planned;
    if (planned.value.step) steps.push(planned.value.step);
  }
  const { version, facts, owned, edited, node } = receipt;
  return ok({
    harness: 'hermes',
    purpose: 'configure',
    owner: machine.owner,
    steps: eachFileOnce(steps),
    receipt: { version, facts: { ...facts, mode }, owned, edited, node },
    notes: ['Open sessions keep the old mode until they are opened anew, and a gateway may, too: run "hermes gateway restart".'],
  });
}

/** Profiles may share one file through links: it is edited once, since every home's edit of it is the same. */
function eachFileOnce(steps: readonly Step[]): readonly Step[] {
  const seen = new Set<string>();
  return steps.filter((step) => {
    const place = step.kind === 'edit' ? step.target : step.path;
    const first = !seen.has(place);
    seen.add(place);
    return first;
  });
}

interface Wanted {
  readonly purpose: 'install' | 'repair';
  readonly look: Look;
  readonly left: readonly string[];
  readonly source: PluginSource;
  readonly variables: Variables;
  readonly choice: Choice;
  readonly node: NodeChoice;
  readonly receipt: Receipt | null;
  readonly notes: readonly string[];
}

async function compose(machine: Machine, wanted: Wanted): Promise<Result<Plan>> {
  const { look, left, source, choice, node, receipt, purpose } = wanted;
  if (/[\r\n]/.test(node.real) || !path.isAbsolute(node.real)) return fail('node-path-invalid', `The path of Node.js must be absolute and on one line: ${JSON.stringify(node.real)}.`, node.real);
  const notes = [...wanted.notes];
  const homes: HomePlan[] = [];
  for (const surface of look.surfaces) {
    if (surface.skipped !== null || left.includes(surface.id)) continue;
    // A repair does not go where nobody installed: health says that a profile is new.
    if (purpose === 'repair' && !factsFrom(receipt).homes.includes(surface.home)) continue;
    const planned = await planHome(machine, { layout: layoutOf(surface.home), source, variables: wanted.variables, node, python: look.python, receipt, purpose });
    if (!planned.ok) return fail(planned.failure.code, purpose === 'install' && look.surfaces.length > 1 ? `${planned.failure.sentence} (It is ${surface.label}.)` : planned.failure.sentence, planned.failure.path);
    homes.push(planned.value);
    notes.push(...planned.value.notes, ...(await disabledNote(surface)));
  }
  if (homes.length === 0) return fail('surface-none', 'There is no home of Hermes to install into.');
  const owned = homes.flatMap((home) => home.owned);
  const draft: ReceiptDraft = {
    version: source.version,
    facts: factsOf({ mode: choice.mode, classifier: choice.classifier.kind, skipSurfaces: left, homes: homes.map(({ home }) => home) }),
    owned: [...new Map(owned.map((entry) => [entry.path, entry])).values()],
    edited: [...homes.flatMap((home) => home.edited), ...leftEdited(homes, receipt)],
    node,
  };
  return ok({ harness: 'hermes', purpose, owner: machine.owner, steps: eachFileOnce(homes.flatMap((home) => home.steps)), receipt: draft, notes: [...new Set(notes)] });
}

/** Homes that are left out now may still hold our lines; an uninstall must find them. */
function leftEdited(homes: readonly HomePlan[], receipt: Receipt | null): ReceiptDraft['edited'] {
  const now = new Set(homes.flatMap((home) => home.edited.map((entry) => entry.target)));
  return (receipt?.edited ?? []).filter((entry) => !now.has(entry.target));
}

async function disabledNote(surface: HomeSurface): Promise<readonly string[]> {
  const enabled = await enabledIn(surface.file);
  return enabled.ok && enabled.value === 'disabled' ? [`plugins.disabled in ${surface.file} names the plugin, which wins: it will not run until you take it out ("hermes plugins enable hermes-firewall").`] : [];
}

async function installNotes(machine: Machine, look: Look, hasKey: boolean): Promise<string[]> {
  const notes = (await managedBlockers(machine)).map((blocker) => blocker.sentence);
  if (look.state !== 'present') notes.push('No hermes executable was found in the usual places; the plugin is installed for when there is one.');
  if (hasKey) notes.push('Hermes reads the API key from its environment file, so it is written there (0600); programs that Hermes starts may see it. The embedded classifier needs no key.');
  return [...notes, ...LIMITS];
}
