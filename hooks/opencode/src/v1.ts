// The build for OpenCode 1.x: its hooks as calls of the firewall. An error of ours never reaches OpenCode; what is thrown
// on purpose is a refusal, which that version takes as the end of the call.
import type { Firewall } from './firewall.ts';
import { isRecord, list, text } from './foreign.ts';
import type { LetterHook } from './letter-hook.ts';
import { EVENTS, type Effect } from './profile.ts';
import { SilmarilFirewallBlockedError, REPLACED_TITLE } from './words.ts';

/** What OpenCode hands to a plugin, as far as it is used; its own types are not needed at run time. */
export interface V1Input {
  readonly directory?: unknown;
  readonly worktree?: unknown;
}

type Hook = (input: unknown, output: unknown) => Promise<void>;

export interface V1Hooks {
  readonly event: (input: { readonly event: unknown }) => Promise<void>;
  readonly 'chat.message': Hook;
  readonly 'tool.execute.before': Hook;
  readonly 'tool.execute.after': Hook;
  readonly 'experimental.text.complete': Hook;
}

/** Sessions whose parent is remembered; the oldest are forgotten. */
const MAX_SESSIONS = 1_000;

export function v1Hooks(input: V1Input, firewall: Firewall, letters: LetterHook | null, tell: (note: string) => void): V1Hooks {
  const place = placeOf(input);
  const parents = new Map<string, string>();

  /** Judges, and tells the person what is for the person. Never rejects. */
  const judge = async (event: string, sessionId: string | undefined, payload: Readonly<Record<string, unknown>>): Promise<Effect> => {
    const parent = sessionId === undefined ? undefined : parents.get(sessionId);
    const effect = await firewall.judge(event, { ...place, ...payload, session_id: sessionId, parent_session_id: parent });
    if (effect.note !== undefined) tell(effect.note);
    return effect;
  };

  /** Only a refusal leaves a hook. */
  const guarded = (event: string, hook: (input: Readonly<Record<string, unknown>>, output: Record<string, unknown>) => Promise<void>): Hook => async (given, output) => {
    try {
      if (isRecord(given) && isRecord(output)) await hook(given, output);
      else firewall.count(event, 'payload-shape');
    } catch (error) {
      if (error instanceof SilmarilFirewallBlockedError) throw error;
      firewall.count(event, 'hook-error');
    }
  };

  return {
    event: async ({ event }) => {
      try {
        if (!isRecord(event) || !isRecord(event['properties'])) return;
        if (event['type'] === 'session.created') await sessionCreated(event['properties']);
        else if (event['type'] === 'permission.asked') await letters?.asked(askedOf(event['properties']));
      } catch {
        firewall.count('event', 'hook-error');
      }
    },
    'chat.message': guarded(EVENTS.prompt, async (given, output) => {
      const parts = list(output['parts']).filter((part) => part['type'] === 'text' && typeof part['text'] === 'string');
      const prompt = parts.map((part) => text(part['text'])?.trim() ?? '').filter((piece) => piece !== '').join('\n');
      const message = isRecord(output['message']) ? text(output['message']['id']) : undefined;
      const effect = await judge(EVENTS.prompt, text(given['sessionID']), { prompt, message_id: text(given['messageID']) ?? message });
      if (effect.refuse !== undefined) throw new SilmarilFirewallBlockedError(effect.refuse);
      const last = parts.at(-1);
      if (effect.append !== undefined && last) last['text'] = `${String(last['text'])}\n\n${effect.append}`;
    }),
    'tool.execute.before': guarded(EVENTS.call, async (given, output) => {
      const effect = await judge(EVENTS.call, text(given['sessionID']), { tool_name: text(given['tool']), tool_use_id: text(given['callID']), tool_input: output['args'] });
      if (effect.refuse !== undefined) throw new SilmarilFirewallBlockedError(effect.refuse);
    }),
    'tool.execute.after': guarded(EVENTS.result, async (given, output) => {
      const effect = await judge(EVENTS.result, text(given['sessionID']), { tool_name: text(given['tool']), tool_use_id: text(given['callID']), tool_response: resultText(output) });
      if (effect.replace !== undefined) replaceResult(output, effect.replace);
      else if (effect.append !== undefined) appendToResult(output, effect.append);
    }),
    'experimental.text.complete': guarded(EVENTS.output, async (given, output) => {
      const effect = await judge(EVENTS.output, text(given['sessionID']), { prompt: output['text'], message_id: text(given['messageID']), part_id: text(given['partID']) });
      if (effect.replace !== undefined) output['text'] = effect.replace;
    }),
  };

  /** A subagent's session: only reported, so that it can be observed and no more; its own prompt and calls are judged. */
  async function sessionCreated(properties: Readonly<Record<string, unknown>>): Promise<void> {
    const info = isRecord(properties['info']) ? properties['info'] : properties;
    const id = text(info['id']);
    const parent = text(info['parentID']);
    if (id === undefined || parent === undefined) return;
    if (parents.size >= MAX_SESSIONS) parents.delete(parents.keys().next().value ?? '');
    parents.set(id, parent);
    await judge(EVENTS.subagent, id, { prompt: text(info['title']), message_id: id });
  }
}

