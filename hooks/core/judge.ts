// One event: parse, look at the configuration, ask the local policy and the classifier, record, answer.
import { writeSync } from 'node:fs';
import { basename, join } from 'node:path';
import { canonicalJson } from './canonical-json.ts';
import { classifyBody, type ClassifyRequest } from './classify-request.ts';
import { classifyRemote, MAX_DEADLINE_MS } from './classify-client.ts';
import { computerName } from './computer-name.ts';
import { configuredMode, settingsFromEnvironment, type ConfigFile, type Environment, type Settings } from './config.ts';
import { decide, enforcesLocalPolicy, type Decision, type Finding } from './decision.ts';
import { evidenceRecord, type Observed } from './evidence.ts';
import { requestId } from './identity.ts';
import type { Classification } from '../classifier/classify.ts';
import type { LocalPolicy, LocalVerdict } from './local-policy.ts';
import type { EmbeddedClassifier } from './embedded-classifier.ts';
import type { EventKind, HarnessProfile, Payload } from './profile.ts';
import { redactor } from './redact.ts';
import { isRiskClass, riskClassOf, type RiskClass } from './risk-class.ts';
import { spoolFolder, writeEvidence } from './spool.ts';
import { observeWorkspace, registryPath } from './workspaces.ts';

export interface Surroundings {
  readonly home: string;
  /** Already empty for a harness that takes nothing from variables. */
  readonly env: Environment;
  readonly config: ConfigFile;
  readonly localPolicy: LocalPolicy | null;
  /** Counts a failure under a Health code. */
  readonly count: (reason: string) => void;
  /** Milliseconds since the event arrived; in a process of its own, since that started. */
  readonly elapsedMs: () => number;
  /** A classifier that is kept between events, in a process that outlives one. Default: loaded for this one. */
  readonly embedded?: () => EmbeddedClassifier;
  /** Where a debug line goes. Default: standard error. */
  readonly debug?: (line: string) => void;
}

const NOTHING = {};

interface Event {
  readonly name: string;
  readonly kind: EventKind;
  readonly payload: Payload;
  readonly text: string;
  readonly sessionId: string | null;
  readonly toolName: string | null;
  readonly toolUseId: string | null;
  readonly cwd: string | null;
  readonly requestId: string;
  readonly unnumbered: boolean;
}

/** What was found, and what evidence says of it. */
interface Judgement {
  readonly finding: Finding;
  /** What the classifier calls it, as it said it. */
  readonly outcome: string | null;
  readonly observed: Pick<Observed, 'source' | 'prediction' | 'score' | 'threshold' | 'modelVersion' | 'ruleId' | 'riskClass' | 'classifyMs'>;
}

/** @returns the native answer; `{}` when there is nothing to say or anything is broken (which is counted) */
export async function judge(profile: HarnessProfile, name: string, input: Buffer, around: Surroundings): Promise<object> {
  const payload = parse(input);
  if (!payload) return broken(around, 'input-json');
  return judgePayload(profile, name, payload, () => input.toString('utf8'), around);
}

/**
 * The same for a payload that did not come as text.
 * @param raw the payload as text, for one that has too many parts to be taken apart
 */
