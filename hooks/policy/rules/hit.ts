// What a rule answers with, and what it may ask.
import type { CommandFact, Fact, PathFact } from '../facts.ts';
import type { Locator } from '../paths.ts';
import type { RuleId } from '../table.ts';
import { shown, type Text } from '../values.ts';

export interface Hit {
  readonly ruleId: RuleId;
  /** The exact words that matched, as they stood in the command. */
  readonly matched: string;
}

export interface RuleContext {
  readonly locator: Locator;
  /** Absolute home folder, links resolved. */
  readonly home: string;
  /** Folders whose plans and memory the agent may write (absolute). */
  readonly agentFolders: readonly string[];
}

/** A command's words as a person would read them, cut for a message. */
export function wordsOf(fact: CommandFact): string {
  return fact.argv.slice(0, 64).map(shown).join(' ').slice(0, 400);
}

/** Looks at one fact; null: nothing against it. */
export type Rule = (fact: Fact, context: RuleContext) => Hit | null;

/** Area of a folder text seen from the command's own folder. */
export function areaOf(text: Text, fact: CommandFact | PathFact, context: RuleContext): string {
  return context.locator.locate(text, fact.kind === 'command' ? fact.cwd : null, null, true).area;
}
