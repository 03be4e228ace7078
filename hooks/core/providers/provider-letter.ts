// A tool call as the letter that a provider is sent.
import { actionOf } from '../../policy/tools.ts';
import { canonicalJson } from '../canonical-json.ts';
import type { Letter } from '../letter-client.ts';
import { randomUuid } from '../unique.ts';

/** Characters of one command's text. */
export const MAX_RAW_CHARS = 65_536;
/** Commands of one letter. */
export const MAX_LETTER_COMMANDS = 64;
const MAX_FOLDER_CHARS = 4_096;

export interface CallForProviders {
  readonly harness: string;
  readonly toolName: string;
  readonly input: unknown;
  readonly sessionId: string | null;
  readonly cwd: string | null;
  readonly root: string | null;
}

export interface WrittenLetter {
  readonly letter: Letter;
  /** Something was left out: what a provider says to the rest is no word on the whole. */
  readonly cut: boolean;
}

/**
 * A shell's text is action `shell`; paths are `edit`, `delete` or `read`, one command each; any other tool is its own name
 * with its input as JSON.
 * @returns null when the working folder is not known: the protocol has no letter without one
 */
export function letterFor(call: CallForProviders): WrittenLetter | null {
  const { action, raws, folder } = contents(call);
  const cwd = [folder, call.cwd, call.root].find((place) => place?.startsWith('/') === true && place.length <= MAX_FOLDER_CHARS);
  if (cwd === undefined || cwd === null) return null;
  const projectDir = call.root?.startsWith('/') === true && call.root.length <= MAX_FOLDER_CHARS ? call.root : cwd;
  const kept = raws.slice(0, MAX_LETTER_COMMANDS).map((raw) => raw.slice(0, MAX_RAW_CHARS));
  return {
    letter: {
      version: 1,
      invocation: { id: randomUuid(), sessionID: (call.sessionId ?? '').slice(0, 256), agent: call.harness, projectDir },
      action: action.slice(0, 128),
      commands: kept.map((raw, index) => ({ index, raw, cwd })),
    },
    cut: kept.length < raws.length || kept.some((raw, index) => raw !== raws[index]),
  };
}

function contents({ toolName, input }: CallForProviders): { readonly action: string; readonly raws: readonly string[]; readonly folder: string | null } {
  const action = actionOf(toolName, input);
  if (action.kind === 'shell') return { action: 'shell', raws: [action.text ?? action.argv.map(quoted).join(' ')], folder: action.folder };
  if (action.kind === 'files' && !action.overflow) {
    const { writes, deletes, reads } = action;
    const raws = [...writes, ...deletes, ...reads];
    if (raws.length > 0) return { action: writes.length > 0 ? 'edit' : deletes.length > 0 ? 'delete' : 'read', raws, folder: null };
  }
  return { action: toolName, raws: [canonicalJson(input) ?? '\u0000'.repeat(MAX_RAW_CHARS + 1)], folder: null };
}

/** A word as a POSIX shell reads it back. */
const quoted = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);
