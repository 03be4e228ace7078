// The lab itself: what the mock model says in each dialect, and that the loopback place is one.
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runClaude } from './claude.ts';
import { describeWithClaude } from './harness-suite.ts';
import { findHarness } from './install.mjs';
import { listenOnLoopback } from './listen.ts';
import { Loopback } from './loopback.ts';
import { MockModel } from './mock-model.ts';
import { differences, makeRunFolder, snapshot } from './run-folder.ts';
import { scriptEnded } from './script.ts';
import type { Script } from './script.ts';

const input = { command: 'echo "a \\ b" && printf ünï', list: [1, { deep: true }] };
const script: Script = { turns: [{ text: 'I go.', calls: [{ name: 'Bash', input }] }, { text: 'Done.' }], conversations: { SUBTASK: [{ text: 'From below.' }] } };

const post = (url: string, body: unknown): Promise<Response> => fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: typeof body === 'string' ? body : JSON.stringify(body) });
const data = async (response: Response): Promise<Record<string, unknown>[]> =>
  (await response.text())
    .split('\n')
    .filter((line) => line.startsWith('data: {'))
    .map((line) => JSON.parse(line.slice(6)) as Record<string, unknown>);
const join = (pieces: unknown[]): string => pieces.filter((piece) => typeof piece === 'string').join('');

describe('the mock model', () => {
  let model: MockModel;
  beforeAll(async () => {
    model = await MockModel.start(script);
  });
  beforeEach(() => model.play(script));
  afterAll(() => model.stop());

  const tools = [{ name: 'Bash', input_schema: { type: 'object' } }];

  test('streams a tool call as Anthropic Messages, in pieces that join to the same input', async () => {
    const events = await data(await post(`${model.url}/v1/messages?beta=true`, { model: 'm', stream: true, tools, messages: [{ role: 'user', content: 'go' }] }));
    expect(events.map((event) => event['type']).filter((type, at, all) => type !== all[at - 1])).toEqual([
      ...['message_start', 'content_block_start', 'content_block_delta', 'content_block_stop'],
      ...['content_block_start', 'content_block_delta', 'content_block_stop', 'message_delta', 'message_stop'],
    ]);
    const deltas = events.map((event) => (event['delta'] ?? {}) as Record<string, unknown>);
    expect(JSON.parse(join(deltas.map((delta) => delta['partial_json'])))).toEqual(input);
    expect(join(deltas.map((delta) => delta['text']))).toBe('I go.');
    expect(deltas.find((delta) => 'stop_reason' in delta)?.['stop_reason']).toBe('tool_use');
  });

  test('reads an Anthropic tool result, moves on, and remembers what it was told', async () => {
    const messages = [
      { role: 'user', content: [{ type: 'text', text: 'go' }] },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name: 'Bash', input: {} }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: [{ type: 'text', text: 'denied' }], is_error: true }] },
    ];
    const answer = (await (await post(`${model.url}/v1/messages`, { model: 'm', tools, messages })).json()) as { content: unknown; stop_reason: string };
    expect(answer).toMatchObject({ content: [{ type: 'text', text: 'Done.' }], stop_reason: 'end_turn' });
    expect(model.main).toMatchObject([{ dialect: 'anthropic', turn: 1, toolResults: [{ callId: 'toolu_1', text: 'denied', isError: true }] }]);
    expect(model.main[0]?.raw).toContain('denied');
  });

  test('streams a tool call as Chat Completions and reads its result', async () => {
    const functions = [{ type: 'function', function: { name: 'Bash' } }];
    const url = `${model.url}/v1/chat/completions`;
    const chunks = await data(await post(url, { model: 'm', stream: true, tools: functions, messages: [{ role: 'user', content: 'go' }] }));
    const choices = chunks.map((chunk) => (chunk['choices'] as { delta: { tool_calls?: { function: { arguments: string } }[] }; finish_reason: string | null }[])[0]);
    expect(JSON.parse(join(choices.flatMap((choice) => choice?.delta.tool_calls ?? []).map((call) => call.function.arguments)))).toEqual(input);
    expect(choices.at(-1)?.finish_reason).toBe('tool_calls');
    const after = [{ role: 'user', content: 'go' }, { role: 'assistant', content: null }, { role: 'tool', tool_call_id: 'call_1', content: 'hi' }];
    const second = (await (await post(url, { model: 'm', tools: functions, messages: after })).json()) as { choices: { message: { content: string } }[] };
    expect(second.choices[0]?.message.content).toBe('Done.');
    expect(model.main[1]?.toolResults).toEqual([{ callId: 'call_1', text: 'hi', isError: false }]);
  });

  test('tells conversations apart, keeps side requests out of the script, and says when it is over', async () => {
    const ask = async (prompt: string, more: Record<string, unknown> = { tools }): Promise<string> => {
      const answer = (await (await post(`${model.url}/v1/messages`, { model: 'm', messages: [{ role: 'user', content: prompt }], ...more })).json()) as { content: { text?: string }[] };
      return answer.content[0]?.text ?? '';
    };
    expect(await ask('do the SUBTASK')).toBe('From below.');
    expect(await ask('a title, please', {})).toBe('A scripted session');
    expect(await ask('go')).toBe('I go.');
    const long = [{ role: 'user', content: 'go' }, { role: 'assistant', content: 'a' }, { role: 'assistant', content: 'b' }];
    expect(await ask('', { tools, messages: long })).toBe(scriptEnded);
    expect(model.requests.map((request) => request.conversation)).toEqual(['SUBTASK', 'side', 'main', 'main']);
  });

  test('refuses what is no request of a model, and notes where a harness went', async () => {
    expect((await post(`${model.url}/v1/messages`, '{"model":')).status).toBe(400);
    expect((await post(`${model.url}/v1/messages`, '[]')).status).toBe(400);
    expect((await fetch(`${model.url}/telemetry`)).status).toBe(404);
    expect(model.strays).toEqual(['GET /telemetry']);
    expect(model.requests).toEqual([]);
  });
});

