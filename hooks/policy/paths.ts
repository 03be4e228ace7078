// Where a path lies: inside the working folder or not. Links are followed through the injected probe,
// never through the process.
import type { Area, Place } from './facts.ts';
import { MAX_PATH_CHARS } from './limits.ts';
import { FRESH, HOLE, STAR, type Text } from './values.ts';

/** The only I/O of the engine. Both answer null for what does not exist or cannot be read. */
export interface PathProbe {
  realpath(path: string): string | null;
  lstat(path: string): 'file' | 'folder' | 'symlink' | 'other' | null;
}

/** A probe that knows no file: every path is taken as plain. */
export const BLIND_PROBE: PathProbe = {
  realpath() {
    return null;
  }, lstat() {
    return null;
  }
};

const SINKS = /^\/dev\/(?:null|zero|full|random|urandom|tty|console|ptmx|stdin|stdout|stderr|fd\/\d+|pts\/\d+|ttys\d+)$|^\/proc\/(?:self|thread-self)\/fd\/\d+$/;
const WINDOWS = /^[A-Za-z]:(?:[\\/]|$)|^\\\\|^%[A-Za-z]+%/;

export interface Locator {
  readonly root: string | null;
  readonly home: string;
  locate(text: Text, cwd: Text | null, links: ReadonlyMap<string, Text> | null, follow: boolean): Place;
  /** Absolute form by text alone: no link is followed, nothing is looked up. */
  absolute(text: Text, cwd: Text | null): Text | null;
  /** realpath of what exists of it, for comparing with protected names. */
  real(path: string): string;
  readonly probe: PathProbe;
}

export interface LocatorOptions {
  /** The working folder; null when the harness did not say. */
  readonly root: string | null;
  readonly home: string;
  /** More folders that count as inside for writes and deletes (absolute). */
  readonly writableRoots: readonly string[];
  readonly probe: PathProbe;
}

function trimSlash(path: string): string {
  return path.length > 1 ? path.replace(/\/+$/, '') || '/' : path;
}
function under(path: string, folder: string): boolean {
  return path.startsWith(folder === '/' ? '/' : `${folder}/`);
}

/** `.`, `..` and doubled slashes resolved by text. */
export function normalise(path: Text): Text {
  if (!/\/\.|\/\/|\/$/.test(path)) return path;
  const out: string[] = [];
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part === '..') out.pop();
    else out.push(part);
  }
  return `/${out.join('/')}`;
}

