// Events for looking at the window: made from a seed, so that every run shows the same, with all that the
// vocabularies allow.
import type { EventView } from '../../app/contract/evidence-views.ts';

/** Mulberry32: small, and the same everywhere. @returns numbers in [0, 1) */
export function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const tools = {
  vscode: ['run_in_terminal', 'read_file', 'insert_edit_into_file', 'fetch_webpage', 'grep_search'],
  claudeCode: ['Bash', 'Read', 'Edit', 'WebFetch', 'mcp__tracker__create_issue_with_a_rather_long_name'],
  openCode: ['bash', 'read', 'edit', 'webfetch', 'glob'],
  hermes: ['terminal', 'read_file', 'patch', 'web_extract', 'execute_code'],
} as const;
type Host = keyof typeof tools;
const hosts = Object.keys(tools) as Host[];
const risks = ['code_execution', 'destructive_change', 'credential_exposure', 'external_communication', 'sensitive_data_exposure', 'unsafe_agent_control'] as const;
const rules = ['delete-outside', 'secret-read', 'git-history', 'curl-pipe-shell'] as const;
const summaries = {
  code_execution: 'Code could have been run that nobody asked for.',
  destructive_change: 'Data could have been changed or deleted.',
  credential_exposure: 'Credentials could have been exposed.',
  external_communication: 'Data could have been sent to someone else.',
  sensitive_data_exposure: 'Sensitive data could have been exposed.',
  unsafe_agent_control: 'The agent could have been steered by someone else.',
  unknown: 'What could have come of it is not known.',
} as const;

function hex(random: () => number, length: number): string {
  return Array.from({ length }, () => Math.floor(random() * 16).toString(16)).join('');
}

/** @param now milliseconds since the epoch; the newest event is some seconds older @returns newest first */
export function sampleEvents(count: number, now: number): readonly EventView[] {
  const random = randomOf(7);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const events: EventView[] = [];
  let at = now - 12_000;
  let host: Host = 'claudeCode';
  let session = hex(random, 64);
  let request = hex(random, 64);
  for (let index = 0; index < count; index += 1) {
    if (random() < 0.12) {
      host = pick(hosts);
      session = hex(random, 64);
    }
    if (random() < 0.55) request = hex(random, 64);
    const hook = pick(['pre_tool', 'pre_tool', 'post_tool', 'post_tool', 'user_input'] as const);
    const roll = random();
    const local = roll > 0.925 && roll < 0.965;
    const mode = at > now - 20 * 3_600_000 ? 'block' : at > now - 44 * 3_600_000 ? 'warn' : 'shadow';
    const malicious = roll > 0.9 && roll < 0.985;
    const lost = roll >= 0.985;
    const decision = lost ? 'unavailable' : !malicious ? 'allow' : mode === 'block' ? 'block' : mode === 'warn' ? 'warn' : 'monitor';
    const risk = malicious ? pick(risks) : 'unknown';
    const classifyMs = 3 + random() * 9;
    events.push({
      id: `event-${hex(random, 64)}`,
      at: new Date(at).toISOString(),
      host,
      hook,
      mode,
      tool: hook === 'user_input' ? null : pick(tools[host]),
      risk,
      summary: summaries[risk],
      prediction: lost || local ? 'unavailable' : malicious ? 'malicious' : 'benign',
      score: lost || local ? null : malicious ? 0.81 + random() * 0.18 : random() * 0.2,
      threshold: lost || local ? null : 0.5,
      decision,
      nativeAction: { allow: 'allowed', monitor: 'none', warn: 'warning_context_returned', block: hook === 'post_tool' && host === 'claudeCode' ? 'content_replaced' : 'block_returned', unavailable: 'unavailable' }[decision] as EventView['nativeAction'],
      warnDelivery: decision === 'warn' ? (hook === 'user_input' && host === 'hermes' ? 'unsupported' : 'delivered') : null,
      blockUnavailable: false,
      truth: decision === 'block' ? 'native_response_returned' : 'plugin_reported',
      source: lost ? null : local ? 'local_policy' : 'classifier',
      rule: local ? pick(rules) : null,
      policyVersion: local ? 'local-policy-1' : null,
      modelVersion: lost || local ? null : 'embedded-2026-11',
      producer: { vscode: 'VSCodeFirewallPlugin', claudeCode: 'ClaudeCodeFirewallHook', openCode: 'OpenCodeFirewallPlugin', hermes: 'HermesFirewallPlugin' }[host],
      producerVersion: '0.2.4',
      session: random() < 0.97 ? session : null,
      request,
      totalMs: 9 + random() * 24,
      classifyMs: lost || local ? null : classifyMs,
    });
    // Bursts of work, then a pause.
    at -= random() < 0.06 ? 1_500_000 + random() * 5_400_000 : 2_000 + random() * 60_000;
  }
  return events;
}
