// What the scripted model says: a list of turns per conversation, told apart by the first prompt.

export interface ToolCall {
  /** The tool's name in the harness's own spelling (`Bash`, `run_in_terminal`). */
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** One answer of the model: some text, some tool calls, or both. */
export interface Turn {
  readonly text?: string;
  readonly calls?: readonly ToolCall[];
}

export interface Script {
  readonly turns: readonly Turn[];
  /** Further conversations (subagents), by a text that their first user message contains. */
  readonly conversations?: Readonly<Record<string, readonly Turn[]>>;
}

/** What a script needs of a request, whatever the dialect. */
export interface Conversation {
  /** How many answers of the model the request already carries. */
  readonly answers: number;
  readonly firstPrompt: string;
  /** A request that offers no tools asks for a title or a summary: never a turn of the script. */
  readonly offersTools: boolean;
}

export interface Choice {
  /** `main`, `side`, or the key of `Script.conversations`. */
  readonly conversation: string;
  readonly turn: number;
  readonly answer: Turn;
}

/** Closing words for whoever asks after the script has ended; a test can tell them from its own. */
export const scriptEnded = 'The script has ended.';

/**
 * The turn is the number of answers in the request's history, so a retry of the same request gets
 * the same answer, and a tool call that a hook denied still moves the script on.
 */
export function choose(script: Script, request: Conversation): Choice {
  for (const [key, turns] of Object.entries(script.conversations ?? {}))
    if (request.firstPrompt.includes(key)) return pick(key, turns, request.answers);
  if (!request.offersTools) return { conversation: 'side', turn: 0, answer: { text: 'A scripted session' } };
  return pick('main', script.turns, request.answers);
}

function pick(conversation: string, turns: readonly Turn[], turn: number): Choice {
  return { conversation, turn, answer: turns[turn] ?? { text: scriptEnded } };
}
