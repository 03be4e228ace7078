// The session's project folder. Claude Code's `cwd` follows the shell's `cd` into folders below the project, and what counts
// as outside must not move with it.
import { field } from '../../core/judge.ts';
import type { Payload } from '../../core/profile.ts';

/**
 * The transcript lies in a folder that is named after the project, with everything but letters and digits turned into
 * dashes (Claude Code 2.1.332): of the working folder and those above it, the one that has this name.
 * @returns the working folder where none has, or where there is no transcript; null where there is no working folder either
 */
export function projectRoot(payload: Payload): string | null {
  const cwd = field(payload, 'cwd');
  const transcript = field(payload, 'transcript_path');
  if (cwd === null || transcript === null) return cwd;
  const name = transcript.split('/').at(-2);
  for (let folder = cwd; folder.length > 1; folder = folder.slice(0, folder.lastIndexOf('/'))) if (folder.replace(/[^A-Za-z0-9]/g, '-') === name) return folder;
  return cwd;
}
