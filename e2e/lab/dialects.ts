// The two wire formats that the harnesses speak to a model: Anthropic Messages (Claude Code) and
// OpenAI Chat Completions (VS Code's custom endpoint). Each reads a request and writes an answer,
// whole or as server-sent events.
import { randomBytes } from 'node:crypto';
import type { Conversation, Turn } from './script.ts';

export interface ToolResult {
  readonly callId: string;
  readonly text: string;
  /** Always false in Chat Completions, which has no such mark. */
  readonly isError: boolean;
}

export interface ReadRequest extends Conversation {
  readonly streamed: boolean;
  readonly model: string;
  readonly toolResults: readonly ToolResult[];
}

export interface Dialect {
  readonly name: 'anthropic' | 'openai';
  read(body: Json): ReadRequest;
  whole(turn: Turn, model: string): Json;
  /** The same answer as the lines of a `text/event-stream`. */
  events(turn: Turn, model: string): string[];
}

export type Json = Record<string, unknown>;

const isRecord = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);
const list = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isRecord) : []);
const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const newId = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`;

/** A content that is a string, or a list of parts with a text. */
function flatten(content: unknown): string {
  if (typeof content === 'string') return content;
  return list(content)
    .map((part) => text(part['text']))
    .filter((part) => part !== '')
    .join('\n');
}

/** Streams arrive in pieces that break words and escapes, as they do from a real model. */
function fragments(whole: string): string[] {
  const found: string[] = [];
  for (let at = 0; at < whole.length; at += 17) found.push(whole.slice(at, at + 17));
  return found.length > 0 ? found : [''];
}

export const anthropic: Dialect = {
  name: 'anthropic',
  read(body) {
    const messages = list(body['messages']);
    const results: ToolResult[] = [];
    const prompts: string[] = [];
    for (const message of messages) {
      if (message['role'] !== 'user') continue;
      const prompt = flatten(typeof message['content'] === 'string' ? message['content'] : list(message['content']).filter((part) => part['type'] === 'text'));
      if (prompt !== '') prompts.push(prompt);
      for (const part of list(message['content']))
        if (part['type'] === 'tool_result') results.push({ callId: text(part['tool_use_id']), text: flatten(part['content']), isError: part['is_error'] === true });
    }
    return {
      answers: messages.filter((message) => message['role'] === 'assistant').length,
      firstPrompt: prompts[0] ?? '',
      offersTools: list(body['tools']).length > 0,
      streamed: body['stream'] === true,
      model: text(body['model']),
      toolResults: results,
    };
  },
  whole(turn, model) {
    const content: Json[] = [];
    if (turn.text !== undefined) content.push({ type: 'text', text: turn.text });
    for (const call of turn.calls ?? []) content.push({ type: 'tool_use', id: newId('toolu'), name: call.name, input: call.input });
    return {
      id: newId('msg'),
      type: 'message',
      role: 'assistant',
      model,
      content,
      stop_reason: turn.calls?.length ? 'tool_use' : 'end_turn',
      stop_sequence: null,
      usage: { input_tokens: 100, output_tokens: 20, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 },
    };
  },
  events(turn, model) {
    const message = anthropic.whole(turn, model);
    const lines: string[] = [];
    const send = (type: string, data: Json): void => void lines.push(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
    send('message_start', { message: { ...message, content: [], stop_reason: null } });
    list(message['content']).forEach((block, index) => {
      const isText = block['type'] === 'text';
      send('content_block_start', { index, content_block: isText ? { type: 'text', text: '' } : { ...block, input: {} } });
      for (const piece of fragments(isText ? text(block['text']) : JSON.stringify(block['input'])))
        send('content_block_delta', { index, delta: isText ? { type: 'text_delta', text: piece } : { type: 'input_json_delta', partial_json: piece } });
      send('content_block_stop', { index });
    });
    send('message_delta', { delta: { stop_reason: message['stop_reason'], stop_sequence: null }, usage: { output_tokens: 20 } });
    send('message_stop', {});
    return lines;
  },
};

const openaiCalls = (turn: Turn): Json[] =>
  (turn.calls ?? []).map((call) => ({ id: newId('call'), type: 'function', function: { name: call.name, arguments: JSON.stringify(call.input) } }));

export const openai: Dialect = {
  name: 'openai',
  read(body) {
    const messages = list(body['messages']);
    const of = (role: string): Json[] => messages.filter((message) => message['role'] === role);
    return {
      answers: of('assistant').length,
      firstPrompt: flatten(of('user')[0]?.['content']),
      offersTools: list(body['tools']).length > 0,
      streamed: body['stream'] === true,
      model: text(body['model']),
      toolResults: of('tool').map((message) => ({ callId: text(message['tool_call_id']), text: flatten(message['content']), isError: false })),
    };
  },
  whole(turn, model) {
    const calls = openaiCalls(turn);
    return {
      id: newId('chatcmpl'),
      object: 'chat.completion',
      created: 1_700_000_000,
      model,
      choices: [{ index: 0, message: { role: 'assistant', content: turn.text ?? null, ...(calls.length > 0 ? { tool_calls: calls } : {}) }, finish_reason: calls.length > 0 ? 'tool_calls' : 'stop' }],
      usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 },
    };
  },
  events(turn, model) {
    const id = newId('chatcmpl');
    const chunk = (delta: Json, finish: string | null = null, more: Json = {}): string =>
      `data: ${JSON.stringify({ id, object: 'chat.completion.chunk', created: 1_700_000_000, model, choices: [{ index: 0, delta, finish_reason: finish }], ...more })}\n\n`;
    const lines = [chunk({ role: 'assistant', content: '' })];
    if (turn.text !== undefined) lines.push(...fragments(turn.text).map((content) => chunk({ content })));
    const calls = openaiCalls(turn);
    calls.forEach((call, index) => {
      const made = call['function'] as { name: string; arguments: string };
      lines.push(chunk({ tool_calls: [{ index, id: call['id'], type: 'function', function: { name: made.name, arguments: '' } }] }));
      lines.push(...fragments(made.arguments).map((piece) => chunk({ tool_calls: [{ index, function: { arguments: piece } }] })));
    });
    lines.push(chunk({}, calls.length > 0 ? 'tool_calls' : 'stop', { usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 } }), 'data: [DONE]\n\n');
    return lines;
  },
};
