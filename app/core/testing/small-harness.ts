// A harness small enough to be read at a glance, for tests of what stands above the installers: one
// folder with a launcher and a private configuration, planned for the real engine. No mock: real files.
import fs from 'node:fs';
import path from 'node:path';
import type { HarnessInstaller, InstallRequest, Machine, Mode } from '../../../installers/engine/harness-installer.ts';
import { overall, type HealthCheck } from '../../../installers/engine/health.ts';
import type { Content, HarnessId, Plan, ReceiptDraft, Result, Step } from '../../../installers/engine/plan.ts';
import { observe } from '../../../installers/engine/read.ts';
import type { FindNode } from '../protection.ts';

const bytes = (text: string, secret: boolean): Content => ({ bytes: Buffer.from(text), secret });

function configText(request: InstallRequest): string {
  const { classifier, mode } = request;
  return `${JSON.stringify({ schemaVersion: 1, mode, classifier: classifier.kind, ...(classifier.kind === 'remote' ? { apiUrl: classifier.apiUrl, apiKey: classifier.apiKey } : {}), ...(request.endpointId ? { endpointId: request.endpointId } : {}) })}\n`;
}

export function smallHarness(id: HarnessId, launcherText = '#!/bin/sh\necho "{}"\n'): HarnessInstaller {
  const places = (machine: Machine) => {
    const folder = path.join(machine.home, `.small-${id}`);
    return { folder, launcher: path.join(folder, 'run.sh'), config: path.join(folder, 'config.json') };
  };
  const draft = (machine: Machine, node: ReceiptDraft['node']): ReceiptDraft => {
    const { folder, launcher, config } = places(machine);
    return {
      version: '1.0.0',
      facts: {},
      owned: [
        { path: folder, kind: 'folder', mode: 0o700, secret: false },
        { path: launcher, kind: 'file', mode: 0o755, secret: false },
        { path: config, kind: 'file', mode: 0o600, secret: true },
      ],
      edited: [],
      node,
    };
  };
  const write = async (machine: Machine, place: string, text: string, mode: number, secret: boolean): Promise<Step[]> => {
    void machine;
    const seen = await observe(place);
    if (seen.state === 'absent') return [{ kind: 'create', path: place, mode, content: bytes(text, secret), why: 'ours' }];
    if (seen.state !== 'file') return [];
    return Buffer.from(seen.bytes).toString() === text && seen.mode === mode ? [] : [{ kind: 'replace', path: place, mode, before: seen.sha256, content: bytes(text, secret), why: 'ours' }];
  };
  const plan = (machine: Machine, purpose: Plan['purpose'], steps: readonly Step[], receipt: ReceiptDraft | null, notes: readonly string[] = []): Result<Plan> => ({ ok: true, value: { harness: id, purpose, owner: machine.owner, steps, receipt, notes } });
  const folderStep = (machine: Machine): Step[] => (fs.existsSync(places(machine).folder) ? [] : [{ kind: 'mkdir', path: places(machine).folder, mode: 0o700, why: 'ours' }]);
  return {
    id,
    label: `Small ${id}`,
    detect: (machine) => {
      const found = fs.existsSync(path.join(machine.home, 'programs', id));
      return Promise.resolve({ harness: id, state: found ? 'present' : 'absent', evidence: [], version: null, surfaces: [], notes: [] });
    },
    planInstall: async (machine, request) => {
      const { launcher, config } = places(machine);
      return plan(machine, 'install', [...folderStep(machine), ...(await write(machine, launcher, launcherText, 0o755, false)), ...(await write(machine, config, configText(request), 0o600, true))], draft(machine, request.node));
    },
    planMode: async (machine, receipt, mode: Mode) => {
      const { config } = places(machine);
      const seen = await observe(config);
      if (seen.state !== 'file') return { ok: false, failure: { code: 'config-missing', sentence: `${config} is missing.` } };
      const old = JSON.parse(Buffer.from(seen.bytes).toString()) as Record<string, unknown>;
      return plan(machine, 'configure', await write(machine, config, `${JSON.stringify({ ...old, mode })}\n`, 0o600, true), draft(machine, receipt.node), ['Running sessions must be restarted.']);
    },
    planUninstall: async (machine) => {
      const { folder, launcher, config } = places(machine);
      const steps: Step[] = [];
      for (const [place, secret] of [[launcher, false], [config, true]] as const) {
        const seen = await observe(place);
        if (seen.state === 'file') steps.push({ kind: 'remove', path: place, before: seen.sha256, secret, why: 'ours' });
      }
      if (fs.existsSync(folder)) steps.push({ kind: 'rmdir', path: folder, why: 'ours' });
      return plan(machine, 'uninstall', steps, null);
    },
    planRepair: async (machine, receipt) => plan(machine, 'repair', [...folderStep(machine), ...(await write(machine, places(machine).launcher, launcherText, 0o755, false))], draft(machine, receipt.node)),
    health: async (machine) => {
      const checks: HealthCheck[] = [];
      const seen = await observe(places(machine).launcher);
      checks.push(seen.state === 'file' ? { code: 'launcher', status: 'ok', subject: '', sentence: 'The launcher is there.' } : { code: 'launcher-missing', status: 'problem', subject: '', sentence: 'The launcher is missing.' });
      return { harness: id, status: overall(checks), checks };
    },
    probe: (machine) => ({
      launcher: places(machine).launcher,
      events: ['SessionStart', 'PreToolUse'],
      payload: (event, text) => JSON.stringify({ hook_event_name: event, session_id: 's', tool_name: 'Bash', tool_input: { command: text } }),
    }),
  };
}

/** A choice of Node.js that is always the same; the small launcher starts none. */
export const someNode: FindNode = () => Promise.resolve({ ok: true, value: { real: process.execPath, alias: null, version: '22.0.0' } });
