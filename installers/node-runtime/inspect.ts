// Whether one binary satisfies the launchers: what they check themselves (regular file, owner, mode), what
// makes these checks worth something (whole path resolved, folders that nobody else can write), and
// what they cannot check (it is Node.js, no shim, 22 or newer).
import { execFile } from 'node:child_process';
import { constants, open, realpath } from 'node:fs/promises';
import path from 'node:path';
import type { Owner } from '../engine/plan.ts';
import { nodeModes } from '../engine/owned-health.ts';
import { lookAt } from '../engine/read.ts';

export const oldestMajor = 22;
/** How long a candidate may take to say its version. */
const RUN_LIMIT_MS = 5_000;

export type Verdict =
  | { readonly usable: true; readonly version: string; readonly major: number; readonly cautions: readonly string[] }
  /** Codes: missing, not-a-file, foreign-owner, mode, unsafe-folder, script, not-a-program, does-not-run, shim, too-old. */
  | { readonly usable: false; readonly code: string; readonly sentence: string };

const no = (code: string, sentence: string): Verdict => ({ usable: false, code, sentence });
const octal = (mode: number): string => mode.toString(8);

/**
 * Inspects the file that `real` names; it must be resolved (`realpath`) already. Runs it, with an empty
 * environment, only after everything else was found in order.
 */
export async function inspectNode(real: string, owner: Owner): Promise<Verdict> {
  const seen = await lookAt(real);
  if (seen.state === 'absent') return no('missing', `${real} does not exist.`);
  if (seen.state === 'unreadable') return no('missing', seen.failure.sentence);
  if (seen.state !== 'file') return no('not-a-file', `${real} is not a regular file.`);
  if (seen.uid !== 0 && seen.uid !== owner.uid) return no('foreign-owner', `${real} belongs to user id ${String(seen.uid)}; it must be yours or root's.`);
  if (!nodeModes.includes(seen.mode & 0o777))
    return no('mode', `${real} has mode ${octal(seen.mode & 0o777)}; only ${nodeModes.map(octal).join(', ')} are accepted. If it is yours, run: chmod 755 '${real.replaceAll("'", "'\\''")}'`);
  const cautions: string[] = [];
  for (let folder = path.dirname(real); ; folder = path.dirname(folder)) {
    const above = await lookAt(folder);
    if (above.state === 'folder') {
      const sticky = (above.mode & 0o1000) !== 0;
      if ((above.mode & 0o002) !== 0 && !sticky) return no('unsafe-folder', `Everybody can write to ${folder}, so anybody could put another program in place of ${real}.`);
      if (above.uid !== 0 && above.uid !== owner.uid) return no('unsafe-folder', `${folder} belongs to user id ${String(above.uid)}, who could put another program in place of ${real}.`);
      // Homebrew's own folders are like this, for the administrators of the machine.
      if ((above.mode & 0o020) !== 0 && !sticky && cautions.length === 0) cautions.push(`The group of ${folder} (id ${String(above.gid)}) can write to it.`);
    }
    if (folder === path.dirname(folder)) break;
  }
  const kind = await kindOf(real);
  if (kind === 'script') return no('script', `${real} is a script (a version manager's shim), not Node.js itself.`);
  if (kind === 'other') return no('not-a-program', `${real} is not a program for this kind of machine.`);
  const said = await run(real);
  if (said === null) return no('does-not-run', `${real} does not run as Node.js.`);
  const { version, execPath } = said;
  if (execPath !== real) return no('shim', `${real} is a shim that starts another program (${execPath}).`);
  const major = Number(/^v(\d+)\.\d+\.\d+/.exec(version)?.[1] ?? '0');
  if (major < oldestMajor) return no('too-old', `${real} is Node.js ${version.replace(/^v/, '')}; ${String(oldestMajor)} or newer is needed.`);
  return { usable: true, version: version.replace(/^v/, ''), major, cautions };
}

const MAGICS = new Set(['7f454c46', 'cffaedfe', 'cefaedfe', 'feedfacf', 'feedface', 'cafebabe', 'cafebabf']);

/** By the first bytes: ELF or Mach-O (thin or fat). A program that may be run but not read is left to the run. */
async function kindOf(file: string): Promise<'program' | 'script' | 'other'> {
  let handle;
  try {
    handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch {
    return 'program';
  }
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0);
    if (bytesRead === 4 && MAGICS.has(buffer.toString('hex'))) return 'program';
    return buffer.toString('latin1').startsWith('#!') ? 'script' : 'other';
  } finally {
    await handle.close();
  }
}

/**
 * What the program says of itself: version and the file that really runs. A shim that hands over to a
 * Node.js elsewhere gives itself away by the latter.
 */
function run(program: string): Promise<{ version: string; execPath: string } | null> {
  return new Promise((resolve) => {
    const script = 'process.stdout.write(JSON.stringify([process.version, process.execPath]))';
    const options = { env: {}, cwd: '/', timeout: RUN_LIMIT_MS, killSignal: 'SIGKILL', maxBuffer: 64 * 1024 } as const;
    const child = execFile(program, ['-e', script], options, (error, stdout) => {
      if (error) {
        resolve(null);
        return;
      }
      try {
        const [version, execPath] = JSON.parse(stdout) as unknown[];
        if (typeof version !== 'string' || typeof execPath !== 'string') resolve(null);
        else realpath(execPath).then((place) => { resolve({ version, execPath: place }); }, () => { resolve(null); });
      } catch {
        resolve(null);
      }
    });
    child.stdin?.end();
  });
}
