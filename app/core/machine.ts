// Whose computer it is: the home that is looked at and changed, and its owner.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { becomeUser } from '../../installers/engine/run-as-user.ts';
import type { Machine } from '../../installers/engine/harness-installer.ts';
import type { Result } from '../../installers/engine/plan.ts';

/** Variables that decide where a harness keeps its things or is found; nothing else of the environment is passed on. */
const harnessVariables = [
  'PATH',
  'XDG_CONFIG_HOME',
  'XDG_DATA_HOME',
  'XDG_DATA_DIRS',
  'VSCODE_PORTABLE',
  'VSCODE_APPDATA',
  'CLAUDE_CONFIG_DIR',
  'NVM_DIR',
  'FNM_DIR',
  'VOLTA_HOME',
  'ASDF_DATA_DIR',
  'MISE_DATA_DIR',
  'NODENV_ROOT',
  'N_PREFIX',
  'HOMEBREW_PREFIX',
  'HERMES_HOME',
] as const;

/** Variables of the caller that still mean something for the user that a root process has become. */
const keptForUser = ['PATH'] as const;

/**
 * As root with a user's name: becomes that user, for good, and gives that user's machine. To be called
 * before anything of a home is opened. Without a name: the machine of this process's user.
 */
export function machineFor(env: Readonly<Record<string, string | undefined>>, user: string | null): Result<Machine> {
  if (user === null) return currentMachine(env);
  const became = becomeUser(user);
  if (!became.ok) return became;
  // Root's HOME, XDG and CLAUDE variables say where root's things are. The keychain client reads the real environment.
  for (const name of Object.keys(env)) if (/^(XDG_|DBUS_)/.test(name)) Reflect.deleteProperty(process.env, name);
  process.env['HOME'] = became.value.home;
  return currentMachine({ ...Object.fromEntries(keptForUser.map((name) => [name, env[name]])), HOME: became.value.home });
}

/**
 * The home of this process's user. `HOME` decides where it is, as for every harness; a home that belongs
 * to someone else (a plain `sudo` keeps the caller's HOME on some systems) is refused, since everything
 * written there would be root's.
 */
export function currentMachine(env: Readonly<Record<string, string | undefined>>): Result<Machine> {
  const named = env['HOME']?.trim() ?? '';
  // Every harness takes HOME as it is; another home than theirs must not be guessed.
  if (env['HOME'] !== undefined && named === '') return { ok: false, failure: { code: 'home-empty', sentence: 'HOME is set, but empty. Set HOME to your home folder, or unset it.' } };
  const home = named === '' ? os.userInfo().homedir : named;
  if (!path.isAbsolute(home)) return { ok: false, failure: { code: 'home-relative', sentence: `HOME is not an absolute path ("${home}"). Set HOME to your home folder.` } };
  let real: string;
  let stat: fs.Stats;
  try {
    real = fs.realpathSync(home);
    stat = fs.statSync(real);
  } catch {
    return { ok: false, failure: { code: 'home-missing', sentence: `The home folder ${home} does not exist or cannot be read. Set HOME to your home folder.`, path: home } };
  }
  if (!stat.isDirectory()) return { ok: false, failure: { code: 'home-not-a-folder', sentence: `HOME is not a folder: ${home}.`, path: home } };
  const uid = process.geteuid?.() ?? -1;
  if (stat.uid !== uid)
    return {
      ok: false,
      failure: {
        code: 'home-foreign-owner',
        sentence: uid === 0 ? `${home} belongs to user ${String(stat.uid)}, and files that root writes there would lock that user out. Run this as that user, or with --user NAME.` : `${home} belongs to user ${String(stat.uid)}, not to you. Set HOME to your home folder.`,
        path: home,
      },
    };
  return {
    ok: true,
    value: {
      home: real,
      platform: process.platform === 'darwin' ? 'darwin' : 'linux',
      env: Object.fromEntries(harnessVariables.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]]))),
      owner: { uid, gid: process.getegid?.() ?? stat.gid },
      systemRoot: '/',
    },
  };
}
