// A computer with one harness in each state, as the window is told of it.
import type { HarnessView, PlanView } from '../../app/contract/harness-views.ts';
import type { Snapshot } from '../../app/contract/system-views.ts';

const home = '/Users/ada';
const support = `${home}/Library/Application Support/Silmaril`;

/** @param now milliseconds since the epoch */
export function sampleHarnesses(now: number): readonly HarnessView[] {
  const ago = (minutes: number) => new Date(now - minutes * 60_000).toISOString();
  const none = { count: 0, atLeast: false, lastAt: null, reasons: [] } as const;
  return [
    {
      id: 'claude-code',
      label: 'Claude Code',
      state: 'working',
      sentence: 'Working, blocking: an event was judged since the last change.',
      reasons: [],
      mode: 'block',
      classifier: 'embedded',
      localPolicy: 'follow',
      installed: true,
      changedAt: ago(60 * 26),
      version: '0.1.0',
      launcher: `${home}/.claude/silmaril-firewall/run-hook.sh`,
      detection: { state: 'present', evidence: [`The command ${home}/.local/bin/claude, version 2.1.9`, `The folder ${home}/.claude`], version: '2.1.9', surfaces: [{ id: 'user', label: 'User settings', file: `${home}/.claude/settings.json`, skipped: null }], notes: [] },
      checks: [
        { code: 'entries', status: 'ok', subject: 'User settings', sentence: 'Each of the five events has exactly one entry of ours.', fix: null },
        { code: 'launcher', status: 'ok', subject: `${home}/.claude/silmaril-firewall/run-hook.sh`, sentence: 'The launcher is there, is ours, and may be run.', fix: null },
        { code: 'node', status: 'ok', subject: '/opt/homebrew/opt/node@22/bin/node', sentence: 'Node.js 22.14.0 runs.', fix: null },
        { code: 'config', status: 'ok', subject: `${home}/.claude/silmaril-firewall.json`, sentence: 'The configuration is valid, and private.', fix: null },
      ],
      lastEvents: [
        { id: 'newest', at: ago(0.3), hook: 'pre_tool', decision: 'allow', sinceChange: true },
        { id: 'older', at: ago(1), hook: 'post_tool', decision: 'block', sinceChange: true },
        { id: 'oldest', at: ago(22), hook: 'user_input', decision: 'allow', sinceChange: true },
      ],
      failOpen: none,
      latency: { samples: 500, p50: 14.2, p95: 27.9 },
    },
    {
      id: 'vscode',
      label: 'VS Code',
      state: 'degraded',
      sentence: 'Degraded. Run: silmaril repair vscode',
      reasons: ['The plugin is no longer listed in the settings of the profile “Work”, so its sessions pass unjudged.', 'The last event passed unjudged (classifier-timeout).'],
      mode: 'block',
      classifier: 'remote',
      localPolicy: 'follow',
      installed: true,
      changedAt: ago(60 * 50),
      version: '0.1.0',
      launcher: `${home}/.vscode/silmaril-firewall/scripts/run-hook.sh`,
      detection: {
        state: 'present',
        evidence: ['VS Code 1.112.0 in /Applications', 'VS Code Insiders was not found'],
        version: '1.112.0',
        surfaces: [
          { id: 'default', label: 'VS Code, default profile', file: `${home}/Library/Application Support/Code/User/settings.json`, skipped: null },
          { id: 'work', label: 'VS Code, profile "Work"', file: `${home}/Library/Application Support/Code/User/profiles/5f2a11c/settings.json`, skipped: null },
          { id: 'talks', label: 'VS Code, profile "Talks"', file: `${home}/Library/Application Support/Code/User/profiles/77b0e2d/settings.json`, skipped: 'It inherits the settings of the default profile.' },
        ],
        notes: ['Remote windows (SSH, containers, WSL) run their agents elsewhere and are not covered.'],
      },
      checks: [
        { code: 'entry', status: 'ok', subject: 'VS Code, default profile', sentence: 'The plugin is listed.', fix: null },
        { code: 'entry-missing', status: 'problem', subject: 'VS Code, profile "Work"', sentence: 'The plugin is not listed in this profile.', fix: 'silmaril repair vscode' },
        { code: 'restart', status: 'unknown', subject: '', sentence: 'Whether windows that were open during the last change have been reloaded cannot be told.', fix: null },
      ],
      lastEvents: [{ id: 'v', at: ago(60 * 7), hook: 'pre_tool', decision: 'unavailable', sinceChange: true }],
      failOpen: { count: 17, atLeast: true, lastAt: ago(60 * 7), reasons: [{ reason: 'classifier-timeout', count: 15 }, { reason: 'no-node', count: 2 }] },
      latency: { samples: 212, p50: 118, p95: 1530 },
    },
    {
      id: 'opencode',
      label: 'OpenCode',
      state: 'unproven',
      sentence: 'Installed, not seen running since the last change.',
      reasons: [],
      mode: 'shadow',
      classifier: 'embedded',
      localPolicy: 'off',
      installed: true,
      changedAt: ago(4),
      version: '0.1.0',
      launcher: null,
      detection: { state: 'present', evidence: [`The command ${home}/.opencode/bin/opencode, version 1.4.2`], version: '1.4.2', surfaces: [{ id: 'global', label: 'Global configuration', file: `${home}/.config/opencode/opencode.jsonc`, skipped: null }], notes: [] },
      checks: [{ code: 'entry', status: 'ok', subject: 'Global configuration', sentence: 'The plugin is listed.', fix: null }],
      lastEvents: [],
      failOpen: none,
      latency: null,
    },
    {
      id: 'hermes',
      label: 'Hermes',
      state: 'not-installed',
      sentence: 'Not installed. Install it with: silmaril install hermes',
      reasons: [],
      mode: null,
      classifier: null,
      localPolicy: null,
      installed: false,
      changedAt: null,
      version: null,
      launcher: null,
      detection: { state: 'present', evidence: [`The folder ${home}/.hermes with a configuration`, 'The command hermes, version 0.11.0'], version: '0.11.0', surfaces: [{ id: 'user', label: 'Configuration', file: `${home}/.hermes/config.yaml`, skipped: null }], notes: [] },
      checks: [],
      lastEvents: [],
      failOpen: none,
      latency: null,
    },
  ];
}

