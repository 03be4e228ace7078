// The judge of hooks/core inside a process that lives long: OpenCode's own. Whatever breaks here is counted and has no
// effect; nothing is printed, since the screen is OpenCode's.
import { existsSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { readConfigFile } from '../../core/config.ts';
import { embeddedClassifier, type EmbeddedClassifier } from '../../core/embedded-classifier.ts';
import { countFailure } from '../../core/failures.ts';
import { configPath, judgePayload } from '../../core/judge.ts';
import type { LocalPolicy } from '../../core/local-policy.ts';
import { judgeLocally } from '../../core/policy-engine.ts';
import type { Payload } from '../../core/profile.ts';
import { openCodeProfile, type Effect } from './profile.ts';

export interface Firewall {
  readonly home: string;
  /** The effect that an event calls for. Never rejects. */
  readonly judge: (event: string, payload: Payload) => Promise<Effect>;
  /** Whether the person's own checkers allowed this very call, one of them with the right to answer OpenCode's question, and nothing objected. */
  readonly mayAnswer: (callId: string) => boolean;
  /** Counts a failure under a Health code. */
  readonly count: (event: string, reason: string) => void;
}

export interface FirewallOptions {
  /** Folder of the plugin, where its weights lie. */
  readonly folder: string;
  readonly home?: string;
  readonly localPolicy?: LocalPolicy;
  readonly debug?: (line: string) => void;
}

/** Calls whose question may be answered; the oldest are forgotten. */
const MAX_ANSWERABLE = 256;

export function createFirewall({ folder, home = process.env['HOME']?.trim() || homedir(), localPolicy = judgeLocally, debug = () => undefined }: FirewallOptions): Firewall {
  const file = configPath(openCodeProfile, home, {});
  const count = (event: string, reason: string): void => {
    // Uninstalled while OpenCode runs: nothing of ours may come back.
    if (existsSync(file)) countFailure(home, openCodeProfile.harness, event, reason);
  };
  let kept: EmbeddedClassifier | null = null;
  const embedded = (): EmbeddedClassifier => {
    if (kept?.fault !== null) kept = embeddedClassifier(join(folder, 'weights.bin'));
    return kept;
  };
  const answerable = new Set<string>();
  const judge = async (event: string, payload: Payload): Promise<Effect> => {
    let allowed = false;
    const asked: LocalPolicy = async (call) => {
      const verdict = await localPolicy(call);
      // In shadow nothing of it counts.
      allowed = verdict.verdict === 'none' && verdict.mayAnswer === true && call.enforced;
      return verdict;
    };
    try {
      // All state lies below the home; one that is not there must not be made.
      if (!statSync(home, { throwIfNoEntry: false })?.isDirectory()) return {};
      const started = performance.now();
      const config = readConfigFile(file);
      if (config.state === 'missing') return {};
      const around = { home, env: {}, config, localPolicy: asked, count: (reason: string) => count(event, reason), elapsedMs: () => Math.round(performance.now() - started), embedded, debug };
      const effect = (await judgePayload(openCodeProfile, event, payload, () => JSON.stringify(payload), around)) as Effect;
      const call = payload['tool_use_id'];
      if (allowed && typeof call === 'string' && Object.keys(effect).length === 0) {
        if (answerable.size >= MAX_ANSWERABLE) answerable.delete(answerable.values().next().value ?? '');
        answerable.add(call);
      }
      return effect;
    } catch {
      count(event, 'hook-error');
      return {};
    }
  };
  return { home, judge, mayAnswer: (callId) => answerable.has(callId), count };
}
