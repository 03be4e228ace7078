// A made-up harness in a temporary home: a settings file behind a dotfiles link, a file that does not
// exist yet, a folder of ours with a public and a secret file.
import { chmodSync, lstatSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Content, Owner, Plan, Step } from '../plan.ts';
import { sha256 } from '../read.ts';

export const oldSettings = '{\n  // mine\n  "a": 1\n}\n';
export const newSettings = '{\n  // mine\n  "a": 1,\n  "hooks": "ours"\n}\n';
export const secretText = '{"apiKey":"sk-very-secret-0123456789"}\n';

export function content(text: string, secret = false): Content {
  return { bytes: Buffer.from(text), secret };
}

export function ownerOf(folder: string): Owner {
  const { uid, gid } = lstatSync(folder);
  return { uid, gid };
}

/** The caller removes it with `removeHome`. */
export function makeHome(): string {
  const home = realpathSync(mkdtempSync(path.join(tmpdir(), 'silmaril-engine-')));
  mkdirSync(path.join(home, 'dotfiles'));
  writeFileSync(path.join(home, 'dotfiles', 'settings.json'), oldSettings);
  mkdirSync(path.join(home, '.tool'));
  symlinkSync('../dotfiles/settings.json', path.join(home, '.tool', 'settings.json'));
  writeFileSync(path.join(home, '.tool', 'other.json'), '{}');
  writeFileSync(path.join(home, 'notes.txt'), 'mine\n');
  // Set, not asked for when they are made: the tests' own umask must not decide what they check.
  const modes = { dotfiles: 0o750, 'dotfiles/settings.json': 0o640, '.tool': 0o755, '.tool/other.json': 0o644, 'notes.txt': 0o400 };
  for (const [name, mode] of Object.entries(modes)) chmodSync(path.join(home, name), mode);
  return home;
}

export function removeHome(home: string): void {
  rmSync(home, { recursive: true, force: true });
}

export interface Places {
  readonly folder: string;
  readonly launcher: string;
  readonly config: string;
  readonly settings: string;
  readonly target: string;
  readonly extra: string;
}

export function placesIn(home: string): Places {
  const folder = path.join(home, '.tool', 'silmaril-firewall');
  return {
    folder,
    launcher: path.join(folder, 'run-hook.sh'),
    config: path.join(home, '.tool', 'silmaril-firewall.json'),
    settings: path.join(home, '.tool', 'settings.json'),
    target: path.join(home, 'dotfiles', 'settings.json'),
    extra: path.join(home, '.tool', 'extra.json'),
  };
}

const launcherText = '#!/bin/sh\necho "{}"\n';
const extraText = '{"ours":true}\n';

export function installPlan(home: string): Plan {
  const at = placesIn(home);
  const steps: Step[] = [
    { kind: 'mkdir', path: at.folder, mode: 0o755, why: 'the hook lives here' },
    { kind: 'create', path: at.launcher, mode: 0o755, content: content(launcherText), why: 'the launcher' },
    { kind: 'create', path: at.config, mode: 0o600, content: content(secretText, true), why: 'the configuration' },
    { kind: 'edit', path: at.settings, target: at.target, before: sha256(Buffer.from(oldSettings)), content: content(newSettings), modeIfNew: 0o600, hunks: [{ line: 3, removed: ['  "a": 1'], added: ['  "a": 1,', '  "hooks": "ours"'] }], why: 'the registration' },
    { kind: 'edit', path: at.extra, target: at.extra, before: null, content: content(extraText), modeIfNew: 0o644, hunks: [], why: 'a second registration' },
  ];
  return {
    harness: 'vscode',
    purpose: 'install',
    owner: ownerOf(home),
    steps,
    receipt: {
      version: '1',
      facts: { form: 'test' },
      owned: [
        { path: at.folder, kind: 'folder', mode: 0o755, secret: false },
        { path: at.launcher, kind: 'file', mode: 0o755, secret: false },
        { path: at.config, kind: 'file', mode: 0o600, secret: true },
      ],
      edited: [
        { path: at.settings, target: at.target, createdByUs: false, entry: 'hooks' },
        { path: at.extra, target: at.extra, createdByUs: true, entry: 'hooks' },
      ],
      node: null,
    },
    notes: ['Restart the tool.'],
  };
}

export function uninstallPlan(home: string): Plan {
  const at = placesIn(home);
  const hash = (text: string) => sha256(Buffer.from(text));
  return {
    harness: 'vscode',
    purpose: 'uninstall',
    owner: ownerOf(home),
    steps: [
      { kind: 'edit', path: at.settings, target: at.target, before: hash(newSettings), content: content(oldSettings), modeIfNew: 0o600, hunks: [], why: 'the registration' },
      { kind: 'remove', path: at.extra, before: hash(extraText), secret: false, why: 'made by us' },
      { kind: 'remove', path: at.config, before: hash(secretText), secret: true, why: 'the configuration' },
      { kind: 'remove', path: at.launcher, before: hash(launcherText), secret: false, why: 'the launcher' },
      { kind: 'rmdir', path: at.folder, why: 'empty now' },
    ],
    receipt: null,
    notes: [],
  };
}

export const otherConfig = '{"apiKey":"sk-another-secret-987"}\n';

/** Replaces the secret configuration and tightens the launcher: what a repair or a change of mode does. */
export function configurePlan(home: string): Plan {
  const at = placesIn(home);
  const { receipt } = installPlan(home);
  return {
    harness: 'vscode',
    purpose: 'configure',
    owner: ownerOf(home),
    steps: [
      { kind: 'replace', path: at.config, mode: 0o600, before: sha256(Buffer.from(secretText)), content: content(otherConfig, true), why: 'another key' },
      { kind: 'chmod', path: at.launcher, from: 0o755, to: 0o700, why: 'stricter' },
    ],
    receipt: receipt && { ...receipt, owned: receipt.owned.map((owned) => (owned.path === at.launcher ? { ...owned, mode: 0o700 } : owned)) },
    notes: [],
  };
}
