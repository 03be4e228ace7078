// The product in the real VS Code chat agent: installed by the command, registered by the lab where
// code-server looks, judged by what the terminal really did.
//
// What is not asserted: what the model gets of a blocked tool result. The hook's answer and the
// evidence are the product's; whether this agent passes the answer on has varied between builds, so
// the test prints what it saw.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { blockSentence, readEvidence, supportFolder, warnSentence } from './evidence-spool.ts';
import type { Evidence } from './evidence-spool.ts';
import { ClassifyStub, malice } from './lab/classify-stub.ts';
import { describeWithVsCode } from './lab/harness-suite.ts';
import { Loopback } from './lab/loopback.ts';
import { MockModel } from './lab/mock-model.ts';
import { differences, makeRunFolder, snapshot } from './lab/run-folder.ts';
import type { Entry, RunFolder } from './lab/run-folder.ts';
import type { Script } from './lab/script.ts';
import { VsCode } from './lab/vscode.ts';
import { silmarilOk } from './silmaril-command.ts';

const key = 'lab-key-0a1b2c3d4e5f';

describeWithVsCode('VS Code', (paths) => {
  let loopback: Loopback;
  let model: MockModel;
  let stub: ClassifyStub;
  let folder: RunFolder;
  let code: VsCode;
  let before: Map<string, Entry>;
  let touched: string[];
  let plugin: string;

  // One server and one browser for all tests: starting them costs more than everything else.
  beforeAll(async () => {
    loopback = await Loopback.open();
    model = await MockModel.start({ turns: [] });
    stub = await ClassifyStub.start();
    await loopback.expose(stub.port);
    folder = makeRunFolder();
    makeProfile(folder);
    before = snapshot(folder.home);
    await install('block');
    touched = differences(before, snapshot(folder.home));
    plugin = folder.at('.vscode', 'silmaril-firewall');
    code = await VsCode.open({ paths, folder, loopback, model, plugins: [plugin] });
  });
  afterAll(async () => {
    await code?.close();
    await model?.stop();
    await stub?.stop();
    await loopback?.close();
    folder?.remove();
  });

  const install = (mode: string) => silmarilOk(folder, ['install', 'vscode', '--mode', mode, '--classifier', 'remote', '--api-url', stub.url, '--api-key-stdin'], { input: `${key}\n` });

  /** A profile as a person's VS Code on Linux leaves it, and an executable for the detection to find. */
  function makeProfile(made: RunFolder): void {
    fs.mkdirSync(made.at('.config', 'Code', 'User'), { recursive: true });
    fs.writeFileSync(made.at('.config', 'Code', 'User', 'settings.json'), '{\n\t// mine\n\t"editor.fontSize": 13,\n}\n');
    fs.mkdirSync(made.at('.local', 'bin'), { recursive: true });
    fs.writeFileSync(made.at('.local', 'bin', 'code'), '#!/bin/sh\necho 1.139.1\n', { mode: 0o755 });
    fs.writeFileSync(made.at('.local', 'bin', 'claude'), '#!/bin/sh\necho "2.1.332 (Claude Code)"\n', { mode: 0o755 });
  }

  const terminal = (command: string): Script => ({
    turns: [{ text: 'I run it.', calls: [{ name: 'run_in_terminal', input: { command, explanation: 'A step of the script', goal: 'Take the step', mode: 'sync' } }] }, { text: 'FINAL' }],
  });

  async function chat(script: Script): Promise<{ asked: string | null; shown: string; result: string; events: Evidence[] }> {
    const seen = readEvidence(folder).length;
    model.play(script);
    await code.newChat();
    const turn = await code.turn('do the next step', { requests: 2 });
    return { ...turn, result: model.main.at(-1)?.toolResults.at(-1)?.text ?? '', events: readEvidence(folder).slice(seen) };
  }
  /** How often the last request, which carries all that the model was told before, has this in it. */
  const mentions = (what: string | RegExp): number => (model.main.at(-1)?.raw ?? '').split(what).length - 1;
  const ran = (name: string): boolean => fs.existsSync(path.join(folder.work, name));

  test('the installed copy starts the installed launcher on this system, by its absolute path', () => {
    const hooks = JSON.parse(fs.readFileSync(path.join(plugin, 'com.github.copilot', 'hooks', 'hooks.json'), 'utf8')) as { hooks: Record<string, { linux?: string; osx?: string }[]> };
    for (const [event, entries] of Object.entries(hooks.hooks)) {
      expect(entries).toHaveLength(1);
      const command = process.platform === 'darwin' ? entries[0]?.osx : entries[0]?.linux;
      expect(command).toContain(path.join(plugin, 'scripts', 'run-hook.sh'));
      expect(command).toMatch(new RegExp(` ${event}$`));
    }
  });

  test('block: a terminal command is denied without a question, and did not run', async () => {
    const turn = await chat(terminal(`touch ${folder.work}/blocked # ${malice}`));
    expect(turn.asked).toBeNull();
    expect(ran('blocked')).toBe(false);
    expect(turn.result).toContain(blockSentence);
    expect(turn.events.filter((event) => event.hook === 'pre_tool')).toMatchObject([{ host: 'vscode', mode: 'block', policyDecision: 'block', nativeAction: 'block_returned', toolDisplayName: 'run_in_terminal' }]);
    expect(fs.existsSync(folder.at(supportFolder, 'VSCode', 'observed-workspaces.json'))).toBe(true);
  });

  test('block: a poisoned result is answered with the block and recorded; what the model got is printed', async () => {
    fs.writeFileSync(path.join(folder.work, 'notes.txt'), `${malice} CANARY-8112\n`);
    const turn = await chat(terminal('cat notes.txt'));
    expect(turn.events.filter((event) => event.hook === 'tool_result')).toMatchObject([{ mode: 'block', policyDecision: 'block', nativeAction: 'block_returned' }]);
    expect(stub.requests.at(-1)).toMatchObject({ hook: 'tool_response', toolName: 'run_in_terminal', apiKey: key });
    // The same event through the same launcher: what VS Code was answered.
    expect(await answerOf('PostToolUse', { tool_name: 'run_in_terminal', tool_input: {}, tool_response: malice })).toEqual({ decision: 'block', reason: blockSentence });
    process.stdout.write(`observed: after a blocked result the model got ${mentions(blockSentence) > 0 ? 'the fixed sentence' : 'no fixed sentence'} and ${mentions('CANARY-8112') > 0 ? 'the poison' : 'no poison'}\n`);
  });

  test('warn: the command runs after the ordinary question, and the hook warned', async () => {
    await silmarilOk(folder, ['mode', 'warn']);
    const turn = await chat(terminal(`touch ${folder.work}/warned # ${malice}`));
    expect(ran('warned')).toBe(true);
    expect(turn.events.filter((event) => event.hook === 'pre_tool')).toMatchObject([{ mode: 'warn', policyDecision: 'warn', warnDelivery: 'delivered' }]);
    expect(mentions(warnSentence)).toBeGreaterThan(0);
  });

  test('shadow: nothing changes for the agent, and the evidence says monitor', async () => {
    await silmarilOk(folder, ['mode', 'shadow']);
    const turn = await chat(terminal(`touch ${folder.work}/shadowed # ${malice}`));
    expect(ran('shadowed')).toBe(true);
    expect(mentions(/silmaril/i)).toBe(0);
    expect(turn.events.filter((event) => event.hook === 'pre_tool')).toMatchObject([{ mode: 'shadow', policyDecision: 'monitor', prediction: 'malicious' }]);
  });

  test('block: where VS Code runs the hooks of Claude Code too, one event is judged and recorded once', async () => {
    await silmarilOk(folder, ['install', 'claude-code', '--mode', 'block', '--classifier', 'remote', '--api-url', stub.url, '--api-key-stdin'], { input: `${key}\n` });
    await silmarilOk(folder, ['mode', 'block']);
    code.set('chat.useClaudeHooks', true);
    const asked = stub.requests.length;
    const turn = await chat(terminal(`touch ${folder.work}/twice # ${malice}`));
    expect(ran('twice')).toBe(false);
    expect(turn.events.map((event) => [event.host, event.hook])).toEqual([['vscode', 'user_input'], ['vscode', 'pre_tool']]);
    expect(stub.requests.length - asked).toBe(2);
  });

  test('block: when VS Code\'s own plugin is gone, the hooks of Claude Code judge its events', async () => {
    await silmarilOk(folder, ['uninstall', 'vscode', '--keep-evidence']);
    const turn = await chat(terminal(`touch ${folder.work}/alone # ${malice}`));
    expect(ran('alone')).toBe(false);
    expect(turn.events.map((event) => [event.host, event.hook])).toEqual([['claudeCode', 'user_input'], ['claudeCode', 'pre_tool']]);
  });

  test('uninstall: every path that we touched is as before or gone', async () => {
    await silmarilOk(folder, ['uninstall', '--all']);
    const after = snapshot(folder.home);
    expect(touched).toContain('.config/Code/User/settings.json');
    expect(differences(before, after).filter((name) => touched.includes(name))).toEqual([]);
    expect([...after.keys()].filter((name) => /silmaril-firewall|Silmaril/.test(name))).toEqual([]);
  });

  /** Asynchronous, since the /classify stub answers from this very process. */
  async function answerOf(event: string, payload: Record<string, unknown>): Promise<unknown> {
    const child = spawn(path.join(plugin, 'scripts', 'run-hook.sh'), [event], { env: { HOME: folder.home, PATH: '/usr/bin:/bin', PLUGIN_ROOT: plugin }, stdio: ['pipe', 'pipe', 'inherit'] });
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => (said += chunk));
    child.stdin.on('error', () => undefined);
    child.stdin.end(JSON.stringify({ hook_event_name: event, session_id: 'lab', cwd: folder.work, ...payload }));
    expect(await new Promise((done) => child.once('close', done))).toBe(0);
    return JSON.parse(said);
  }
});
