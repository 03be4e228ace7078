// Fake homes with the trees that the usual installers leave. The one real Node.js 22 is hard-linked to
// wherever a usable one is needed; files that must be refused before they would run are tiny.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Machine } from '../engine/harness-installer.ts';
import { byPreference, chooseNode, findNodeRuntimes, resolveAgain, type Candidate } from './find.ts';
import { inspectNode, type Verdict } from './inspect.ts';

const owner = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
const root = owner.uid === 0;
const made: string[] = [];
let node22 = '';

beforeAll(() => {
  node22 = execFileSync(process.execPath, [path.resolve(import.meta.dirname, '../../scripts/node22.mjs')], { encoding: 'utf8' }).trim();
});
afterEach(() => {
  for (const folder of made.splice(0)) fs.rmSync(folder, { recursive: true, force: true });
});

/** Beside the real binary, where hard links to it are possible. */
function place(): string {
  const folder = fs.mkdtempSync(path.join(path.dirname(node22), '../../runtime-'));
  fs.chmodSync(folder, 0o755);
  made.push(folder);
  return fs.realpathSync(folder);
}

interface Site {
  readonly machine: Machine;
  readonly home: string;
  readonly root: string;
}

function site(env: Record<string, string> = {}): Site {
  const folder = place();
  const home = path.join(folder, 'Users/sam');
  fs.mkdirSync(home, { recursive: true });
  return { home, root: folder, machine: { home, platform: 'linux', env, owner, systemRoot: folder } };
}

/** A usable Node.js at this path. */
function real(file: string): string {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.linkSync(node22, file);
  return file;
}

function write(file: string, content: string | Uint8Array, mode = 0o755): string {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, content);
  fs.chmodSync(file, mode);
  return file;
}

function link(file: string, to: string): string {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.symlinkSync(to, file);
  return file;
}

const tinyElf = Buffer.concat([Buffer.from('7f454c46', 'hex'), Buffer.alloc(60)]);
const refusal = (verdict: Verdict | undefined): string | null => (verdict === undefined ? 'not found' : verdict.usable ? null : verdict.code);

