// The policy engine as a hook uses it: with the real file system and the policy files of this computer. A part of its
// own (scripts/build.mjs), so that a hook that does not judge a tool call does not read it.
import { judge, type PolicyVerdict, type ToolCall } from '../policy/judge.ts';
import type { LocalCall, LocalVerdict } from './local-policy.ts';
import { policyInForce } from './policy-files.ts';
import { fileSystemProbe } from './policy-probe.ts';

export function judgeLocally(call: LocalCall): LocalVerdict {
  const { policy, faults } = policyInForce(call.home, call.policyPath, call.cwd);
  for (const fault of faults) call.count(fault);
  const verdict = judge({ harness: call.harness as ToolCall['harness'], toolName: call.toolName, input: call.input, cwd: call.cwd, home: call.home }, policy, fileSystemProbe);
  if (verdict.bound === 'fault') call.count('local-policy-fault');
  return verdictForHook(verdict);
}

function verdictForHook({ verdict, ruleId, riskClass, personSentence, modelSentence }: PolicyVerdict): LocalVerdict {
  return { verdict, ruleId, riskClass, personSentence, modelSentence };
}
