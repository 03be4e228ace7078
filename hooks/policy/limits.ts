// Every bound of the analysis. All are counts, none is a clock: the verdict must depend on the input
// and not on how busy the computer is. Reaching one is a denial with its own reason, never silence.

/** UTF-16 units of shell text that are read in one tool call. */
export const MAX_COMMAND_CHARS = 65_536;
/** UTF-16 units of nested text (sh -c, eval, scripts, interpreter bodies) that are read in one call, in total. */
export const MAX_NESTED_CHARS = 262_144;
/** Command separators outside heredoc bodies: what keeps the parse of a large text short. */
export const MAX_SEPARATORS = 1_500;
/** Simple commands that are evaluated, loops and functions counted each time they run. */
export const MAX_COMMANDS = 1_000;
/** How deep shells, substitutions, wrappers and functions may nest. */
export const MAX_DEPTH = 24;
/** Words that one command may have after expansion. */
export const MAX_WORDS = 4_096;
/** Redirects of one command, and files or variables that one text may make. */
export const MAX_REDIRECTS = 64;
export const MAX_NAMES = 256;
/** Words that one brace expansion may make. */
export const MAX_BRACES = 256;
/** Facts that one call may yield. */
export const MAX_FACTS = 4_500;
/** Turns of one loop, and lines that `while read` takes from a known text. */
export const MAX_TURNS = 64;
/** States of the shell that are kept apart after branches; more are merged into "unknown". */
export const MAX_WORLDS = 6;
/** Characters of one value (a variable, a substitution's output). */
export const MAX_VALUE_CHARS = 65_536;
/** Files that one file-writing tool call may name. */
export const MAX_TOOL_PATHS = 64;
/** Characters of one path. */
export const MAX_PATH_CHARS = 4_096;
/** Tokens of one interpreter body. */
export const MAX_CODE_TOKENS = 12_000;

export type Bound = 'text' | 'nested text' | 'commands' | 'depth' | 'words' | 'facts' | 'code' | 'paths';

/** Leaves the analysis from any depth; caught in judge.ts only. */
export class BoundReached extends Error {
  readonly bound: Bound;
  constructor(bound: Bound) {
    super(bound);
    this.bound = bound;
  }
}
