// What an event says, as words and as whole sentences. Only what is known may be claimed: a hook's answer
// is not the harness's deed.
export const events = {
  decisions: { allow: 'No objection', monitor: 'Only watched', warn: 'Warned', block: 'Refused', unavailable: 'Not judged' },
  hooks: { user_input: 'Prompt', pre_tool: 'Tool call', post_tool: 'Tool result', tool_result: 'Tool result', llm_output: 'Model output', subagent: 'Subagent', unknown: 'Unknown kind' },
  risks: {
    credential_exposure: 'Credential exposure',
    sensitive_data_exposure: 'Sensitive data exposure',
    code_execution: 'Code execution',
    destructive_change: 'Destructive change',
    external_communication: 'External communication',
    privilege_change: 'Privilege change',
    unsafe_agent_control: 'Unsafe agent control',
    other: 'Other',
    unknown: 'Unclassified',
  },
  sources: { classifier: 'Classifier', local_policy: 'Local rule', provider: 'Your checker' },

  // Seen
  seen: {
    user_input: (host: string) => `${host} was about to pass a prompt to its model.`,
    pre_tool: (host: string, tool: string | null) => (tool === null ? `${host} was about to run a tool.` : `${host} was about to run the tool ${tool}.`),
    post_tool: (host: string, tool: string | null) => (tool === null ? `${host} had run a tool and was about to show its result to the model.` : `${host} had run the tool ${tool} and was about to show its result to the model.`),
    llm_output: (host: string) => `${host} had received text from its model.`,
    subagent: (host: string) => `${host} was about to start a subagent.`,
    unknown: (host: string) => `${host} reported an event of a kind that this version does not know.`,
  },
  risk: (risk: string) => `What it could have led to: ${risk}.`,

  // Judged
  judged: {
    maliciousScore: (who: string, score: string, threshold: string) => `${who} called it malicious: ${score}, from ${threshold} on counts as malicious.`,
    malicious: (who: string) => `${who} called it malicious.`,
    benignScore: (who: string, score: string, threshold: string) => `${who} called it benign: ${score}, below the ${threshold} from which it counts as malicious.`,
    benign: (who: string) => `${who} called it benign.`,
    unknown: (who: string) => `${who} answered with a verdict that this version does not know.`,
    ruleObjected: 'A local rule objects to it, whatever a classifier would say.',
    ruleLetPass: 'A local rule matched and let it pass.',
    checkerObjected: (id: string | null) => (id === null ? 'A checker of yours objects to it.' : `Your checker ${id} objects to it.`),
    checkerLetPass: 'A checker of yours objected, and you had allowed this very call.',
    unavailable: 'Nobody judged it: no verdict could be had in time.',
  },
  who: { classifier: 'The classifier' },
  rule: (rule: string) => `The rule is ${rule}.`,
  decided: {
    allow: 'The hook had no objection.',
    monitor: 'In shadow mode the hook only records this: nothing was interfered with.',
    warn: 'In warn mode the hook answers with a warning and stops nothing.',
    block: 'In block mode the hook refuses this.',
    unavailable: 'The hook let it pass unjudged, so that the harness could go on.',
  },
  warnedInBlock: 'The classifier is not sure enough to refuse, so in block mode, too, the hook only warns.',
  askedInBlock: 'The rule wants a person to decide: in block mode the hook makes the harness ask.',
  took: (total: string) => `It took the hook ${total}.`,
  tookOf: (total: string, classify: string) => `It took the hook ${total}, of which ${classify} were the classifier’s.`,

  // Told
  told: {
    none: 'The harness was told nothing.',
    allowed: 'The harness was told nothing that objects. Silmaril never grants what the harness would have asked about.',
    block_returned: 'The hook returned a refusal to the harness.',
    content_replaced: 'The hook returned other text in place of the result.',
    warning_context_returned: 'The hook returned a warning for the model to read.',
    failed: 'The hook tried to answer and failed; the harness goes on as if it had said nothing.',
    unavailable: 'The hook had no verdict to pass on; the harness goes on.',
  },
  warnUnsupported: 'The harness takes no warning at this point, so none was given.',
  blockUnavailable: 'The harness takes no refusal at this point, so nothing was stopped.',

  // Not known
  toolHadRun: 'The tool had already run: whatever it did is not undone.',
  reported: 'This rests on what the hook reports about itself.',
  returned: 'The hook handed its answer to the harness; that the harness followed it was not seen.',
  notObserved: 'Whether the action took place in the end was not observed.',
  noContent: 'Prompts, arguments, results and paths are never recorded, so they cannot be shown here.',
};
