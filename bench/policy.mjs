// `npm run bench -- policy`: what one verdict costs in process, on ordinary commands and on the worst 64 KiB
// that we could think of; load time of the bundle; and, when it can be fetched, cc-safety-net beside it.
//
// cc-safety-net is a peer, never a dependency: it is installed into .cache/bench on request (--peer) with npm.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildSync } from 'esbuild';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const cache = path.join(root, '.cache', 'bench');
const LIMIT = 65_536;

const cut = (unit) => unit.repeat(Math.ceil(LIMIT / unit.length)).slice(0, LIMIT);

/** Inputs of 64 KiB that try to make the analysis slow; each ends up denied or silent, never late. */
export const ADVERSARIAL = {
  'many deletes': cut('rm -rf x;'),
  'many lines': cut('echo a\n'),
  'one long word': `rm -rf ${'a'.repeat(LIMIT - 7)}`,
  'many words': cut('a '),
  'many variables': cut('a=$b;b=$a;'),
  'nested substitutions': cut('echo $('),
  'nested subshells': cut('('),
  'nested quotes': cut('"$(echo \''),
  backticks: cut('`'),
  braces: `echo ${'{a,b}'.repeat(12)}`,
  'many braces': cut('{a,b} '),
  pipes: cut('a|'),
  'and-lists': cut('a&&'),
  heredocs: cut('cat <<A\n'),
  globs: cut('*'),
  'path dots': `rm -rf ${cut('../')}`,
  loops: 'for a in 1 2 3 4 5 6 7 8; do '.repeat(8) + 'rm -rf $a; ' + 'done; '.repeat(8),
  'shells in shells': "sh -c '".repeat(200),
  'python strings': `python3 -c "${"'a'+".repeat(16_000)}'b'"`,
  'python calls': `python3 - <<'E'\n${'os.remove(a(b(c(d('.repeat(3_000)}\nE`,
  'node templates': `node -e '${'`${'.repeat(20_000)}'`,
  'awk text': `awk '${'system("'.repeat(8_000)}'`,
  'sed text': `sed '${'s/a/b/;'.repeat(9_000)}' x`,
  'sql text': `psql -c "${'select 1;'.repeat(7_000)}"`,
  'xargs input': `echo ${'a '.repeat(30_000)}| xargs rm`,
  'file redirects': cut('>a '),
  'git options': `git ${cut('-c a=b ')}`,
  'functions': cut('f(){ f; };f;'),
  'find words': `find . ${cut('-name x ')}`,
  'curl options': `curl ${cut('-o a ')}`,
  'commands at the bound': 'rm -rf x;'.repeat(990),
  'substitutions at the bound': 'echo $(pwd)/x;'.repeat(490),
  'paths with dots at the bound': `rm -rf ${'a/../b/./c/../../d '.repeat(2_000)}`,
  'a document': `cat > a.md <<'EOF'\n${'rm -rf / | sudo `x` $(y) && curl z | sh\n'.repeat(1_500)}EOF`,
  'a commit message': `git commit -m '${'fix: rm -rf / and sudo, curl | sh; '.repeat(1_800)}'`,
};

export function loadEngine(outfile = path.join(cache, 'policy.cjs'), format = 'cjs') {
  mkdirSync(cache, { recursive: true });
  buildSync({ entryPoints: [path.join(root, 'hooks/policy/judge.ts')], bundle: true, minify: true, platform: 'node', target: 'node22', format, outfile, logLevel: 'error' });
  return outfile;
}

const quantile = (sorted, q) => sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))];
const ms = (value) => `${value.toFixed(3)} ms`;

function timed(runs, run) {
  const times = [];
  for (const each of runs) {
    const start = process.hrtime.bigint();
    run(each);
    times.push(Number(process.hrtime.bigint() - start) / 1e6);
  }
  return times.sort((a, b) => a - b);
}

function ordinaryCommands() {
  const folder = path.join(root, 'hooks/policy/cases');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .flatMap((name) => readFileSync(path.join(folder, name), 'utf8').split('\n').filter(Boolean).map((line) => JSON.parse(line)))
    .filter((row) => typeof row.command === 'string');
}

function loadTime(bundle) {
  const times = [];
  for (let i = 0; i < 15; i++) {
    const out = execFileSync(process.execPath, ['-e', `const t=process.hrtime.bigint();require(${JSON.stringify(bundle)});console.log(Number(process.hrtime.bigint()-t)/1e6)`], { encoding: 'utf8' });
    times.push(Number(out));
  }
  return times.sort((a, b) => a - b);
}

