import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { countFailure } from '../../hooks/core/failures.ts';
import { countByReason, failureLogPath, readFailures } from './failures.ts';
import { temporaryMachine } from './testing/temporary-machine.ts';

let machine: ReturnType<typeof temporaryMachine>;
beforeEach(() => { machine = temporaryMachine(); });
afterEach(() => { machine.remove(); });

it('reads what the hooks write', async () => {
  countFailure(machine.home, 'claude-code', 'PreToolUse', 'classify-timeout');
  countFailure(machine.home, 'claude-code', 'unknown', 'config-field-timeoutMs');
  countFailure(machine.home, 'claude-code', 'PostToolUse', 'classify-timeout');
  const log = await readFailures(machine.home, 'claude-code');
  expect(log.unreadable).toBeNull();
  expect(log.entries.map(({ event, reason }) => [event, reason])).toEqual([['PreToolUse', 'classify-timeout'], ['unknown', 'config-field-timeoutMs'], ['PostToolUse', 'classify-timeout']]);
  expect(countByReason(log.entries)).toEqual([{ reason: 'classify-timeout', count: 2 }, { reason: 'config-field-timeoutMs', count: 1 }]);
});

it("reads events with OpenCode's and Hermes' spelling", async () => {
  countFailure(machine.home, 'opencode', 'tool.execute.before', 'config-mode');
  countFailure(machine.home, 'hermes', 'pre_tool_call', 'config-mode');
  expect((await readFailures(machine.home, 'opencode')).entries).toMatchObject([{ event: 'tool.execute.before', reason: 'config-mode' }]);
  expect((await readFailures(machine.home, 'hermes')).entries).toMatchObject([{ event: 'pre_tool_call' }]);
});

it('says that older lines are gone once the log was cut', async () => {
  for (let i = 0; i < 1200; i += 1) countFailure(machine.home, 'vscode', 'PreToolUse', 'classify-timeout');
  const log = await readFailures(machine.home, 'vscode');
  expect(log.full).toBe(true);
  expect(log.entries.length).toBeGreaterThan(300);
});

it('reads no log as none, and skips lines that are not its own', async () => {
  expect(await readFailures(machine.home, 'vscode')).toEqual({ entries: [], full: false, unreadable: null });
  const file = failureLogPath(machine.home, 'vscode');
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, 'garbage\n2026-08-26T00:00:00.000Z claude-code PreToolUse x\n2026-99-26T00:00:00Z vscode PreToolUse x\n2026-08-26T00:00:00Z vscode PreToolUse node-missing\n2026-08-26T00:00:00Z vscode Pre\u001b[31m x\n');
  expect((await readFailures(machine.home, 'vscode')).entries).toEqual([{ at: '2026-08-26T00:00:00Z', event: 'PreToolUse', reason: 'node-missing' }]);
});

it('says why a log cannot be read', async () => {
  const file = failureLogPath(machine.home, 'vscode');
  fs.mkdirSync(file, { recursive: true });
  expect((await readFailures(machine.home, 'vscode')).unreadable).toContain('vscode.log');
});
