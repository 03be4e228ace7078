// `silmaril events` over the database: the bundled command as a process, in throw-away homes.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { takeIngestLock } from '../../core/evidence/database.ts';
import { evidenceHome, must, ownUid, type EvidenceHome } from '../../core/evidence/testing/evidence-home.ts';
import { snapshot } from '../../core/testing/temporary-machine.ts';
import { sampleEvent } from '../../core/testing/sample-event.ts';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..');
const folder = path.join(root, 'dist', `test-events-${String(process.pid)}`);
const bundle = path.join(folder, 'silmaril.cjs');
// Where no node_modules is above: the SQLite client cannot be found.
const bare = fs.mkdtempSync(path.join(os.tmpdir(), 'silmaril-bare-'));
beforeAll(async () => {
  await build({
    absWorkingDir: root,
    entryPoints: ['app/cli/silmaril.ts'],
    bundle: true,
    platform: 'node',
    format: 'cjs',
    external: ['keytar', '@libsql/client'],
    outfile: bundle,
    define: { 'import.meta.url': '__importMetaUrl', 'import.meta.dirname': '__dirname' },
    banner: { js: 'const __importMetaUrl = require("node:url").pathToFileURL(__filename).href;' },
  });
  fs.copyFileSync(bundle, path.join(bare, 'silmaril.cjs'));
});
afterAll(() => { for (const made of [folder, bare]) fs.rmSync(made, { recursive: true, force: true }); });

let at: EvidenceHome;
beforeEach(() => { at = evidenceHome(); });
afterEach(() => { at.remove(); });

function events(args: readonly string[], program = bundle) {
  const done = spawnSync(process.execPath, [program, 'events', ...args], { cwd: at.home, env: { HOME: at.home, PATH: '/usr/bin:/bin' }, encoding: 'utf8' });
  return { exit: done.status, out: done.stdout, err: done.stderr };
}
const document = (text: string) => JSON.parse(text) as { ok: boolean; events: { id: string }[]; matched: number; quarantined: unknown; source: string; error?: { code: string } };
const ago = (minutes: number, changes = {}) => sampleEvent({ occurredAt: new Date(Date.now() - minutes * 60_000).toISOString(), ...changes });

it('takes the spool in and shows what was stored, then and later, oldest first', () => {
  const [old, middle, young] = [ago(300), ago(120, { host: 'claudeCode' }), ago(1)];
  for (const event of [middle, old, young]) at.put(event);
  at.put('{');
  const first = events(['--json']);
  expect([first.exit, first.err]).toEqual([0, '']);
  expect(document(first.out)).toMatchObject({ ok: true, events: [old, middle, young], matched: 3, quarantined: [{ reason: 'not-json', count: 1 }], source: 'database' });
  expect(at.spool()).toEqual([]);
  expect(document(events(['--json', '--limit', '1']).out)).toMatchObject({ events: [young], matched: 3 });
  expect(document(events(['--json', '--since', '4h', '--until', '1h']).out).events).toEqual([middle]);
  expect(document(events(['--json', '--harness', 'claude-code', '--decision', 'block']).out).events).toEqual([middle]);
  expect(events([]).out).toContain('1 file could not be taken as evidence (not-json).');
  expect(events(['--until', '2h', '--since', '1h', '--json']).out).toContain('empty-range');
});

it('writes nothing in a home without evidence', () => {
  fs.rmSync(path.join(at.home, 'Library'), { recursive: true });
  const before = snapshot(at.home);
  expect(events([])).toMatchObject({ exit: 0, err: '' });
  expect(snapshot(at.home)).toEqual(before);
});

it('exports what matches, into a new file only', () => {
  for (const event of [ago(1), ago(2), ago(3, { host: 'hermes' })]) at.put(event);
  expect(events(['--export', 'out.csv'])).toMatchObject({ exit: 0, out: `3 events written to ${path.join(at.home, 'out.csv')}.\n` });
  expect(fs.readFileSync(path.join(at.home, 'out.csv'), 'utf8').split('\r\n')).toHaveLength(5);
  expect(events(['--export', 'out.csv', '--json'])).toMatchObject({ exit: 2 });
  expect(events(['--export', 'out.jsonl', '--decision', 'allow'])).toMatchObject({ exit: 0, out: expect.stringMatching(/^0 events/) as string });
  for (const [args, code] of [[['--export', 'out.txt'], 'export-format'], [['--export', 'a.csv', '--follow'], 'export-alone'], [['--export', 'a.csv', '--limit', '3'], 'export-alone']] as const) {
    const refused = events([...args, '--json']);
    expect([refused.exit, document(refused.out).error?.code]).toEqual([2, code]);
  }
});

it('reads the database and says so while another process takes evidence in', async () => {
  at.put(ago(2));
  events([]);
  const lock = must(await takeIngestLock(at.places, ownUid));
  at.put(ago(1));
  const done = events(['--json']);
  lock?.release();
  expect(done.exit).toBe(0);
  expect(done.err).toContain('Another Silmaril process (the app) is taking evidence in');
  expect([document(done.out).events.length, at.spool().length]).toEqual([1, 1]);
});

it('shows the spool, and says so, where the SQLite client is missing', () => {
  at.put(ago(1));
  const program = path.join(bare, 'silmaril.cjs');
  const done = events(['--json'], program);
  expect(done.exit).toBe(0);
  expect(done.err).toContain('cannot be loaded');
  expect(done.err).toContain('What waits in the spool is shown.');
  expect(document(done.out)).toMatchObject({ ok: true, matched: 1, source: 'spool' });
  expect(at.spool()).toHaveLength(1);
  const refused = events(['--export', 'a.csv', '--json'], program);
  expect([refused.exit, document(refused.out).error?.code]).toEqual([2, 'sqlite-missing']);
});
