// A simple command that is about to run, and what the knowledge of single programs may ask of the shell.
import type { Fact, PathAct, Place, Stream } from '../facts.ts';
import type { Text } from '../values.ts';
import type { Taint, World } from './world.ts';

export interface Call {
  /** Lower-case base name of the program without `.exe` and kin. */
  readonly name: Text;
  /** Name as written and arguments, expanded. */
  readonly argv: readonly Text[];
  readonly world: World;
  /** Variables set for this command alone. */
  readonly env: ReadonlyMap<string, Text>;
  readonly stdin: Stream;
  /** Origin of what its arguments were made of. */
  readonly taint: Taint;
  /** The command as it stands in its text, for messages. */
  readonly words: string;
  readonly depth: number;
  /** It runs in another file system: a container, a remote host. */
  readonly remote: boolean;
}

export interface Outcome {
  /** States after the command; left out: as before. */
  readonly worlds?: readonly World[];
  /** Its output; left out: unknown, with the origin of its input. */
  readonly out?: Stream;
}

/** What a program does with its words. Undefined: nothing that changes the shell, output unknown. */
export type Handler = (call: Call, shell: Shell) => Outcome | undefined;

export interface TouchOptions {
  /** The act reaches what a final link points to. Default true; deletes of the link itself say false. */
  readonly follow?: boolean;
  readonly to?: Place;
  readonly metadataOnly?: boolean;
  readonly cwd?: Text | null;
}

export interface Shell {
  readonly home: string;
  readonly root: string | null;
  add(fact: Fact): void;
  locate(text: Text, call: Call, follow?: boolean): Place;
  /** Records that the call does something to a path. */
  touch(act: PathAct, text: Text, call: Call, options?: TouchOptions): Place;
  /** Runs shell text as `sh -c TEXT` would: in a child, with arguments as `$0 $1 …`. */
  runText(text: Text, call: Call, options?: { readonly args?: readonly Text[]; readonly here?: boolean; readonly world?: World }): Outcome;
  /** Runs a command that another one wraps. */
  runArgv(argv: readonly Text[], call: Call, changes?: Partial<Pick<Call, 'world' | 'env' | 'stdin' | 'remote' | 'taint'>>): Outcome;
  /** Reads an interpreter's program text. */
  runCode(language: string, text: Text, call: Call, args?: readonly Text[]): void;
  /**
   * Runs something whose files are not ours: on another computer, where elevation and disks still count, or in a
   * container, where only the programs themselves do.
   */
  elsewhere(where: 'host' | 'container', run: () => Outcome): Outcome;
  /** A file that this command wrote or downloaded is run. Answers its content when it is known. */
  runFile(path: Text, call: Call): Text | null;
  /** The stream behind the name that a process substitution got. */
  processStream(path: Text): Stream | null;
  /** What this command put into a file, when it is known. */
  contentOf(path: Text, call: Call): { readonly content: Text | null; readonly taint: Taint } | null;
  /** The secret that a path names, or null. */
  secretOf(place: Place): string | null;
}
