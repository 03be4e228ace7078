// kill -9 at every journal step of the real command: the next start has to end in "installed" or in
// "not installed", with every byte of the person's own files there.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { supportFolder } from './evidence-spool.ts';
import { differences, makeRunFolder, snapshot } from './lab/run-folder.ts';
import type { Entry, RunFolder } from './lab/run-folder.ts';
import { root, shellEnvironment, silmaril, silmarilOk } from './silmaril-command.ts';
import { cacheParts } from '../hooks/core/load-part.ts';

type State = Map<string, Entry>;

/** Homes as people have them: settings with comments, a dotfiles symlink, other tools' entries. */
const homes: Record<'vscode' | 'claude-code' | 'opencode' | 'hermes', (folder: RunFolder) => void> = {
  vscode(folder) {
    fs.mkdirSync(folder.at('.config', 'Code', 'User'), { recursive: true });
    fs.writeFileSync(folder.at('.config', 'Code', 'User', 'settings.json'), '{\r\n\t// mine, with CRLF and a trailing comma\r\n\t"editor.fontSize": 13,\r\n\t"chat.pluginLocations": { "/opt/other": true, },\r\n}\r\n');
    executable(folder, 'code', 'echo 1.139.1');
  },
  'claude-code'(folder) {
    fs.mkdirSync(folder.at('.claude'));
    fs.mkdirSync(folder.at('dotfiles'));
    fs.writeFileSync(folder.at('dotfiles', 'claude.json'), '{\n   "hooks": { "PreToolUse": [ {"hooks":[{"type":"command","command":"true"}]} ] },\n\n   "model": "opus" }', { mode: 0o640 });
    fs.symlinkSync('../dotfiles/claude.json', folder.at('.claude', 'settings.json'));
    executable(folder, 'claude', 'echo "2.1.332 (Claude Code)"');
  },
  opencode(folder) {
    fs.mkdirSync(folder.at('.config', 'opencode'), { recursive: true });
    fs.mkdirSync(folder.at('dotfiles'));
    fs.writeFileSync(folder.at('dotfiles', 'oc.jsonc'), '{\n\t// mine\n\t"plugin": ["other",], "model": "a/b" }', { mode: 0o640 });
    fs.symlinkSync('../../dotfiles/oc.jsonc', folder.at('.config', 'opencode', 'opencode.jsonc'));
    executable(folder, 'opencode', 'echo 1.18.33');
  },
  hermes(folder) {
    fs.mkdirSync(folder.at('.hermes'));
    fs.mkdirSync(folder.at('dotfiles'));
    fs.writeFileSync(folder.at('dotfiles', 'hermes.yaml'), 'model: x # mine\r\nplugins:\r\n  enabled:\r\n  - other', { mode: 0o640 });
    fs.symlinkSync('../dotfiles/hermes.yaml', folder.at('.hermes', 'config.yaml'));
    fs.writeFileSync(folder.at('.hermes', '.env'), "A='two\nlines'\nB=1", { mode: 0o600 });
    executable(folder, 'hermes', 'echo hermes-agent');
  },
};

function executable(folder: RunFolder, name: string, line: string): void {
  fs.mkdirSync(folder.at('.local', 'bin'), { recursive: true });
  fs.writeFileSync(folder.at('.local', 'bin', name), `#!/bin/sh\n${line}\n`, { mode: 0o755 });
}

function isWholeCache(entry: ReturnType<State['get']>): boolean {
  if (entry?.kind !== 'file' || entry.mode !== 0o644) return false;
  const bytes = Buffer.from(entry.bytes, 'latin1');
  const head = JSON.parse(bytes.subarray(0, bytes.indexOf(10)).toString()) as { node: string; arch: string };
  return cacheParts(bytes, { version: head.node, arch: head.arch }) !== null;
}

