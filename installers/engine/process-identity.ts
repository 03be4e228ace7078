// Which process is it, and does it still live? A pid alone is reused, so it goes with its start time
// and with the boot and the pid namespace in which both mean something.
import { execFile } from 'node:child_process';
import { readFile, readlink } from 'node:fs/promises';
import { promisify } from 'node:util';

export interface ProcessIdentity {
  readonly pid: number;
  /** Opaque; equal for the same process. '' when the system did not say. */
  readonly start: string;
  /** Differs after every boot. '' when the system did not say. */
  readonly boot: string;
  /** Linux pid namespace (a container's pids mean nothing outside), else ''. */
  readonly namespace: string;
}

export async function ownIdentity(): Promise<ProcessIdentity> {
  const { pid } = process;
  return { pid, start: (await startOf(pid)) ?? '', boot: await bootId(), namespace: await namespaceId() };
}

/** `unknown` where nothing proves that it is dead: the caller must then treat it as alive. */
export async function liveness(who: ProcessIdentity): Promise<'alive' | 'dead' | 'unknown'> {
  const boot = await bootId();
  if (who.boot !== '' && boot !== '' && who.boot !== boot) return 'dead';
  if (who.namespace !== (await namespaceId())) return 'unknown';
  if (!exists(who.pid)) return 'dead';
  const start = await startOf(who.pid);
  // Gone between the two questions, or a zombie: neither writes any more.
  if (start === null) return exists(who.pid) && process.platform !== 'linux' ? 'unknown' : 'dead';
  if (start === '' || who.start === '') return 'unknown';
  return start === who.start ? 'alive' : 'dead';
}

/** Signal 0 asks only whether the pid is taken; EPERM means that it is, by another user. */
export function exists(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** null: no such process, or a zombie. */
async function startOf(pid: number): Promise<string | null> {
  if (process.platform === 'linux') {
    const stat = await readFile(`/proc/${String(pid)}/stat`, 'latin1').catch(() => null);
    if (stat === null) return null;
    // The command name may hold spaces and parentheses: count from its last ')'. proc(5): state is field 3, starttime 22.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' || fields[0] === 'X' ? null : (fields[19] ?? '');
  }
  // UTC and C: the caller's time zone or language must not make one process look like two.
  const options = { env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }, timeout: 5_000 };
  return promisify(execFile)('ps', ['-o', 'lstart=', '-p', String(pid)], options).then(
    ({ stdout }) => stdout.trim(),
    () => (exists(pid) ? '' : null),
  );
}

let boot: Promise<string> | undefined;
function bootId(): Promise<string> {
  boot ??= process.platform === 'linux' ? readFile('/proc/sys/kernel/random/boot_id', 'latin1').then((text) => text.trim(), () => '') : sysctlBoot();
  return boot;
}

function sysctlBoot(): Promise<string> {
  return promisify(execFile)('/usr/sbin/sysctl', ['-n', 'kern.bootsessionuuid'], { env: {}, timeout: 5_000 }).then(
    ({ stdout }) => stdout.trim(),
    () => '',
  );
}

function namespaceId(): Promise<string> {
  return process.platform === 'linux' ? readlink('/proc/self/ns/pid').catch(() => '') : Promise.resolve('');
}
