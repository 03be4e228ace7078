// The runtime check: the installed launcher is started as the harness would start it, with a marker in
// the event, and the evidence of exactly that event is waited for. It proves that launcher, Node.js,
// hook, configuration and classifier work together; it does not prove that the harness calls them.
import { spawn } from 'node:child_process';
import crypto from 'node:crypto';
import type { LauncherProbe, Machine } from '../../installers/engine/harness-installer.ts';
import type { HarnessId, Result } from '../../installers/engine/plan.ts';
import type { EvidenceEvent } from '../contract/evidence.ts';
import { eventFiles, readNamed, spoolFolder } from './evidence/spool.ts';
import { readFailures } from './failures.ts';

export interface LauncherRun {
  readonly exit: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** From the start to the end of the process, milliseconds. */
  readonly ms: number;
  /** Set when the launcher could not be started or was ended by us. */
  readonly problem: string | null;
}

/** The harnesses' own limit for a hook is 12 s. */
const launcherDeadline = 12_000;
const maxOutput = 1024 * 1024;

/** Starts a launcher with one event on standard input, under an environment that holds HOME and a system PATH only. */
export function runLauncher(launcher: string, event: string, payload: string, home: string, cwd: string): Promise<LauncherRun> {
  return new Promise((resolve) => {
    const start = performance.now();
    const child = spawn(launcher, [event], { cwd, env: { HOME: home, PATH: '/usr/bin:/bin:/usr/sbin:/sbin', LANG: 'C.UTF-8' }, stdio: 'pipe' });
    let stdout = '';
    let stderr = '';
    let problem: string | null = null;
    const end = (exit: number | null) => {
      clearTimeout(timer);
      resolve({ exit, stdout, stderr, ms: Math.round(performance.now() - start), problem });
    };
    const timer = setTimeout(() => {
      problem = `it did not end within ${String(launcherDeadline / 1000)} s`;
      child.kill('SIGKILL');
    }, launcherDeadline);
    child.stdout.on('data', (chunk: Buffer) => { if (stdout.length < maxOutput) stdout += chunk.toString(); });
    child.stderr.on('data', (chunk: Buffer) => { if (stderr.length < maxOutput) stderr += chunk.toString(); });
    // A launcher that answers without reading its input closes the pipe: that is its right.
    child.stdin.on('error', () => undefined);
    child.on('error', (error: NodeJS.ErrnoException) => {
      problem = error.code === 'ENOENT' ? 'it does not exist' : error.code === 'EACCES' ? 'it may not be executed' : error.message;
      end(null);
    });
    child.on('close', end);
    child.stdin.end(payload);
  });
}

export interface CheckedEvent {
  readonly event: string;
  readonly ok: boolean;
  /** `answered`: no evidence is expected of this event. */
  readonly result: 'evidence-seen' | 'answered' | 'no-evidence' | 'bad-answer' | 'did-not-run';
  readonly ms: number;
  readonly evidence: EvidenceEvent | null;
  /** Codes that the hook or launcher wrote to its failure log during the check. */
  readonly reasons: readonly string[];
  readonly sentence: string;
}

export interface Verification {
  readonly harness: HarnessId;
  readonly ok: boolean;
  readonly events: readonly CheckedEvent[];
}

/** Events that are answered but never judged, so that they leave no evidence. */
const unjudged = new Set(['SessionStart', 'ConfigChange']);

/** The text of a check: harmless as a prompt, as a command and as a result. */
export function checkText(marker: string): string {
  return `echo ${marker}`;
}

export function newMarker(): { marker: string; fingerprint: string } {
  const marker = `silmaril-runtime-check:${crypto.randomUUID()}`;
  return { marker, fingerprint: crypto.createHash('sha256').update(marker).digest('hex') };
}

/** Evidence of one request that was taken out of the spool already, by whoever takes it in. */
export type StoredEvidence = (requestFingerprint: string) => Promise<Result<readonly EvidenceEvent[]>>;