export function samplePlans(ids: readonly HarnessView['id'][], removal: boolean): readonly PlanView[] {
  const labels = { vscode: 'VS Code', 'claude-code': 'Claude Code', opencode: 'OpenCode', hermes: 'Hermes' } as const;
  return ids.map((harness) => {
    const folder = `${home}/.${harness === 'vscode' ? 'vscode' : harness}/silmaril-firewall`;
    const step = { target: null, before: null, after: null, size: null, hunks: [], mode: null } as const;
    const entry = ['      {', '        "matcher": "*",', `        "hooks": [{ "type": "command", "command": "'${folder}/run-hook.sh' PreToolUse", "timeout": 12 }]`, '      }'];
    return {
      harness,
      label: labels[harness],
      outcome: {
        ok: true,
        owner: { uid: 501, gid: 20 },
        notes: removal ? [] : ['Sessions that are open now pick the hook up when they are started again.'],
        steps: removal
          ? [
              { ...step, kind: 'edit', path: `${home}/.${harness}/settings.json`, why: 'Takes our entries out; everything else stays as it is, to the byte.', before: 'a41f…', after: '77c0…', size: 2210, hunks: [{ line: 41, removed: entry, added: [] }] },
              { ...step, kind: 'remove', path: `${folder}.json`, why: 'Our configuration.', before: '<secret>' },
              { ...step, kind: 'remove', path: `${folder}/run-hook.sh`, why: 'Our launcher.', before: '19aa…', size: 4312 },
              { ...step, kind: 'rmdir', path: folder, why: 'A folder that we made.' },
            ]
          : [
              { ...step, kind: 'mkdir', path: folder, mode: '0755', why: 'The folder of the hook.' },
              { ...step, kind: 'create', path: `${folder}/dist/hook.js`, mode: '0644', why: 'The hook: one file without dependencies.', after: '5cc1…', size: 148_233 },
              { ...step, kind: 'create', path: `${folder}/run-hook.sh`, mode: '0755', why: 'The launcher: it finds Node.js, starts the hook, and answers {} when it cannot.', after: '19aa…', size: 4312 },
              { ...step, kind: 'create', path: `${folder}.json`, mode: '0600', why: 'The configuration: mode and classifier. It may hold the key, so only you may read it.', after: '<secret>' },
              { ...step, kind: 'edit', path: `${home}/.${harness}/settings.json`, target: `${home}/dotfiles/${harness}/settings.json`, why: 'Registers the hook; everything else stays as it is.', before: 'a41f…', after: '77c0…', size: 2480, hunks: [{ line: 40, removed: ['    "PreToolUse": []'], added: ['    "PreToolUse": [', ...entry, '    ]'] }] },
            ],
      },
    };
  });
}

