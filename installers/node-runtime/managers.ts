// Who installs Node.js, and where: manager -> names under which it can be found -> (resolved later) the
// real binary. A table, so that a new manager is one row. Nothing is looked at here.
import path from 'node:path';
import type { Machine } from '../engine/harness-installer.ts';

export type ManagerId = 'system' | 'n' | 'nvm' | 'asdf' | 'nodenv' | 'volta' | 'fnm' | 'mise' | 'homebrew' | 'nix' | 'hermes' | 'path' | 'given';

/**
 * `versioned`: names one version; stays what it is until that version is removed.
 * `alias`: keeps its name over upgrades; what it leads to changes.
 * `passing`: made for one shell or one session; never worth recording.
 */
export type NameKind = 'versioned' | 'alias' | 'passing';

export interface NamePattern {
  /** Absolute; `*` stands for any characters within one component. */
  readonly pattern: string;
  readonly kind: NameKind;
}

export interface Manager {
  readonly id: ManagerId;
  readonly label: string;
  /** How likely a binary is to stay where it is; lower is better. */
  readonly rank: number;
  readonly names: (machine: Machine) => readonly NamePattern[];
}

const versioned = (...patterns: readonly string[]): NamePattern[] => patterns.map((pattern) => ({ pattern, kind: 'versioned' }));
const alias = (...patterns: readonly string[]): NamePattern[] => patterns.map((pattern) => ({ pattern, kind: 'alias' }));
const passing = (...patterns: readonly string[]): NamePattern[] => patterns.map((pattern) => ({ pattern, kind: 'passing' }));

/** A machine-wide place. */
const at = (machine: Machine, place: string): string => path.join(machine.systemRoot, place);

/** The folder that a variable names, then the usual ones below the home. */
function folders(machine: Machine, variables: readonly string[], usual: readonly string[]): string[] {
  const told = variables.map((name) => machine.env[name]).filter((value): value is string => value !== undefined && path.isAbsolute(value));
  return [...new Set([...told, ...usual.map((folder) => path.join(machine.home, folder))])];
}

const below = (roots: readonly string[], rest: string): string[] => roots.map((root) => path.join(root, rest));

/** Where data of a program lies: XDG_DATA_HOME, or what stands for it. */
function dataFolders(machine: Machine, name: string): string[] {
  const xdg = machine.env['XDG_DATA_HOME'];
  const told = xdg !== undefined && path.isAbsolute(xdg) ? [path.join(xdg, name)] : [];
  return [...told, path.join(machine.home, '.local/share', name), path.join(machine.home, 'Library/Application Support', name)];
}

// Ranks: 0 is replaced in place by its own installer; 1 stays until somebody removes that version;
// 2 is deleted by its manager's next upgrade, behind an alias that stays; 3 may be swept at any time.
export const managers: readonly Manager[] = [
  {
    id: 'system',
    label: 'the system',
    rank: 0,
    // nodejs.org's package and distributions. A link of Homebrew's or nix's under these names resolves to theirs.
    names: (machine) => alias(at(machine, 'usr/local/bin/node'), at(machine, 'usr/bin/node'), at(machine, 'usr/bin/nodejs'), at(machine, 'usr/bin/node-2*'), at(machine, 'opt/local/bin/node')),
  },
  {
    id: 'n',
    label: 'n',
    rank: 0,
    names: (machine) => {
      const prefixes = folders(machine, ['N_PREFIX'], ['n']);
      return [...alias(...below(prefixes, 'bin/node')), ...versioned(...below([...prefixes, at(machine, 'usr/local')], 'n/versions/node/*/bin/node'))];
    },
  },
  {
    id: 'nvm',
    label: 'nvm',
    rank: 1,
    names: (machine) => {
      const roots = folders(machine, ['NVM_DIR'], ['.nvm', '.config/nvm']);
      return [...versioned(...below(roots, 'versions/node/*/bin/node')), ...alias(...below(roots, 'current/bin/node'))];
    },
  },
  { id: 'asdf', label: 'asdf', rank: 1, names: (machine) => versioned(...below(folders(machine, ['ASDF_DATA_DIR'], ['.asdf']), 'installs/nodejs/*/bin/node')) },
  { id: 'nodenv', label: 'nodenv', rank: 1, names: (machine) => versioned(...below(folders(machine, ['NODENV_ROOT'], ['.nodenv']), 'versions/*/bin/node')) },
  { id: 'volta', label: 'Volta', rank: 1, names: (machine) => versioned(...below(folders(machine, ['VOLTA_HOME'], ['.volta']), 'tools/image/node/*/bin/node')) },
  {
    id: 'fnm',
    label: 'fnm',
    rank: 1,
    names: (machine) => {
      const roots = [...folders(machine, ['FNM_DIR'], ['.fnm']), ...dataFolders(machine, 'fnm')];
      return [...versioned(...below(roots, 'node-versions/*/installation/bin/node')), ...alias(...below(roots, 'aliases/default/bin/node'))];
    },
  },
  {
    id: 'mise',
    label: 'mise',
    rank: 1,
    // `22`, `lts` and `latest` are links to a full version: they become the alias.
    names: (machine) => versioned(...below([...folders(machine, ['MISE_DATA_DIR'], []), ...dataFolders(machine, 'mise')], 'installs/node/*/bin/node')),
  },
  {
    id: 'homebrew',
    label: 'Homebrew',
    rank: 2,
    names: (machine) => {
      const told = machine.env['HOMEBREW_PREFIX'];
      const prefixes = [...new Set([...(told !== undefined && path.isAbsolute(told) ? [told] : []), at(machine, 'opt/homebrew'), at(machine, 'usr/local'), at(machine, 'home/linuxbrew/.linuxbrew')])];
      return [...alias(...below(prefixes, 'opt/node/bin/node'), ...below(prefixes, 'opt/node@*/bin/node'), at(machine, 'opt/homebrew/bin/node')), ...versioned(...below(prefixes, 'Cellar/node*/*/bin/node'))];
    },
  },
  {
    id: 'nix',
    label: 'Nix',
    rank: 3,
    names: (machine) =>
      alias(path.join(machine.home, '.nix-profile/bin/node'), path.join(machine.home, '.local/state/nix/profile/bin/node'), at(machine, 'run/current-system/sw/bin/node'), at(machine, 'nix/var/nix/profiles/default/bin/node')),
  },
  { id: 'hermes', label: 'Hermes', rank: 3, names: (machine) => alias(...below(folders(machine, ['HERMES_HOME'], ['.hermes']), 'node/bin/node')) },
  {
    id: 'path',
    label: 'PATH',
    rank: 3,
    names: (machine) => {
      const entries = (machine.env['PATH'] ?? '').split(':').filter((entry) => path.isAbsolute(entry)).slice(0, 200);
      const names = [...new Set(entries)].map((entry) => path.join(entry, 'node'));
      const isPassing = (name: string): boolean => /\/(fnm_multishells|node_modules|shims)\//.test(name);
      return [...alias(...names.filter((name) => !isPassing(name))), ...passing(...names.filter(isPassing))];
    },
  },
];
