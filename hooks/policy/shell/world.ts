// The state of the shell at one point of the command: variables, folder, functions, files that this
// command has made. Worlds are never changed in place, so a branch costs nothing until it differs.
import type { Function as FunctionNode } from 'unbash';
import type { Stream } from '../facts.ts';
import { NO_STREAM } from '../facts.ts';
import { BoundReached, MAX_NAMES } from '../limits.ts';
import { HOLE, type Text } from '../values.ts';

/** What this command itself did to a file earlier on. */
export interface FileNote {
  /** Content that this command wrote, when it is known. */
  readonly content: Text | null;
  readonly downloaded: boolean;
  /** The secret that was copied into it. */
  readonly secret: string | null;
}

/** Where a value came from. */
export interface Taint {
  readonly fetched: boolean;
  readonly secret: string | null;
}

export const CLEAN: Taint = { fetched: false, secret: null };

export function joined(a: Taint, b: Taint): Taint {
  if (!b.fetched && b.secret === null) return a;
  return { fetched: a.fetched || b.fetched, secret: a.secret ?? b.secret };
}

export interface World {
  /** Scalars have one element; arrays more. */
  readonly vars: ReadonlyMap<string, readonly Text[]>;
  /** Variables whose value came from the network or from a secret. */
  readonly taints: ReadonlyMap<string, Taint>;
  /** Absolute; null when a `cd` went somewhere that is not known. */
  readonly cwd: Text | null;
  readonly previous: Text | null;
  readonly stack: readonly (Text | null)[];
  readonly functions: ReadonlyMap<string, FunctionNode>;
  readonly aliases: ReadonlyMap<string, string>;
  /** `$0 $1 $2 …` */
  readonly args: readonly Text[];
  /** By absolute path. */
  readonly files: ReadonlyMap<string, FileNote>;
  /** Links made by this command: absolute path of the link -> absolute target. */
  readonly links: ReadonlyMap<string, Text>;
  readonly stdin: Stream;
}

export function firstWorld(cwd: Text | null): World {
  return {
    vars: new Map(),
    taints: new Map(),
    cwd,
    previous: null,
    stack: [],
    functions: new Map(),
    aliases: new Map(),
    args: [],
    files: new Map(),
    links: new Map(),
    stdin: NO_STREAM,
  };
}

export function withVariable(world: World, name: string, values: readonly Text[], taint: Taint = CLEAN): World {
  const vars = new Map(world.vars);
  vars.set(name, values);
  // Each change copies the map: a bound keeps that from growing with the square of the text.
  if (vars.size > MAX_NAMES) throw new BoundReached('commands');
  if (!taint.fetched && taint.secret === null && !world.taints.has(name)) return { ...world, vars };
  const taints = new Map(world.taints);
  taints.set(name, taint);
  return { ...world, vars, taints };
}

export function withoutVariable(world: World, name: string): World {
  const vars = new Map(world.vars);
  vars.set(name, ['']);
  return { ...world, vars };
}

export function withFolder(world: World, cwd: Text | null): World {
  return { ...world, cwd, previous: world.cwd };
}

export function withFile(world: World, path: string, note: FileNote): World {
  const files = new Map(world.files);
  files.set(path, note);
  if (files.size > MAX_NAMES) throw new BoundReached('commands');
  return { ...world, files };
}

export function withLink(world: World, path: string, target: Text): World {
  const links = new Map(world.links);
  links.set(path, target);
  return { ...world, links };
}

/** What a subshell leaves behind: files and links, nothing else. */
export function afterSubshell(before: World, inner: World): World {
  if (inner.files === before.files && inner.links === before.links) return before;
  return { ...before, files: inner.files, links: inner.links };
}

/** Many worlds become one that is true of all: what differs is unknown. */
export function merged(worlds: readonly World[]): World {
  const [first, ...rest] = worlds;
  if (first === undefined) throw new RangeError('no world to merge');
  if (rest.length === 0) return first;
  const vars = new Map(first.vars);
  const names = new Set(worlds.flatMap((world) => [...world.vars.keys()]));
  const same = (a: readonly Text[] | undefined, b: readonly Text[] | undefined): boolean => a === b || (a !== undefined && b !== undefined && a.length === b.length && a.every((text, i) => text === b[i]));
  for (const name of names) if (rest.some((world) => !same(world.vars.get(name), first.vars.get(name)))) vars.set(name, [HOLE]);
  const files = new Map<string, FileNote>();
  for (const world of worlds)
    for (const [path, note] of world.files) {
      const old = files.get(path);
      files.set(path, old === undefined ? note : { content: old.content ?? note.content, downloaded: old.downloaded || note.downloaded, secret: old.secret ?? note.secret });
    }
  return {
    ...first,
    vars,
    taints: new Map(worlds.flatMap((world) => [...world.taints])),
    files,
    cwd: rest.every((world) => world.cwd === first.cwd) ? first.cwd : null,
    previous: rest.every((world) => world.previous === first.previous) ? first.previous : null,
    functions: new Map(worlds.flatMap((world) => [...world.functions])),
    aliases: new Map(worlds.flatMap((world) => [...world.aliases])),
    links: new Map(worlds.flatMap((world) => [...world.links])),
  };
}