describe.each(['vscode', 'claude-code', 'opencode', 'hermes'] as const)('kill -9: %s', (harness) => {
  let folder: RunFolder;
  const templates = { fresh: '', installed: '' };
  let fresh: State;
  let installed: State;

  const install = ['install', harness, '--mode', 'block', '--classifier', 'embedded'];
  const uninstall = ['uninstall', harness];

  beforeAll(async () => {
    folder = makeRunFolder();
    homes[harness](folder);
    templates.fresh = keep('fresh');
    await silmarilOk(folder, install);
    templates.installed = keep('installed');
    fresh = snapshot(templates.fresh);
    installed = snapshot(templates.installed);
    expect(differences(fresh, installed).length).toBeGreaterThan(3);
  });
  afterAll(() => folder.remove());

  function keep(name: string): string {
    const template = path.join(folder.root, name);
    fs.cpSync(folder.home, template, { recursive: true, verbatimSymlinks: true });
    return template;
  }
  /** Back to a template, at the same path: what is installed names absolute paths. */
  function restore(template: string): void {
    fs.rmSync(folder.home, { recursive: true, force: true });
    fs.cpSync(template, folder.home, { recursive: true, verbatimSymlinks: true });
  }

  /** Receipts carry a time and a random key, and V8 never makes the same cache twice: they have to be there, and a cache whole. */
  const settledLike = (wanted: State, now: State): string[] =>
    differences(wanted, now).filter((name) => !(wanted.has(name) && now.has(name) && (name.startsWith(`${supportFolder}/Receipts/`) || (name.endsWith('.js.cache') && isWholeCache(now.get(name))))));

  test.each([
    ['install', install, 'fresh' as const],
    ['uninstall', uninstall, 'installed' as const],
  ])('%s, killed after each of its steps', async (_name, args, start) => {
    // Counted on a run that nobody kills.
    restore(templates[start]);
    const steps = await killAt(folder, args, Number.POSITIVE_INFINITY, 0);
    expect(steps).toBeGreaterThan(3);
    let interrupted = 0;
    const ends = { installed: 0, 'not installed': 0 };
    const rounds = roundsOf(harness, steps);
    for (const round of rounds) {
      restore(templates[start]);
      // The delay, in milliseconds, lets some of them fall into the next step.
      await killAt(folder, args, round, round % 3);
      if (journals(folder).length > 0) interrupted += 1;
      const next = await silmaril(folder, ['status', '--json']);
      expect(next.exitCode, next.stderr).not.toBe(2);
      const now = snapshot(folder.home);
      const offInstalled = settledLike(installed, now);
      const offFresh = differences(fresh, now);
      const end = offInstalled.length === 0 ? 'installed' : 'not installed';
      if (end === 'not installed') expect(offFresh, `round ${round}: neither installed (${offInstalled.join()}) nor as before`).toEqual([]);
      ends[end] += 1;
      expect(journals(folder)).toEqual([]);
      // And it can still be taken out: every byte of the person's is there.
      await silmarilOk(folder, end === 'installed' ? uninstall : install);
      if (end === 'not installed') await silmarilOk(folder, uninstall);
      expect(differences(fresh, snapshot(folder.home)), `round ${round}, after a later uninstall`).toEqual([]);
    }
    process.stdout.write(`observed: ${harness} ${args[0]}, ${steps} steps: ${interrupted} of ${rounds.length} kills left a journal; ended ${JSON.stringify(ends)}\n`);
    // A test whose kills all came too early or too late would prove nothing.
    expect(interrupted).toBeGreaterThanOrEqual((rounds.length - 1) / 2);
  });
});

/**
 * Every step for one harness; for the others the first, the last and some between: it is the same engine, and
 * installers/engine/kill.test.ts goes through every step of every kind.
 */
function roundsOf(harness: string, steps: number): number[] {
  const all = Array.from({ length: steps + 1 }, (_, round) => round);
  return harness === 'claude-code' ? all : all.filter((round) => round < 2 || round > steps - 3 || round % 5 === 0);
}

function journals(folder: RunFolder): string[] {
  const place = folder.at(supportFolder, 'Journal');
  return fs.existsSync(place) ? fs.readdirSync(place).filter((name) => name.endsWith('.jsonl')).map((name) => path.join(place, name)) : [];
}

/**
 * Starts the command and kills it `delay` milliseconds after its journal says that `steps` steps are
 * done. Returns how many it has seen done.
 */
async function killAt(folder: RunFolder, args: readonly string[], steps: number, delay: number): Promise<number> {
  const child = spawn(process.execPath, [path.join(root, 'scripts', 'silmaril.mjs'), ...args], { cwd: folder.work, env: shellEnvironment(folder), stdio: 'ignore' });
  const ended = new Promise<void>((done) => child.once('exit', () => done()));
  let seen = -1;
  while (child.exitCode === null && child.signalCode === null && seen < steps) {
    seen = Math.max(seen, stepsDone(folder));
    await new Promise((done) => setTimeout(done, 1));
  }
  if (delay > 0) await new Promise((done) => setTimeout(done, delay));
  child.kill('SIGKILL');
  await ended;
  return seen;
}

/** -1 when there is no journal. */
function stepsDone(folder: RunFolder): number {
  const [file] = journals(folder);
  if (!file) return -1;
  try {
    return fs.readFileSync(file, 'latin1').split('\n').filter((line) => line.startsWith('{"done":')).length;
  } catch {
    // Gone between looking and reading: the command is past its journal.
    return -1;
  }
}