/** Where the session works. Outside a repository OpenCode calls `/` its worktree, which would make everything "inside". */
export function placeOf({ directory, worktree }: V1Input): { readonly cwd: string | undefined; readonly project_root: string | undefined } {
  const cwd = text(directory);
  const root = text(worktree);
  const within = cwd !== undefined && root !== undefined && root !== '/' && (cwd === root || cwd.startsWith(`${root}/`));
  return { cwd, project_root: within ? root : cwd };
}

/** A built-in tool's `output`, or an MCP tool's list of contents. */
function resultText(output: Readonly<Record<string, unknown>>): string {
  if (typeof output['output'] === 'string') return output['output'];
  return list(output['content']).map((item) => text(item['text']) ?? (isRecord(item['resource']) ? text(item['resource']['text']) : undefined) ?? '').filter((piece) => piece !== '').join('\n');
}

function replaceResult(output: Record<string, unknown>, replacement: string): void {
  if (Array.isArray(output['content'])) output['content'] = [{ type: 'text', text: replacement }];
  if ('structuredContent' in output) output['structuredContent'] = undefined;
  if (!Array.isArray(output['content']) || 'output' in output) output['output'] = replacement;
  if (Array.isArray(output['attachments'])) output['attachments'] = [];
  output['title'] = REPLACED_TITLE;
  output['metadata'] = { ...(isRecord(output['metadata']) ? output['metadata'] : {}), silmarilFirewall: { blocked: true } };
}

function appendToResult(output: Record<string, unknown>, warning: string): void {
  if (typeof output['output'] === 'string') output['output'] = `${output['output']}\n\n${warning}`;
  else if (Array.isArray(output['content'])) output['content'] = [...(output['content'] as unknown[]), { type: 'text', text: warning }];
}

/** A permission request of version 1 in the letter protocol's words: the whole command first, then its parts as OpenCode lists them. */
export function askedOf(properties: Readonly<Record<string, unknown>>): Parameters<LetterHook['asked']>[0] {
  const metadata = isRecord(properties['metadata']) ? properties['metadata'] : {};
  const tool = isRecord(properties['tool']) ? properties['tool'] : {};
  const patterns = Array.isArray(properties['patterns']) ? properties['patterns'].filter((pattern): pattern is string => typeof pattern === 'string') : [];
  const command = text(metadata['command']);
  const permission = text(properties['permission']) ?? '';
  const [messageID, callID] = [text(tool['messageID']), text(tool['callID'])];
  return {
    id: text(properties['id']) ?? '',
    sessionID: text(properties['sessionID']) ?? '',
    action: permission === 'bash' ? 'shell' : permission,
    resources: [...new Set([...(command === undefined ? [] : [command]), ...patterns])],
    source: messageID !== undefined && callID !== undefined ? { messageID, id: callID } : null,
  };
}