describe('the usual installers', () => {
  interface Row {
    readonly name: string;
    readonly env?: (at: Site) => Record<string, string>;
    readonly lay: (at: Site) => { readonly real: string; readonly alias: string | null };
    readonly manager: string;
  }
  const rows: readonly Row[] = [
    { name: "nodejs.org's package", manager: 'system', lay: (at) => ({ real: real(`${at.root}/usr/local/bin/node`), alias: null }) },
    { name: 'a distribution', manager: 'system', lay: (at) => ({ real: real(`${at.root}/usr/bin/node`), alias: null }) },
    {
      name: "a distribution's alternatives",
      manager: 'system',
      lay: (at) => {
        const file = real(`${at.root}/usr/bin/node-22`);
        link(`${at.root}/usr/bin/node`, link(`${at.root}/etc/alternatives/node`, file));
        return { real: file, alias: null };
      },
    },
    {
      name: 'Homebrew',
      manager: 'homebrew',
      lay: (at) => {
        const file = real(`${at.root}/opt/homebrew/Cellar/node/24.1.0/bin/node`);
        link(`${at.root}/opt/homebrew/bin/node`, '../Cellar/node/24.1.0/bin/node');
        link(`${at.root}/opt/homebrew/opt/node`, '../Cellar/node/24.1.0');
        link(`${at.root}/opt/homebrew/opt/node@24`, '../Cellar/node/24.1.0');
        return { real: file, alias: `${at.root}/opt/homebrew/bin/node` };
      },
    },
    {
      name: 'Homebrew on Intel, keg-only',
      manager: 'homebrew',
      lay: (at) => {
        const file = real(`${at.root}/usr/local/Cellar/node@22/22.9.0/bin/node`);
        link(`${at.root}/usr/local/opt/node@22`, '../Cellar/node@22/22.9.0');
        return { real: file, alias: `${at.root}/usr/local/opt/node@22/bin/node` };
      },
    },
    {
      name: 'Homebrew on Intel, linked to where nodejs.org would put it',
      manager: 'homebrew',
      lay: (at) => {
        const file = real(`${at.root}/usr/local/Cellar/node/24.1.0/bin/node`);
        return { real: file, alias: link(`${at.root}/usr/local/bin/node`, '../Cellar/node/24.1.0/bin/node') };
      },
    },
    { name: 'nvm', manager: 'nvm', lay: (at) => ({ real: real(`${at.home}/.nvm/versions/node/v22.1.0/bin/node`), alias: null }) },
    {
      name: 'nvm in the folder that it says, with its `current` link',
      manager: 'nvm',
      env: (at) => ({ NVM_DIR: `${at.root}/elsewhere/nvm` }),
      lay: (at) => {
        const file = real(`${at.root}/elsewhere/nvm/versions/node/v22.1.0/bin/node`);
        link(`${at.root}/elsewhere/nvm/current`, 'versions/node/v22.1.0');
        return { real: file, alias: `${at.root}/elsewhere/nvm/current/bin/node` };
      },
    },
    {
      name: 'fnm, its default, and the link of one shell on PATH',
      manager: 'fnm',
      env: (at) => ({ PATH: `${at.home}/.local/state/fnm_multishells/77_1/bin` }),
      lay: (at) => {
        const file = real(`${at.home}/.local/share/fnm/node-versions/v22.1.0/installation/bin/node`);
        link(`${at.home}/.local/share/fnm/aliases/default`, '../node-versions/v22.1.0/installation');
        link(`${at.home}/.local/state/fnm_multishells/77_1`, `${at.home}/.local/share/fnm/aliases/default`);
        return { real: file, alias: `${at.home}/.local/share/fnm/aliases/default/bin/node` };
      },
    },
    { name: 'fnm on macOS', manager: 'fnm', lay: (at) => ({ real: real(`${at.home}/Library/Application Support/fnm/node-versions/v22.1.0/installation/bin/node`), alias: null }) },
    {
      name: 'Volta, whose name on PATH is a shim',
      manager: 'volta',
      env: (at) => ({ PATH: `${at.home}/.volta/bin` }),
      lay: (at) => {
        link(`${at.home}/.volta/bin/node`, write(`${at.home}/.volta/bin/volta-shim`, tinyElf));
        return { real: real(`${at.home}/.volta/tools/image/node/22.1.0/bin/node`), alias: null };
      },
    },
    {
      name: 'asdf, whose name on PATH is a script',
      manager: 'asdf',
      env: (at) => ({ PATH: `${at.home}/.asdf/shims` }),
      lay: (at) => {
        write(`${at.home}/.asdf/shims/node`, '#!/usr/bin/env bash\nexec asdf exec "node" "$@"\n');
        return { real: real(`${at.home}/.asdf/installs/nodejs/22.1.0/bin/node`), alias: null };
      },
    },
    {
      name: 'mise, whose name on PATH leads to mise itself',
      manager: 'mise',
      env: (at) => ({ PATH: `${at.home}/.local/share/mise/shims` }),
      lay: (at) => {
        link(`${at.home}/.local/share/mise/shims/node`, write(`${at.home}/.local/bin/mise`, tinyElf));
        const file = real(`${at.home}/.local/share/mise/installs/node/22.1.0/bin/node`);
        link(`${at.home}/.local/share/mise/installs/node/22`, './22.1.0');
        return { real: file, alias: `${at.home}/.local/share/mise/installs/node/22/bin/node` };
      },
    },
    { name: 'nodenv', manager: 'nodenv', lay: (at) => ({ real: real(`${at.home}/.nodenv/versions/22.1.0/bin/node`), alias: null }) },
    { name: 'n', manager: 'n', env: (at) => ({ N_PREFIX: `${at.home}/n` }), lay: (at) => ({ real: real(`${at.home}/n/bin/node`), alias: null }) },
    {
      name: 'Nix',
      manager: 'nix',
      lay: (at) => {
        const file = real(`${at.root}/nix/store/abc-nodejs-22/bin/node`);
        return { real: file, alias: link(`${at.home}/.nix-profile/bin/node`, file) };
      },
    },
    { name: 'Hermes', manager: 'hermes', lay: (at) => ({ real: real(`${at.home}/.hermes/node/bin/node`), alias: null }) },
    {
      name: 'something on PATH that nobody knows',
      manager: 'path',
      env: (at) => ({ PATH: `relative:${at.root}/tools/bin` }),
      lay: (at) => {
        const file = real(`${at.root}/tools/node-22/bin/node`);
        return { real: file, alias: link(`${at.root}/tools/bin/node`, file) };
      },
    },
  ];
  it.each(rows)('$name', async (row) => {
    const empty = site();
    const at = row.env ? { ...empty, machine: { ...empty.machine, env: row.env(empty) } } : empty;
    const expected = row.lay(at);
    const candidates = await findNodeRuntimes(at.machine);
    const usable = candidates.filter(({ verdict }) => verdict.usable);
    expect(usable.map(({ real: file, alias, manager }) => ({ file, alias, manager }))).toEqual([{ file: expected.real, alias: expected.alias, manager: row.manager }]);
    for (const { verdict, real: file } of candidates) if (file !== expected.real) expect(['script', 'does-not-run']).toContain(refusal(verdict));
    expect(chooseNode(candidates)).toEqual({ ok: true, value: { real: expected.real, alias: expected.alias, version: '22.23.2' } });
  });

  it('prefers what is least likely to vanish, and what the caller brings last', async () => {
    const at = site();
    const homebrew = real(`${at.root}/opt/homebrew/Cellar/node/24.1.0/bin/node`);
    const nvm = real(`${at.home}/.nvm/versions/node/v22.1.0/bin/node`);
    const system = real(`${at.root}/usr/local/bin/node`);
    const given = real(`${at.root}/bundled/node`);
    expect((await findNodeRuntimes(at.machine, [given, 'relative/node'])).map((candidate) => candidate.real)).toEqual([system, nvm, homebrew, given]);
  });

  it('prefers the newer of two alike, by number', () => {
    const of = (version: string, cautions: string[] = []): Candidate => ({ manager: 'nvm', label: 'nvm', rank: 1, alias: null, real: `/${version}`, names: [], verdict: { usable: true, version, major: Number(version.split('.')[0]), cautions } });
    const sorted = [of('22.9.0'), of('22.10.0'), of('24.0.1'), of('26.0.0', ['The group can write.'])].sort(byPreference);
    expect(sorted.map(({ real: file }) => file)).toEqual(['/24.0.1', '/22.10.0', '/22.9.0', '/26.0.0']);
  });

  it('says what was found and why it is of no use', async () => {
    const at = site({ PATH: '/nowhere' });
    expect(chooseNode(await findNodeRuntimes(at.machine))).toMatchObject({ ok: false, failure: { code: 'no-node' } });
    const script = write(`${at.root}/usr/bin/node`, '#!/bin/sh\n');
    const none = chooseNode(await findNodeRuntimes(at.machine));
    expect(none.ok ? '' : none.failure.sentence).toContain(`${script} is a script`);
  });
});

