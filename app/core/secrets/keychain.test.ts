import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keychainAccount } from './keychain.ts';
import { parseKey } from './secret-store.ts';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..');
const session = path.join(root, 'scripts/keyring-session.sh');
const has = (tool: string) => spawnSync('sh', ['-c', `command -v ${tool}`]).status === 0;
const missing = process.platform !== 'linux' ? 'needs Linux: on macOS it would write into the real login keychain' : ['dbus-daemon', 'gnome-keyring-daemon', 'dbus-send'].filter((tool) => !has(tool)).map((tool) => `${tool} is not installed`).join(', ');

let folder: string;
let probe: string;
beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'silmaril-keychain-'));
  // Inside the project, where keytar is found: it stays external in the bundle, as in the command.
  probe = path.join(root, '.cache', `keychain-probe-${String(process.pid)}.mjs`);
  await build({
    stdin: {
      contents: `import { keychainStore } from './app/core/secrets/keychain.ts';
        const [home, ...asks] = process.argv.slice(2);
        const store = keychainStore(home);
        for (const ask of asks) {
          const answer = ask === 'read' ? await store.read() : ask === 'remove' ? await store.remove() : await store.write(ask.slice(6));
          console.log(JSON.stringify(answer));
        }
        process.exit(0);`,
      resolveDir: root,
      loader: 'ts',
    },
    bundle: true,
    platform: 'node',
    format: 'esm',
    external: ['keytar'],
    outfile: probe,
  });
});
afterAll(() => {
  fs.rmSync(folder, { recursive: true, force: true });
  fs.rmSync(probe, { force: true });
});

function run(command: string, args: string[]): Promise<unknown[]> {
  return new Promise((resolve, reject) => {
    // No session of the person who runs the tests is passed on.
    const child = spawn(command, args, { env: { PATH: process.env['PATH'], HOME: folder }, stdio: ['ignore', 'pipe', 'pipe'] });
    let out = '';
    let err = '';
    child.stdout.on('data', (chunk: Buffer) => { out += chunk.toString(); });
    child.stderr.on('data', (chunk: Buffer) => { err += chunk.toString(); });
    child.on('close', (code) => {
      if (code === 0) resolve(out.trim().split('\n').map((line) => JSON.parse(line) as unknown));
      else reject(new Error(`exit ${String(code)}: ${err}`));
    });
  });
}

describe.skipIf(missing !== '')(`a real keyring${missing === '' ? '' : ` (skipped: ${missing})`}`, () => {
  it('keeps, gives back, replaces and forgets the key', async () => {
    const answers = await run(session, [process.execPath, probe, folder, 'read', 'write:key-one', 'read', 'write:key-two', 'read', 'remove', 'read', 'remove']);
    expect(answers).toEqual([null, null, 'key-one', null, 'key-two', true, null, false].map((value) => ({ ok: true, value })));
  });
  it('keeps the longest key', async () => {
    const key = 'k'.repeat(4096);
    expect((await run(session, [process.execPath, probe, folder, `write:${key}`, 'read']))[1]).toEqual({ ok: true, value: key });
  });
  it('keeps one item a home: another home neither sees nor removes it', async () => {
    const script = `"$0" "$1" /home/a write:key-a && "$0" "$1" /home/b read remove && "$0" "$1" /home/a read`;
    const answers = await run(session, ['sh', '-c', script, process.execPath, probe]);
    expect(answers).toEqual([null, null, false, 'key-a'].map((value) => ({ ok: true, value })));
  });
});

it.skipIf(process.platform !== 'linux')('says that there is no keychain where no Secret Service answers, and what to do', async () => {
  for (const ask of ['read', 'write:canary-key', 'remove']) {
    const [answer] = (await run(process.execPath, [probe, folder, ask])) as { ok: boolean; failure: { code: string; sentence: string } }[];
    expect(answer?.failure.code).toBe('no-keychain');
    expect(answer?.failure.sentence).toContain('--classifier embedded');
    expect(JSON.stringify(answer)).not.toContain('canary-key');
  }
  // Not even an empty ~/.cache: an uninstall has to leave the home as it was.
  expect(fs.readdirSync(folder)).toEqual([]);
});


it.skipIf(process.platform !== 'linux')('says so, too, where a bus is promised and nobody is at its end', async () => {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'silmaril-keychain-'));
  const [answer] = (await run('env', [`DBUS_SESSION_BUS_ADDRESS=unix:path=${home}/none`, process.execPath, probe, home, 'read'])) as { failure?: { code: string } }[];
  expect(answer?.failure?.code).toBe('no-keychain');
  fs.rmSync(home, { recursive: true, force: true });
});

it('uses the plain account for the login home only', () => {
  expect(keychainAccount(os.userInfo().homedir)).toBe('api-key');
  expect(keychainAccount('/tmp/x')).toBe('api-key /tmp/x');
});

describe('parseKey', () => {
  it('trims what surrounds a key', () => {
    expect(parseKey(' sk-1234\r\n')).toEqual({ ok: true, value: 'sk-1234' });
  });
  it.each([['', 'key-empty'], [' \n', 'key-empty'], ['a b', 'key-not-printable'], ['a\nb', 'key-not-printable'], ['kéy', 'key-not-printable'], ['a\u0000b', 'key-not-printable'], ['k'.repeat(4097), 'key-too-long']])('refuses %j', (text, code) => {
    const parsed = parseKey(text);
    expect(parsed.ok ? '' : parsed.failure.code).toBe(code);
  });
});
