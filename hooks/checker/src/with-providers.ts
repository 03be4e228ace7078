// For a harness whose hook cannot ask the person's own checkers itself: this one does it on the way.
import { appliesTo, type Provider } from '../../policy/providers.ts';
import { askAll, RESERVED_MS } from '../../core/providers/ask-all.ts';
import { MAX_LETTER_COMMANDS, MAX_RAW_CHARS } from '../../core/providers/provider-letter.ts';
import { MAX_MESSAGE_CHARS, type CommandVerdict, type Letter, type Verdict } from './letter.ts';

/**
 * Our own denial stands and nobody is asked. Else a checker can make it stricter, and never milder. `agent` of the letter is
 * the harness; the action stands for the tool.
 */
export async function withProviders(own: Verdict, letter: Letter, providers: readonly Provider[], { home, ms }: { readonly home: string; readonly ms: number }): Promise<Verdict> {
  const harness = letter.invocation.agent ?? '';
  const asked = providers.filter((provider) => appliesTo(provider, harness, letter.action));
  if (own.verdict === 'deny' || letter.commands.length === 0 || asked.length === 0) return own;
  const cut = letter.commands.length > MAX_LETTER_COMMANDS || letter.commands.some(({ raw }) => raw.length > MAX_RAW_CHARS);
  const commands = letter.commands.slice(0, MAX_LETTER_COMMANDS).map((command) => ({ ...command, raw: command.raw.slice(0, MAX_RAW_CHARS) }));
  const found = await askAll(asked, { letter: { ...letter, commands }, cut }, home, { harnessMs: ms + RESERVED_MS, classifierMs: 0 }, () => undefined);
  if (found.verdict === 'none') return own;
  const who = found.provider ?? '';
  const said = found.failure === null ? (found.message === '' ? `The checker "${who}" wants it to be asked about.` : `The checker "${who}" says: ${found.message}`) : `The checker "${who}" could not be asked (${found.failure}).`;
  const verdict = found.verdict;
  const stricter = (command: CommandVerdict): CommandVerdict => ({ ...command, verdict, facts: { ruleId: `provider:${who}`, category: 'other', tiers: [] } });
  return { ...own, verdict, message: said.slice(0, MAX_MESSAGE_CHARS), commands: own.commands.map(stricter) };
}
