// What block, warn and shadow can do at each boundary of each harness. Facts of the hooks' published
// contracts, not of this computer: a boundary that a harness has no hook for is listed as not covered,
// since a missing line would read as "nothing to worry about".
import type { CoverageRow } from '../contract/protection-views.ts';

type Cell = readonly [boundary: CoverageRow['boundary'], shadow: CoverageRow['shadow'], warn: CoverageRow['warn'], block: CoverageRow['block'], limit: CoverageRow['limit']];

const none = (boundary: CoverageRow['boundary']): Cell => [boundary, 'not-covered', 'not-covered', 'not-covered', 'no-hook'];

const tables: readonly (readonly [CoverageRow['harness'], readonly Cell[]])[] = [
  [
    'vscode',
    [
      ['prompt', 'observed', 'warned', 'refused', null],
      ['tool-call', 'observed', 'warned', 'refused', null],
      // The tool has run: its result is kept from the model, what it did stays done.
      ['tool-result', 'observed', 'warned', 'refused', 'tool-already-ran'],
      none('subagent'),
      none('model-output'),
    ],
  ],
  [
    'claude-code',
    [
      ['prompt', 'observed', 'warned', 'refused', null],
      ['tool-call', 'observed', 'warned', 'refused', null],
      ['tool-result', 'observed', 'warned', 'result-replaced', 'tool-already-ran'],
      // Only a change that would take our own entries out is looked at, and only in block mode.
      ['settings-change', 'not-covered', 'not-covered', 'refused', 'own-entries-only'],
      none('subagent'),
      none('model-output'),
    ],
  ],
  [
    'opencode',
    [
      // Of OpenCode 1. The build for OpenCode 2 has the same boundaries, save the last, and was never run in it.
      ['prompt', 'observed', 'warned', 'refused', 'version-2-never-run'],
      // Nothing can be said to the model there but a refusal.
      ['tool-call', 'observed', 'observed', 'refused', 'version-2-never-run'],
      ['tool-result', 'observed', 'warned', 'result-replaced', 'tool-already-ran'],
      // That one is started is seen; its own prompts, calls and results pass the rows above.
      ['subagent', 'observed', 'observed', 'observed', null],
      // By a remote classifier alone: the embedded one is not sure enough of what a model says.
      ['model-output', 'observed', 'observed', 'result-replaced', null],
    ],
  ],
  [
    'hermes',
    [
      // The host has no way to stop a prompt, and none to warn of a call.
      ['prompt', 'observed', 'warned', 'observed', null],
      ['tool-call', 'observed', 'observed', 'refused', null],
      ['tool-result', 'observed', 'warned', 'result-replaced', 'tool-already-ran'],
      // A child's own prompts and calls pass the rows above.
      ['subagent', 'observed', 'observed', 'observed', null],
      ['model-output', 'observed', 'observed', 'result-replaced', null],
    ],
  ],
];

export const coverage: readonly CoverageRow[] = tables.flatMap(([harness, cells]) => cells.map(([boundary, shadow, warn, block, limit]) => ({ harness, boundary, shadow, warn, block, limit })));
