// The build for OpenCode 2: the same firewall behind its tool, permission, session and event interfaces. Written from the
// published types (packages/plugin/src/promise) and never run in an OpenCode 2, of which no build could be had: whatever is
// not as expected has no effect and is counted. There, too, a hook that throws fails what it was asked about.
import type { Firewall } from './firewall.ts';
import { isRecord, list, text } from './foreign.ts';
import type { Asked, LetterHook } from './letter-hook.ts';
import { INPUTS } from './own-checker.ts';
import { EVENTS, type Effect } from './profile.ts';
import { SilmarilFirewallBlockedError } from './words.ts';

type HookEvent = Record<string, unknown>;
type Register = (name: string, hook: (event: unknown) => Promise<void>) => unknown;

/** What of OpenCode's context is used; each part may be missing in a version. */
export interface V2Context {
  readonly options?: unknown;
  readonly location?: unknown;
  readonly tool?: unknown;
  readonly session?: unknown;
  readonly permission?: unknown;
  readonly event?: unknown;
}

export interface V2Parts {
  readonly context: V2Context;
  readonly firewall: Firewall;
  readonly letters: LetterHook | null;
  readonly directory: string;
}

/** Calls and sessions that are remembered; the oldest are forgotten. */
const MAX_REMEMBERED = 1_000;

/** Registers everything that the context offers. @returns what takes it out again */
export async function registerV2({ context, firewall, letters, directory }: V2Parts): Promise<() => Promise<void>> {
  const parents = new Map<string, string>();
  const judgedCalls = new Set<string>();
  const registrations: unknown[] = [];
  const stop = new AbortController();

  const judge = (event: string, given: HookEvent, payload: object): Promise<Effect> => {
    const sessionId = text(given['sessionID']);
    return firewall.judge(event, { cwd: directory, project_root: directory, ...payload, session_id: sessionId, parent_session_id: sessionId === undefined ? undefined : parents.get(sessionId), message_id: text(given['messageID']) });
  };
  const guarded = (event: string, hook: (given: HookEvent) => Promise<void>) => async (given: unknown): Promise<void> => {
    try {
      if (isRecord(given)) await hook(given);
      else firewall.count(event, 'payload-shape');
    } catch (error) {
      if (error instanceof SilmarilFirewallBlockedError) throw error;
      firewall.count(event, 'hook-error');
    }
  };
  const on = async (domain: unknown, name: string, event: string, hook: (given: HookEvent) => Promise<void>): Promise<void> => {
    const register = isRecord(domain) && typeof domain['hook'] === 'function' ? (domain['hook'] as Register).bind(domain) : null;
    if (!register) return firewall.count(event, 'hook-missing');
    try {
      registrations.push(await register(name, guarded(event, hook)));
    } catch {
      firewall.count(event, 'hook-missing');
    }
  };

  await on(context.session, 'prompt', EVENTS.prompt, async (given) => {
    const prompt = isRecord(given['prompt']) ? given['prompt'] : {};
    const effect = await judge(EVENTS.prompt, given, { prompt: prompt['text'] });
    if (effect.refuse !== undefined) throw new SilmarilFirewallBlockedError(effect.refuse);
    if (effect.append !== undefined && typeof prompt['text'] === 'string') prompt['text'] = `${prompt['text']}\n\n${effect.append}`;
  });
  await on(context.tool, 'execute.before', EVENTS.call, async (given) => {
    remember(judgedCalls, text(given['id']));
    const effect = await judge(EVENTS.call, given, { tool_name: text(given['tool']), tool_use_id: text(given['id']), tool_input: given['input'] });
    if (effect.refuse !== undefined) throw new SilmarilFirewallBlockedError(effect.refuse);
  });
  await on(context.tool, 'execute.after', EVENTS.result, async (given) => {
    const result = given['status'] === 'completed' && isRecord(given['result']) ? given['result'] : null;
    if (!result) return;
    const effect = await judge(EVENTS.result, given, { tool_name: text(given['tool']), tool_use_id: text(given['id']), tool_response: resultText(result) });
    if (effect.replace !== undefined) given['result'] = { content: effect.replace, metadata: { ...(isRecord(result['metadata']) ? result['metadata'] : {}), silmarilFirewall: { blocked: true } } };
    else if (effect.append !== undefined) given['result'] = { ...result, content: withWarning(result['content'], effect.append) };
  });
  // Tools inside another one's program may be seen here alone. It only ever makes an answer stricter.
  await on(context.permission, 'evaluate', EVENTS.call, async (given) => {
    const source = isRecord(given['source']) ? given['source'] : {};
    const call = text(source['id']) ?? text(source['callID']);
    const inputOf = INPUTS[text(given['action']) ?? ''];
    if (given['effect'] === 'deny' || inputOf === undefined || (call !== undefined && judgedCalls.has(call))) return;
    for (const resource of texts(given['resources'])) {
      const { toolName: tool, input } = inputOf(resource);
      const effect = await judge(EVENTS.call, given, { tool_name: tool, tool_use_id: call, tool_input: input });
      if (effect.refuse === undefined) continue;
      given['effect'] = 'deny';
      given['message'] = effect.refuse;
      return;
    }
  });
  void follow(context.event, stop.signal, guarded('event', async (event) => {
    const data = isRecord(event['data']) ? event['data'] : isRecord(event['properties']) ? event['properties'] : {};
    if (event['type'] === 'session.created') {
      const info = isRecord(data['info']) ? data['info'] : data;
      const [id, parent] = [text(info['id']) ?? text(info['sessionID']), text(info['parentID'])];
      if (id === undefined || parent === undefined) return;
      if (parents.size >= MAX_REMEMBERED) parents.delete(parents.keys().next().value ?? '');
      parents.set(id, parent);
      await judge(EVENTS.subagent, { sessionID: id, messageID: id }, { prompt: text(info['title']) });
    } else if (event['type'] === 'permission.asked' || event['type'] === 'permission.v2.asked') await letters?.asked(askedOfV2(data));
  })).catch(() => firewall.count('event', 'hook-error'));

  return async () => {
    stop.abort();
    for (const registration of registrations) {
      const dispose = isRecord(registration) ? registration['dispose'] : null;
      if (typeof dispose === 'function') await Promise.resolve((dispose as () => unknown).call(registration)).catch(() => undefined);
    }
  };
}

