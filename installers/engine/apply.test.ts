import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, linkSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, renameSync, rmSync, statSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { applyPlan, type ApplyOptions } from './apply.ts';
import { supportPaths } from './paths.ts';
import type { Plan, Step } from './plan.ts';
import { sha256 } from './read.ts';
import { readReceipt } from './receipts.ts';
import { bundleDriver } from './testing/bundle.ts';
import { configurePlan, content, installPlan, makeHome, newSettings, oldSettings, placesIn, removeHome, secretText, uninstallPlan, type Places } from './testing/sample.ts';
import { timesOf, treeOf } from './testing/tree.ts';

let home = '';
let at: Places;
beforeEach(() => {
  home = makeHome();
  at = placesIn(home);
});
afterEach(() => {
  removeHome(home);
});

const apply = (plan: Plan, options: Partial<ApplyOptions> = {}) => applyPlan(plan, { home, lockWaitMs: 0, ...options });

async function applied(plan: Plan): Promise<void> {
  const result = await apply(plan);
  if (!result.ok) throw new Error(result.failure.sentence);
}

async function refused(plan: Plan, options: Partial<ApplyOptions> = {}): Promise<{ readonly code: string; readonly sentence: string }> {
  const result = await apply(plan, options);
  if (result.ok) throw new Error('was applied');
  return result.failure;
}

const only = (...steps: readonly Step[]): Plan => ({ ...installPlan(home), steps, receipt: null });