describe('the loopback place', () => {
  test('shows the exposed port under its own number and, where it is isolated, nothing else', async () => {
    const server = http.createServer((_request, response) => response.end('seen'));
    const other = http.createServer((_request, response) => response.end('hidden'));
    const [port, hiddenPort] = [await listenOnLoopback(server), await listenOnLoopback(other)];
    const place = await Loopback.open();
    try {
      await place.expose(port);
      await place.expose(port);
      const get = async (number: number): Promise<string> => {
        const program = `fetch('http://127.0.0.1:${number}/').then((r) => r.text()).then((t) => process.stdout.write(t), () => process.stdout.write('refused'))`;
        const [command, ...args] = place.command([process.execPath, '-e', program]);
        const child = spawn(command as string, args, { stdio: ['ignore', 'pipe', 'inherit'] });
        let said = '';
        child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
        await new Promise((done) => child.once('close', done));
        return said;
      };
      expect(await get(port)).toBe('seen');
      expect(await get(hiddenPort)).toBe(place.isolated ? 'refused' : 'hidden');
    } finally {
      await place.close();
      server.close();
      other.close();
    }
  });
});

describe('the run folder', () => {
  test('a snapshot sees bytes, modes, links, additions and removals', () => {
    const folder = makeRunFolder();
    try {
      fs.writeFileSync(folder.at('same'), 'x');
      fs.writeFileSync(folder.at('bytes'), Buffer.from([0xff, 0xfe]));
      fs.writeFileSync(folder.at('mode'), 'x', { mode: 0o644 });
      fs.symlinkSync('a', folder.at('link'));
      fs.writeFileSync(folder.at('gone'), '');
      const before = snapshot(folder.home);
      fs.writeFileSync(folder.at('bytes'), Buffer.from([0xff, 0xfd]));
      fs.chmodSync(folder.at('mode'), 0o600);
      fs.rmSync(folder.at('link'));
      fs.symlinkSync('b', folder.at('link'));
      fs.rmSync(folder.at('gone'));
      fs.mkdirSync(folder.at('new'));
      expect(differences(before, snapshot(folder.home))).toEqual(['bytes', 'gone', 'link', 'mode', 'new']);
    } finally {
      folder.remove();
    }
  });
});

describe('finding a harness', () => {
  test('an empty cache names what to run', () => {
    const folder = makeRunFolder();
    try {
      const found = findHarness('claude', folder.root);
      expect(found.ok).toBe(false);
      if (!found.ok) expect(found.reason).toMatch(/not installed in \.cache\/lab; run node e2e\/lab\/install\.mjs claude|not pinned for/);
    } finally {
      folder.remove();
    }
  });

  test('an unknown harness is refused by name', () => {
    const run = spawnSync(process.execPath, ['e2e/lab/install.mjs', 'emacs'], { encoding: 'utf8' });
    expect(run.status).toBe(2);
    expect(run.stderr).toContain('claude');
  });
});

describeWithClaude('the real Claude Code in the lab', (paths) => {
  test('runs a tool of the script, tells the model its result, and goes nowhere else', async () => {
    const folder = makeRunFolder();
    const loopback = await Loopback.open();
    const model = await MockModel.start({ turns: [{ calls: [{ name: 'Bash', input: { command: `touch ${folder.work}/ran && echo it-ran`, description: 'mark' } }] }, { text: 'FINAL' }] });
    try {
      const run = await runClaude({ paths, folder, loopback, model, prompt: 'go', allowedTools: ['Bash'] });
      expect(run).toMatchObject({ exitCode: 0, result: 'FINAL', hooks: [] });
      expect(fs.existsSync(`${folder.work}/ran`)).toBe(true);
      expect(model.main.at(-1)?.toolResults).toMatchObject([{ text: 'it-ran', isError: false }]);
      expect(model.strays.filter((stray) => !stray.startsWith('HEAD '))).toEqual([]);
    } finally {
      await model.stop();
      await loopback.close();
      folder.remove();
    }
  });
});
