import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { takeLock } from './lock.ts';
import { supportPaths } from './paths.ts';
import { ownIdentity } from './process-identity.ts';
import { tidyLocked } from './recover.ts';
import { bundleDriver } from './testing/bundle.ts';
import { makeHome, ownerOf, removeHome } from './testing/sample.ts';
import { treeOf } from './testing/tree.ts';

let folder = '';
let driver = '';
let home = '';
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'silmaril-locker-'));
  driver = bundleDriver('locker', folder);
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  home = makeHome();
});
afterEach(() => {
  removeHome(home);
});

function locker(...args: readonly string[]): ChildProcess {
  return spawn(process.execPath, [driver, home, ...args], { stdio: ['ignore', 'pipe', 'inherit'], env: {} });
}

async function held(): Promise<ChildProcess> {
  const child = locker('1', 'hold');
  if (!child.stdout) throw new Error('no stdout');
  await once(child.stdout, 'data');
  return child;
}

async function killed(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

const locks = () => readdirSync(supportPaths(home).locks);

describe('the lock of a home', () => {
  it('lets one process in at a time, also when the folder around it comes and goes', { timeout: 120_000 }, async () => {
    const children = [1, 2, 3, 4].map(() => locker('12'));
    const codes = await Promise.all(children.map(async (child) => (await once(child, 'exit'))[0] as number));
    expect(codes).toEqual([0, 0, 0, 0]);
    expect(readFileSync(path.join(home, 'counter'), 'utf8')).toBe('48');
  });

  it('is taken over from dead holders, by one of those who wait', { timeout: 120_000 }, async () => {
    await killed(await held());
    await killed(await held());
    expect(locks()).toHaveLength(1);
    const children = [1, 2, 3, 4].map(() => locker('5'));
    await Promise.all(children.map((child) => once(child, 'exit')));
    expect(readFileSync(path.join(home, 'counter'), 'utf8')).toBe('20');
  });

  it('lets one in at a time also when every other holder dies with it', { timeout: 120_000 }, async () => {
    const one = async (index: number): Promise<void> => void (await once(locker('2', index % 2 === 0 ? 'die' : ''), 'exit'));
    for (let round = 0; round < 4; round++) await Promise.all([0, 1, 2, 3, 4, 5].map(one));
    expect(readFileSync(path.join(home, 'counter'), 'utf8')).toBe('48');
  });

  /** A contender that saw the dead holder's lock and is stopped before it makes its own; null: it was faster. */
  async function stoppedContender(): Promise<{ readonly child: ChildProcess; readonly ended: Promise<unknown> } | null> {
    const child = locker('1');
    const ended = once(child, 'exit');
    while (!locks().some((name) => name.startsWith('.pending-')) && child.exitCode === null) await new Promise((polled) => setImmediate(polled));
    child.kill('SIGSTOP');
    // The signal takes effect in its own time: two equal looks mean that it stands.
    for (let before = '', now = locks().join(); before !== now; [before, now] = [now, locks().join()]) await sleep(20);
    if (locks().includes('home.lock.1') && !locks().includes('home.lock.2') && child.exitCode === null) return { child, ended };
    child.kill('SIGCONT');
    await ended;
    return null;
  }

  it('is not taken by one who believes in a dead holder that is long replaced', { timeout: 120_000 }, async () => {
    let contender: Awaited<ReturnType<typeof stoppedContender>> = null;
    for (let attempt = 0; attempt < 30 && !contender; attempt++) {
      rmSync(supportPaths(home).locks, { recursive: true, force: true });
      rmSync(path.join(home, 'counter'), { force: true });
      await killed(await held());
      contender = await stoppedContender();
    }
    if (!contender) throw new Error('the contender could not be stopped in time');
    // Taken over and given back; the next holder starts again at 1, where the contender saw a dead one.
    const second = await takeLock(home, ownerOf(home), 'second', 0);
    if (second.ok) await second.value.release();
    const third = await takeLock(home, ownerOf(home), 'third', 0);
    expect([second.ok, third.ok, locks().includes('home.lock.1')]).toEqual([true, true, true]);
    contender.child.kill('SIGCONT');
    await sleep(500);
    expect(existsSync(path.join(home, 'counter'))).toBe(false);
    if (third.ok) await third.value.release();
    await contender.ended;
    expect(readFileSync(path.join(home, 'counter'), 'utf8')).toBe('1');
  });

  it('is never taken from a live holder, who is named', async () => {
    const child = await held();
    const before = locks();
    const refused = await takeLock(home, ownerOf(home), 'test', 200);
    expect(refused).toMatchObject({ ok: false, failure: { code: 'locked' } });
    expect(refused.ok ? '' : refused.failure.sentence).toContain(`process ${String(child.pid)} (count, since 20`);
    expect(locks()).toEqual(before);
    await killed(child);
    const taken = await takeLock(home, ownerOf(home), 'test', 0);
    expect(taken.ok).toBe(true);
    expect(locks()).toEqual(['home.lock.2']);
  });

  const holderFile = async (change: object): Promise<void> => {
    const first = await takeLock(home, ownerOf(home), 'test', 0);
    if (!first.ok) throw new Error(first.failure.sentence);
    const file = path.join(supportPaths(home).locks, 'home.lock.1');
    writeFileSync(file, JSON.stringify({ ...(JSON.parse(readFileSync(file, 'utf8')) as object), ...change }));
  };

  it.each([
    ['a pid that another process has now', { start: '1' }],
    ['a process from before the last boot', { boot: 'another' }],
    ['a pid that nobody has', { pid: 4_194_300 }],
  ])('is free when it names %s', async (_, change) => {
    await holderFile(change);
    expect(await takeLock(home, ownerOf(home), 'test', 0)).toMatchObject({ ok: true });
  });

  it.each([
    ['a process in another container', { namespace: 'pid:[1]' }, 'cannot be seen whether it still runs'],
    ['a process whose start is not known', { start: '' }, 'cannot be seen whether it still runs'],
    ['nothing that can be read', { pid: 'x' }, 'delete it and run it again'],
  ])('is kept when it names %s, with a way out', async (_, change, sentence) => {
    await holderFile(change);
    const refused = await takeLock(home, ownerOf(home), 'test', 0);
    expect(refused).toMatchObject({ ok: false, failure: { code: 'locked' } });
    expect(refused.ok ? '' : refused.failure.sentence).toContain(sentence);
  });

  it('holds against its own process as well, until it is released', async () => {
    const first = await takeLock(home, ownerOf(home), 'first', 0);
    expect(await takeLock(home, ownerOf(home), 'second', 0)).toMatchObject({ ok: false, failure: { code: 'locked' } });
    if (first.ok) await first.value.release();
    expect(await takeLock(home, ownerOf(home), 'third', 0)).toMatchObject({ ok: true });
  });

  it('leaves no trace in a home where nothing is installed', async () => {
    const before = treeOf(home);
    const lock = await takeLock(home, ownerOf(home), 'test', 0);
    if (!lock.ok) throw new Error(lock.failure.sentence);
    expect(existsSync(supportPaths(home).root)).toBe(true);
    await tidyLocked(home, lock.value);
    expect(treeOf(home)).toEqual(before);
  });

  it('knows this process by pid, start, boot and namespace', async () => {
    const identity = await ownIdentity();
    expect(identity.pid).toBe(process.pid);
    for (const part of [identity.start, identity.boot]) expect(part).not.toBe('');
  });
});
