import type { EventView } from '../../contract/evidence-views.ts';
import type { HarnessId } from '../../contract/harness-views.ts';

const hosts: Readonly<Record<HarnessId, EventView['host']>> = { vscode: 'vscode', 'claude-code': 'claudeCode', opencode: 'openCode', hermes: 'hermes' };

/** The name by which events call this harness. */
export function hostOf(id: HarnessId): EventView['host'] {
  return hosts[id];
}
