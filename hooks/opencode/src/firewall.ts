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
  const judge = async (event: string, payload: Payload): Promise<Effect> => {
    try {
      // All state lies below the home; one that is not there must not be made.
      if (!statSync(home, { throwIfNoEntry: false })?.isDirectory()) return {};
      const started = performance.now();
      const config = readConfigFile(file);
      if (config.state === 'missing') return {};
      const around = { home, env: {}, config, localPolicy, count: (reason: string) => count(event, reason), elapsedMs: () => Math.round(performance.now() - started), embedded, debug };
      return (await judgePayload(openCodeProfile, event, payload, () => JSON.stringify(payload), around)) as Effect;
    } catch {
      count(event, 'hook-error');
      return {};
    }
  };
  return { home, judge, count };
}
