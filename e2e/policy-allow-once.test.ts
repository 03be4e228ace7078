// Allow once, in the real Claude Code: the person sees a code that the model never gets, an agent cannot use it, and with it
// exactly the denied call passes, one time.
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { readEvidence } from './evidence-spool.ts';
import { runClaude, type ClaudeResult } from './lab/claude.ts';
import { describeWithClaude } from './lab/harness-suite.ts';
import { Loopback } from './lab/loopback.ts';
import { MockModel } from './lab/mock-model.ts';
import { makeRunFolder, type RunFolder } from './lab/run-folder.ts';
import type { ToolCall, Turn } from './lab/script.ts';
import { node22, root, silmaril, silmarilOk } from './silmaril-command.ts';

const bash = (command: string): ToolCall => ({ name: 'Bash', input: { command, description: 'A step' } });

describeWithClaude('allow once in Claude Code', (paths) => {
  let loopback: Loopback;
  let model: MockModel;
  let folder: RunFolder;
  beforeAll(async () => {
    loopback = await Loopback.open();
    model = await MockModel.start({ turns: [] });
  });
  afterAll(async () => {
    await model.stop();
    await loopback.close();
  });
  beforeEach(async () => {
    folder = makeRunFolder();
    fs.mkdirSync(folder.at('.local', 'bin'), { recursive: true });
    fs.symlinkSync(paths.binary, folder.at('.local', 'bin', 'claude'));
    fs.mkdirSync(folder.at('.claude'));
    await silmarilOk(folder, ['install', 'claude-code', '--mode', 'block', '--classifier', 'embedded']);
  });
  afterEach(() => folder.remove());

  async function session(calls: readonly ToolCall[], args: readonly string[] = [], said: readonly Turn[] = []): Promise<ClaudeResult> {
    model.play({ turns: [...said, ...calls.map((call): Turn => ({ calls: [call] })), { text: 'FINAL' }] });
    return runClaude({ paths, folder, loopback, model, prompt: 'do the next step', args: ['--dangerously-skip-permissions', ...args] });
  }
  const codeIn = (run: ClaudeResult): string => /silmaril allow-once ([0-9A-Z]{4}-[0-9A-Z]{4})/.exec(run.hooks.map(({ output }) => output).join('\n'))?.[1] ?? '';
  const told = (): string => model.requests.map(({ raw }) => raw).join('\n');

  test('the model never reads the code; with it the same call passes once, and no other', async () => {
    const id = '0b6a5f0e-6d0c-4a3b-9a51-3f4c8a1d2e77';
    const place = path.join(folder.root, 'note');
    const first = await session([bash(`touch ${place}`)], ['--session-id', id]);
    const code = codeIn(first);
    expect(code).not.toBe('');
    expect(told()).not.toContain(code);
    expect(told()).not.toContain('allow-once');
    expect(fs.existsSync(place)).toBe(false);

    const allowed = await silmaril(folder, ['allow-once', code.toLowerCase()]);
    expect(allowed).toMatchObject({ exitCode: 0, stderr: '' });
    expect(allowed.stdout).toContain('write-outside');
    expect((await silmaril(folder, ['allow-once', code])).exitCode).toBe(2);

    await session([bash(`touch ${place}2`), bash(`touch ${place}`), bash(`touch ${place}`)], ['--resume', id], [{ text: 'said before' }, { text: 'said before' }]);
    expect([fs.existsSync(`${place}2`), fs.existsSync(place)]).toEqual([false, true]);
    expect(readEvidence(folder).filter(({ hook, ruleId }) => hook === 'pre_tool' && ruleId === 'write-outside').map(({ policyDecision }) => policyDecision)).toEqual(['block', 'block', 'allow', 'block']);
  });

  test('an agent that has got hold of a code cannot use it, by the command or behind the policy’s back', async () => {
    const code = codeIn(await session([bash(`touch ${folder.root}/note`)]));
    const command = `${node22} ${root}/scripts/silmaril.mjs allow-once ${code}`;
    // The policy does not see what a program puts together; the command sees whose child it is.
    fs.writeFileSync(path.join(folder.work, 'words.txt'), command);
    await session([bash(command), bash('xargs -a words.txt env; echo STATUS $?'), bash(`python3 -c "import subprocess; subprocess.run(open('words.txt').read().split()); print('RAN')"`)]);
    const results = model.main.at(-1)?.toolResults.map(({ text }) => text) ?? [];
    expect(results[0]).toContain('Only the person changes the firewall');
    expect(told()).not.toContain('Allowed once');
    expect(results.slice(1).join('\n')).toMatch(/started from claude|blocked potentially/);
    // It is still good for the person.
    expect((await silmaril(folder, ['allow-once', code])).exitCode).toBe(0);
  });
});