export async function judgePayload(profile: HarnessProfile, name: string, payload: Payload, raw: () => string, around: Surroundings): Promise<object> {
  if (profile.observesWorkspaces) observeWorkspace(registryPath(around.home, around.env), field(payload, 'cwd'));
  const said = field(payload, 'hook_event_name');
  if (said !== null && said !== name) return broken(around, 'event-mismatch');
  if (profile.silent.includes(name)) return NOTHING;
  if (profile.isForeign?.(payload, around.home)) return NOTHING;

  const settings = currentSettings(around);
  if (!settings?.enabled) return NOTHING;
  if (profile.settingsEvent?.event === name) return judgeSettings(profile, name, payload, settings, around);
  const kind = profile.judged[name];
  if (!kind) return broken(around, 'event-unknown');
  const event = readEvent(profile, name, kind, payload, raw);
  if (event.text === '') return NOTHING;

  const judgement = await judgeEvent(profile, event, settings, around);
  if (!judgement) return NOTHING;
  const decision = decide(judgement.finding, settings);
  const answer = decision.action.kind === 'pass' ? { output: NOTHING, nativeAction: 'allowed' as const } : profile.answer(decision.action, name, payload, judgement.outcome);
  const seen: Observed = { ...event, ...judgement.observed, decision, nativeAction: answer.nativeAction, totalMs: around.elapsedMs() };
  record(profile, seen, around);
  if (settings.debug) debug(profile, name, { event: 'classification_result', prediction: judgement.observed.prediction, enforce: decision.action.kind === 'block' }, settings, around);
  return answer.output;
}

/** The local policy first. Where its answer is only a question, or no mode is configured, a classifier may still deny. */
async function judgeEvent(profile: HarnessProfile, event: Event, settings: Settings, around: Surroundings): Promise<Judgement | null> {
  const local = await askLocalPolicy(profile, event, settings, around);
  if (!local) return askClassifier(profile, event, settings, around);
  const { action } = decide(local.finding, settings);
  const final = action.kind === 'block' || (action.kind === 'pass' && configuredMode(settings) !== null) || action.kind === 'warn';
  if (final) return local;
  const other = await askClassifier(profile, event, settings, around);
  return other && decide(other.finding, settings).action.kind === 'block' ? other : local;
}