describe('a plan that is applied', () => {
  it('makes what it says: bytes, modes, receipt, and a kept link', async () => {
    const result = await apply(installPlan(home));
    expect(result).toMatchObject({ ok: true, value: { changed: true, recovered: [], receipt: { state: 'installed', harness: 'vscode' } } });
    expect(readFileSync(at.target, 'utf8')).toBe(newSettings);
    expect(lstatSync(at.settings).isSymbolicLink()).toBe(true);
    expect(statSync(at.target).mode & 0o7777).toBe(0o640);
    expect(statSync(at.config).mode & 0o7777).toBe(0o600);
    expect(statSync(at.launcher).mode & 0o7777).toBe(0o755);
    const support = supportPaths(home);
    for (const folder of [support.root, support.receipts, support.journal, support.locks]) expect(statSync(folder).mode & 0o7777).toBe(0o700);
    expect(readdirSync(support.journal)).toEqual([]);
    expect(readdirSync(support.locks)).toEqual([]);
    expect(readdirSync(support.receipts).sort()).toEqual(['.key', 'vscode.json']);
    for (const name of ['.key', 'vscode.json']) expect(statSync(path.join(support.receipts, name)).mode & 0o7777).toBe(0o600);
  });

  it.each([0o000, 0o077])('has the same modes under umask %i', async (umask) => {
    const before = process.umask(umask);
    try {
      await applied(installPlan(home));
    } finally {
      process.umask(before);
    }
    const modes = [at.folder, at.launcher, at.config, at.extra, at.target, supportPaths(home).root].map((place) => (statSync(place).mode & 0o7777).toString(8));
    expect(modes).toEqual(['755', '755', '600', '644', '640', '700']);
  });

  it('is gone after the uninstall: every name, byte, mode, link, and the times of what was not touched', async () => {
    const before = treeOf(home);
    const times = timesOf(home);
    await applied(installPlan(home));
    await applied(uninstallPlan(home));
    expect(treeOf(home)).toEqual(before);
    const touched = path.relative(home, at.target);
    const still = [...timesOf(home)].filter(([name, time]) => times.get(name) !== time).map(([name]) => name);
    expect(still).toEqual([touched]);
  });

  it('leaves a support folder that was there, and what is in it', async () => {
    const evidence = path.join(supportPaths(home).root, 'Evidence');
    mkdirSync(evidence, { recursive: true, mode: 0o700 });
    chmodSync(supportPaths(home).root, 0o700);
    writeFileSync(path.join(evidence, 'event-1.json'), '{}');
    const before = treeOf(home);
    await applied(installPlan(home));
    await applied(uninstallPlan(home));
    expect(treeOf(home)).toEqual(before);
  });

  it('changes a secret and a mode, and the digests with them', async () => {
    await applied(installPlan(home));
    const first = await readReceipt(home, 'vscode');
    await applied(configurePlan(home));
    const second = await readReceipt(home, 'vscode');
    if (first.state !== 'read' || second.state !== 'read') throw new Error('no receipt');
    expect(second.receipt.digests[at.config]).not.toBe(first.receipt.digests[at.config]);
    expect(second.receipt.digests[at.launcher]).toBe(first.receipt.digests[at.launcher]);
    expect(statSync(at.launcher).mode & 0o7777).toBe(0o700);
  });

  it('does nothing at all when there is nothing to do', async () => {
    const bare = treeOf(home);
    expect(await apply({ ...uninstallPlan(home), steps: [] })).toMatchObject({ ok: true, value: { changed: false, receipt: null } });
    expect(treeOf(home)).toEqual(bare);
    await applied(installPlan(home));
    const before = treeOf(home);
    expect(await apply({ ...installPlan(home), steps: [] })).toMatchObject({ ok: true, value: { changed: false, receipt: { state: 'installed' } } });
    expect(treeOf(home)).toEqual(before);
  });

  it('writes a lost receipt again without a step', async () => {
    await applied(installPlan(home));
    unlinkSync(path.join(supportPaths(home).receipts, 'vscode.json'));
    expect(await apply({ ...installPlan(home), steps: [] })).toMatchObject({ ok: true, value: { changed: true } });
    expect(await readReceipt(home, 'vscode')).toMatchObject({ state: 'read', receipt: { state: 'installed' } });
  });

  it('reports a folder that holds something else as kept', async () => {
    await applied(installPlan(home));
    writeFileSync(path.join(at.folder, 'mine.txt'), 'mine');
    const result = await apply(uninstallPlan(home));
    expect(result.ok && result.value.steps.at(-1)).toEqual({ kind: 'rmdir', path: at.folder, outcome: 'kept' });
    expect(readFileSync(path.join(at.folder, 'mine.txt'), 'utf8')).toBe('mine');
  });

  it('tells each step', async () => {
    const seen: string[] = [];
    await apply(installPlan(home), { onProgress: ({ index, total, kind, phase }) => seen.push(`${String(index)}/${String(total)} ${kind} ${phase}`) });
    expect(seen).toEqual(['0/5 mkdir apply', '1/5 create apply', '2/5 create apply', '3/5 edit apply', '4/5 edit apply']);
  });

  it('keeps the secret in its file and in the journal, which goes', async () => {
    let inJournal = 0;
    const support = supportPaths(home);
    const faultAt = (point: string) => {
      if (point !== 'step:3:before') return;
      for (const name of readdirSync(support.journal)) {
        const file = path.join(support.journal, name);
        expect(statSync(file).mode & 0o7777).toBe(0o600);
        if (readFileSync(file, 'utf8').includes(Buffer.from(secretText).toString('base64'))) inJournal++;
      }
    };
    await apply(installPlan(home), { faultAt });
    expect(inJournal).toBe(1);
    const { createHash } = await import('node:crypto');
    const hash = createHash('sha256').update(secretText).digest('hex');
    for (const name of readdirSync(support.root, { recursive: true, encoding: 'utf8' })) {
      const file = path.join(support.root, name);
      if (!lstatSync(file).isFile()) continue;
      for (const leak of ['very-secret', Buffer.from(secretText).toString('base64'), hash]) expect(readFileSync(file, 'utf8')).not.toContain(leak);
    }
  });

  it('marks the receipt before an uninstall touches a settings file, also when the receipt was lost', async () => {
    const states: string[] = [];
    const faultAt = async (point: string) => {
      const read = await readReceipt(home, 'vscode');
      if (point.endsWith(':staged')) states.push(read.state === 'read' ? read.receipt.state : read.state);
    };
    await applied(installPlan(home));
    await apply(uninstallPlan(home), { faultAt });
    await applied(installPlan(home));
    unlinkSync(path.join(supportPaths(home).receipts, 'vscode.json'));
    await apply(uninstallPlan(home), { faultAt });
    expect(states).toEqual(['uninstalling', 'uninstalling']);
    expect(await readReceipt(home, 'vscode')).toEqual({ state: 'absent' });
  });
});