export function createLocator(options: LocatorOptions): Locator {
  const { probe, home } = options;
  const cache = new Map<string, string>();

  /** realpath of the longest existing part, the rest appended. */
  function real(path: string): string {
    const known = cache.get(path);
    if (known !== undefined) return known;
    let answer = path;
    let head = path;
    for (let step = 0; step < 64; step++) {
      const found = cache.get(head) ?? probe.realpath(head);
      if (found !== null && found !== undefined) {
        answer = normalise(found + path.slice(head.length));
        break;
      }
      const cut = head.lastIndexOf('/');
      if (cut <= 0) break;
      head = head.slice(0, cut);
    }
    cache.set(path, answer);
    return answer;
  }

  const root = options.root === null ? null : real(trimSlash(normalise(options.root)));
  const writable = options.writableRoots.map((folder) => real(trimSlash(normalise(folder))));
  const realHome = real(trimSlash(home));

  /** A working folder that holds the whole home folder is no project: nothing in it counts as inside. */
  const rootIsHome = root !== null && (root === realHome || under(realHome, root));

  function absolute(text: Text, cwd: Text | null): Text | null {
    if (text.startsWith('/')) return normalise(text);
    if (text.startsWith(HOLE) || cwd === null || cwd.startsWith(HOLE)) return null;
    return normalise(text === '' ? cwd : `${cwd}/${text}`);
  }

  function throughLinks(path: Text, links: ReadonlyMap<string, Text>, follow: boolean): Text {
    let now = path;
    for (let step = 0; step < 8; step++) {
      let changed = false;
      for (const [link, target] of links) {
        if (now === link ? follow : under(now, link)) {
          now = normalise(target + now.slice(link.length));
          changed = true;
        }
      }
      if (!changed) break;
    }
    return now;
  }

  /** Real form of the part before the first unknown segment; the unknown rest is appended. */
  function physical(path: Text, follow: boolean): Text {
    const parts = path.split('/');
    let known = parts.findIndex((part) => /[\uE000-\uE00F]/.test(part));
    if (known < 0) known = follow ? parts.length : parts.length - 1;
    const head = parts.slice(0, known).join('/') || '/';
    const rest = parts.slice(known).join('/');
    const base = real(head);
    return rest === '' ? base : base === '/' ? `/${rest}` : `${base}/${rest}`;
  }

  /** `link/../x` leaves through the link: resolved part by part where the text has `..` after a name. */
  function physicalDots(text: Text, cwd: Text): Text | null {
    const whole = text.startsWith('/') ? text : `${cwd}/${text}`;
    const at = whole.indexOf('/..');
    if (at <= 0 || !/\/[^/.][^/]*\/\.\.(?:\/|$)/.test(whole)) return null;
    let now = '';
    for (const part of whole.split('/')) {
      if (part === '' || part === '.') continue;
      if (part === '..') {
        now = real(now || '/');
        now = now.slice(0, Math.max(0, now.lastIndexOf('/')));
      } else now = `${now}/${part}`;
    }
    return now === '' ? '/' : now;
  }

  function areaOf(path: Text): Area {
    if (root !== null && path === root) return 'root';
    for (const folder of writable) if (under(path, folder)) return 'inside';
    if (root !== null && root !== '/' && under(path, root)) return rootIsHome ? 'outside' : 'inside';
    return 'outside';
  }

  function locate(text: Text, cwd: Text | null, links: ReadonlyMap<string, Text> | null, follow: boolean): Place {
    // No file system takes it: what a shell does with it is not known.
    if (text.length > MAX_PATH_CHARS) return { text, path: null, area: 'unknown' };
    if (WINDOWS.test(text)) return { text, path: text, area: 'outside' };
    const plain = absolute(text, cwd);
    if (plain === null) {
      // A path that climbs out of an unknown folder, or an absolute tail, cannot be ours to judge as inside.
      return { text, path: null, area: 'unknown' };
    }
    if (plain.includes(FRESH)) return { text, path: plain, area: 'fresh' };
    if (SINKS.test(plain)) return { text, path: plain, area: 'sink' };
    const trailing = text.endsWith('/') && text.length > 1;
    const linked = links !== null && links.size > 0 ? throughLinks(plain, links, follow || trailing) : plain;
    let path = physical(linked, follow || trailing);
    let area = areaOf(path);
    if (area === 'inside' && cwd !== null && text.includes('..')) {
      const dotted = physicalDots(text, cwd);
      if (dotted !== null && areaOf(real(dotted)) === 'outside') {
        path = real(dotted);
        area = 'outside';
      }
    }
    if (area === 'inside' && follow && linked === path && probe.lstat(path) === 'symlink' && probe.realpath(path) === null) {
      // A dangling link: a write would make a file at a place that we cannot see.
      area = 'outside';
    }
    return { text, path, area };
  }

  return { root, home: realHome, locate, absolute, real, probe };
}

/** Whether a glob of one segment can match a name (case-sensitive, as file systems here mostly are). */
export function segmentMatches(pattern: Text, name: string): boolean {
  if (pattern === name) return true;
  if (!/[\uE000-\uE00F]/.test(pattern)) return false;
  // A leading dot is never matched by a wildcard.
  if (name.startsWith('.') && pattern.startsWith(STAR)) return false;
  let source = '^';
  for (const char of pattern) {
    source += char === STAR || char === HOLE ? '.*' : /[\uE000-\uE00F]/.test(char) ? '.' : char.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
  }
  return new RegExp(`${source}$`).test(name);
}
