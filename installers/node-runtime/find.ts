// Finds the Node.js binaries of this computer and chooses the one that the launchers will start. The
// launchers want a real file, which an upgrade may delete: the name that survives (the alias) is
// kept beside it, so that health can say what happened and repair can follow it.
import { readdir, realpath } from 'node:fs/promises';
import path from 'node:path';
import type { Machine } from '../engine/harness-installer.ts';
import { fail, ok } from '../engine/failure.ts';
import type { Result } from '../engine/plan.ts';
import { inspectNode, oldestMajor, type Verdict } from './inspect.ts';
import { managers, type ManagerId, type NameKind } from './managers.ts';

export interface Candidate {
  readonly manager: ManagerId;
  /** Who installed it, for a person: `Homebrew`. */
  readonly label: string;
  /** Lower is preferred; see managers.ts. */
  readonly rank: number;
  /** The name that stays over upgrades and leads here; null where there is none but the real path. */
  readonly alias: string | null;
  /** Wholly resolved. */
  readonly real: string;
  /** All names under which it was found. */
  readonly names: readonly string[];
  readonly verdict: Verdict;
}

/** What a receipt keeps. */
export interface ChosenNode {
  readonly real: string;
  readonly alias: string | null;
  /** Without the `v`. */
  readonly version: string;
}

/** Folder entries that a pattern may match: more is no installation of Node.js. */
const MAX_ENTRIES = 500;

interface Name {
  readonly name: string;
  readonly kind: NameKind;
  readonly manager: ManagerId;
  readonly label: string;
  readonly rank: number;
}

/**
 * All Node.js binaries that a known installer or PATH leads to, and `extra` (absolute paths; they rank
 * last), each with its verdict; usable and preferred ones first. Names that lead to one file are one candidate.
 */
export async function findNodeRuntimes(machine: Machine, extra: readonly string[] = []): Promise<readonly Candidate[]> {
  const names: Name[] = [];
  for (const { id, label, rank, names: patternsOf } of managers)
    for (const { pattern, kind } of patternsOf(machine)) for (const name of await expand(pattern)) names.push({ name, kind, manager: id, label, rank });
  for (const name of extra) if (path.isAbsolute(name)) names.push({ name: path.normalize(name), kind: 'versioned', manager: 'given', label: 'given', rank: 9 });

  const byReal = new Map<string, Name[]>();
  for (const name of names) {
    const real = await realpath(name.name).catch(() => null);
    if (real === null) continue;
    byReal.set(real, [...(byReal.get(real) ?? []), name]);
  }
  const candidates: Candidate[] = [];
  for (const [real, found] of byReal) {
    const owner = installerOf(real, found);
    candidates.push({
      manager: owner.manager,
      label: owner.label,
      rank: owner.rank,
      alias: aliasOf(real, found),
      real,
      names: [...new Set(found.map(({ name }) => name))],
      verdict: await inspectNode(real, machine.owner),
    });
  }
  return candidates.sort(byPreference);
}

/** The first usable candidate. Fails with `no-node`, naming what was found and why it is of no use. */
export function chooseNode(candidates: readonly Candidate[]): Result<ChosenNode> {
  for (const { real, alias, verdict } of candidates) if (verdict.usable) return ok({ real, alias, version: verdict.version });
  const reasons = candidates.flatMap(({ verdict }) => (verdict.usable ? [] : [verdict.sentence])).slice(0, 4);
  const found = reasons.length > 0 ? ` Found, but of no use: ${reasons.join(' ')}` : '';
  return fail('no-node', `No Node.js ${String(oldestMajor)} or newer that the hook can run on was found. Install one from https://nodejs.org, then run it again.${found}`);
}

/**
 * A usable Node.js for an installation that has one recorded: the recorded file while it is good; else what
 * its alias leads to now; else a new choice. Fails as `chooseNode` does.
 */
export async function resolveAgain(machine: Machine, recorded: ChosenNode | null, extra: readonly string[] = []): Promise<Result<ChosenNode>> {
  if (recorded) {
    const same = (await realpath(recorded.real).catch(() => null)) === recorded.real ? await inspectNode(recorded.real, machine.owner) : null;
    if (same?.usable) return ok({ ...recorded, version: same.version });
    const real = recorded.alias === null ? null : await realpath(recorded.alias).catch(() => null);
    const moved = real === null ? null : await inspectNode(real, machine.owner);
    if (real !== null && moved?.usable) return ok({ real, alias: recorded.alias, version: moved.version });
  }
  return chooseNode(await findNodeRuntimes(machine, extra));
}

/**
 * Who put the file where it really lies. A name that is the file itself tells; a link tells only who points
 * there: /usr/local/bin/node may lead into Homebrew's cellar, which Homebrew clears.
 */
function installerOf(real: string, found: readonly Name[]): Name {
  const itself = found.filter(({ name }) => name === real);
  const known = found.filter(({ manager }) => manager !== 'path' && manager !== 'system');
  const pool = [itself, known, found].find((names) => names.length > 0) ?? [];
  const [best] = [...pool].sort((a, b) => a.rank - b.rank);
  if (!best) throw new RangeError('a candidate has at least one name');
  return best;
}

function aliasOf(real: string, found: readonly Name[]): string | null {
  // Replaced in place by its installer: the file's own name is the one that stays.
  if (found.some(({ name, kind, manager }) => name === real && kind === 'alias' && manager !== 'path')) return null;
  const others = found.filter(({ name, kind }) => name !== real && kind !== 'passing');
  const order = (name: Name): number => (name.kind === 'alias' ? 0 : 1) + (name.manager === 'path' ? 2 : 0);
  // The shorter name is the more general one: Homebrew's `bin/node` before `opt/node@24/bin/node`.
  const [best] = others.sort((a, b) => order(a) - order(b) || a.rank - b.rank || a.name.length - b.name.length || (a.name < b.name ? -1 : 1));
  return best?.name ?? null;
}

/** Usable before unusable, then how likely it is to stay, then fewer cautions, then the newer version. */
export function byPreference(a: Candidate, b: Candidate): number {
  if (a.verdict.usable !== b.verdict.usable) return a.verdict.usable ? -1 : 1;
  if (!a.verdict.usable || !b.verdict.usable) return a.rank - b.rank || (a.real < b.real ? -1 : 1);
  return a.rank - b.rank || a.verdict.cautions.length - b.verdict.cautions.length || compareVersions(b.verdict.version, a.verdict.version) || (a.real < b.real ? -1 : 1);
}

function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((text) => text.split('.').map(Number));
  for (let at = 0; at < 3; at += 1) {
    const difference = (left?.[at] ?? 0) - (right?.[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** The paths that a pattern stands for; whether they exist is seen when they are resolved. */
async function expand(pattern: string): Promise<readonly string[]> {
  let places = ['/'];
  for (const component of pattern.split('/').filter(Boolean)) {
    if (!component.includes('*')) {
      places = places.map((place) => path.join(place, component));
      continue;
    }
    const [before = '', after = ''] = component.split('*');
    const next: string[] = [];
    for (const place of places) {
      const entries = (await readdir(place).catch(() => [])).slice(0, MAX_ENTRIES).sort();
      for (const entry of entries) if (entry.length >= before.length + after.length && entry.startsWith(before) && entry.endsWith(after)) next.push(path.join(place, entry));
    }
    places = next;
  }
  return places;
}