/** @param now milliseconds since the epoch */
export function sampleSnapshot(now: number): Snapshot {
  return {
    system: { version: '0.1.0', electron: '45.5.0', chromium: '152.0.7444.60', node: '24.11.1', platform: 'darwin', development: true, user: 'ada', home, locale: 'en-GB', supportFolder: support },
    harnesses: sampleHarnesses(now),
    runtimeChecks: [],
    protection: {
      state: 'degraded',
      sentence: 'Degraded: VS Code lets events pass unjudged',
      mode: null,
      mixed: true,
      pause: null,
      classifier: { kind: 'mixed', apiUrl: 'https://guard.example/v1/classify' },
      coverage: [
        { harness: 'vscode', boundary: 'prompt', shadow: 'observed', warn: 'warned', block: 'refused', limit: null },
        { harness: 'vscode', boundary: 'tool-call', shadow: 'observed', warn: 'warned', block: 'refused', limit: null },
        { harness: 'vscode', boundary: 'tool-result', shadow: 'observed', warn: 'warned', block: 'refused', limit: 'tool-already-ran' },
        { harness: 'vscode', boundary: 'subagent', shadow: 'not-covered', warn: 'not-covered', block: 'not-covered', limit: 'no-hook' },
        { harness: 'claude-code', boundary: 'prompt', shadow: 'observed', warn: 'warned', block: 'refused', limit: null },
        { harness: 'claude-code', boundary: 'tool-call', shadow: 'observed', warn: 'warned', block: 'refused', limit: null },
        { harness: 'claude-code', boundary: 'tool-result', shadow: 'observed', warn: 'warned', block: 'result-replaced', limit: 'tool-already-ran' },
        { harness: 'claude-code', boundary: 'settings-change', shadow: 'not-covered', warn: 'not-covered', block: 'refused', limit: 'own-entries-only' },
      ],
      rulePacks: {
        state: 'available',
        setting: 'follow',
        file: `${support}/policy.json`,
        problem: null,
        packs: [
          { id: 'base', rules: 9, enabled: true, onByDefault: true },
          { id: 'git-history', rules: 3, enabled: true, onByDefault: true },
          { id: 'secret-read', rules: 2, enabled: true, onByDefault: true },
          { id: 'self-protection', rules: 6, enabled: true, onByDefault: true },
          { id: 'exfiltration', rules: 3, enabled: false, onByDefault: true },
          { id: 'database', rules: 1, enabled: true, onByDefault: false },
          { id: 'infra', rules: 1, enabled: false, onByDefault: false },
        ],
        checkers: [
          { id: 'house-rules', program: '/Users/ada/bin/house-rules', files: 'pinned', timeoutMs: 3_000, mayAllow: false },
          { id: 'release-freeze', program: '/opt/release/freeze-check', files: 'changed', timeoutMs: 6_500, mayAllow: true },
        ],
      },
    },
    evidence: { total: 0, oldestAt: null, newestAt: null, intake: { state: 'idle', waiting: 0, done: 0 }, quarantined: [], evicted: { count: 1204, lastAt: new Date(now - 3_600_000).toISOString() }, bytes: 5_240_000, problem: null },
    settings: {
      settings: {
        appearance: 'system',
        textSize: 'normal',
        motion: 'system',
        contrast: 'system',
        locale: 'system',
        retention: { days: 90, megabytes: 500 },
        notifications: { blocks: true, degraded: true, muted: ['opencode'] },
        timeline: { filter: { hosts: [], decisions: [], modes: [], risks: [], hooks: [], tools: [], rules: [], from: null, to: null, session: null, text: null }, grouped: true },
      },
      loginItem: { state: 'requires-approval', sentence: null },
      notifications: { state: 'available', sentence: null },
      problem: null,
    },
    key: { state: 'set', last4: '7Q2f' },
    onboarding: { step: 'done', classifier: 'embedded', apiUrl: null, harnesses: ['claude-code', 'vscode'], endedAt: new Date(now - 86_400_000).toISOString(), skipped: false },
    updates: { state: 'current', checkedAt: new Date(now - 7_200_000).toISOString() },
    route: { view: 'timeline', eventId: null },
  };
}
