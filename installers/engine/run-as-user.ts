// As root for somebody else: the process becomes that user, for good, before it opens anything of theirs.
// Writing as root and giving the files away afterwards would follow the user's links with root's rights.
import { userInfo, type UserInfo } from 'node:os';
import { fail, ok } from './failure.ts';
import type { Owner, Result } from './plan.ts';

export interface Became extends Owner {
  readonly name: string;
  /** From the user database, not from HOME. */
  readonly home: string;
}

/**
 * Sets supplementary groups, group and user, and proves that there is no way back. A process that is that
 * user already stays as it is. Codes: `bad-user-name`, `not-root`, `no-such-user`, `not-dropped` (then the
 * process must end: what it still may do is not known). The caller sets HOME and other variables.
 */
export function becomeUser(name: string): Result<Became> {
  const { getuid, getgid, seteuid, initgroups, setgid, setuid } = process as NodeJS.Process & { initgroups?: (user: string, group: number) => void };
  if (!getuid || !getgid || !seteuid || !initgroups || !setgid || !setuid) return fail('not-root', '--user works on macOS and Linux only.');
  // A number would be taken for a user id, also for one that nobody has.
  if (!/^[A-Za-z_][A-Za-z0-9._@-]{0,255}$/.test(name)) return fail('bad-user-name', `"${name}" is not a user name. Give the name that the user logs in with.`);
  if (getuid() !== 0) {
    const self = userInfo();
    if (self.username === name) return ok({ name, uid: self.uid, gid: self.gid, home: self.homedir });
    return fail('not-root', `Only root can act for another user. Run it as ${name}, or with sudo and --user ${name}.`);
  }
  let found: UserInfo<string>;
  try {
    // The C library looks the name up (passwd file, directory service); as that user, userInfo() is the entry.
    seteuid(name);
    found = userInfo();
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ERR_UNKNOWN_CREDENTIAL' || error.code === 'ERR_SYSTEM_ERROR'))
      return backAsRoot(seteuid) ? fail('no-such-user', `There is no user "${name}" on this computer. Give the name that the user logs in with.`) : notDropped(name);
    throw error;
  }
  if (!backAsRoot(seteuid)) return notDropped(name);
  if (found.uid === 0) return ok({ name, uid: 0, gid: found.gid, home: found.homedir });
  // Groups first and the user last: afterwards there is no right left to change the others.
  initgroups(name, found.gid);
  setgid(found.gid);
  setuid(found.uid);
  return dropped(found.uid, found.gid) ? ok({ name, uid: found.uid, gid: found.gid, home: found.homedir }) : notDropped(name);
}

function backAsRoot(seteuid: (id: number) => void): boolean {
  try {
    seteuid(0);
    return process.geteuid?.() === 0;
  } catch {
    return false;
  }
}

/** Real and effective ids are the user's, root's group is not among the groups by inheritance, and root refuses to come back. */
function dropped(uid: number, gid: number): boolean {
  if (process.getuid?.() !== uid || process.geteuid?.() !== uid || process.getgid?.() !== gid || process.getegid?.() !== gid) return false;
  for (const way of [() => process.setuid?.(0), () => process.seteuid?.(0)]) {
    try {
      way();
      return false;
    } catch {
      // As it should be.
    }
  }
  return true;
}

function notDropped(name: string): Result<never> {
  return fail('not-dropped', `Could not give up root's rights for good, so nothing was done for ${name}. Run it as that user.`);
}