/** @param stored where evidence goes when something takes the spool in at the same time; null: it stays in the spool */
export async function verifyHarness(machine: Machine, harness: HarnessId, probe: LauncherProbe, stored: StoredEvidence | null = null): Promise<Verification> {
  const events: CheckedEvent[] = [];
  for (const event of probe.events) events.push(await checkEvent(machine, harness, probe, event, stored));
  return { harness, ok: events.length > 0 && events.every((checked) => checked.ok), events };
}

async function checkEvent(machine: Machine, harness: HarnessId, probe: LauncherProbe, event: string, stored: StoredEvidence | null): Promise<CheckedEvent> {
  const { marker, fingerprint } = newMarker();
  const spool = spoolFolder(machine.home);
  const { uid } = machine.owner;
  const before = await eventFiles(spool, uid);
  const known = new Set(before.ok ? before.value : []);
  const failuresBefore = (await readFailures(machine.home, harness)).entries.length;
  const run = await runLauncher(probe.launcher, event, probe.payload(event, checkText(marker), machine.home), machine.home, machine.home);
  const reasons = (await readFailures(machine.home, harness)).entries.slice(failuresBefore).map((entry) => entry.reason);
  const because = reasons.length > 0 ? ` The hook says why: ${[...new Set(reasons)].join(', ')}.` : '';
  const base = { event, ms: run.ms, evidence: null, reasons };
  if (run.problem !== null) return { ...base, ok: false, result: 'did-not-run', sentence: `The launcher ${probe.launcher} did not run: ${run.problem}.` };
  if (run.exit !== 0 || !isObject(run.stdout)) return { ...base, ok: false, result: 'bad-answer', sentence: `The launcher answered exit ${String(run.exit)} and not one line of JSON.${because}` };
  if (unjudged.has(event))
    return reasons.length > 0 ? { ...base, ok: false, result: 'bad-answer', sentence: `It answered, but something is broken.${because}` } : { ...base, ok: true, result: 'answered', sentence: 'Answered; this event is not judged.' };
  // A hook that counted a failure has written no evidence: nothing more will come.
  const arrived = await evidenceOf(spool, uid, known, fingerprint, stored, reasons.length > 0 ? 0 : evidencePatience);
  if (!arrived.ok) return { ...base, ok: false, result: 'no-evidence', sentence: arrived.failure.sentence };
  const evidence = arrived.value;
  if (!evidence) return { ...base, ok: false, result: 'no-evidence', sentence: `The launcher answered, but the event was not judged: no evidence of it arrived.${because}` };
  // Some hooks record also what they could not judge.
  if (evidence.policyDecision === 'unavailable') return { ...base, ok: false, result: 'no-evidence', sentence: `The event was recorded, but not judged.${because}` };
  return { ...base, ok: true, result: 'evidence-seen', evidence, sentence: `Judged (${evidence.prediction}, ${evidence.mode}), evidence seen.` };
}

/** Our own hooks write before they answer; others may write a moment later. Milliseconds. */
const evidencePatience = 2_000;

async function evidenceOf(spool: string, uid: number, known: ReadonlySet<string>, requestFingerprint: string, stored: StoredEvidence | null, patience: number): Promise<Result<EvidenceEvent | null>> {
  const until = performance.now() + patience;
  for (;;) {
    const names = await eventFiles(spool, uid);
    if (!names.ok) return names;
    const reading = await readNamed(spool, uid, names.value.filter((name) => !known.has(name)), { requestFingerprint }, 1);
    const [event] = reading.events;
    if (event) return { ok: true, value: event };
    const taken = stored ? await stored(requestFingerprint) : null;
    if (taken && !taken.ok) return taken;
    if (taken?.value[0]) return { ok: true, value: taken.value[0] };
    if (performance.now() >= until) return { ok: true, value: null };
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