describe('a plan that is refused', () => {
  afterEach(() => {
    expect(readdirSync(home, { recursive: true, encoding: 'utf8' }).filter((name) => name.includes('.tmp') || name.includes('.pending') || name.includes('.jsonl'))).toEqual([]);
  });

  async function expectUntouched(plan: Plan, code: string, options: Partial<ApplyOptions> = {}): Promise<string> {
    const before = treeOf(home);
    const failure = await refused(plan, options);
    expect(failure.code).toBe(code);
    expect(treeOf(home)).toEqual(before);
    return failure.sentence;
  }

  it('when a settings file is not as planned', async () => {
    writeFileSync(at.target, '{}');
    expect(await expectUntouched(installPlan(home), 'changed')).toContain(at.settings);
  });
  it('when a file that is to be made is there', async () => {
    writeFileSync(at.config, 'somebody else');
    await expectUntouched(installPlan(home), 'changed');
  });
  it('when a link stands in place of a file of ours', async () => {
    symlinkSync('/etc/passwd', at.config);
    await expectUntouched(installPlan(home), 'linked');
  });
  it('when a link stands in place of a folder of ours', async () => {
    await applied(installPlan(home));
    renameSync(at.folder, path.join(home, 'elsewhere'));
    symlinkSync(path.join(home, 'elsewhere'), at.folder);
    await expectUntouched(configurePlan(home), 'linked');
  });
  it('when the link of a settings file leads somewhere else now', async () => {
    unlinkSync(at.settings);
    writeFileSync(path.join(home, 'other-settings.json'), oldSettings);
    symlinkSync('../other-settings.json', at.settings);
    await expectUntouched(installPlan(home), 'changed');
  });
  it('when an edit would part hard links', async () => {
    linkSync(at.target, path.join(home, 'second-name'));
    expect(await expectUntouched(installPlan(home), 'hard-linked')).toContain('2 names');
  });
  it('when the support folder is a link', async () => {
    mkdirSync(path.join(home, 'Library', 'Application Support'), { recursive: true });
    mkdirSync(path.join(home, 'else'));
    symlinkSync(path.join(home, 'else'), supportPaths(home).root);
    await expectUntouched(installPlan(home), 'not-a-folder');
  });
  it('when it is for another user', async () => {
    const plan = { ...installPlan(home), owner: { uid: 12345, gid: 12345 } };
    await expectUntouched(plan, 'wrong-user');
  });
  it.each(['relative/path', '/a/../b', '/a/', '/a\0b'])('when it names the path %j', async (place) => {
    await expectUntouched(only({ kind: 'create', path: place, mode: 0o600, content: content('x'), why: '' }), 'plan-invalid');
  });
  it('when two steps write one place', async () => {
    const step: Step = { kind: 'create', path: at.config, mode: 0o600, content: content('x'), why: '' };
    await expectUntouched(only(step, step), 'plan-invalid');
  });
  it('when it was cancelled before it began, or between two steps', async () => {
    await expectUntouched(installPlan(home), 'cancelled', { signal: AbortSignal.abort() });
    const abort = new AbortController();
    const undone: string[] = [];
    const onProgress: ApplyOptions['onProgress'] = ({ index, phase }) => {
      if (phase === 'undo') undone.push(String(index));
      else if (index === 3) abort.abort();
    };
    await expectUntouched(installPlan(home), 'cancelled', { signal: abort.signal, onProgress });
    // Step 4 was not begun.
    expect(undone).toEqual(['3', '2', '1', '0']);
  });
  it('when a step fails: what was done is undone', async () => {
    const plan = installPlan(home);
    const bad: Step = { kind: 'create', path: path.join(home, 'no', 'such', 'folder', 'x'), mode: 0o600, content: content('x'), why: '' };
    await expectUntouched({ ...plan, steps: [...plan.steps, bad] }, 'io-enoent');
  });
  it('when another program writes while it runs: its bytes stay, the rest is undone', async () => {
    for (const [point, race] of [
      ['step:3:before', 'replaces the file'],
      ['step:3:staged', 'replaces the file'],
      ['step:3:staged', 'writes into it'],
      ['step:3:before', 'turns the link elsewhere'],
    ] as const) {
      const before = treeOf(home);
      const faultAt = (now: string) => {
        if (now !== point) return;
        if (race === 'replaces the file') {
          writeFileSync(`${at.target}.new`, 'theirs', { mode: 0o640 });
          renameSync(`${at.target}.new`, at.target);
        } else if (race === 'writes into it') writeFileSync(at.target, 'theirs');
        else {
          writeFileSync(path.join(home, 'theirs.json'), 'theirs');
          unlinkSync(at.settings);
          symlinkSync('../theirs.json', at.settings);
        }
      };
      expect((await refused(installPlan(home), { faultAt })).code).toBe('changed');
      expect(readFileSync(at.settings, 'utf8')).toBe('theirs');
      if (race === 'turns the link elsewhere') {
        expect(readFileSync(at.target, 'utf8')).toBe(oldSettings);
        rmSync(path.join(home, 'theirs.json'));
        unlinkSync(at.settings);
        symlinkSync('../dotfiles/settings.json', at.settings);
      }
      writeFileSync(at.target, oldSettings);
      expect(treeOf(home)).toEqual(before);
    }
  });
  it('when somebody takes the name of a file that is being made', async () => {
    const faultAt = (point: string) => {
      if (point === 'step:2:staged') writeFileSync(at.config, 'theirs');
    };
    expect((await refused(installPlan(home), { faultAt })).code).toBe('changed');
    expect(readFileSync(at.config, 'utf8')).toBe('theirs');
    expect(existsSync(at.folder)).toBe(false);
    expect(readFileSync(at.target, 'utf8')).toBe(oldSettings);
    rmSync(at.config);
  });
  it('finishes instead of undoing when a settings file that may name the launcher was changed after its step', async () => {
    const faultAt = (point: string) => {
      if (point === 'step:4:before') writeFileSync(at.target, `${newSettings}// theirs\n`);
    };
    const failure = await refused(installPlan(home), { faultAt });
    expect(failure.code).toBe('changed');
    expect(failure.sentence).toContain('finished, not undone');
    expect(readFileSync(at.settings, 'utf8')).toBe(`${newSettings}// theirs\n`);
    expect(existsSync(at.launcher)).toBe(true);
    expect(await readReceipt(home, 'vscode')).toMatchObject({ state: 'read', receipt: { state: 'installed' } });
  });
  it('when a receipt is there that others could have written', async () => {
    await applied(installPlan(home));
    const receipt = path.join(supportPaths(home).receipts, 'vscode.json');
    chmodSync(receipt, 0o666);
    expect(await expectUntouched(uninstallPlan(home), 'too-open')).toContain('chmod 600');
  });
});

