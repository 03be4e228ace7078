// The homes of Hermes on this computer: each profile is a home of its own, with its own configuration and plugins.
import { readdir, realpath } from 'node:fs/promises';
import path from 'node:path';
import type { Machine, Surface } from '../engine/harness-installer.ts';
import type { Receipt } from '../engine/receipt.ts';
import { observe, resolveUserPath } from '../engine/read.ts';
import { layoutOf } from './layout.ts';
import { factsFrom } from './receipt-facts.ts';

/** A surface of this harness is one home; its file is the configuration in it. */
export interface HomeSurface extends Surface {
  readonly home: string;
}

/** Names that Hermes gives to profiles. */
const PROFILE = /^[a-z0-9][a-z0-9_-]{0,63}$/;

export const defaultHome = (machine: Machine): string => path.join(machine.home, '.hermes');

/** What HERMES_HOME names, when it is another one. */
export function movedHome(machine: Machine): string | null {
  const told = machine.env['HERMES_HOME']?.trim();
  if (told === undefined || !path.isAbsolute(told)) return null;
  const home = path.normalize(told).replace(/(.)\/+$/, '$1');
  return home === defaultHome(machine) ? null : home;
}

/** Every home that a session may run in, and those that a receipt names (the app may not see a shell's HERMES_HOME). */
export async function homesOf(machine: Machine, receipt: Receipt | null): Promise<readonly HomeSurface[]> {
  const usual = defaultHome(machine);
  const moved = movedHome(machine);
  const found = new Map<string, HomeSurface>();
  const add = (id: string, label: string, home: string, skipped: string | null = null): void => {
    if (![...found.values()].some((surface) => surface.home === home)) found.set(id, { id, label, home, file: layoutOf(home).config, skipped });
  };
  const isThere = async (home: string): Promise<boolean> => (await observe(home, 0)).state === 'folder' || (await resolvesToFolder(home));
  const usualThere = await isThere(usual);
  add('default', 'the default profile', usual, moved !== null && !usualThere ? 'Hermes has no data there: HERMES_HOME names another folder.' : null);
  for (const name of await profilesIn(usual)) add(`profile:${name}`, `the profile ${name}`, path.join(usual, 'profiles', name));
  if (moved !== null) {
    const inProfiles = path.basename(path.dirname(moved)) === 'profiles';
    add('hermes-home', 'the home that HERMES_HOME names', moved, (await isThere(moved)) ? null : `${moved} does not exist.`);
    const root = inProfiles ? path.dirname(path.dirname(moved)) : moved;
    for (const name of await profilesIn(root)) add(`hermes-home:${name}`, `the profile ${name} of ${root}`, path.join(root, 'profiles', name));
  }
  for (const [index, home] of factsFrom(receipt).homes.entries()) if (await isThere(home)) add(`recorded-${String(index + 1)}`, `the home ${home}`, home);
  return withoutTwins([...found.values()]);
}

/** A home that is a link to another one is that one: it gets its files once. */
async function withoutTwins(surfaces: readonly HomeSurface[]): Promise<readonly HomeSurface[]> {
  const first = new Map<string, HomeSurface>();
  const distinct: HomeSurface[] = [];
  for (const surface of surfaces) {
    const real = await realpath(surface.home).catch(() => surface.home);
    const twin = surface.skipped === null ? first.get(real) : undefined;
    if (surface.skipped === null && twin === undefined) first.set(real, surface);
    distinct.push(twin === undefined ? surface : { ...surface, skipped: `It is the same folder as ${twin.label}.` });
  }
  return distinct;
}

async function profilesIn(home: string): Promise<readonly string[]> {
  const entries = await readdir(path.join(home, 'profiles'), { withFileTypes: true }).catch(() => []);
  const names: string[] = [];
  for (const entry of entries) if (PROFILE.test(entry.name) && (entry.isDirectory() || (entry.isSymbolicLink() && (await resolvesToFolder(path.join(home, 'profiles', entry.name)))))) names.push(entry.name);
  return names.sort();
}

async function resolvesToFolder(place: string): Promise<boolean> {
  const resolved = await resolveUserPath(place);
  return resolved.ok && resolved.value.target !== place && (await observe(resolved.value.target, 0)).state === 'folder';
}
