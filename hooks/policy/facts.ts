// What the analysis found out about a tool call. Rules read facts only: they never look at the text.
import type { Text } from './values.ts';

/** Where a path lies, seen from the working folder. */
export type Area =
  /** Below the working folder. */
  | 'inside'
  /** The working folder itself. */
  | 'root'
  /** Anywhere else, temporary folders and the home folder included. */
  | 'outside'
  /** A name that this very command got from mktemp. */
  | 'fresh'
  /** /dev/null and its kin: nothing is kept. */
  | 'sink'
  | 'unknown';

export interface Place {
  /** As the command said it. */
  readonly text: Text;
  /** Absolute, `.` and `..` resolved, links followed as far as they exist; null when not known. */
  readonly path: Text | null;
  readonly area: Area;
}

export type PathAct =
  | 'delete'
  /** Content or metadata is changed, or a name is made. */
  | 'write'
  /** Content reaches the output, another file, or the network. */
  | 'read'
  /** The name changes, the content does not: `mv`. Source of the move. */
  | 'move'
  /** Content reachable under another name from now on: links. */
  | 'link'
  /** The file is run. */
  | 'run';

export interface PathFact {
  readonly kind: 'path';
  readonly act: PathAct;
  readonly place: Place;
  /** The program that does it, lower case. */
  readonly by: string;
  /** Where the content goes, for `move` and `link` and copies: decides whether a secret is laundered. */
  readonly to?: Place;
  /** Whether only permissions, owner or times change. */
  readonly metadataOnly?: boolean;
}

/** One simple command after wrappers are taken off, with its words expanded. */
export interface CommandFact {
  readonly kind: 'command';
  /** Lower-case base name of the program, `.exe` and kin removed; HOLE when not known. */
  readonly name: Text;
  readonly argv: readonly Text[];
  readonly cwd: Text | null;
  /** Variables set for this command alone. */
  readonly env: ReadonlyMap<string, Text>;
  /** All variables that this text has set so far. */
  readonly vars: ReadonlyMap<string, readonly Text[]>;
  readonly stdin: Stream;
  readonly words: string;
  /** It runs in another file system: a container, a remote host. */
  readonly remote: boolean;
}

/** What flows through a pipe or out of a substitution. */
export interface Stream {
  readonly text: Text;
  /** Some of it came from the network. */
  readonly fetched: boolean;
  /** The secret file or store that some of it came from. */
  readonly secret: string | null;
  /** It was taken out of an encoding: known text, but nothing that anybody can read in the command. */
  readonly decoded?: boolean;
  /** How it reaches its reader. */
  readonly from: 'nowhere' | 'pipe' | 'heredoc' | 'file';
}

export type Fact =
  | PathFact
  | CommandFact
  | { readonly kind: 'elevation'; readonly words: string }
  | { readonly kind: 'pipe-to-shell'; readonly words: string; readonly fetched: boolean }
  | { readonly kind: 'download-run'; readonly words: string }
  | { readonly kind: 'disk'; readonly words: string }
  | { readonly kind: 'fork-bomb'; readonly words: string }
  | { readonly kind: 'power'; readonly words: string }
  /** A secret flows into the network. */
  | { readonly kind: 'send'; readonly words: string; readonly secret: string }
  | { readonly kind: 'reverse-shell'; readonly words: string }
  | { readonly kind: 'persistence'; readonly words: string }
  /** A credential store's own tool prints a secret. */
  | { readonly kind: 'secret-print'; readonly words: string }
  /** Statements for a database, with the program that runs them. */
  | { readonly kind: 'statements'; readonly by: string; readonly text: Text }
  /** Program text that is given to an interpreter in this command. */
  | { readonly kind: 'code'; readonly language: string; readonly text: Text };

export const NO_STREAM: Stream = { text: '', fetched: false, secret: null, from: 'nowhere' };