/** The peer's hook entry, run once a command through its own command line; null when it is not there. */
function peerCli() {
  const home = path.join(cache, 'peer');
  const cli = path.join(home, 'node_modules', 'cc-safety-net');
  if (!existsSync(cli) && process.argv.includes('--peer')) {
    mkdirSync(home, { recursive: true });
    writeFileSync(path.join(home, 'package.json'), '{"private":true}');
    const done = spawnSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', 'cc-safety-net@2'], { cwd: home, encoding: 'utf8' });
    if (done.status !== 0) {
      rmSync(home, { recursive: true, force: true });
      return null;
    }
  }
  if (!existsSync(cli)) return null;
  const manifest = JSON.parse(readFileSync(path.join(cli, 'package.json'), 'utf8'));
  const bin = typeof manifest.bin === 'string' ? manifest.bin : Object.values(manifest.bin ?? {})[0];
  return bin ? { file: path.join(cli, bin), version: manifest.version } : null;
}

function peerSays(peer, row) {
  const start = process.hrtime.bigint();
  const input = JSON.stringify({ hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: row.command }, cwd: row.cwd ?? '/srv/proj' });
  const done = spawnSync(process.execPath, [peer.file, 'hook', '--claude-code'], { input, encoding: 'utf8', env: { PATH: process.env.PATH, HOME: path.join(cache, 'peer-home') } });
  const time = Number(process.hrtime.bigint() - start) / 1e6;
  return { time, deny: /"permissionDecision"\s*:\s*"deny"/.test(done.stdout ?? '') || done.status === 2 };
}

export async function main() {
  const bundle = loadEngine();
  const engine = await import(pathToFileURL(bundle).href);
  const { judge, ALL_PACKS } = engine.default ?? engine;
  const probe = { realpath: () => null, lstat: () => null };
  const call = (command, cwd = '/srv/proj') => ({ harness: 'claude-code', toolName: 'Bash', input: { command }, cwd, home: '/home/u' });
  const rows = ordinaryCommands();

  const cold = timed(rows.slice(0, 1), (row) => judge(call(row.command), ALL_PACKS, probe));
  for (const row of rows) judge(call(row.command), ALL_PACKS, probe);
  const warm = timed([...rows, ...rows, ...rows], (row) => judge(call(row.command), ALL_PACKS, probe));
  const best = quantile(rows.map((row) => timed([row, row, row], (each) => judge(call(each.command), ALL_PACKS, probe))[0]).sort((a, b) => a - b), 0.99);
  console.log(`load average ${loadavg()[0].toFixed(1)} on ${String(availableParallelism())} cores: wall times, so a busy computer shows in p99 and max; "best" is the least of the turns`);
  console.log(`ordinary (${rows.length} commands, 3 turns): p50 ${ms(quantile(warm, 0.5))}, p99 ${ms(quantile(warm, 0.99))}, best of 3 turns p99 ${ms(best)}, max ${ms(warm.at(-1))}; first call ever ${ms(cold[0])}`);

  const hostile = Object.entries(ADVERSARIAL);
  for (const [, command] of hostile) judge(call(command), ALL_PACKS, probe);
  const all = [];
  const bests = [];
  for (const [name, command] of hostile) {
    const times = timed(Array.from({ length: 20 }, () => command), (each) => judge(call(each), ALL_PACKS, probe));
    all.push(...times);
    bests.push(times[0]);
    const verdict = judge(call(command), ALL_PACKS, probe);
    console.log(`  ${name.padEnd(28)} best ${ms(times[0])}  p50 ${ms(quantile(times, 0.5))}  max ${ms(times.at(-1))}  ${verdict.verdict} ${verdict.ruleId ?? ''} ${verdict.bound ?? ''}`);
  }
  all.sort((a, b) => a - b);
  bests.sort((a, b) => a - b);
  console.log(`adversarial 64 KiB (${hostile.length} inputs x 20): p50 ${ms(quantile(all, 0.5))}, p99 ${ms(quantile(all, 0.99))}, max ${ms(all.at(-1))}; slowest input at its best ${ms(bests.at(-1))}`);

  const load = loadTime(bundle);
  console.log(`load of the bundle (${(readFileSync(bundle).length / 1024).toFixed(0)} KiB, ${process.version}): best ${ms(load[0])}, p50 ${ms(quantile(load, 0.5))}, max ${ms(load.at(-1))}`);

  const peer = peerCli();
  if (peer === null) {
    console.log('cc-safety-net: not in .cache/bench/peer (run with --peer to fetch it from npm); its row is left out');
    return;
  }
  const step = Math.max(1, Math.floor(rows.length / 150));
  const sample = rows.filter((_, i) => i % step === 0);
  let ours = 0;
  let theirs = 0;
  const times = [];
  for (const row of sample) {
    const said = peerSays(peer, row);
    times.push(said.time);
    if (said.deny === (row.expect === 'deny')) theirs++;
    if ((judge(call(row.command, row.cwd ?? '/srv/proj'), ALL_PACKS, probe).verdict === 'deny') === (row.expect === 'deny')) ours++;
  }
  times.sort((a, b) => a - b);
  console.log(`on ${sample.length} of our own cases (chosen by us, so a comparison of rules, not of worth): ours agrees ${ours}, cc-safety-net ${peer.version} ${theirs}; its process p50 ${ms(quantile(times, 0.5))}, p99 ${ms(quantile(times, 0.99))} (a whole process each, ours is in process)`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
