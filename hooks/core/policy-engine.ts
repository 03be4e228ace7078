// The policy engine as a hook uses it: with the real file system, the policy files of this computer, and the person's
// word on a single call. A part of its own (scripts/build.mjs), so that a hook that judges no tool call does not read it.
import { ruleInfo, type PolicyVerdict, type ToolCall } from '../policy/judge.ts';
import type { LocalCall, LocalVerdict } from './local-policy.ts';
import { policyInForce } from './policy-files.ts';
import { type GrantedCall, offerOnce, rulesWithoutGrant, takeGrants } from './policy-grants.ts';
import { fileSystemProbe } from './policy-probe.ts';
import { judgeCall } from './policy-scripts.ts';

/** For a harness that can put no question: whoever reads it can get the answer from the person. */
const ASK_ELSEWHERE = 'The person wants to approve commands of this kind first. Tell them what you want to run: Silmaril has shown them a code with which they can allow exactly this call once; then repeat it unchanged.';

export function judgeLocally(call: LocalCall): LocalVerdict {
  const { policy, faults } = policyInForce(call.home, call.policyPath, call.root);
  for (const fault of faults) call.count(fault);
  const found = judgeCall({ harness: call.harness as ToolCall['harness'], toolName: call.toolName, input: call.input, cwd: call.cwd, root: call.root, home: call.home }, policy, fileSystemProbe);
  if (found.bound === 'fault') call.count('local-policy-fault');
  const { verdict, ruleId, riskClass, personSentence, modelSentence } = found;
  const said: LocalVerdict = { verdict, ruleId, riskClass, personSentence, modelSentence: verdict === 'deny' && ruleId === 'approval' ? ASK_ELSEWHERE : modelSentence };
  return verdict === 'deny' && call.enforced ? denied(call, found, said) : said;
}

/** A denial that will be returned: unless the person has allowed this very call, with what the person is told of it. */
function denied(call: LocalCall, { hits }: PolicyVerdict, said: LocalVerdict): LocalVerdict {
  const rules = [...new Set(hits.map((hit) => hit.ruleId))];
  if (!rules.every((id) => ruleInfo(id).allowOnce)) return { ...said, personNote: `Silmaril Firewall: ${said.personSentence} This cannot be allowed once.` };
  if (call.sessionId === null) return { ...said, personNote: `Silmaril Firewall: ${said.personSentence}` };
  const granted: GrantedCall = { harness: call.harness, sessionId: call.sessionId, cwd: call.cwd, toolName: call.toolName, input: call.input };
  const [open] = rulesWithoutGrant(call.home, granted, rules);
  if (open === undefined && takeGrants(call.home, granted, rules)) return { ...said, verdict: 'none', granted: true };
  const asked = open ?? rules[0];
  const code = asked === undefined ? null : offerOnce(call.home, granted, asked);
  if (asked === undefined || code === null) return { ...said, personNote: `Silmaril Firewall: ${said.personSentence}` };
  return { ...said, personNote: `Silmaril Firewall: ${ruleInfo(asked).person} To allow exactly this call once, type within 10 minutes in a terminal of your own, not the agent's: silmaril allow-once ${code}` };
}
