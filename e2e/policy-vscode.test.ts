// The local policy in the real VS Code chat agent: a denied command does not run, the model reads what to do instead, and
// the code to allow it once is in the chat (folded away, as VS Code does with a hook's words) and never sent to the model.
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { blockSentence, readEvidence } from './evidence-spool.ts';
import { describeWithVsCode } from './lab/harness-suite.ts';
import { Loopback } from './lab/loopback.ts';
import { MockModel } from './lab/mock-model.ts';
import { makeRunFolder, type RunFolder } from './lab/run-folder.ts';
import { VsCode } from './lab/vscode.ts';
import { silmarilOk } from './silmaril-command.ts';

describeWithVsCode('the policy in VS Code', (paths) => {
  let loopback: Loopback;
  let model: MockModel;
  let folder: RunFolder;
  let code: VsCode;
  beforeAll(async () => {
    loopback = await Loopback.open();
    model = await MockModel.start({ turns: [] });
    folder = makeRunFolder();
    fs.mkdirSync(folder.at('.config', 'Code', 'User'), { recursive: true });
    fs.writeFileSync(folder.at('.config', 'Code', 'User', 'settings.json'), '{}\n');
    fs.mkdirSync(folder.at('.local', 'bin'), { recursive: true });
    fs.writeFileSync(folder.at('.local', 'bin', 'code'), '#!/bin/sh\necho 1.139.1\n', { mode: 0o755 });
    await silmarilOk(folder, ['install', 'vscode', '--mode', 'block', '--classifier', 'embedded']);
    code = await VsCode.open({ paths, folder, loopback, model, plugins: [folder.at('.vscode', 'silmaril-firewall')] });
  });
  afterAll(async () => {
    await code?.close();
    await model?.stop();
    await loopback?.close();
    folder?.remove();
  });

  test('block: the terminal runs nothing, and only the person sees the code', async () => {
    const place = path.join(folder.root, 'note');
    model.play({ turns: [{ text: 'I run it.', calls: [{ name: 'run_in_terminal', input: { command: `touch ${place}`, explanation: 'A step of the script', goal: 'Take the step', mode: 'sync' } }] }, { text: 'FINAL' }] });
    await code.newChat();
    await code.turn('do the next step', { requests: 2 });
    expect(fs.existsSync(place)).toBe(false);
    expect(model.main.at(-1)?.toolResults.at(-1)?.text).toContain(`${blockSentence} Keep changes inside the project folder`);
    expect(readEvidence(folder).filter(({ hook }) => hook === 'pre_tool')).toMatchObject([{ policyDecision: 'block', decisionSource: 'local_policy', ruleId: 'write-outside' }]);
    const offers = fs.readdirSync(folder.at('Library/Application Support/Silmaril/Grants'));
    expect(offers).toHaveLength(1);
    expect(model.requests.map(({ raw }) => raw).join('\n')).not.toMatch(/allow-once/);
    const shown = await code.unfold();
    expect(shown).toMatch(/silmaril allow-once [0-9A-Z]{4}-[0-9A-Z]{4}/);
  });
});