const root = process.getuid?.() === 0;
describe.skipIf(!root)(`as a user whose files are partly root's or a strange group's${root ? '' : ' (skipped: only root can give files away)'}`, () => {
  it.each([
    ['foreign-owner', 0, 0, 'sudo chown 65534'],
    ['foreign-group', 65534, 12, 'sudo chgrp 65534'],
  ])('refuses with %s and says how to mend it', (code, uid, gid, remedy) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'silmaril-driver-'));
    try {
      chmodSync(folder, 0o755);
      const driver = bundleDriver('driver', folder);
      const order = path.join(folder, 'order.json');
      writeFileSync(order, JSON.stringify({ op: 'install', home, killAt: -1 }));
      for (const place of ['', 'dotfiles', '.tool']) chownSync(path.join(home, place), 65534, 65534);
      chownSync(at.target, uid, gid);
      chmodSync(at.target, 0o664);
      const before = treeOf(home);
      const ran = spawnSync(process.execPath, [driver, order], { uid: 65534, gid: 65534, encoding: 'utf8', env: {} });
      const failure = JSON.parse(ran.stderr) as { code: string; sentence: string; path: string };
      expect(failure).toMatchObject({ code, path: at.target });
      expect(failure.sentence).toContain(remedy);
      expect(treeOf(home)).toEqual(before);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe.skipIf(!root)(`as root for another user${root ? '' : ' (skipped: only root can give files away)'}`, () => {
  it('makes everything that user\'s, and keeps the owner of an edited file', async () => {
    for (const place of ['', 'dotfiles', 'dotfiles/settings.json', '.tool']) chownSync(path.join(home, place), 65534, 65534);
    chownSync(at.target, 65534, 12);
    await applied(installPlan(home));
    for (const place of [at.folder, at.launcher, at.config, at.extra, supportPaths(home).root, supportPaths(home).key, path.join(home, 'Library')])
      expect([statSync(place).uid, statSync(place).gid], place).toEqual([65534, 65534]);
    expect([statSync(at.target).uid, statSync(at.target).gid]).toEqual([65534, 12]);
  });
});

/** A file system of a given size, for tests of a full disk; null where this process may not mount one. */
function smallDisk(kilobytes: number): string | null {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'silmaril-disk-')));
  if (root && process.platform === 'linux' && spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${String(kilobytes)}k,mode=755`, 'tmpfs', folder]).status === 0) return folder;
  rmSync(folder, { recursive: true });
  return null;
}
function removeDisk(folder: string): void {
  spawnSync('umount', [folder]);
  rmSync(folder, { recursive: true });
}
const probe = smallDisk(64);
if (probe !== null) removeDisk(probe);

describe.skipIf(probe === null)(`on a disk that gets full${probe === null ? ' (skipped: needs the right to mount a small one)' : ''}`, () => {
  const large = (folder: string): Plan => ({
    harness: 'vscode', purpose: 'install', owner: { uid: 0, gid: 0 }, receipt: null, notes: [],
    steps: [
      { kind: 'mkdir', path: path.join(folder, 'ours'), mode: 0o755, why: '' },
      { kind: 'edit', path: path.join(folder, 'settings.json'), target: path.join(folder, 'settings.json'), before: sha256(Buffer.from(oldSettings)), content: content(newSettings), modeIfNew: 0o600, hunks: [], why: '' },
      { kind: 'create', path: path.join(folder, 'ours', 'bundle.js'), mode: 0o644, content: content('x'.repeat(90_000)), why: '' },
    ],
  });
  it.each([['before the journal is written', 100], ['at the third step', 212]])('%s: fails by name and leaves everything as it was', async (_, size) => {
    const disk = smallDisk(size) ?? '';
    try {
      writeFileSync(path.join(disk, 'settings.json'), oldSettings);
      const before = treeOf(disk);
      const steps: string[] = [];
      const result = await applyPlan(large(disk), { home: disk, faultAt: (point) => void steps.push(point) });
      expect(result).toMatchObject({ ok: false, failure: { code: 'io-enospc' } });
      expect(steps.includes('step:1:noted')).toBe(size > 200);
      expect(treeOf(disk)).toEqual(before);
    } finally {
      removeDisk(disk);
    }
  });
  it('undoes also when another program fills the disk while it runs', async () => {
    const disk = smallDisk(512) ?? '';
    try {
      writeFileSync(path.join(disk, 'settings.json'), oldSettings);
      const before = treeOf(disk);
      const filler = path.join(disk, 'filler');
      const faultAt = (point: string) => {
        // Leaves one page, which the old settings need.
        if (point === 'step:2:before') spawnSync('sh', ['-c', `cat /dev/zero > "${filler}"; truncate -s -4096 "${filler}"`]);
      };
      const result = await applyPlan(large(disk), { home: disk, faultAt });
      expect(result).toMatchObject({ ok: false, failure: { code: 'io-enospc' } });
      rmSync(filler);
      expect(treeOf(disk)).toEqual(before);
    } finally {
      removeDisk(disk);
    }
  });
});