/** The stream of OpenCode's events, until the plugin is unloaded. One event's work does not hold up the next. */
async function follow(domain: unknown, signal: AbortSignal, each: (event: unknown) => Promise<void>): Promise<void> {
  if (!isRecord(domain) || typeof domain['subscribe'] !== 'function') return;
  const events = (domain['subscribe'] as (options: object) => AsyncIterable<unknown>).call(domain, { signal });
  for await (const event of events) {
    if (signal.aborted) return;
    void each(event);
  }
}

export function askedOfV2(data: Readonly<Record<string, unknown>>): Asked {
  const source = isRecord(data['source']) ? data['source'] : {};
  const [messageID, id] = [text(source['messageID']), text(source['id']) ?? text(source['callID'])];
  return {
    id: text(data['id']) ?? '',
    sessionID: text(data['sessionID']) ?? '',
    action: text(data['action']) ?? '',
    resources: texts(data['resources']),
    source: messageID !== undefined && id !== undefined ? { messageID, id } : null,
  };
}

const texts = (value: unknown): string[] => (Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : []);

/** What the model gets: the content, else the output as it is. */
function resultText({ content, output }: Readonly<Record<string, unknown>>): string {
  if (typeof content === 'string') return content;
  if (Array.isArray(content)) return list(content).map((item) => text(item['text']) ?? '').filter((piece) => piece !== '').join('\n');
  return typeof output === 'string' ? output : output === undefined ? '' : JSON.stringify(output);
}

function withWarning(content: unknown, warning: string): unknown {
  if (Array.isArray(content)) return [...(content as unknown[]), { type: 'text', text: warning }];
  return typeof content === 'string' && content !== '' ? `${content}\n\n${warning}` : warning;
}

function remember(calls: Set<string>, call: string | undefined): void {
  if (call === undefined) return;
  calls.add(call);
  if (calls.size > MAX_REMEMBERED) calls.delete(calls.values().next().value ?? '');
}