describe('one binary', () => {
  it('is refused for its kind, its mode, its folder, its contents', async () => {
    const folder = place();
    const file = (name: string): string => path.join(folder, name, 'node');
    expect(refusal(await inspectNode(file('absent'), owner))).toBe('missing');
    fs.mkdirSync(file('folder'), { recursive: true });
    expect(refusal(await inspectNode(file('folder'), owner))).toBe('not-a-file');
    expect(refusal(await inspectNode(link(file('link'), node22), owner))).toBe('not-a-file');
    for (const mode of [0o775, 0o777, 0o750, 0o644, 0o600, 0o754]) expect([mode, refusal(await inspectNode(write(file(`mode-${String(mode)}`), tinyElf, mode), owner))]).toEqual([mode, 'mode']);
    expect(refusal(await inspectNode(write(file('text'), 'hello'), owner))).toBe('not-a-program');
    expect(refusal(await inspectNode(write(file('empty'), ''), owner))).toBe('not-a-program');
    expect(refusal(await inspectNode(write(file('script'), '#!/bin/sh\necho v22.0.0\n'), owner))).toBe('script');
    expect(refusal(await inspectNode(write(file('broken'), tinyElf), owner))).toBe('does-not-run');
    expect(refusal(await inspectNode('/bin/true', owner))).not.toBeNull();
    const open = real(file('open'));
    fs.chmodSync(path.dirname(open), 0o777);
    expect(refusal(await inspectNode(open, owner))).toBe('unsafe-folder');
    fs.chmodSync(path.dirname(open), 0o1777);
    expect(refusal(await inspectNode(open, owner))).toBeNull();
    fs.chmodSync(path.dirname(open), 0o775);
    expect(await inspectNode(open, owner)).toMatchObject({ usable: true, cautions: [expect.stringContaining(path.dirname(open))] });
  });

  it('is refused when it is older than the hooks need', async () => {
    if (Number(process.versions.node.split('.')[0]) >= 22) return;
    const own = fs.realpathSync(process.execPath);
    expect(await inspectNode(own, { uid: fs.statSync(own).uid, gid: 0 })).toMatchObject({ usable: false, code: 'too-old' });
  });

  it.skipIf(!root)("is refused when it, or a folder above it, is another user's (needs root to make them)", async () => {
    const folder = place();
    const foreign = write(path.join(folder, 'a/node'), tinyElf);
    fs.chownSync(foreign, 12345, 12345);
    expect(refusal(await inspectNode(foreign, owner))).toBe('foreign-owner');
    const below = real(path.join(folder, 'b/node'));
    fs.chownSync(path.dirname(below), 12345, 12345);
    expect(refusal(await inspectNode(below, owner))).toBe('unsafe-folder');
    expect(refusal(await inspectNode(below, { uid: 12345, gid: 12345 }))).toBeNull();
  });

  it('runs with an empty environment: a variable of ours does not reach it', async () => {
    const before = process.env['NODE_OPTIONS'];
    process.env['NODE_OPTIONS'] = '--require /nowhere.js';
    try {
      expect(refusal(await inspectNode(fs.realpathSync(node22), owner))).toBeNull();
    } finally {
      if (before === undefined) delete process.env['NODE_OPTIONS'];
      else process.env['NODE_OPTIONS'] = before;
    }
  });
});

