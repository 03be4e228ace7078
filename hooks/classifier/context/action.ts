// What a tool call would do with a target: send something to it, run something from it, or neither. Pure.
import { plainText, targetsOf } from './targets.ts';
import type { Intent } from './request.ts';

export interface Action {
  /** Null: it only looks, or stays on this computer. */
  readonly intent: Intent | null;
  /** Where to, or where from; names in a message's body do not count. */
  readonly targets: readonly string[];
}

const SENDING_TOOL = /(?:^|_)(?:send|post|e?mail|message|upload|publish|share|forward|invite|reply|submit|push|webhook|transfer|notify)(?:_|$)/;
const REQUEST_TOOL = /(?:^|_)(?:http|request|fetch|webfetch|curl)(?:_|$)/;
const DESTINATION = /^(?:to|cc|bcc|recipients?|attendees?|guests?|invitees?|url|uri|endpoint|host|address|e?mails?|webhook|destination|target|remote|channel)$/i;
const SENDS = /\b(?:curl|wget|https?|xh)\b[^\n]*\s(?:-[a-zA-Z]*[dFT]\b|-[dFT]\S|--(?:data|form|upload|json|post)[\w-]*|(?:-X|--request)[ =]?(?:POST|PUT|PATCH))|\b(?:scp|rsync|sftp|nc|ncat|sendmail|mailx?|mutt)\s|\bgit\s+(?:push|remote\s+(?:add|set-url))\b/;
const RUNS = /\b(?:curl|wget)\b[^\n]*\|\s*(?:sudo\s+)?(?:\w*sh|python3?|node|perl|ruby)\b|\b(?:\w*sh|source|eval)\s+[^\n]*(?:<\(|\$\()\s*(?:curl|wget)|\b(?:pip3?|uv|pipx|npm|pnpm|yarn|gem|cargo|go|brew|npx)\b[^\n]*(?:install|add|i|get|run|tap|npx)?\s[^\n]*:\/\/|\b(?:bash|sh|zsh|chmod\s+\+x)\s+(?:~|\.{0,2})\/\S/;
/** A query this long carries something out. */
const CARRYING_QUERY = 16;

/** @param text the call's input as JSON; what is no JSON object is taken as a command */
export function actionOf(toolName: string, text: string): Action {
  const input = parsed(text);
  const command = input === null ? text : commandOf(input);
  if (command !== null) {
    const line = plainText(command);
    return { intent: RUNS.test(line) ? 'run' : SENDS.test(line) ? 'send' : null, targets: targetsOf(line) };
  }
  const name = toolName.slice(0, 256).replace(/([a-z0-9])([A-Z])/g, '$1_$2').replace(/[^A-Za-z0-9]+/g, '_').toLowerCase();
  const where = destinations(input ?? {});
  const method = typeof input?.['method'] === 'string' ? input['method'].toUpperCase() : 'GET';
  const carries = where.some((value) => (value.split('?')[1] ?? '').length >= CARRYING_QUERY && value.includes('://'));
  const sends = SENDING_TOOL.test(name) || (REQUEST_TOOL.test(name) && (carries || /^(?:POST|PUT|PATCH)$/.test(method)));
  return { intent: sends ? 'send' : null, targets: targetsOf(plainText(where.join('\n'))) };
}

function parsed(text: string): Readonly<Record<string, unknown>> | null {
  if (text.length > 1_048_576) return null;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

function commandOf(input: Readonly<Record<string, unknown>>): string | null {
  const command = input['command'] ?? input['cmd'];
  return typeof command === 'string' ? command : Array.isArray(command) ? command.slice(0, 256).map(String).join(' ') : null;
}

function destinations(input: Readonly<Record<string, unknown>>): string[] {
  const texts = (value: unknown): string[] => (typeof value === 'string' ? [value] : Array.isArray(value) ? value.slice(0, 64).flatMap((one) => (typeof one === 'object' && one !== null ? texts((one as Record<string, unknown>)['email']) : texts(one))) : []);
  return Object.entries(input).filter(([key]) => DESTINATION.test(key)).flatMap(([, value]) => texts(value));
}