function parse(input: Buffer): Payload | null {
  try {
    const value: unknown = JSON.parse(input.toString('utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Payload) : null;
  } catch {
    return null;
  }
}

/** A field as text: strings are trimmed, finite numbers become strings, everything else and blanks are missing. */
export function field(payload: Payload, name: string): string | null {
  const value = Object.hasOwn(payload, name) ? payload[name] : undefined;
  const text = typeof value === 'string' ? value.trim() : typeof value === 'number' && Number.isFinite(value) ? String(value) : '';
  return text === '' ? null : text;
}

function readEvent(profile: HarnessProfile, name: string, kind: EventKind, payload: Payload, raw: () => string): Event {
  // What has too many parts to be taken apart is judged as it came: its size must not be a way past the firewall.
  const text = textOf(profile, kind, payload) ?? raw();
  const sessionId = field(payload, 'session_id');
  const toolUseId = field(payload, 'tool_use_id');
  const identity = toolUseId ?? profile.identityFields.map((other) => field(payload, other)).find((value) => value !== null) ?? null;
  return {
    name,
    kind,
    payload,
    text,
    sessionId,
    toolName: isOfTool(kind) ? field(payload, 'tool_name') : null,
    toolUseId,
    cwd: field(payload, 'cwd'),
    requestId: profile.dialect ? profile.dialect.requestId({ sessionId, event: name, kind, identity, text }) : requestId(profile.integration, { sessionId, event: name, identity, text }),
    unnumbered: identity === null,
  };
}

function textOf(profile: HarnessProfile, kind: EventKind, payload: Payload): string | null {
  if (!isOfTool(kind)) return field(payload, 'prompt') ?? '';
  return kind === 'tool_call' ? (profile.dialect?.argumentsText ?? canonicalJson)(payload['tool_input']) : profile.resultText(payload['tool_response']);
}

const isOfTool = (kind: EventKind): boolean => kind === 'tool_call' || kind === 'tool_result';

export function configPath(profile: HarnessProfile, home: string, env: Environment): string {
  return env['SILMARIL_CONFIG_PATH']?.trim() || `${home}/${profile.configFile}`;
}

/** The file, or the environment where there is no file; null (and counted) when the file is invalid. */
function currentSettings({ config, env, count }: Surroundings): Settings | null {
  if (config.state === 'valid') return config.settings;
  if (config.state === 'missing') return settingsFromEnvironment(env);
  count(config.reason);
  return null;
}

async function askLocalPolicy(profile: HarnessProfile, event: Event, settings: Settings, around: Surroundings): Promise<Judgement | null> {
  if (event.kind !== 'tool_call' || settings.localPolicy === 'off' || !around.localPolicy) return null;
  let verdict: LocalVerdict;
  try {
    verdict = await around.localPolicy({
      harness: profile.harness,
      toolName: event.toolName ?? '',
      input: event.payload['tool_input'],
      sessionId: event.sessionId,
      cwd: event.cwd,
      root: profile.projectRoot ? profile.projectRoot(event.payload) : event.cwd,
      home: around.home,
      enforced: enforcesLocalPolicy(settings),
      policyPath: settings.policyPath,
      harnessMs: profile.hookTimeoutMs,
      classifierMs: settings.classifier === 'embedded' ? 0 : Math.min(settings.timeoutMs, MAX_DEADLINE_MS),
      count: around.count,
    });
  } catch {
    around.count('local-policy-error');
    return null;
  }
  if (verdict.verdict === 'none' && verdict.granted !== true) return null;
  return {
    finding: { source: 'local_policy', verdict },
    outcome: null,
    observed: {
      source: verdict.provider === undefined ? 'local_policy' : 'provider',
      prediction: null,
      score: null,
      threshold: null,
      modelVersion: null,
      ruleId: verdict.ruleId,
      riskClass: isRiskClass(verdict.riskClass) ? verdict.riskClass : 'other',
      classifyMs: null,
    },
  };
}

async function askClassifier(profile: HarnessProfile, event: Event, settings: Settings, around: Surroundings): Promise<Judgement | null> {
  const started = around.elapsedMs();
  if (settings.classifier === 'embedded') return askEmbedded(profile, event, settings, around, started);
  if (settings.apiKey === '' || settings.apiUrl === '') {
    around.count('not-configured');
    return null;
  }
  const request: ClassifyRequest = { ...event, event: event.name, mode: settings.mode, endpointId: settings.endpointId, deviceName: await computerName(around.home) };
  const remote = await classifyRemote({ apiUrl: settings.apiUrl, apiKey: settings.apiKey, body: classifyBody(profile, request), timeoutMs: settings.timeoutMs });
  if (!remote.ok) {
    around.count(remote.code);
    if (settings.debug) debug(profile, event.name, { event: 'classification_error', errorName: remote.code }, settings, around);
    return null;
  }
  const { classified } = remote;
  const malicious = classified.prediction === 'MALICIOUS';
  const candidate = malicious || (classified.governanceBlocks && profile.dialect?.governance !== false);
  return classifierJudgement({ source: 'classifier', prediction: classified.prediction, candidate, responseMode: classified.mode, ceiling: 'block' }, classified.primaryOutcome, {
    score: classified.score,
    threshold: classified.threshold,
    modelVersion: null,
    riskClass: profile.dialect ? profile.dialect.riskClass(classified.primaryOutcome, malicious) : riskClassOf(classified.primaryOutcome),
    classifyMs: around.elapsedMs() - started,
  });
}

/** Beside the bundle; where the sources run, in the classifier's own folder. */
const WEIGHTS = join(import.meta.dirname, basename(import.meta.dirname) === 'dist' ? 'weights.bin' : '../classifier/weights.bin');

/** What a model says is text that somebody else may have put into its mouth, like a tool's result. */
const SURFACES = { prompt: 'prompt', tool_call: 'tool_call', tool_result: 'tool_result', model_output: 'tool_result', subagent: 'prompt' } as const;

async function askEmbedded(profile: HarnessProfile, event: Event, settings: Settings, around: Surroundings, started: number): Promise<Judgement | null> {
  try {
    // A file of its own beside the bundle (scripts/build.mjs), and so are the weights.
    const { classifier, fault, inContext } = around.embedded ? around.embedded() : (await import('./embedded-classifier.ts')).embeddedClassifier(WEIGHTS);
    if (fault) around.count(fault);
    const alone = classifier.classify({ surface: SURFACES[event.kind], text: event.text, ...(event.toolName === null ? {} : { toolName: event.toolName }) });
    const result = settings.sessionContext === 'off' ? alone : inSession(() => inContext(around.home, profile.harness, event, alone, Date.now(), around.count), alone, around);
    const { prediction } = result;
    // It was never measured on what a model says.
    const ceiling = result.tier === 'warn' || event.kind === 'model_output' ? 'warn' : 'block';
    return classifierJudgement({ source: 'classifier', prediction, candidate: prediction === 'MALICIOUS', responseMode: null, ceiling }, result.primaryOutcome, {
      score: result.score,
      threshold: result.threshold,
      modelVersion: classifier.version,
      riskClass: profile.dialect ? profile.dialect.riskClass(result.primaryOutcome, prediction === 'MALICIOUS') : isRiskClass(result.riskClass) ? result.riskClass : riskClassOf(result.primaryOutcome),
      classifyMs: around.elapsedMs() - started,
    });
  } catch {
    around.count('classify-embedded');
    return null;
  }
}

/** What goes wrong here leaves the verdict as it was. */
function inSession(judged: () => Classification, alone: Classification, { count }: Surroundings): Classification {
  try {
    return judged();
  } catch {
    count('context-error');
    return alone;
  }
}

function classifierJudgement(
  finding: Extract<Finding, { source: 'classifier' }>,
  outcome: string | null,
  rest: { score: number; threshold: number; modelVersion: string | null; riskClass: RiskClass; classifyMs: number },
): Judgement {
  return { finding, outcome, observed: { source: 'classifier', prediction: finding.prediction, ruleId: null, ...rest } };
}

/** A settings change is judged without any classifier; only a refusal is recorded. */
function judgeSettings(profile: HarnessProfile, name: string, payload: Payload, settings: Settings, around: Surroundings): object {
  const refusal = profile.settingsEvent?.judge(payload, around.home, configuredMode(settings));
  if (!refusal) return NOTHING;
  const sessionId = field(payload, 'session_id');
  const decision: Decision = { mode: 'block', candidate: true, policyDecision: 'block', action: { kind: 'block', reason: '' } };
  const id = requestId(profile.integration, { sessionId, event: name, identity: refusal.ruleId, text: '' });
  record(
    profile,
    {
      kind: 'settings', text: '', requestId: id, sessionId, toolName: null, decision, nativeAction: 'block_returned', source: 'local_policy', prediction: null, score: null,
      threshold: null, modelVersion: null, ruleId: refusal.ruleId, riskClass: 'unsafe_agent_control', totalMs: around.elapsedMs(), classifyMs: null,
    },
    around,
  );
  return refusal.output;
}

/** An evidence file that cannot be written never changes the answer. */
function record(profile: HarnessProfile, seen: Observed, { home, env, count }: Surroundings): void {
  let written = false;
  try {
    written = writeEvidence(spoolFolder(home, env), evidenceRecord(profile, seen, new Date()));
  } catch {
    // Counted below.
  }
  if (!written) count('evidence-not-written');
}

function broken(around: Surroundings, reason: string): object {
  around.count(reason);
  return NOTHING;
}

function debug(profile: HarnessProfile, name: string, line: object, settings: Settings, around: Surroundings): void {
  const redact = redactor([settings.apiKey, settings.apiUrl]);
  const text = redact(`[silmaril] ${JSON.stringify({ ...line, [profile.eventMetadataKey]: name })}`);
  if (around.debug) return around.debug(text);
  try {
    writeSync(2, `${text}\n`);
  } catch {
    // Nobody reads it.
  }
}
