// What a hook's process does: read standard input, judge, write one line, end with 0.
import { statSync } from 'node:fs';
import { readConfigFile, type Environment } from './config.ts';
import { answerAndExit } from './exit.ts';
import { countFailure } from './failures.ts';
import { configPath, judge } from './judge.ts';
import type { LocalPolicy } from './local-policy.ts';
import type { HarnessProfile } from './profile.ts';
import { readInput } from './standard-input.ts';

/** A file of its own beside the bundle (scripts/build.mjs), read only for a tool call that is judged by it. */
const builtInPolicy: LocalPolicy = async (call) => (await import('./policy-engine.ts')).judgeLocally(call);

/** Never returns and never rejects: whatever breaks is counted and answered with `{}`. */
export async function runHook(profile: HarnessProfile, localPolicy: LocalPolicy | null = builtInPolicy): Promise<void> {
  const argument = process.argv[2] ?? '';
  const known = Object.hasOwn(profile.judged, argument) || profile.silent.includes(argument) || profile.settingsEvent?.event === argument;
  const home = process.env['HOME']?.trim() || (await import('node:os')).homedir();
  const count = (reason: string): void => countFailure(home, profile.harness, known ? argument : 'unknown', reason);
  let reading = true;
  // A stray error in a callback must not end the process with a status that a harness reads as a verdict.
  process.on('uncaughtException', () => {
    count('hook-error');
    answerAndExit('{}', reading);
  });
  try {
    const env: Environment = profile.readsEnvironment ? process.env : {};
    const arriving = readInput();
    // While the input arrives. Reading the file changes nothing, so it may come before the event is known.
    const config = readConfigFile(configPath(profile, home, env));
    const input = await arriving;
    reading = input.state === 'failed' && input.pending;
    if (input.state === 'failed') {
      count(input.reason);
      answerAndExit('{}', reading);
    }
    // All state lies below the home; one that is not there must not be made.
    if (!statSync(home, { throwIfNoEntry: false })?.isDirectory()) answerAndExit('{}');
    if (!known) {
      count('event-unknown');
      answerAndExit('{}');
    }
    const output = await judge(profile, argument, input.bytes, { home, env, config, localPolicy, count, elapsedMs: () => Math.round(process.uptime() * 1000) });
    answerAndExit(JSON.stringify(output));
  } catch {
    count('hook-error');
    answerAndExit('{}', reading);
  }
}
