// Hermes comes from PyPI: a virtual environment of its own in the lab's cache, every package pinned in
// hermes-requirements.txt. It needs a CPython of 3.11 to 3.13 with its venv module, and binary wheels.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const requirements = path.join(path.dirname(fileURLToPath(import.meta.url)), 'hermes-requirements.txt');
const version = /^hermes-agent==(\S+)/m.exec(fs.readFileSync(requirements, 'utf8'))?.[1];
const spec = `hermes-agent@${version}`;
const folderOf = (cache) => path.join(cache, 'hermes');
const markerOf = (cache) => path.join(folderOf(cache), '.lab-installed');

/** @returns {{ok: true, paths: {python: string, binary: string, version: string}} | {ok: false, reason: string}} */
export function findHermes(cache) {
  const bin = path.join(folderOf(cache), 'venv', 'bin');
  const there = fs.existsSync(markerOf(cache)) && fs.readFileSync(markerOf(cache), 'utf8').trim() === spec;
  if (!there) return { ok: false, reason: 'Hermes is not installed in .cache/lab; run node e2e/lab/install.mjs hermes' };
  return { ok: true, paths: { python: path.join(bin, 'python'), binary: path.join(bin, 'hermes'), version } };
}

/** @param {(line: string) => void} say progress, one line at a time */
export function fetchHermes(cache, say) {
  if (findHermes(cache).ok) return say(`Hermes: ${spec} is there`);
  const python = suitablePython();
  say(`Hermes: fetching ${spec} for Python ${python.version} ...`);
  const folder = folderOf(cache);
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true });
  const venv = path.join(folder, 'venv');
  run(python.command, ['-m', 'venv', venv], 'the venv module is missing: install python3-venv');
  const hashed = python.version === '3.11' && process.platform === 'linux' && process.arch === 'x64';
  const wanted = fs.readFileSync(requirements, 'utf8');
  const list = path.join(folder, 'requirements.txt');
  fs.writeFileSync(list, hashed ? wanted : wanted.replace(/ --hash=\S+/g, ''));
  const options = ['--disable-pip-version-check', '--no-input', '-q', '--no-deps', '--only-binary', ':all:', ...(hashed ? ['--require-hashes'] : [])];
  run(path.join(venv, 'bin', 'python'), ['-m', 'pip', 'install', ...options, '-r', list], `pip could not install ${spec}`);
  fs.writeFileSync(markerOf(cache), `${spec}\n`);
  say(`Hermes: installed ${spec}`);
}

function suitablePython() {
  for (const command of ['python3.11', 'python3.12', 'python3.13', 'python3']) {
    const asked = spawnSync(command, ['-c', 'import sys; print("%d.%d" % sys.version_info[:2])'], { encoding: 'utf8' });
    const found = asked.status === 0 ? asked.stdout.trim() : '';
    if (/^3\.1[123]$/.test(found)) return { command, version: found };
  }
  throw new Error('Hermes needs a Python of 3.11 to 3.13; none was found on PATH.');
}

function run(command, args, what) {
  const done = spawnSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 64 * 1024 * 1024 });
  if (done.status !== 0) throw new Error(`${what}:\n${(done.stderr || done.stdout || done.error?.message || '').trim().split('\n').slice(-20).join('\n')}`);
}