describe('a recorded one', () => {
  it('is kept while it is good, followed through its alias when it is gone, chosen anew at last', async () => {
    const at = site();
    const first = real(`${at.root}/opt/homebrew/Cellar/node/24.1.0/bin/node`);
    link(`${at.root}/opt/homebrew/opt/node`, '../Cellar/node/24.1.0');
    const alias = `${at.root}/opt/homebrew/opt/node/bin/node`;
    const recorded = { real: first, alias, version: '24.1.0' };
    real(`${at.root}/usr/local/bin/node`);
    expect(await resolveAgain(at.machine, recorded)).toEqual({ ok: true, value: { ...recorded, version: '22.23.2' } });
    const second = real(`${at.root}/opt/homebrew/Cellar/node/24.2.0/bin/node`);
    fs.rmSync(`${at.root}/opt/homebrew/Cellar/node/24.1.0`, { recursive: true });
    fs.rmSync(`${at.root}/opt/homebrew/opt/node`);
    link(`${at.root}/opt/homebrew/opt/node`, '../Cellar/node/24.2.0');
    expect(await resolveAgain(at.machine, recorded)).toEqual({ ok: true, value: { real: second, alias, version: '22.23.2' } });
    fs.rmSync(`${at.root}/opt`, { recursive: true });
    expect(await resolveAgain(at.machine, recorded)).toEqual({ ok: true, value: { real: `${at.root}/usr/local/bin/node`, alias: null, version: '22.23.2' } });
    fs.rmSync(`${at.root}/usr`, { recursive: true });
    expect(await resolveAgain(at.machine, recorded)).toMatchObject({ ok: false, failure: { code: 'no-node' } });
    expect(await resolveAgain(at.machine, null, [node22])).toMatchObject({ ok: true });
  });
});
