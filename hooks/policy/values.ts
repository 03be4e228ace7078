// What the analysis knows of a string: ordinary characters, with private-use characters for the parts
// that it does not know. A quoted `*` stays an asterisk, so a glob is never mistaken for a name.

/** A string in which HOLE, STAR, ANY and FRESH stand for what is not literal. */
export type Text = string;

/** Any text at all, also none: an unset variable, the output of an unknown program. */
export const HOLE = '\uE000';
/** An unquoted `*` (or an extended glob): any run of characters inside one path segment. */
export const STAR = '\uE001';
/** An unquoted `?` or bracket expression: one character. */
export const ANY = '\uE002';
/** The unique part of a name that `mktemp` made in this very command: nobody else's file can have it. */
export const FRESH = '\uE003';

const SENTINELS = /[\uE000-\uE00F]/;
const EVERY_SENTINEL = /[\uE000-\uE00F]/g;

/** Input is cleaned once, so that nobody can write our private characters into a command. */
export function withoutSentinels(text: string): string {
  return SENTINELS.test(text) ? text.replace(EVERY_SENTINEL, '\uFFFD') : text;
}

export function hasHole(text: Text): boolean {
  return text.includes(HOLE);
}
export function hasGlob(text: Text): boolean {
  return text.includes(STAR) || text.includes(ANY);
}
export function isKnown(text: Text): boolean {
  return !SENTINELS.test(text);
}

/** The text as a person would have typed it; unknown parts show as `…`. */
export function shown(text: Text): string {
  return SENTINELS.test(text)
    ? text.replaceAll(STAR, '*').replaceAll(ANY, '?').replaceAll(HOLE, '…').replaceAll(FRESH, 'XXXXXX')
    : text;
}

/** Globs become their characters again: what a quoted context or a program's own pattern sees. */
export function literalGlobs(text: Text): Text {
  return hasGlob(text) ? text.replaceAll(STAR, '*').replaceAll(ANY, '?') : text;
}

/** The last segment of a path, without trailing slashes. */
export function baseName(path: Text): Text {
  let end = path.length;
  while (end > 1 && path.charCodeAt(end - 1) === 47) end--;
  return path.slice(path.lastIndexOf('/', end - 1) + 1, end);
}

export function dirName(path: Text): Text {
  const cut = path.replace(/\/+$/, '').lastIndexOf('/');
  return cut < 0 ? '.' : cut === 0 ? '/' : path.slice(0, cut);
}
